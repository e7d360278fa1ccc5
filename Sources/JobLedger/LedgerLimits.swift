// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a ledger does not exceed.
enum LedgerLimits {
  /// Ledgers up to this size are checked page by page whenever they are opened, which takes some
  /// milliseconds; a larger one after a crash, and by `health(full: true)`.
  static let checkedBytesMax = 4 << 20
  /// No witness is larger, and one that is said to be belongs to a damaged ledger.
  static let witnessBytes = 1...(1 << 50)
  /// Lines of the witness that wait for the next claim or outcome to be synchronised.
  static let pendingBytesMax = 64 << 10
  /// How often another text is drawn for a token before all are taken for used up.
  static let tokenDrawsMax = 1_000
  /// No ledger ever has so many rows, and one that says so is damaged.
  static let keyMax: Int64 = 1 << 53
  /// Findings of a full check that are kept.
  static let damagesMax = 10
  /// The list of mounts, of which a machine has some dozens.
  static let mountListBytesMax = 1 << 20
  /// What SQLite may keep of the file in memory, in KiB: for single tags, and for an import.
  static let cacheKiB = 8_192
  static let importCacheKiB = 65_536
  /// What remains of the write-ahead log when an import let it grow.
  static let logBytesMax = 16 << 20
}
