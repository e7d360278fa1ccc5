// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import TagReading

/// What happens while a job is written, for the code that shows it to people or reports it to
/// programs.
package enum BatchEvent: Sendable {
  case began(BatchOverview)
  case readerOpened(ReaderNumber, ReaderIdentity)
  /// The reader could not be opened at all; the others continue.
  case readerRefused(ReaderNumber, ReaderOpeningError)
  case readerLost(ReaderNumber, ReaderError)
  /// Something else than a plug keeps a lost reader from coming back.
  case readerHindered(ReaderNumber, ReaderOpeningError)
  case readerBack(ReaderNumber)
  /// The reader waits for a tag, which will get this row.
  case ready(ReaderNumber, next: PlannedRow)
  /// The reader waits for this tag alone, which left it too early; the other readers go on.
  case waitingForSame(ReaderNumber, TornTag)
  /// Another tag than the one that the reader waits for lies there; it is left as it is.
  case otherTag(ReaderNumber, TagUID, TornTag)
  /// No row is free now; only this many begun tags are missing.
  case waitingForUnfinished(ReaderNumber, tags: Int)
  /// The reader waits for any of the given number of tags that are done and not locked.
  case waitingToLock(ReaderNumber, tags: Int)
  /// The reader waits for any of the given number of tags that are done and have not been seen.
  case waitingToVerify(ReaderNumber, tags: Int)
  /// No tag is begun until the batch continues.
  case paused
  case wentOn
  case tagSeen(ReaderNumber, TagUID, KnownTag?)
  /// Both are left alone until one of them is gone; one of them may be finished.
  case twoTags(ReaderNumber, TagUID, TagUID)
  /// The last tag is alone again: it came back, or the one beside it has left.
  case finishedTagThere(ReaderNumber)
  /// The reader has no tag of its own, and every row is reserved; another reader may give one back.
  case noRowYet(ReaderNumber)
  case finished(TagResult, BatchCounts)
  /// Two tags may have the same UID, which someone has to investigate, also after the run.
  case alarm(CopyAlarm)
  case ended(BatchEnd)
}

/// A UID that was seen with different content, or at two readers at once.
package struct CopyAlarm: Hashable, Sendable {
  package let reader: ReaderNumber
  package let uid: TagUID
  /// The row of that UID.
  package let row: String?
  package let reason: Reason

  package var words: String { reason.words }
}

/// A tag that already has its row, when tags are written.
package struct KnownTag: Hashable, Sendable {
  /// The row's id.
  package let row: String
  /// What people call the row.
  package var label: String?
  /// Whether it is finished; otherwise it is finished now.
  package let isDone: Bool
}

/// The index of a reader in the batch, from 0.
package typealias ReaderNumber = Int

/// An observer that is told what happens.
///
/// Called on the thread that runs the batch, never concurrently, so it may take its time:
/// the readers continue meanwhile. No tag is reported OK before the ledger has stored it.
package protocol BatchObserver: AnyObject {
  func receive(_ event: BatchEvent)

  /// Nothing has happened for some tenths of a second.
  func rest()
}

/// The state of a job before the first tag.
package struct BatchOverview: Sendable {
  package let task: BatchTask
  package let job: String
  package let title: String?
  package let readers: [String]
  package let ledger: LedgerCounts
  /// How many tags are to be locked or verified; none when tags are written.
  package let awaited: Int
  /// How many tags were begun and may be finished in this run; zero when no tags are written.
  package var unfinished = 0
}

/// The one word that an operator needs, for each tag.
package enum OutcomeWord: String, Hashable, Sendable, CaseIterable {
  /// Everything was read back and stored: the tag goes into the box.
  case ok = "OK"
  /// Put the same tag on the reader again.
  case again = "AGAIN"
  case putAside = "PUT ASIDE"
  case alreadyDone = "ALREADY DONE"
  case twoTags = "TWO TAGS"
}

/// The result of one presentation of one tag.
package struct TagResult: Sendable {
  package let reader: ReaderNumber
  package let uid: TagUID
  package let chip: String?
  /// The row that the tag got, was to get, or already has.
  package let row: PlannedRow?
  /// The link with the tag's own values; names in braces are where the chip inserts its own.
  package let link: String?
  package let word: OutcomeWord
  /// Why the tag is not OK.
  package let reason: Reason?
  package let began: Moment
  package let ended: Moment
  package let effort: Effort
  /// Whether the tag or the job's requirements are to blame: what the failure limit counts.
  package let isFailure: Bool
  /// What the tag shows instead of what it should.
  package var found: FoundTag?
  /// Whether the tag was taken away in the middle, so that nobody needs to see it leave.
  package var isTagGone = false
}

/// What was done in this run, and the progress of the whole job.
package struct BatchCounts: Hashable, Sendable {
  package var ok: Int
  package var again: Int
  package var putAside: Int
  package var alreadyDone: Int
  /// The rows of the job, and those that are done, including earlier runs.
  package var rows: Int
  package var done: Int
  /// Tags that were begun and may be finished in this run.
  package var unfinished: Int

  package init(
    ok: Int = 0, again: Int = 0, putAside: Int = 0, alreadyDone: Int = 0, rows: Int = 0,
    done: Int = 0, unfinished: Int = 0
  ) {
    self.ok = ok
    self.again = again
    self.putAside = putAside
    self.alreadyDone = alreadyDone
    self.rows = rows
    self.done = done
    self.unfinished = unfinished
  }
}

/// How a run ended.
package struct BatchEnd: Sendable {
  package enum Cause: Sendable, Equatable {
    /// No row is free, and no unfinished tag may come back.
    case noRowLeft
    /// As many tags as were asked for, or all the requested rows.
    case enough
    case stopped
    /// So many of the last tags failed that something must be wrong with the batch.
    case tooManyFailures([FailureReason], of: Int)
    /// None of the readers could be opened.
    case noReader
    /// Another program took over a changed manifest, which this run was not checked for.
    case manifestChanged
    case ledger(LedgerError)

    /// If there are several causes, the weightiest one counts.
    var weight: Int {
      switch self {
      case .noRowLeft: 0
      case .enough: 1
      case .stopped: 2
      case .tooManyFailures: 3
      case .noReader: 4
      case .manifestChanged: 5
      case .ledger: 6
      }
    }
  }

  package let task: BatchTask
  package let cause: Cause
  package let counts: BatchCounts
  /// Tags that were begun in this run or before and are not finished; tags that are not locked, or
  /// not seen.
  package let unfinished: Int
  /// Whether every row that was asked for has its tag, or as many tags are done as were asked for.
  package let isComplete: Bool
}
