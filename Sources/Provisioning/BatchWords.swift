// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import JobManifest
internal import NDEF
internal import TagMemory
internal import TagReading

extension Obstacle: CustomStringConvertible {
  /// What is wrong and what to do with the tag, for a person at the reader.
  package var description: String {
    switch self {
    case .tag(let error): error.description
    case .wrongChip(let found?, let taken):
      "The chip is \(found), and the job takes \(list(taken)). Put it aside."
    case .wrongChip(nil, let taken):
      "The chip is not known, and the job takes \(list(taken)). Put it aside."
    case .notBlank(.message):
      "The tag already has a message, and the job takes only blank tags. Put it aside."
    case .notBlank(let content):
      "The tag is not blank (\(content.machineName)), and the job takes only blank tags. Put it "
        + "aside."
    case .notOfThisJob(.message):
      "The tag has a message that does not belong to this job. Put it aside."
    case .notOfThisJob(let content):
      """
      What is on the tag does not belong to this job (\(content.machineName)). Put it aside, or \
      erase it with 'tagpress erase'.
      """
    case .notGenuine(let finding):
      """
      The job takes only genuine chips, and the signature of this one does not prove that it is \
      (\(finding.rawValue)). Put it aside.
      """
    case .message(let error):
      "The row's message cannot be made: \(error.words) Correct the row in the manifest."
    case .noResolver:
      "This row gets its values from a resolver. Add --resolver COMMAND, as before."
    case .resolver(let trouble): "The resolver: \(trouble.words)"
    case .values(let problem): "With the values of the resolver, \(problem.description)"
    case .preflight(let problem): "With the values of the resolver, \(problem.description)"
    case .linkTaken(let row):
      """
      The resolver gave the link of row "\(row)", which already has its tag. Have it give each row \
      its own link, or write duplicates="allow" in <rows>.
      """
    case .mirrorApart:
      """
      The chip shows UID and counter only side by side: write {mirror.uid}x{mirror.counter} in \
      the manifest.
      """
    case .noHash:
      "There is not enough memory to continue. Close other programs, then put the tag on the "
        + "reader again."
    case .changedSinceDone:
      """
      A tag with this UID is already done, and this one shows something else: it was changed, or \
      it is a copy. Put it aside.
      """
    case .unprotectedSinceDone:
      """
      A tag with this UID is already done, and this one is not protected as that one was: it is a \
      copy, or its protection was removed. Put it aside.
      """
    case .possibleCopy(let row):
      """
      This is a copy of the tag that was begun for row \(row), or it was changed since: it \
      contains neither what was on that tag nor what was to be written. Put it aside and put the \
      right one on the reader. If there is none, or you changed it yourself, use --void \(row) \
      --why TEXT, which frees the row.
      """
    case .givenUp:
      "The tag was given up, and its row gets a new one. Put it aside."
    case .notFinished:
      "This is not a finished tag of the job. Put it aside, or finish it with 'tagpress write'."
    case .inAnotherProgram:
      """
      Another program is writing a tag with this UID right now. If that tag is still on its \
      reader, one of the two is a copy. Wait until that one is done, then put this one on the \
      reader again.
      """
    case .onAnotherReader:
      """
      Another reader is still working on a tag with this UID. If you moved the tag, put it on the \
      reader again; if there are two, one is a copy: put this one aside and compare them.
      """
    case .noRowLeft:
      "No row is left for it in this run. Keep the tag for the next run, or for another job."
    case .noPlaceLeft:
      """
      The other readers have the last tags of this run. Put this one on the reader \
      again when they are done, or in the next run.
      """
    case .unexpected:
      "Something went wrong. Put the tag on the reader again."
    case .ledger(let error):
      "\(error)"
    }
  }

