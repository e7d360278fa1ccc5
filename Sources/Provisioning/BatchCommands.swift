// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Synchronization
package import TagReading
internal import Threads

/// What the code that shows a batch can ask of it while it runs, on any thread.
///
/// Neither a pause nor the end cuts a tag short: one that is being written is finished first.
package final class BatchCommands: Sendable {
  /// The wish to stop, including that of a user who interrupts the program.
  package let stopFlag: StopFlag
  private let pausing = Atomic<Bool>(false)
  private let givingUp = Atomic<Bool>(false)
  /// The desk of the run that goes on; nil when it is over, or only looks at tags.
  private let present = Guarded<RowDesk?>(nil)

  package init(stop: StopFlag = StopFlag()) {
    stopFlag = stop
  }

  /// Lets no tag be begun until the batch is to continue.
  package func pause() { pausing.store(true, ordering: .relaxed) }

  package func goOn() { pausing.store(false, ordering: .relaxed) }

  package func stop() { stopFlag.raise() }

  /// Ends the run as if nothing were left to do: nobody has the unfinished tags that it waits for.
  package func giveUpUnfinished() { givingUp.store(true, ordering: .relaxed) }

  /// The wish above, which is fulfilled once.
  func takeGivingUp() -> Bool { givingUp.exchange(false, ordering: .relaxed) }

  package var isPausing: Bool { pausing.load(ordering: .relaxed) }

  /// Has the next tag get the row whose code was scanned, its id or its link.
  package func scan(_ code: String) throws(LedgerError) -> ScanAnswer {
    guard let desk = desk else { return .notWriting }
    return try desk.wish(for: code)
  }

  /// The row whose code was scanned, as long as no tag has it.
  package var scannedRow: PlannedRow? { desk?.wishedRow }

  /// The row that the next tag of each reader gets.
  package var rowsOfReaders: [ReaderNumber: PlannedRow] { desk?.rowsOfReaders ?? [:] }

  package func forgetScan() { desk?.forgetWish() }

  private var desk: RowDesk? { present.withLock { $0 } }

  /// From now on, this is the desk that commands are for.
  func serve(_ desk: RowDesk?) { present.withLock { $0 = desk } }
}

/// What is said to a scanned code.
package enum ScanAnswer: Hashable, Sendable {
  /// The next tag gets this row.
  case next(PlannedRow)
  case noRow
  /// It has its tag.
  case done(PlannedRow)
  /// Its tag was begun, and is to be finished.
  case begun(PlannedRow)
  /// The run is about other rows.
  case notAsked(PlannedRow)
  /// A reader writes it just now.
  case atWork(PlannedRow)
  case notWriting
}
