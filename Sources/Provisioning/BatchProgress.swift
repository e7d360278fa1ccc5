// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import TagReading
internal import Threads

/// How a run goes, counted over all readers.
final class BatchProgress: @unchecked Sendable {
  /// When this many of the last tags failed, someone must look.
  static let failuresMax = 5
  static let window = 10

  private let monitor = Monitor()
  private let task: BatchTask
  private var counts: BatchCounts
  /// The last tags, each once, with the code of the reason if it failed.
  private var judged: [(uid: TagUID, failure: String?)] = []
  private var cause: BatchEnd.Cause?

  init(_ task: BatchTask, _ ledger: LedgerCounts) {
    self.task = task
    counts = BatchCounts(rows: ledger.rows, done: ledger.done)
  }

  /// Counts a tag, and ends the run when too many failed.
  func note(_ result: TagResult) -> BatchCounts {
    monitor.inside {
      switch result.word {
      case .ok:
        counts.ok += 1
        // Locking and verifying finish no row, nor does the tag of one that the manifest no longer
        // has.
        if case .write = task, result.row?.place != nil { counts.done += 1 }
      case .again: counts.again += 1
      case .putAside: counts.putAside += 1
      case .alreadyDone: counts.alreadyDone += 1
      case .twoTags: break
      }
      if result.word == .ok || result.isFailure {
        // One bad tag that comes again and again says nothing of the others; a reader that cannot
        // do something says it of every tag.
        if result.reason?.code != ReaderError.notPossible.machineName {
          judged.removeAll { $0.uid == result.uid }
        }
        judged.append((result.uid, result.isFailure ? result.reason?.code ?? "unexpected" : nil))
        if judged.count > Self.window { judged.removeFirst() }
      }
      let failures = judged.compactMap(\.failure)
      if failures.count >= Self.failuresMax {
        weigh(.tooManyFailures(FailureReason.counted(failures), of: judged.count))
      }
      return counts
    }
  }

  /// Takes over how far the whole job is.
  func note(_ ledger: LedgerCounts) {
    monitor.inside {
      counts.rows = ledger.rows
      counts.done = ledger.done
    }
  }

  /// Says why the run ends.
  func end(_ cause: BatchEnd.Cause) {
    monitor.inside { weigh(cause) }
  }

  /// Ends the run because of what the ledger answered.
  func end(for trouble: LedgerError) {
    if case .manifestChanged = trouble.fault {
      end(.manifestChanged)
    } else {
      end(.ledger(trouble))
    }
  }

  private func weigh(_ cause: BatchEnd.Cause) {
    if cause.weight > self.cause?.weight ?? -1 { self.cause = cause }
  }

  /// Whether no further tag may be begun, at whichever reader.
  var isOver: Bool {
    monitor.inside {
      switch cause {
      case .tooManyFailures, .ledger, .manifestChanged, .stopped: true
      case .noRowLeft, .enough, .noReader, nil: false
      }
    }
  }

  func end(unfinished: Int, isComplete: Bool) -> BatchEnd {
    monitor.inside {
      BatchEnd(
        task: task, cause: cause ?? .stopped, counts: counts, unfinished: unfinished,
        isComplete: isComplete)
    }
  }
}
