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
  case readerBack(ReaderNumber)
  /// The reader waits for a tag, which will get this row.
  case ready(ReaderNumber, next: PlannedRow)
  /// No row is free now; only this many tags that were begun are missing.
  case waitingForUnfinished(ReaderNumber, tags: Int)
  /// The reader waits for any of the given number of tags that are done and not locked.
  case waitingToLock(ReaderNumber, tags: Int)
  /// The reader waits for any of the given number of tags that are done and were not seen yet.
  case waitingToVerify(ReaderNumber, tags: Int)
  /// No tag is begun until the batch continues.
  case paused
  case wentOn
  case tagSeen(ReaderNumber, TagUID, KnownTag?)
  /// Neither is touched until one of them is gone; one of them may be finished.
  case twoTags(ReaderNumber, TagUID, TagUID)
  /// The last tag lies there alone: it came back, or one that was put beside it has left.
  case finishedTagThere(ReaderNumber)
  /// No tag of its own lies there, and every row is taken; another reader may give one back.
  case noRowYet(ReaderNumber)
  case finished(TagResult, BatchCounts)
  /// Two tags may have one UID, which someone has to look into when the run is over, too.
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

/// A tag that has its row already, when tags are written.
package struct KnownTag: Hashable, Sendable {
  /// The row's id.
  package let row: String
  /// What people call the row.
  package var label: String?
  /// Whether it was finished; otherwise that is done now.
  package let isDone: Bool
}

/// The place of a reader among those of the batch, from 0.
package typealias ReaderNumber = Int

/// An observer that is told what happens.
///
/// It is called on the thread that runs the batch, never twice at once, so it may take its time:
/// the readers continue meanwhile. No tag is called OK before the ledger has stored it.
package protocol BatchObserver: AnyObject {
  func receive(_ event: BatchEvent)

  /// Some tenths of a second have passed in which nothing happened.
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
  /// How many tags were begun and may be finished in this run; none when no tags are written.
  package var unfinished = 0
}

/// The one word that an operator needs, for each tag.
package enum OutcomeWord: String, Hashable, Sendable, CaseIterable {
  /// Everything was read back and stored: into the box.
  case ok = "OK"
  /// Put the same tag on the reader again.
  case again = "AGAIN"
  case putAside = "PUT ASIDE"
  case alreadyDone = "ALREADY DONE"
  case twoTags = "TWO TAGS"
}

/// What came of one presentation of one tag.
package struct TagResult: Sendable {
  package let reader: ReaderNumber
  package let uid: TagUID
  package let chip: String?
  /// The row that the tag got, was to get, or has already.
  package let row: PlannedRow?
  /// The link with the tag's own values; names in braces are where the chip shows its own.
  package let link: String?
  package let word: OutcomeWord
  /// Why the tag is not OK.
  package let reason: Reason?
  package let began: Moment
  package let ended: Moment
  package let effort: Effort
  /// Whether the tag, or what the job wants of it, is to blame: what the limit of failures counts.
  package let isFailure: Bool
  /// What the tag shows in place of what it must.
  package var found: FoundTag?
  /// Whether the tag was taken away in the middle of it, so that no one need see it leave.
  package var isTagGone = false
}

/// What was done in this run, and how far the whole job is.
package struct BatchCounts: Hashable, Sendable {
  package var ok: Int
  package var again: Int
  package var putAside: Int
  package var alreadyDone: Int
  /// The rows of the job, and those that are done, also in earlier runs.
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
    /// No row is free, and no tag is unfinished that may come back.
    case noRowLeft
    /// As many tags as were asked for, or all the rows that were asked for.
    case enough
    case stopped
    /// So many of the last tags failed that something is wrong with the batch.
    case tooManyFailures([FailureReason], of: Int)
    /// None of the readers could be opened.
    case noReader
    /// Another program took over a changed manifest, which nothing here was checked for.
    case manifestChanged
    case ledger(LedgerError)

    /// If there are several causes, the weightiest one is told.
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
