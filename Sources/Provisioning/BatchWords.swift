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
    case .reader(let error): error.description
    case .wrongChip(let found?, let taken):
      "The chip is \(found), and the job takes \(list(taken)). Put it aside."
    case .wrongChip(nil, let taken):
      "The chip is not known, and the job takes \(list(taken)). Put it aside."
    case .notBlank(.message):
      "The tag carries a message already, and the job takes blank tags. Put it aside."
    case .notBlank(let content):
      "The tag is not blank (\(content.machineName)), as the job wants it. Put it aside."
    case .notOfThisJob(.message):
      "The tag carries a message that is not of this job. Put it aside."
    case .notOfThisJob(let content):
      """
      What is on the tag is not of this job (\(content.machineName)). Put it aside, or erase it \
      with 'tagpress erase'.
      """
    case .notGenuine(let finding):
      """
      The job wants genuine chips, and the signature of this one says otherwise \
      (\(finding.rawValue)). Put it aside.
      """
    case .message(let error):
      "The row's message cannot be made: \(error.words) Mend the row in the manifest."
    case .noResolver:
      "This row gets its values from a resolver. Say --resolver COMMAND, as before."
    case .resolver(let trouble): "The resolver: \(trouble.words)"
    case .values(let problem): "With the values of the resolver, \(problem.description)"
    case .preflight(let problem): "With the values of the resolver, \(problem.description)"
    case .linkTaken(let row):
      """
      The resolver gave the link of row "\(row)", which has its tag. Have it give each row its own, \
      or say duplicates="allow" in <rows>.
      """
    case .mirrorApart:
      """
      The chip shows UID and counter only side by side: write {mirror.uid}x{mirror.counter} in \
      the manifest.
      """
    case .noHash:
      "There is not enough memory to go on. Close other programs, then lay the tag down again."
    case .changedSinceDone:
      """
      A tag with this UID is done already, and this one shows something else: it was changed, or \
      it is a copy. Put it aside.
      """
    case .unprotectedSinceDone:
      """
      A tag with this UID is done already, and this one is not protected as that one was: it is a \
      copy, or somebody opened it. Put it aside.
      """
    case .possibleCopy(let row):
      """
      This is a copy of the tag that was begun for row \(row), or somebody changed it since: it holds \
      neither what was on that tag nor what was to come. Put it aside and lay the right one down. If \
      there is none, or you changed it yourself, say --void \(row) --why TEXT: the row is free then.
      """
    case .givenUp:
      "The tag was given up, and its row gets another one. Put it aside."
    case .notFinished:
      "This is no finished tag of the job. Put it aside, or finish it with 'tagpress write'."
    case .inAnotherProgram:
      """
      Another program is writing a tag with this UID just now. If its tag is still on its reader, one \
      of the two is a copy. Wait until that one is done, then lay this one down again.
      """
    case .onAnotherReader:
      """
      Another reader is not done yet with a tag of this UID. If you moved the tag, lay it down \
      again; if there are two, one is a copy: put this one aside, and compare them.
      """
    case .noRowLeft:
      "No row is left for it in this run. Keep the tag for the next run, or for another job."
    case .noPlaceLeft:
      """
      The readers beside this one have the last tags that were asked for. Lay this one down \
      again when they are done, or in the next run.
      """
    case .unexpected:
      "Something did not go as it must. Lay the tag down again."
    case .ledger(let error):
      "\(error)"
    }
  }

  /// The name that ledgers and scripts know the obstacle by; it never changes.
  package var machineName: String {
    switch self {
    case .tag(let error): error.machineName
    case .reader(let error): error.machineName
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
    case .foreign(nil): "The ledger does not know this tag. Put it aside."
    case .foreign(let row?):
      "The ledger does not know this tag, and it shows the link of row \(row): a copy. Put it aside."
    case .givenUp(let row): "The tag was given up, and row \(row) gets another one. Put it aside."
    case .notFinished: "The tag was begun and never finished. Finish it with 'tagpress write'."
    case .undecided:
      "The manifest has another link now for this row. 'tagpress write' asks which one counts."
    case .noMessage(let content):
      "There is no message on the tag (\(content.machineName)). Put it aside."
    case .notStrict(let error): "The message on the tag is broken: \(error.words) Put it aside."
    case .noLinkFirst: "The first record is no link, so phones will not open it. Put it aside."
    case .otherRowsLink(let link, let row):
      "The tag shows the link of row \(row), \(link). Put it aside."
    case .otherLink(let link): "The tag shows \(link), which is not its link. Put it aside."
    case .otherRecords:
      "The link is right, and the rest of the message is not what was written. Put it aside."
    case .mirrorDiffers:
      "The chip does not show its own UID in the link, as it was written. Put it aside."
    case .notProtected: "The tag has no password, and the job wants one. Put it aside."
    case .protectedOtherwise:
      """
      The tag has a password, and it does not guard what the job wants: somebody changed whether it \
      is asked for reading, or from which page on. Put it aside, or set it anew with 'tagpress put' \
      and --protect.
      """
    case .notLocked: "The tag is not locked, as it should be. Put it aside."
    case .protectionHidden:
      "The dump lacks the pages with lock bits or password settings. Take a whole dump."
    case .refused(let error): error.description
    case .notGenuine(let finding):
      "The maker's signature does not say that the chip is genuine (\(finding.rawValue))."
    case .opensNoApp(let problem): problem.description
    case .seenTwice:
      """
      A tag with this UID was seen before: it was laid down twice, or one of the two is a copy. \
      Compare them.
      """
    }
  }
}

private func list(_ chips: [String]) -> String {
  guard let last = chips.last, chips.count > 1 else { return chips.first ?? "none" }
  return chips.dropLast().joined(separator: ", ") + " or " + last
}
