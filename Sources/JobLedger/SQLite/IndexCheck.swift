// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// A ledger depends on its unique indexes: a row that is missing in one of them would be offered
// again. SQLite reads an index without its table, so both are compared here.

extension Database {
  /// The unique indexes, each with a scan of its table that uses none.
  private static let indexes = [
    (
      "SELECT id, row, '' FROM main.claim NOT INDEXED WHERE \(Query.live)",
      "SELECT id, row, '' FROM main.claim INDEXED BY one_live_claim_of_row WHERE \(Query.live)"
    ),
    (
      "SELECT id, 0, uid FROM main.claim NOT INDEXED WHERE \(Query.live)",
      "SELECT id, 0, uid FROM main.claim INDEXED BY one_live_claim_of_tag WHERE \(Query.live)"
    ),
    (
      "SELECT key, 0, id FROM main.job_row NOT INDEXED",
      "SELECT key, 0, id FROM main.job_row INDEXED BY sqlite_autoindex_job_row_1"
    ),
    (
      "SELECT key, manifest, place FROM main.job_row NOT INDEXED",
      "SELECT key, manifest, place FROM main.job_row INDEXED BY sqlite_autoindex_job_row_2"
    ),
    (
      "SELECT row, length(text), name FROM main.token",
      "SELECT row, length(text), name FROM main.token INDEXED BY token_of_row"
    ),
  ]

  /// Compares the unique indexes with their tables, whatever the size.
  func refuseFalseIndexes() throws(LedgerError) {
    for (table, index) in Self.indexes where try sum(of: table) != sum(of: index) {
      throw error(.damaged)
    }
    // Checks that each live claim has its own row and tag, without using the indexes that ensure it.
    let live = try number("SELECT count(*) FROM main.claim NOT INDEXED WHERE \(Query.live)")
    let distinct = try prepare(
      """
      SELECT count(DISTINCT row), count(DISTINCT uid) FROM main.claim NOT INDEXED WHERE \(Query.live)
      """
    ).first { ($0.number(0), $0.number(1)) }
    guard let distinct, distinct == (live, live) else { throw error(.damaged) }
  }

  /// Refuses rows that have changed since they were taken over.
  func refuseFalseRows() throws(LedgerError) {
    if let hash = try storedRowsHash(), hash != (try rowsHash()) { throw error(.damaged) }
  }

  /// The number of rows in an answer, and a sum over them that does not depend on their order.
  private func sum(of sql: String) throws(LedgerError) -> [UInt64] {
    var (count, sum): (UInt64, UInt64) = (0, 0)
    try prepare(sql).visitRows { columns in
      var hasher = Hasher()
      hasher.combine(columns.integer(0))
      hasher.combine(columns.integer(1))
      // A text never equals a blob with the same bytes.
      hasher.combine(columns.isBlob(2))
      columns.withBytes(2) { hasher.combine(bytes: $0) }
      count += 1
      sum &+= UInt64(bitPattern: Int64(hasher.finalize()))
      return true
    }
    return [count, sum]
  }
}
