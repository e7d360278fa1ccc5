// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import JobLedger
internal import JobManifest
internal import NDEF
internal import Plain
internal import TagMemory
internal import TagReading

extension Obstacle: Trouble {
  package var whatIsWrong: String {
    switch self {
    case .tag(let error): error.whatIsWrong
    case .wrongChip(let found?, let taken):
      "The chip is \(found), and the job takes \(choices(taken))."
    case .wrongChip(nil, let taken):
      "The chip is not known, and the job takes \(choices(taken))."
    case .notBlank(.message(let bytes), let owner):
      "The tag already has \(linkWords(bytes, owner)), and the job takes only blank tags."
        + (owner?.inOtherJob ?? "")
    case .notBlank(let content, _):
      "The tag \(content.predicate), and the job takes only blank tags."
    case .notOfThisJob(.message(let bytes), let owner):
      "The tag has \(linkWords(bytes, owner)), which does not belong to this job."
        + (owner?.inOtherJob ?? "")
    case .notOfThisJob(let content, _):
      "The tag \(content.predicate) and shows no link of this job."
    case .notGenuine(let finding):
      "The job takes only genuine chips, and this one \(finding.predicate)."
    case .message(let error): "The row's message cannot be made: \(error.words)"
    case .noResolver: "This row gets its values from a resolver."
    case .resolver(let trouble): trouble.words
    case .preflight(let problem): "With the values of the resolver: \(problem.description)"
    case .linkTaken(let row):
      "The resolver gave the link of row \"\(row)\", which already has its tag."
    case .mirrorApart: "The chip shows UID and counter only side by side."
    case .noHash: "There is not enough memory to continue."
    case .changedSinceDone:
      """
      A tag with this UID is already done, and this one shows something else: it was changed, or \
      it is a copy.
      """
    case .unprotectedSinceDone:
      """
      A tag with this UID is already done, and this one is not protected as that one was: it is a \
      copy, or its protection was removed.
      """
    case .possibleCopy(let row):
      """
      This is a copy of the tag that was begun for \(rowInWords(row)), or that tag is defective or was \
      changed: it contains neither what was on it before nor what was to be written.
      """
    case .givenUp: "The tag was given up, and its row gets a new one."
    case .notFinished: "This is not a finished tag of the job."
    case .inAnotherProgram:
      """
      Another program is writing a tag with this UID right now. If that tag is still on its \
      reader, one of the two is a copy.
      """
    case .finishedSince:
      "It was finished after it was confirmed which tags are locked for ever, so it is not locked."
    case .onAnotherReader: "Another reader is still working on a tag with this UID."
    case .noRowLeft: "No row is left for it in this run."
    case .scannedRowTaken(let row):
      "The code of \(row) was scanned, which has got another tag meanwhile. Scan the code that"
        + " belongs to this tag."
    case .unscanned: "No code was scanned for it, so nothing was written. Scan its code first."
    case .noPlaceLeft: "The other readers have the last tags of this run."
    case .unexpected: "Something went wrong."
    case .ledger(let error): error.whatIsWrong
    }
  }

  package var cure: Cure? {
    switch self {
    case .tag(let error): error.cure
    case .wrongChip, .notBlank, .notOfThisJob(.message, _), .notGenuine, .changedSinceDone,
      .unprotectedSinceDone, .givenUp:
      .putAside
    case .notOfThisJob: .eraseOrPutAside
    case .message: .correctRow
    case .noResolver: .giveResolver
    // The sentences of others say what helps.
    case .resolver, .preflight, .scannedRowTaken: nil
    case .linkTaken: .giveEachRowItsLink
    case .mirrorApart: .putMirrorsTogether
    case .noHash: .closeProgramsAndPutBack
    case .possibleCopy(let row): .findRightTag(row: row)
    case .notFinished: .finishWithWrite
    case .finishedSince: .keepForNextRun
    case .inAnotherProgram: .waitForOtherProgram
    case .onAnotherReader: .compareWithOtherReader
    case .noRowLeft: .keepForNextRun
    case .noPlaceLeft: .putBackLater
    case .unscanned: .putBack
    case .unexpected: .putBack
    case .ledger(let error): error.cure
    }
  }

  /// As the ledger notes it.
  func reason(_ cures: CureWords) -> Reason { Reason(machineName, words(cures), told) }

  /// The name that ledgers and scripts know the obstacle by; it never changes.
  package var machineName: String {
    let code: ReasonCode
    switch self {
    case .tag(let error): return error.machineName
    case .wrongChip: code = .`wrong-chip`
    case .notBlank: code = .`not-blank`
    case .notOfThisJob: code = .`not-of-this-job`
    case .notGenuine: code = .`not-genuine`
    case .message: code = .message
    case .noResolver: code = .`no-resolver`
    case .resolver: code = .resolver
    case .preflight(let problem): return problem.rule
    case .linkTaken: code = .`same-link`
    case .mirrorApart: code = .`mirror-apart`
    case .noHash: code = .`no-memory`
    case .changedSinceDone: code = .`changed-since-done`
    case .unprotectedSinceDone: code = .`unprotected-since-done`
    case .possibleCopy: code = .`possible-copy`
    case .givenUp: code = .`given-up`
    case .notFinished: code = .`not-finished`
    case .finishedSince: code = .`finished-since`
    case .onAnotherReader: code = .`on-another-reader`
    // What it is noted as, whichever of the two programs meets it.
    case .inAnotherProgram: code = .`possible-copy`
    case .noRowLeft: code = .`no-row-left`
    case .scannedRowTaken: code = .`scanned-row-taken`
    case .unscanned: code = .unscanned
    case .noPlaceLeft: code = .`no-place-left`
    case .unexpected: code = .unexpected
    case .ledger: code = .ledger
    }
    return code.rawValue
  }
}

