// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite

/// What the file of a ledger says, read as any other program would.
struct LedgerRecord {
  struct Claim: Hashable {
    let row: String
    let uid: String
    let state: String
    /// Whether every step of protection that began was proven.
    let isProven: Bool
    /// Whether the tag was locked but for pages whose lock bits someone had frozen before.
    let isLockedPartly: Bool

    var isLive: Bool { state == "begun" || state == "done" }
  }

  let claims: [Claim]
  /// The ids of the present manifest's rows.
  let rows: [String]
  /// "ok" when SQLite finds nothing wrong with the file; otherwise what it says.
  let health: String

  init(_ path: String) {
    var handle: OpaquePointer?
    sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil)
    defer { sqlite3_close_v2(handle) }
    // Whoever puts the journal away keeps others out for that moment.
    sqlite3_busy_timeout(handle, 60_000)
    var faults: [String] = []
    claims = Self.ask(
      handle, &faults,
      """
      SELECT job_row.id, hex(claim.uid), claim.state, NOT EXISTS (
        SELECT 1 FROM step WHERE step.claim = claim.id AND step.proven IS NULL),
        claim.lock = 'partly'
      FROM claim JOIN job_row ON job_row.key = claim.row ORDER BY claim.id
      """
    ).map {
      Claim(
        row: $0[0], uid: $0[1], state: $0[2], isProven: $0[3] == "1", isLockedPartly: $0[4] == "1")
    }
    rows = Self.ask(
      handle, &faults,
      "SELECT id FROM job_row WHERE manifest = (SELECT max(number) FROM manifest) ORDER BY place"
    ).map { $0[0] }
    let found = Self.ask(handle, &faults, "PRAGMA integrity_check").map { $0[0] }
    health = (faults.isEmpty ? found : faults).joined(separator: "; ")
  }

  private static func ask(
    _ handle: OpaquePointer?, _ faults: inout [String], _ sql: String
  ) -> [[String]] {
    var statement: OpaquePointer?
    sqlite3_prepare_v2(handle, sql, -1, &statement, nil)
    defer { sqlite3_finalize(statement) }
    var rows: [[String]] = []
    while true {
      let code = sqlite3_step(statement)
      guard code == SQLITE_ROW else {
        if code != SQLITE_DONE { faults.append(String(cString: sqlite3_errmsg(handle))) }
        return rows
      }
      rows.append(
        (0..<sqlite3_column_count(statement)).map { column in
          sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
        })
    }
  }
}
