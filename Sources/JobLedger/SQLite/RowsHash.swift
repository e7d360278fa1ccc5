// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import TagKeys

// Rows and manifests change only when a manifest is taken over. So a hash over all of them shows
// whether the disk has changed one since, which would put another link on its tag, or retire rows.

extension Database {
  func rowsHash() throws(LedgerError) -> [UInt8] {
    var digest = Digest()
    try add(
      "SELECT number, at, hash, title, protection FROM manifest ORDER BY number",
      integers: 0..<2, bytes: 2..<5, to: &digest)
    // An older ledger is checked before it is migrated.
    let names = try migrations() < Migration.named ? "NULL, NULL" : "label, shown"
    try add(
      """
      SELECT key, manifest, place, may_share_link, id, link, further, inputs, \(names)
      FROM job_row NOT INDEXED ORDER BY key
      """, integers: 0..<4, bytes: 4..<8, names: 8..<10, to: &digest)
    guard let hash = digest.finish() else { throw error(.noMemory) }
    return hash
  }

  /// Rows without names have the same hash as before there were names, so older hashes stay valid.
  private func add(
    _ sql: String, integers: Range<Int32>, bytes: Range<Int32>, names: Range<Int32> = 0..<0,
    to digest: inout Digest
  ) throws(LedgerError) {
    var row: [UInt8] = []
    try prepare(sql).visitRows { columns in
      row.removeAll(keepingCapacity: true)
      for column in integers { row += "\(columns.integer(column)) ".utf8 }
      let hasNames = names.contains { !columns.isNull($0) }
      for column in bytes.lowerBound..<(hasNames ? names : bytes).upperBound {
        guard !columns.isNull(column) else {
          row += "-1 ".utf8
          continue
        }
        columns.withBytes(column) {
          row += "\($0.count) ".utf8
          row += $0
        }
      }
      digest.update(row)
      return true
    }
  }

  func setRowsHash(_ hash: [UInt8]) throws(LedgerError) {
    try prepare("UPDATE witness SET rows_hash = ?1").run([.blob(hash)])
  }

  /// Nil before the first manifest.
  func storedRowsHash() throws(LedgerError) -> [UInt8]? {
    try prepare("SELECT rows_hash FROM witness").first { $0.optionalBytes(0) } ?? nil
  }
}
