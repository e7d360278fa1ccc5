// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import NDEF
package import TagMemory
package import TagReading

/// Why a tag did not become OK.
package enum Obstacle: Error, Equatable {
  /// The result of a procedure on the tag, or between the reader and it.
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
  /// libcrypto refused, which it does only when memory runs out.
  case noHash

  /// The tag was done, and shows something else now: it was changed, or it is a copy.
  case changedSinceDone
  /// The tag was done, and no longer has the password or the lock that it got then.
  case unprotectedSinceDone
  /// The tag was begun, and contains neither its old content nor what was to be written.
  case possibleCopy(row: String)
  /// The user gave the tag up, before it came or while it was on the reader.
  case givenUp
  /// The ledger does not know the tag as done.
  case notFinished
  /// The tag was done after someone had confirmed which tags are to be locked permanently.
  case finishedSince
  /// Another reader is working on a tag with this UID.
  case onAnotherReader
  /// Another program is working on a tag with this UID.
  case inAnotherProgram
  case noRowLeft
  /// The code of a row was scanned, and another tag got the row before this one came.
  case scannedRowTaken(row: String)
  /// Tags are written to scanned rows only, and no code was scanned for this one.
  case unscanned
  /// The tag was begun, but the other readers have the last tags that were asked for.
  case noPlaceLeft
  /// The events came in an impossible order.
  case unexpected
  case ledger(LedgerError)
}

extension Obstacle {
  /// Whether the same tag may succeed next time.
  var isPassing: Bool {
    switch self {
    // A ledger error is never the tag's fault.
    case .unexpected, .noHash, .noPlaceLeft, .inAnotherProgram, .ledger: true
    case .resolver(let trouble): trouble.isPassing
    // A wrong answer of the user's program is never the tag's fault.
    case .preflight: true
    default: between != nil
    }
  }

  /// Whether the tag was out of reach, which says nothing about it.
  ///
  /// A reader that cannot do something is different: that says nothing about the tag either, but
  /// every tag will fail in the same way until someone looks.
  var isContactLost: Bool { between.map { $0 != .notPossible } ?? false }

  /// Whether the tag was looked for and did not answer.
  var isTagGone: Bool { between == .tagGone }

  /// What happened between reader and tag.
  private var between: ReaderError? {
    if case .tag(let error) = self { error.passing } else { nil }
  }

  /// Whether a finished tag is probably a different one with the same UID.
  var isOfAnotherTag: Bool {
    switch self {
    case .changedSinceDone, .unprotectedSinceDone, .tag(.passwordRefused),
      .tag(.acknowledgeDiffers):
      true
    default: false
    }
  }

  /// Whether neither the tag nor the job's requirements are to blame.
  var isNoOnesFault: Bool {
    if case .scannedRowTaken = self { return true }
    return [
      .givenUp, .finishedSince, .onAnotherReader, .inAnotherProgram, .noRowLeft, .noPlaceLeft,
      .unscanned,
    ].contains(self)
  }

  var failure: Attempt.Failure {
    if case .possibleCopy = self { return .suspect }
    return isPassing ? .passing : .lasting
  }
}
