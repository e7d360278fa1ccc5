// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

extension LedgerFault {
  /// What a result code of SQLite means for a ledger.
  init(code: Int32, of database: OpaquePointer?) {
    let reason = sqlite3_system_errno(database)
    // The lower byte is the kind, the rest tells where in SQLite it arose.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_FULL: self = .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
    // A file that ends too early.
    case SQLITE_IOERR where code >> 8 == 2: self = .damaged
    case SQLITE_IOERR, SQLITE_CANTOPEN: self = LedgerFault(errno: reason, orCode: code)
    default: self = .sqlite(code)
    }
  }

  /// What the system's reason means; SQLite's code where the system gave none.
  init(errno reason: Int32, orCode code: Int32 = SQLITE_IOERR) {
    switch reason {
    case 0: self = .sqlite(code)
    case ENOSPC, EDQUOT, EFBIG: self = .full
    case EACCES, EPERM, EROFS: self = .readOnly
    case EISDIR: self = .notAFile
    case ENOENT, ENOTDIR: self = .noFolder
    default: self = .system(errno: reason)
    }
  }
}
