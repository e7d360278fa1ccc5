// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

extension LedgerFault {
  /// What SQLite's result code means for a file that is not a database.
  init(code: Int32, errno reason: Int32) {
    if code & 0xFF == SQLITE_IOERR, reason != 0 {
      self = LedgerFault(errno: reason, orCode: code)
    } else {
      self = LedgerFault(code: code, of: nil)
    }
  }

  /// What SQLite's result code means for a ledger.
  init(code: Int32, of database: OpaquePointer?) {
    // The lower byte is the kind; the rest tells where in SQLite it arose.
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
    // The shared memory next to the ledger could not grow, and SQLite does not say why.
    case SQLITE_IOERR where code >> 8 == 19: self = LedgerFault(growingBeside: database)
    // Out of memory, which SQLite counts among the disk errors.
    case SQLITE_IOERR where code >> 8 == 12: self = .sqlite(code)
    // For some files SQLite loses the system's reason.
    case SQLITE_IOERR: self = LedgerFault(errno: diskErrno(of: database) ?? EIO)
    default: self = .sqlite(code)
    }
  }

  /// The meaning of the system's reason, or of SQLite's code without one.
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
  /// Why a file in the folder of a ledger cannot grow, found out by trying with another file.
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
      // If there is room, the disk has other trouble with that file.
      self = written < bytes.count ? .full : .system(errno: EIO)
    }
  }
}

/// Why the disk failed last, or nil if it was not the disk.
///
/// SQLite reports a quota or a file size limit only as a disk error, and `sqlite3_system_errno`
/// belongs to the attempt to roll back.
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
