// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import TagReading
internal import Threads

/// Where every reader of a run gets its rows, with the one ledger behind it.
///
/// A reserved row belongs to one reader until it is used or given back, so two readers never
/// examine their tags for the same row.
final class RowDesk: Sendable {
  enum Reservation {
    case row(PlannedRow)
    /// The reader's last tag was torn: it waits for that one until the flag is raised.
    case torn(TornTag, until: StopFlag)
    /// No row is free, but tags were begun that may come back.
    case onlyUnfinished(Int)
    /// This many tags are done and still have to be locked or verified.
    case finished(Int)
    /// No other reader has a row either.
    case nothing
    /// Every row is reserved, but one comes back if a reader is lost or gives its tag up.
    case nothingYet
  }

  /// What the tag on a reader gets.
  enum Choice {
    /// The row that the reader reserved before, or the scanned one.
    case row(PlannedRow?)
    /// The scanned row already has a tag, and the label in hand must not get another row.
    case scannedRowGone(PlannedRow, own: PlannedRow?)
    /// Tags are written to scanned rows only, and no code was scanned for this one.
    case unscanned
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
    /// Its tag left too early, and the reader waits until it is back.
    case torn(TagUID)
    /// Its tag was put aside and may show the link.
    case kept
    /// Another process has it.
    case taken
  }

  private let rows: Guarded<DeskRows>

  /// `halt` is raised when no reader waits for anything any more.
  init(
    _ ledger: Ledger, _ task: BatchTask, _ selection: RowSelection, limit: Int?,
    halt: StopFlag = StopFlag()
  ) throws(LedgerError) {
    rows = Guarded(try DeskRows(ledger, task, selection, limit: limit, halt: halt))
  }

  /// Does something with the ledger, one thread at a time.
  func withLedger<Result: Sendable>(
    _ body: (Ledger) throws(LedgerError) -> Result
  ) throws(LedgerError) -> Result {
    try rows.withLock { rows throws(LedgerError) in try body(rows.ledger) }
  }

  var job: String { rows.withLock { $0.ledger.job } }
  var ledgersBeside: LedgersBeside { rows.withLock { $0.ledger.beside } }
  var causeOfEnd: BatchEnd.Cause { rows.withLock { $0.causeOfEnd } }
  var unfinishedCount: Int { rows.withLock { $0.unfinishedCount } }
  var awaitedCount: Int { rows.withLock { $0.awaitedCount } }
  var awaited: Reservation { rows.withLock { $0.awaited } }

  /// The row that the next tag gets because its code was scanned.
  var scannedRow: PlannedRow? { rows.withLock { $0.scanned } }

  /// Whether tags are written to scanned rows only.
  var wantsScans: Bool { rows.withLock { $0.wantsScans } }

  /// The current row of each reader; a scan may have replaced the one that it announced.
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

  func forgetTornElsewhere() throws(LedgerError) {
    try rows.withLock { rows throws(LedgerError) in try rows.forgetTornElsewhere() }
  }

  func foldLedger() { rows.withLock { $0.foldLedger() } }

  func reserve(for reader: ReaderNumber) throws(LedgerError) -> Reservation {
    try rows.withLock { rows throws(LedgerError) in try rows.reserve(for: reader) }
  }

  func scan(_ code: String) throws(LedgerError) -> ScanAnswer {
    try rows.withLock { rows throws(LedgerError) in try rows.scan(code) }
  }

  func forgetScan() { rows.withLock { $0.forgetScan() } }

  func writeUnscanned() { rows.withLock { $0.writeUnscanned() } }

  func lose(_ row: String, tag: TagUID) throws(LedgerError) -> LostTagAnswer {
    try rows.withLock { rows throws(LedgerError) in try rows.lose(row, tag: tag) }
  }

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