/// What phones see of a message that is on a tag already, and whose link it is.
private func linkWords(_ message: [UInt8], _ owner: TagOwner?) -> String {
  guard let link = firstLink(in: message) else { return "a message without a link" }
  let row = owner.flatMap { $0.job == nil ? "of \(rowInWords($0.row)), " : nil }
  return "the link \(row ?? "")\(shortened(link, to: 120))"
}

extension TagFault: NamedTrouble {
  var code: ReasonCode {
    switch self {
    case .foreign, .ofFreeRow: .foreign
    case .givenUp: .`given-up`
    case .notFinished: .`not-finished`
    case .undecided: .undecided
    case .otherRowsLink: .`other-rows-link`
    case .noMessage, .notStrict, .noLinkFirst, .otherLink, .otherRecords, .mirrorDiffers:
      .`wrong-content`
    case .notProtected, .notLocked: .unprotected
    case .protectedOtherwise: .`protected-otherwise`
    case .protectionHidden: .`protection-hidden`
    case .refused(let error): error.code
    case .notGenuine: .`not-genuine`
    case .opensNoApp: .`opens-no-app`
    case .seenTwice: .`seen-twice`
    }
  }

  var whatIsWrong: String {
    switch self {
    case .foreign(nil): "This tag is not in the ledger."
    case .foreign(let owner?) where owner.job != nil:
      "This tag is not in the ledger.\(owner.inOtherJob)"
    case .foreign(let owner?):
      "This tag is not in the ledger, and it shows the link of \(rowInWords(owner.row)): a copy."
    case .ofFreeRow(let row):
      """
      This tag is not in the ledger, and it shows the link of \(rowInWords(row)), which has no tag \
      there: a copy, or the ledger does not know all of its tags.
      """
    case .givenUp(let row): "The tag was given up, and \(rowInWords(row)) gets a new one."
    case .notFinished: "The tag was begun and never finished."
    case .undecided: "The manifest now has another link for this row."
    case .noMessage(let content): "The tag \(content.predicate)."
    case .notStrict(let error): "The message on the tag is broken: \(error.words)"
    case .noLinkFirst: "The first record is not a link, so phones will not open it."
    case .otherRowsLink(let link, let row): "The tag shows the link of \(rowInWords(row)), \(link)."
    case .otherLink(let link): "The tag shows \(link), which is not its link."
    case .otherRecords: "The link is right, but the rest of the message is not what was written."
    case .mirrorDiffers: "The chip does not show its own UID in the link, as it should."
    case .notProtected: "The tag has no password, and the job requires one."
    case .protectedOtherwise:
      """
      The tag has a password, but it does not protect what the job requires: whether it is needed \
      for reading, or from which page on, was changed.
      """
    case .notLocked: "The tag is not locked, as it should be."
    case .protectionHidden: "The dump lacks the pages with lock bits or password settings."
    case .refused(let error): error.whatIsWrong
    case .notGenuine(let finding):
      "The chip \(finding.predicate), so it is not proven to be genuine."
    case .opensNoApp(let problem): problem.description
    case .seenTwice:
      """
      A tag with this UID was seen before: it was on a reader twice, or one of the two is a copy.
      """
    }
  }

  var cure: Cure? {
    switch self {
    case .foreign, .ofFreeRow, .givenUp, .noMessage, .notStrict, .noLinkFirst, .otherRowsLink,
      .otherLink,
      .otherRecords, .mirrorDiffers, .notProtected, .notLocked, .notGenuine:
      .putAside
    case .notFinished: .finishWithWrite
    case .undecided: .decideChanges()
    case .protectedOtherwise: .setPasswordAgain
    case .protectionHidden: .useCompleteDump
    case .refused(let error): error.cure
    // The sentence says what helps.
    case .opensNoApp: nil
    case .seenTwice: .compareTags
    }
  }
}

extension TagMemory.TagContent {
  /// The end of a sentence about the tag.
  fileprivate var predicate: String {
    switch self {
    case .factoryNew: "is as it left the factory"
    case .unformatted: "is not formatted for NDEF"
    case .empty: "is empty"
    case .message: "has a message"
    case .foreign: "contains something that is not NDEF"
    case .damaged: "contains a damaged message"
    case .containerSpoilt: "can never become an NDEF tag"
    case .versionUnsupported(let major, let minor):
      "has a format of version \(major).\(minor), which no phone reads"
    case .hidden: "cannot be read completely"
    }
  }
}

extension SignatureFinding {
  /// The end of a sentence about the chip.
  fileprivate var predicate: String {
    switch self {
    case .genuine: "has a signature that fits"
    case .otherChip: "has the signature of another kind of chip"
    case .unknownKey: "has a signature that fits no published key"
    case .imitation: "sends a repeated pattern instead of a signature"
    case .virtual: "says that it is a virtual tag of TagPress"
    case .malformed: "has a signature that is not valid"
    case .uncheckable: "has a signature that this machine cannot check"
    case .missing: "has no signature"
    }
  }
}
