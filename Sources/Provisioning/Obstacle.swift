// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import NDEF
package import TagMemory
package import TagReading

/// Why a tag did not become OK.
package enum Obstacle: Error, Equatable {
  /// What came of a procedure on the tag, or between the reader and it.
  case tag(TagError)

  // What the job expects of its tags.
  case wrongChip(found: String?, taken: [String])
  case notBlank(TagMemory.TagContent, TagOwner? = nil)
  case notOfThisJob(TagMemory.TagContent, TagOwner? = nil)
  case notGenuine(SignatureFinding)

  /// The row's message cannot be made for this tag.
  case message(NDEFError)
  // A row whose values come when its tag is there.
  /// The job was taken over with a resolver, and now there is none.
  case noResolver
  case resolver(ResolverTrouble)
  case preflight(PreflightProblem)
  /// The link is that of the tag of this row.
  case linkTaken(row: String)

  /// UID and counter do not stand side by side in the link.
  case mirrorApart
  /// libcrypto refused; it does so only without memory.
  case noHash

  /// The tag was done, and shows something else now: it was changed, or it is a copy.
  case changedSinceDone
  /// The tag was done, and has no longer the password or the lock that it got then.
  case unprotectedSinceDone
  /// The tag was begun, and holds what neither it had nor what it was to get.
  case possibleCopy(row: String)
  /// The user gave the tag up, before it came or while it was on the reader.
  case givenUp
  /// The ledger does not know the tag as done.
  case notFinished
  /// The tag was done after someone had confirmed which tags are locked for ever.
  case finishedSince
  /// Another reader works on a tag with this UID at this moment.
  case onAnotherReader
  /// Another program works on a tag with this UID at this moment.
  case inAnotherProgram
  case noRowLeft
  /// The code of a row was scanned, and the row got another tag before this one was laid down.
  case scannedRowTaken(row: String)
  /// The tag was begun, and the readers beside this one have the last tags that were asked for.
  case noPlaceLeft
  /// The presentation took a course that it cannot take.
  case unexpected
  case ledger(LedgerError)
}

extension Obstacle {
  /// Whether the same tag may be free of it next time.
  var isPassing: Bool {
    switch self {
    // What the ledger cannot do is no fault of the tag, whatever was being done with it.
    case .unexpected, .noHash, .noPlaceLeft, .inAnotherProgram, .ledger: true
    case .resolver(let trouble): trouble.isPassing
    // What the program of the user said wrong is no fault of the tag.
    case .preflight: true
    default: between != nil
    }
  }

  /// Whether the tag was out of reach, which says nothing of the tag.
  ///
  /// What the reader cannot do is different: it says nothing of the tag either, and yet tag after
  /// tag will end like this until someone looks.
  var isContactLost: Bool { between.map { $0 != .notPossible } ?? false }

  /// Whether the tag was looked for and did not answer.
  var isTagGone: Bool { between == .tagGone }

  /// What came in between reader and tag.
  private var between: ReaderError? {
    if case .tag(let error) = self { error.passing } else { nil }
  }

  /// Whether a tag that is done is likely to be another one with its UID.
  var isOfAnotherTag: Bool {
    switch self {
    case .changedSinceDone, .unprotectedSinceDone, .tag(.passwordRefused),
      .tag(.acknowledgeDiffers):
      true
    default: false
    }
  }

  /// Whether neither the tag nor what the job wants of it is to blame.
  var isNoOnesFault: Bool {
    if case .scannedRowTaken = self { return true }
    return [
      .givenUp, .finishedSince, .onAnotherReader, .inAnotherProgram, .noRowLeft, .noPlaceLeft,
    ].contains(self)
  }

  var failure: Attempt.Failure {
    if case .possibleCopy = self { return .suspect }
    return isPassing ? .passing : .lasting
  }
}
