// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite

/// The ledger's file as any other program sees it.
package final class RawDatabase {
  private let handle: OpaquePointer?

  package init(_ path: String) {
    var handle: OpaquePointer?
    sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil)
    self.handle = handle
    sqlite3_exec(handle, "PRAGMA foreign_keys = ON", nil, nil, nil)
  }

  deinit { sqlite3_close_v2(handle) }

  /// Runs statements, and returns what SQLite says when it refuses.
  @discardableResult
  package func run(_ sql: String) -> String? {
    guard sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK else { return nil }
    return String(cString: sqlite3_errmsg(handle))
  }

  /// The answer, with a vertical bar between columns; NULL is empty.
  package func rows(_ sql: String) -> [String] {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while sqlite3_step(statement) == SQLITE_ROW {
      let columns = (0..<sqlite3_column_count(statement)).map { index in
        sqlite3_column_text(statement, index).map { String(cString: $0) } ?? ""
      }
      rows.append(columns.joined(separator: "|"))
    }
    return rows
  }
}
