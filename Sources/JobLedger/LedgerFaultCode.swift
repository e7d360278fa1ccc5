// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

extension LedgerFault {
  /// What a result code of SQLite means for a ledger.
  init(code: Int32, of database: OpaquePointer?) {
    // The lower byte is the kind, the rest tells where in SQLite it arose.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_FULL: self = .full
    case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged
    case SQLITE_CANTOPEN: self = LedgerFault(errno: sqlite3_system_errno(database), orCode: code)
    // A file that ends too early.
    case SQLITE_IOERR where code >> 8 == 2: self = .damaged
    // The memory that processes share beside the ledger could not grow.
    case SQLITE_IOERR where code >> 8 == 19: self = .full
    case SQLITE_IOERR: self = LedgerFault(errno: diskErrno(of: database), orCode: code)
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

/// Why the disk refused last, or zero if it was nothing that disks do.
///
/// A quota or a limit of file sizes is only an error of the disk to SQLite, and
/// `sqlite3_system_errno` tells what became of the attempt to take the transaction back.
private func diskErrno(of database: OpaquePointer?) -> Int32 {
  var journal: UnsafeMutablePointer<sqlite3_file>?
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal)
  var reasons: [Int32] = [0, 0]
  if let journal, let methods = journal.pointee.pMethods {
    _ = methods.pointee.xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &reasons[0])
  }
  sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &reasons[1])
  let ofDisks = [ENOSPC, EDQUOT, EFBIG, EROFS, EIO]
  return reasons.first { ofDisks.contains($0) } ?? 0
}
