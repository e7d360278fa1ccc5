// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite

/// Owns a prepared statement (`sqlite3_stmt`), which is reused.
final class Statement {
  private let handle: OpaquePointer
  private let path: String

  init(_ sql: String, in database: OpaquePointer, path: String) throws(LedgerError) {
    var handle: OpaquePointer?
    let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
    let code = sqlite3_prepare_v3(database, sql, -1, flags, &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw LedgerError(path: path, fault: LedgerFault(code: code, of: database))
    }
    self.handle = handle
    self.path = path
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs it to the end.
  func run(_ values: [SQLValue] = []) throws(LedgerError) {
    try visitRows(values) { _ in true }
  }

  /// The first value of the answer.
  func first<Value>(
    _ values: [SQLValue] = [], _ read: (Columns) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value? {
    var value: Value?
    try visitRows(values) { columns throws(LedgerError) in
      value = try read(columns)
      return false
    }
    return value
  }

  /// Visits the rows of the answer one by one; `false` stops.
  func visitRows(
    _ values: [SQLValue] = [], _ visit: (Columns) throws(LedgerError) -> Bool
  ) throws(LedgerError) {
    // A statement that is not reset would keep its lock, whatever happened.
    defer { sqlite3_reset(handle) }
    try bind(values)
    while true {
      switch sqlite3_step(handle) {
      case SQLITE_ROW: guard try visit(Columns(handle: handle, path: path)) else { return }
      case SQLITE_DONE: return
      case let code: throw failure(code)
      }
    }
  }

  private func bind(_ values: [SQLValue]) throws(LedgerError) {
    for (index, value) in values.enumerated() {
      let number = Int32(truncatingIfNeeded: index + 1)
      let code =
        switch value {
        case .integer(nil), .text(nil), .blob(nil): sqlite3_bind_null(handle, number)
        case .integer(let integer?): sqlite3_bind_int64(handle, number, integer)
        case .text(let text?): tagpress_bind_text(handle, number, text, text.utf8.count)
        // Without bytes there is no address, and SQLite would store NULL.
        case .blob(let bytes?) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, number, 0)
        case .blob(let bytes?): tagpress_bind_blob(handle, number, bytes, bytes.count)
        }
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  private func failure(_ code: Int32) -> LedgerError {
    LedgerError(path: path, fault: LedgerFault(code: code, of: sqlite3_db_handle(handle)))
  }
}

/// One row of an answer, valid until the next; columns count from 0.
struct Columns {
  fileprivate let handle: OpaquePointer
  fileprivate let path: String
  fileprivate var first: Int32 = 0

  /// The columns after the first `count`, counted from 0 again.
  func behind(_ count: Int32) -> Columns {
    Columns(handle: handle, path: path, first: first + count)
  }

  /// The error for a value that no ledger of ours contains.
  var damage: LedgerError { LedgerError(path: path, fault: .damaged) }

  func isNull(_ index: Int32) -> Bool { sqlite3_column_type(handle, first + index) == SQLITE_NULL }
  func isBlob(_ index: Int32) -> Bool { sqlite3_column_type(handle, first + index) == SQLITE_BLOB }

  func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, first + index) }

  func number(_ index: Int32) -> Int { Int(sqlite3_column_int64(handle, first + index)) }

  func optionalNumber(_ index: Int32) -> Int? { isNull(index) ? nil : number(index) }

  func moment(_ index: Int32) -> Moment? {
    isNull(index) ? nil : Moment(microseconds: integer(index))
  }

  func text(_ index: Int32) -> String { optionalText(index) ?? "" }

  func optionalText(_ index: Int32) -> String? {
    guard let start = sqlite3_column_text(handle, first + index) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, first + index))
    return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  func bytes(_ index: Int32) -> [UInt8] { optionalBytes(index) ?? [] }

  /// The bytes of a value of any type, without a copy; numbers are formatted.
  func withBytes(_ index: Int32, _ body: (UnsafeRawBufferPointer) -> Void) {
    let start = sqlite3_column_blob(handle, first + index)
    let count = Int(sqlite3_column_bytes(handle, first + index))
    body(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }

  func optionalBytes(_ index: Int32) -> [UInt8]? {
    guard !isNull(index) else { return nil }
    let start = sqlite3_column_blob(handle, first + index)
    let count = Int(sqlite3_column_bytes(handle, first + index))
    return Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
  }
}
