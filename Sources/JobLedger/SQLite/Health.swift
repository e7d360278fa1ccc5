// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What `doctor` says about a ledger.
package struct LedgerHealth: Hashable, Sendable {
  package let path: String
  /// The size of the file without its write-ahead log.
  package let bytes: Int
  /// The write-ahead log, which contains the newest transactions until they move into the file.
  package let logBytes: Int
  package let job: String
  package let migrations: Int
  /// What SQLite found wrong, in at most ten sentences of its own; nil if it was not asked.
  package let damages: [String]?
}

extension Ledger {
  /// The condition of the file.
  ///
  /// With `full`, every page and every index is read, which takes time in a large file.
  package func health(full: Bool) throws(LedgerError) -> LedgerHealth {
    LedgerHealth(
      path: path, bytes: LedgerFile.size(of: path) ?? 0,
      logBytes: LedgerFile.size(of: path + "-wal") ?? 0, job: job,
      migrations: try database.migrations(), damages: full ? try damages() : nil)
  }

  private func damages() throws(LedgerError) -> [String] {
    var damages = try database.damages("integrity_check")
    let orphans = try database.number("SELECT count(*) FROM pragma_foreign_key_check")
    if orphans > 0 { damages.append(LedgerWords.orphans(orphans)) }
    return damages
  }
}
