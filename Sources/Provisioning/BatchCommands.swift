// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Synchronization
package import TagReading
internal import Threads

/// What the code that shows a batch can ask of it while it runs, on any thread.
///
/// Neither a pause nor a stop interrupts a tag: one that is being written is finished first.
package final class BatchCommands: Sendable {
  /// The request to stop, including that of a user who interrupts the program.
  package let stopFlag: StopFlag
  private let pausing = Atomic<Bool>(false)
  private let givingUp = Atomic<Bool>(false)
  /// The desk of the current run; nil when it is over, or only verifies tags.
  private let present = Guarded<RowDesk?>(nil)

  package init(stop: StopFlag = StopFlag()) {
    stopFlag = stop
  }

  /// Begins no more tags until the batch continues.
  package func pause() { pausing.store(true, ordering: .relaxed) }

  package func resume() { pausing.store(false, ordering: .relaxed) }

  package func stop() { stopFlag.raise() }

  /// Ends the run as if nothing were left to do: nobody has the unfinished tags that it waits for.
  package func giveUpUnfinished() { givingUp.store(true, ordering: .relaxed) }

  /// That request, which is fulfilled once.
  func takeGivingUp() -> Bool { givingUp.exchange(false, ordering: .relaxed) }

  package var isPausing: Bool { pausing.load(ordering: .relaxed) }

  /// Gives the next tag the row whose code was scanned, its id or its link.
  package func scan(_ code: String) throws(LedgerError) -> ScanAnswer {
    guard let desk = desk else { return .notWriting }
    return try desk.scan(code)
  }

  /// The row whose code was scanned, as long as no tag has it.
  package var scannedRow: PlannedRow? { desk?.scannedRow }

  /// The row that the next tag of each reader gets.
  package var rowsOfReaders: [ReaderNumber: PlannedRow] { desk?.rowsOfReaders ?? [:] }

  package func forgetScan() { desk?.forgetScan() }

  /// Whether tags are written to scanned rows only, which they are from the first scan on.
  package var wantsScans: Bool { desk?.wantsScans ?? false }

  /// Lets tags get the next rows again, without a code.
  package func writeUnscanned() { desk?.writeUnscanned() }

  /// The job whose tags are written.
  package var job: String? { desk?.job }

  /// Gives up a begun tag of which a person says that it is lost; its reader goes on.
  package func lose(_ row: String, tag: TagUID) throws(LedgerError) -> LostTagAnswer {
    guard let desk else { return .notWriting }
    return try desk.lose(row, tag: tag)
  }

  private var desk: RowDesk? { present.withLock { $0 } }

  /// Sends commands to this desk from now on.
  func serve(_ desk: RowDesk?) { present.withLock { $0 = desk } }
}

/// The answer to a scanned code.
package enum ScanAnswer: Hashable, Sendable {
  /// The next tag gets this row.
  case next(PlannedRow)
  case noRow
  /// It already has its tag.
  case done(PlannedRow)
  /// Its tag was begun, and has to be finished.
  case begun(PlannedRow)
  /// The row is not part of this run.
  case notAsked(PlannedRow)
  /// A reader is writing it now.
  case atWork(PlannedRow)
  case notWriting
}
