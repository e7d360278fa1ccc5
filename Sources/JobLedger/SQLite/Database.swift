// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc
internal import Plain

/// An open database (`sqlite3`) with its prepared statements.
final class Database {
  let path: String
  private let handle: OpaquePointer
  private let patience: Duration
  private var statements: [Query: Statement] = [:]
  private var own: [String: Statement] = [:]
  private var isVisiting = false
  private var takesOver = false

  /// Opens an existing file; `patience` is how long to wait for a lock.
  init(path: String, access: Access, patience: Duration) throws(LedgerError) {
    self.path = path
    self.patience = patience
    // SQLite would read a name that begins with "file:" as a URI.
    let name = path.hasPrefix("/") ? path : "./\(path)"
    handle =
      switch access {
      case .writing, .reading, .readingBesideLog, .readingAlone:
        try Self.open(name, SQLITE_OPEN_READWRITE, for: path)
      case .asItIs:
        try Self.open(
          "file:\(Self.escaped(name))?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI,
          for: path)
      }
    sqlite3_busy_timeout(handle, milliseconds(of: patience))
    switch access {
    case .writing where sqlite3_db_readonly(handle, nil) == 1:
      throw LedgerError(path: path, fault: .readOnly)
    case .readingBesideLog: keepLog(true)
    case .readingAlone:
      keepLog(true)
      try execute("PRAGMA locking_mode = EXCLUSIVE")
    case .writing, .reading, .asItIs: break
    }
  }

  enum Access {
    case writing
    /// With a connection that may write: it removes the files that it made next to the ledger, and
    /// compares values with their rules (CHECK).
    case reading
    /// The same, but the log stays as it is, because it may be left from a crash.
    case readingBesideLog
    /// The same for a log without its other file, as in a copy: that is only kept in memory, and others
    /// wait.
    case readingAlone
    /// For reading where no file may be made next to it, and no one changes it.
    case asItIs
  }

