// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
internal import JobLedger
internal import Plain
package import Provisioning
package import TagReading

/// One tag on a reader, for someone who has no job for it: read, emptied, or given one link.
///
/// What changes a tag changes the one that its person was shown, and only while it is as it was shown: it
/// is read again before, and once more afterwards.
package struct SingleTag {
  private let reader: BatchReader
  private let stop: StopFlag

  package init(on reader: BatchReader, unless stop: StopFlag) {
    (self.reader, self.stop) = (reader, stop)
  }

  /// What was read of a tag.
  package struct Look {
    package let uid: TagUID
    package let whole: WholeTag
  }

  package enum Deed {
    case erase
    /// Writes a message, which has to fit.
    case write([UInt8])
  }

  /// How long someone may take to put a tag on the reader.
  private static let patience = Duration.seconds(60)
  /// A tag that was shown lies there still.
  private static let patienceForShown = Duration.seconds(5)

  package func look() throws(Failure) -> Look {
    let device = try open()
    return try Self.look(at: try tag(on: device, within: Self.patience), on: device).look
  }

  /// Does something to the tag with this UID, unless `require` throws because it is not what its person
  /// was shown, or must not be changed; `isRight` says of the tag afterwards whether it is as it has to
  /// be.
  ///
  /// - Returns: what is on the tag now, and whether it had to be written.
  package func act(
    _ deed: Deed, on shown: TagUID, require: (Look) throws(Failure) -> Void,
    isRight: (Look) -> Bool
  ) throws(Failure) -> (look: Look, isWritten: Bool) {
    let device = try open()
    let tag = try tag(on: device, within: Self.patienceForShown)
    guard tag.uid == shown else { throw .otherSingleTag }
    // Another tag may claim the same number the next time.
    guard !tag.uid.isRandom else { throw Failure(TagError.randomUID) }
    let (before, opened) = try Self.look(at: tag, on: device)
    try require(before)
    let outcome: MessageOutcome
    do throws(TagError) {
      outcome =
        switch deed {
        case .erase: try opened.erase()
        case .write(let message): try opened.put(TagOrder(message: message))
        }
    } catch {
      throw Failure(error)
    }
    let after = try Self.look(at: tag, on: device).look
    guard isRight(after) else {
      throw .refused(
        "single-differs", "The tag does not hold what was written. Put it aside.")
    }
    let isWritten = if case .written = outcome { true } else { false }
    return (after, isWritten)
  }

  private func open() throws(Failure) -> any TagReader {
    try orFail { () throws(ReaderOpeningError) in try reader.open() }
  }

  /// The only tag on the reader.
  private func tag(
    on device: any TagReader, within patience: Duration
  ) throws(Failure) -> TagInField {
    let found = try orFail { () throws(ReaderError) in
      let found = try device.waitForTag(
        of: TagFamily.allCases, unless: stop, until: .now + patience)
      if let found { try device.requireNoneBeside(found) }
      return found
    }
    guard let found else {
      throw .refused("single-none", "No tag was put on the reader. Nothing was done.")
    }
    return found
  }

  private static func look(
    at tag: TagInField, on device: any TagReader
  ) throws(Failure) -> (look: Look, opened: any WritableTag) {
    do throws(TagError) {
      let opened = try openTag(tag, on: device)
      return (Look(uid: tag.uid, whole: try opened.readWhole()), opened)
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// The tag on the reader is not the one that someone was shown.
  static let otherSingleTag = refused(
    "single-other", "Another tag is on the reader now. Nothing was written. Look at it first.")

  fileprivate init(_ error: TagError) {
    self.init(name: error.machineName, words: error.whatIsWrong, kind: .differs)
  }
}

/// A tag that a job of the folder knows.
package struct TagOfJob: Sendable {
  package let job: String
  package let row: String
  package let label: String?
  package let isDone: Bool
  /// The ledger that says so.
  package let ledger: String

  /// The one of these ledgers that has a tag; each has to be read before it is said that none has it.
  package init?(_ uid: TagUID, in ledgers: [String]) throws(Failure) {
    var unread: (path: String, trouble: Failure)?
    for path in ledgers {
      do throws(LedgerError) {
        let ledger = try Ledger(reading: path, patience: .seconds(2))
        guard let claim = try ledger.claim(ofTag: uid.bytes), claim.isLive else { continue }
        let label = try ledger.row(claim.row)?.label
        (job, row, self.label) = (ledger.job, claim.rowID, label)
        (isDone, self.ledger) = (claim.state == .done, path)
        return
      } catch {
        unread = unread ?? (path, Failure(error))
      }
    }
    guard let unread else { return nil }
    throw .refused(
      "single-unread",
      "\(visible(unread.path)) cannot be read, so nobody knows whether a job has this tag. Nothing "
        + "was written.", ["path": visible(unread.path)])
  }
}
