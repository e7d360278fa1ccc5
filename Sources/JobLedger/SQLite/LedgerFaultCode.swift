// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

extension LedgerFault {
  /// What a result code of SQLite means for a file that is not a database.
  init(code: Int32, errno reason: Int32) {
    if code & 0xFF == SQLITE_IOERR, reason != 0 {
      self = LedgerFault(errno: reason, orCode: code)
    } else {
      self = LedgerFault(code: code, of: nil)
    }
  }

  /// What a result code of SQLite means for a ledger.
  init(code: Int32, of database: OpaquePointer?) {
    // The lower byte is the kind, the rest tells where in SQLite it arose.
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
    case SQLITE_READONLY: self = .readOnly
    case SQLITE_FULL: self = .full
    case SQLITE_CORRUPT: self = .damaged
    case SQLITE_NOTADB: self = .notALedger
    case SQLITE_CANTOPEN:
      self = LedgerFault(errno: database.map { sqlite3_system_errno($0) } ?? 0, orCode: code)
    // A file that ends too early.
    case SQLITE_IOERR where code >> 8 == 2: self = .damaged
    // The memory that processes share next to the ledger could not grow, and SQLite keeps why to
    // itself.
    case SQLITE_IOERR where code >> 8 == 19: self = LedgerFault(growingBeside: database)
    // No memory, which SQLite counts among the errors of disks.
    case SQLITE_IOERR where code >> 8 == 12: self = .sqlite(code)
    // For some files SQLite forgets the system's reason; there was one all the same.
    case SQLITE_IOERR: self = LedgerFault(errno: diskErrno(of: database) ?? EIO)
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

extension LedgerFault {
  /// Why a file in the folder of a ledger cannot grow: it is tried with another one.
  fileprivate init(growingBeside database: OpaquePointer?) {
    let found = database.flatMap { sqlite3_db_filename($0, "main") }
    let path = found.map { String(cString: $0) } ?? ""
    var name = Array("\(LedgerFile.folder(of: path))/.tagpress-room-XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else {
      self = LedgerFault(errno: errno)
      return
    }
    defer {
      close(file)
      unlink(name)
    }
    let bytes = [UInt8](repeating: 0, count: 32_768)
    let written = write(file, bytes, bytes.count)
    if written < 0 || fsync(file) != 0 {
      self = LedgerFault(errno: errno)
    } else {
      // Where there is room, the disk has another trouble with that file.
      self = written < bytes.count ? .full : .system(errno: EIO)
    }
  }
}

/// Why the disk refused last, or nil if it was nothing that disks do.
///
/// A quota or a limit of file sizes is only an error of the disk to SQLite, and
/// `sqlite3_system_errno` tells what became of the attempt to take the transaction back.
private func diskErrno(of database: OpaquePointer?) -> Int32? {
  guard let database else { return nil }
  var journal: UnsafeMutablePointer<sqlite3_file>?
  sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &journal)
  var reasons: [Int32] = [0, 0]
  if let journal, let methods = journal.pointee.pMethods {
    _ = methods.pointee.xFileControl(journal, SQLITE_FCNTL_LAST_ERRNO, &reasons[0])
  }
  sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &reasons[1])
  let ofDisks = [ENOSPC, EDQUOT, EFBIG, EROFS, EIO]
  return reasons.first { ofDisks.contains($0) }
}