  /// A path as part of a URI.
  private static func escaped(_ path: String) -> String {
    var text = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      default: text += "%" + upperHex([byte])
      }
    }
    return text
  }

  /// Makes a temporary database; its errors name the path.
  init(inMemoryFor path: String) throws(LedgerError) {
    self.path = path
    patience = .zero
    handle = try Self.open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, for: path)
  }

  private static func open(
    _ name: String, _ access: Int32, for path: String
  ) throws(LedgerError) -> OpaquePointer {
    var handle: OpaquePointer?
    // A ledger belongs to one thread, so SQLite needs no mutex of its own.
    let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(name, &handle, flags, nil)
    guard code == SQLITE_OK, let handle else {
      let fault = LedgerFault(code: code, of: handle)
      sqlite3_close_v2(handle)
      throw LedgerError(path: path, fault: fault)
    }
    return handle
  }

  deinit {
    statements.removeAll()
    own.removeAll()
    sqlite3_close_v2(handle)
  }

  // MARK: For every store

  /// Runs a query, and returns how many rows it changed.
  @discardableResult
  func run(_ query: Query, _ values: [SQLValue] = []) throws(LedgerError) -> Int {
    try visit(query, values) { _ in true }
    return Int(sqlite3_changes64(handle))
  }

  /// Runs a query that inserts one row or none, and returns the key that the row got.
  ///
  /// RETURNING would say the same, but SQLite builds a table for each answer.
  func insert(_ query: Query, _ values: [SQLValue]) throws(LedgerError) -> Int64? {
    try run(query, values) == 1 ? sqlite3_last_insert_rowid(handle) : nil
  }

  /// Runs queries that are independent of each other, and returns how many rows each changed.
  func run(_ steps: [(query: Query, values: [SQLValue])]) throws(LedgerError) -> [Int] {
    var changed: [Int] = []
    for step in steps { changed.append(try run(step.query, step.values)) }
    return changed
  }

  /// Visits the rows of the answer one by one; `false` stops.
  ///
  /// Do not run other queries meanwhile: a store at the other end of a connection could not answer them.
  func visit(
    _ query: Query, _ values: [SQLValue] = [], _ visit: (Columns) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    guard !isVisiting else { throw error(.sqlite(SQLITE_MISUSE)) }
    isVisiting = true
    defer { isVisiting = false }
    try statement(query).visitRows(values, visit)
  }

  /// Does everything or nothing, durably.
  func transaction<Value>(
    _ kind: Transaction, _ body: () throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try begin(kind)
    do throws(LedgerError) {
      let value = try body()
      try commit()
      return value
    } catch {
      rollBack()
      throw error
    }
  }

  /// Begins a transaction for callers that cannot do it in one call.
  ///
  /// The write lock is acquired at once, so that what is read first still holds when it is written.
  func begin(_ kind: Transaction) throws(LedgerError) {
    if kind == .takeOver { try execute("PRAGMA cache_size = -\(LedgerLimits.importCacheKiB)") }
    takesOver = kind == .takeOver
    do throws(LedgerError) {
      guard kind == .reading else { return try kept("BEGIN IMMEDIATE").run() }
      try kept("BEGIN").run()
      // The moment is that of the first query.
      _ = try number("SELECT count(*) FROM sqlite_schema")
    } catch {
      rollBack()
      throw error
    }
  }

  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  func commit() throws(LedgerError) { try kept("COMMIT").run() }

  /// Rolls back; SQLite may have done so already, which is then no error.
  func rollBack() {
    if isInTransaction { try? kept("ROLLBACK").run() }
    guard takesOver else { return }
    takesOver = false
    try? execute("PRAGMA cache_size = -\(LedgerLimits.cacheKiB); PRAGMA shrink_memory")
  }

  // MARK: For the file

  /// The statement of a query, prepared once.
  private func statement(_ query: Query) throws(LedgerError) -> Statement {
    if let statement = statements[query] { return statement }
    let statement = try prepare(query.sql)
    statements[query] = statement
    return statement
  }

  /// A statement of SQLite's own that each transaction needs, prepared once.
  private func kept(_ sql: String) throws(LedgerError) -> Statement {
    if let statement = own[sql] { return statement }
    let statement = try prepare(sql)
    own[sql] = statement
    return statement
  }

  /// A statement that is run once, or that concerns the file.
  func prepare(_ sql: String) throws(LedgerError) -> Statement {
    try Statement(sql, in: handle, path: path)
  }

  /// Runs several statements that need no values.
  func execute(_ sql: String) throws(LedgerError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Switches the file to a write-ahead log (WAL), permanently.
  ///
  /// The first to do so locks all others out, and SQLite does not wait for that lock: it reads the
  /// file before it changes it, and a program that waits while it reads may wait forever.
  func logAhead() throws(LedgerError) {
    let end = ContinuousClock.now + patience
    while true {
      do throws(LedgerError) {
        return try execute("PRAGMA journal_mode = WAL")
      } catch {
        guard case .locked = error.fault, ContinuousClock.now < end else { throw error }
        usleep(2_000)
      }
    }
  }

  /// The first number in the answer to a statement.
  func number(_ sql: String) throws(LedgerError) -> Int {
    try prepare(sql).first { $0.number(0) } ?? 0
  }

  /// Whether the file's name now leads to another file, or to none.
  var hasMoved: Bool {
    var moved: Int32 = 0
    let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return code == SQLITE_OK && moved != 0
  }

  /// Whether this connection leaves the log as it is, even if it is the last to close.
  func keepLog(_ keeps: Bool) { _ = tagpress_keep_log(handle, keeps ? 1 : 0) }

  /// Moves what is in the log into the file, as far as no one is in the way.
  func fold(_ mode: Folding) throws(LedgerError) {
    let code = sqlite3_wal_checkpoint_v2(handle, "main", mode.code, nil, nil)
    // A program that is reading keeps the rest of the log, which is not an error.
    guard code == SQLITE_OK || code & 0xFF == SQLITE_BUSY else { throw failure(code) }
  }

  enum Folding {
    /// Does not wait.
    case asFarAsPossible
    /// Waits for the others, and leaves an empty log.
    case whole

    fileprivate var code: Int32 {
      switch self {
      case .asFarAsPossible: SQLITE_CHECKPOINT_PASSIVE
      case .whole: SQLITE_CHECKPOINT_TRUNCATE
      }
    }
  }

  private func failure(_ code: Int32) -> LedgerError {
    LedgerError(path: path, fault: LedgerFault(code: code, of: handle))
  }
}

/// At most an hour, because SQLite counts in 32 bits.
private func milliseconds(of patience: Duration) -> Int32 {
  let parts = min(max(patience, .zero), .seconds(3_600)).components
  return Int32(clamping: parts.seconds * 1_000 + parts.attoseconds / 1_000_000_000_000_000)
}

/// The version of the loaded SQLite.
package func sqliteVersion() -> String { String(cString: sqlite3_libversion()) }