  /// The name that ledgers and scripts know the obstacle by; it never changes.
  package var machineName: String {
    switch self {
    case .tag(let error): error.machineName
    case .wrongChip: "wrong-chip"
    case .notBlank: "not-blank"
    case .notOfThisJob: "not-of-this-job"
    case .notGenuine: "not-genuine"
    case .message: "message"
    case .noResolver: "no-resolver"
    case .resolver: "resolver"
    case .values(let problem): problem.rule
    case .preflight(let problem): problem.rule
    case .linkTaken: "same-link"
    case .mirrorApart: "mirror-apart"
    case .noHash: "no-memory"
    case .changedSinceDone: "changed-since-done"
    case .unprotectedSinceDone: "unprotected-since-done"
    case .possibleCopy: "possible-copy"
    case .givenUp: "given-up"
    case .notFinished: "not-finished"
    case .onAnotherReader: "on-another-reader"
    // What it is noted as, whichever of the two programs meets it.
    case .inAnotherProgram: "possible-copy"
    case .noRowLeft: "no-row-left"
    case .noPlaceLeft: "no-place-left"
    case .unexpected: "unexpected"
    case .ledger: "ledger"
    }
  }
}

extension TagFault {
  /// The name that scripts know the fault by; it never changes.
  var machineName: String {
    switch self {
    case .foreign: "foreign"
    case .givenUp: "given-up"
    case .notFinished: "not-finished"
    case .undecided: "undecided"
    case .otherRowsLink: "other-rows-link"
    case .noMessage, .notStrict, .noLinkFirst, .otherLink, .otherRecords, .mirrorDiffers:
      "wrong-content"
    case .notProtected, .notLocked: "unprotected"
    case .protectedOtherwise: "protected-otherwise"
    case .protectionHidden: "protection-hidden"
    case .refused(let error): error.machineName
    case .notGenuine: "not-genuine"
    case .opensNoApp: "opens-no-app"
    case .seenTwice: "seen-twice"
    }
  }

  /// What is wrong and what to do with the tag.
  var words: String {
    switch self {
    case .foreign(nil): "This tag is not in the ledger. Put it aside."
    case .foreign(let row?):
      "This tag is not in the ledger, and it shows the link of row \(row): a copy. Put it aside."
    case .givenUp(let row): "The tag was given up, and row \(row) gets a new one. Put it aside."
    case .notFinished: "The tag was begun and never finished. Finish it with 'tagpress write'."
    case .undecided:
      "The manifest now has another link for this row. 'tagpress write' asks which one counts."
    case .noMessage(let content):
      "There is no message on the tag (\(content.machineName)). Put it aside."
    case .notStrict(let error): "The message on the tag is broken: \(error.words) Put it aside."
    case .noLinkFirst: "The first record is not a link, so phones will not open it. Put it aside."
    case .otherRowsLink(let link, let row):
      "The tag shows the link of row \(row), \(link). Put it aside."
    case .otherLink(let link): "The tag shows \(link), which is not its link. Put it aside."
    case .otherRecords:
      "The link is right, but the rest of the message is not what was written. Put it aside."
    case .mirrorDiffers:
      "The chip does not show its own UID in the link, as it should. Put it aside."
    case .notProtected: "The tag has no password, and the job requires one. Put it aside."
    case .protectedOtherwise:
      """
      The tag has a password, but it does not protect what the job requires: whether it is needed \
      for reading, or from which page on, was changed. Put it aside, or set it again with \
      'tagpress put' and --protect.
      """
    case .notLocked: "The tag is not locked, as it should be. Put it aside."
    case .protectionHidden:
      "The dump lacks the pages with lock bits or password settings. Use a complete dump."
    case .refused(let error): error.description
    case .notGenuine(let finding):
      "The maker's signature does not say that the chip is genuine (\(finding.rawValue))."
    case .opensNoApp(let problem): problem.description
    case .seenTwice:
      """
      A tag with this UID was seen before: it was on a reader twice, or one of the two is a copy. \
      Compare them.
      """
    }
  }
}

private func list(_ chips: [String]) -> String {
  guard let last = chips.last, chips.count > 1 else { return chips.first ?? "none" }
  return chips.dropLast().joined(separator: ", ") + " or " + last
}
