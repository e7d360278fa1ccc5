// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import TagReading
internal import Threads

/// The desk at which every reader of a run takes its rows, with the one ledger behind it.
///
/// A row that a reader has taken is no one else's until it is used or given back, so that readers
/// side by side do not examine their tags for the same row.
final class RowDesk: Sendable {
  enum Reservation {
    case row(PlannedRow)
    /// No row is free, but tags were begun that may come back.
    case onlyUnfinished(Int)
    /// This many tags are done and wait to be locked or verified.
    case finished(Int)
    /// No other reader has a row either.
    case nothing
    /// Every row is taken, but a reader that is lost or gives its tag up gives its row back.
    case nothingYet
  }

  /// What the tag that was laid on a reader gets.
  enum Choice {
    /// The row that the reader took before, or the one that was wished for.
    case row(PlannedRow?)
    /// The wished row has a tag by now, and no other row may be written for the label in hand.
    case wishGone(PlannedRow, own: PlannedRow?)
  }

  /// What became of a row in one presentation.
  enum Fate {
    /// No tag was claimed for it.
    case unused
    case done
    /// Its tag was put aside and certainly does not show the link.
    case free
    /// Its tag may come back.
    case unfinished
    /// Its tag was put aside and may show the link.
    case kept
    /// Another process has it.
    case taken
  }

  private let rows: Guarded<DeskRows>

  init(
    _ ledger: Ledger, _ task: BatchTask, _ selection: RowSelection, limit: Int?
  ) throws(LedgerError) {
    rows = Guarded(try DeskRows(ledger, task, selection, limit: limit))
  }

  /// Does something with the ledger while no one else does.
  func withLedger<Result: Sendable>(
    _ body: (Ledger) throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    try rows.withLock { rows throws(LedgerError) in try body(rows.ledger) }
  }

  var ledgersBeside: LedgersBeside { rows.withLock { $0.ledger.beside } }
  var causeOfEnd: BatchEnd.Cause { rows.withLock { $0.causeOfEnd } }
  var unfinishedCount: Int { rows.withLock { $0.unfinishedCount } }
  var awaitedCount: Int { rows.withLock { $0.awaitedCount } }
  var awaited: Reservation { rows.withLock { $0.awaited } }

  /// The row that the next tag gets because someone wished for it.
  var wishedRow: PlannedRow? { rows.withLock { $0.wish } }

  /// The row of each reader, also where another one has taken what it said that it waits with.
  var rowsOfReaders: [ReaderNumber: PlannedRow] { rows.withLock { $0.reserved } }

  func isComplete() throws(LedgerError) -> Bool {
    try rows.withLock { rows throws(LedgerError) in try rows.isComplete() }
  }

  func isFinishedElsewhere() throws(LedgerError) -> Bool {
    try rows.withLock { rows throws(LedgerError) in try rows.isFinishedElsewhere() }
  }

  func forgetWhatOthersEnded() throws(LedgerError) {
    try rows.withLock { rows throws(LedgerError) in try rows.forgetWhatOthersEnded() }
  }

  func forgetLockedElsewhere() throws(LedgerError) {
    try rows.withLock { rows throws(LedgerError) in try rows.forgetLockedElsewhere() }
  }

  func foldLedger() { rows.withLock { $0.foldLedger() } }

  func reserve(for reader: ReaderNumber) throws(LedgerError) -> Reservation {
    try rows.withLock { rows throws(LedgerError) in try rows.reserve(for: reader) }
  }

  func wish(for code: String) throws(LedgerError) -> ScanAnswer {
    try rows.withLock { rows throws(LedgerError) in try rows.wish(for: code) }
  }

  func forgetWish() { rows.withLock { $0.forgetWish() } }

  func choose(
    forTagOn reader: ReaderNumber, planned: PlannedRow?
  ) throws(LedgerError) -> Choice {
    try rows.withLock { rows throws(LedgerError) in
      try rows.choose(forTagOn: reader, planned: planned)
    }
  }

  func exchange(forBegun row: PlannedRow, on reader: ReaderNumber) -> Bool {
    rows.withLock { $0.exchange(forBegun: row, on: reader) }
  }

  @discardableResult
  func settle(_ row: PlannedRow, _ fate: Fate, on reader: ReaderNumber) -> Bool {
    rows.withLock { $0.settle(row, fate, on: reader) }
  }

  func beginWork(on uid: TagUID, at reader: ReaderNumber) -> Bool {
    rows.withLock { $0.beginWork(on: uid, at: reader) }
  }

  func endWork(on uid: TagUID, at reader: ReaderNumber) -> Bool {
    rows.withLock { $0.endWork(on: uid, at: reader) }
  }

  func noteAwaited(_ claim: ClaimID) { rows.withLock { $0.noteAwaited(claim) } }

  func close() { rows.withLock { $0.close() } }
}
