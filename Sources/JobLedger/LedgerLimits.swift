// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The limits of a ledger.
enum LedgerLimits {
  /// Ledgers up to this size are checked page by page whenever they are opened, which takes some
  /// milliseconds; larger ones only after a crash, and by `health(full: true)`.
  static let checkedBytesMax = 4 << 20
  /// The largest witness; a ledger that claims a larger one is damaged.
  static let witnessBytes = 1...(1 << 50)
  /// Lines of the witness that wait to be synchronised with the next claim or outcome.
  static let pendingBytesMax = 64 << 10
  /// How often a token is drawn again before all are considered used up.
  static let tokenDrawsMax = 1_000
  /// More rows than any ledger has; one that claims so many is damaged.
  static let keyMax: Int64 = 1 << 53
  /// How many findings of a full check are kept.
  static let damagesMax = 10
  /// The list of mounts, of which a machine has some dozens.
  static let mountListBytesMax = 1 << 20
  /// SQLite's page cache in KiB: for single tags, and for an import.
  static let cacheKiB = 8_192
  static let importCacheKiB = 65_536
  /// The size to which the write-ahead log is cut after an import.
  static let logBytesMax = 16 << 20
}
