// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import TagReading
internal import Threads

/// The progress of a run over all readers.
final class BatchProgress: Sendable {
  /// When this many of the last tags failed, someone has to look.
  static let failuresMax = 5
  static let window = 10

  private let task: BatchTask
  private let state: Guarded<State>

  private struct State {
    var counts: BatchCounts
    /// The last tags, each once, with the reason's code if it failed.
    var judged: [(uid: TagUID, failure: String?)] = []
    var cause: BatchEnd.Cause?

    mutating func weigh(_ cause: BatchEnd.Cause) {
      if cause.weight > self.cause?.weight ?? -1 { self.cause = cause }
    }
  }

  init(_ task: BatchTask, _ ledger: LedgerCounts) {
    self.task = task
    state = Guarded(State(counts: BatchCounts(rows: ledger.rows, done: ledger.done)))
  }

  /// Counts a tag, and ends the run when too many failed.
  func note(_ result: TagResult) -> BatchCounts {
    state.withLock { state in
      switch result.word {
      case .ok:
        state.counts.ok += 1
        // Locking and verifying finish no row, and neither does the tag of a row that the manifest no
        // longer has.
        if case .write = task, result.row?.place != nil { state.counts.done += 1 }
      case .again: state.counts.again += 1
      case .putAside: state.counts.putAside += 1
      case .alreadyDone: state.counts.alreadyDone += 1
      case .twoTags: break
      }
      if result.word == .ok || result.isFailure {
        // One bad tag that comes again and again says nothing about the others; a reader that lacks an
        // ability fails with every tag.
        if result.reason?.code != ReasonCode.`not-possible`.rawValue {
          state.judged.removeAll { $0.uid == result.uid }
        }
        state.judged.append(
          (
            result.uid,
            result.isFailure ? result.reason?.code ?? ReasonCode.unexpected.rawValue : nil
          ))
        if state.judged.count > Self.window { state.judged.removeFirst() }
      }
      let failures = state.judged.compactMap(\.failure)
      if failures.count >= Self.failuresMax {
        state.weigh(.tooManyFailures(FailureReason.counted(failures), of: state.judged.count))
      }
      return state.counts
    }
  }

  /// Updates the counts of the whole job.
  func note(_ ledger: LedgerCounts) {
    state.withLock { state in
      state.counts.rows = ledger.rows
      state.counts.done = ledger.done
    }
  }

  /// Sets why the run ends.
  func end(_ cause: BatchEnd.Cause) {
    state.withLock { $0.weigh(cause) }
  }

  /// Ends the run because of a ledger error.
  func end(for trouble: LedgerError) {
    if case .manifestChanged = trouble.fault {
      end(.manifestChanged)
    } else {
      end(.ledger(trouble))
    }
  }

  /// Whether no more tags may be begun, at any reader.
  var isOver: Bool {
    state.withLock { state in
      switch state.cause {
      case .tooManyFailures, .ledger, .manifestChanged, .stopped: true
      case .noRowLeft, .enough, .noReader, nil: false
      }
    }
  }

  func end(unfinished: Int, isComplete: Bool) -> BatchEnd {
    state.withLock { state in
      BatchEnd(
        task: task, cause: state.cause ?? .stopped, counts: state.counts, unfinished: unfinished,
        isComplete: isComplete)
    }
  }
}
