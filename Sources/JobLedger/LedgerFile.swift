// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// What is asked of the file system before SQLite sees the file.
enum LedgerFile {
  /// The first bytes of every database of SQLite 3.
  private static let mark = Array("SQLite format 3\0".utf8)

  /// Refuses what can be no ledger, and makes an empty file where there is none.
  static func prepare(_ path: String, access: Ledger.Access) throws(LedgerFault) {
    let folder = folder(of: path)
    if let system = try NetworkFileSystem(under: folder) { throw .networkFileSystem(system) }
    var status = stat()
    if stat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
      if status.st_size > 0, try !isMarked(path) { throw .notALedger }
    } else {
      guard errno == ENOENT else { throw LedgerFault(errno: errno) }
      guard access == .writing else { throw .missing }
      try create(path, in: folder)
    }
    // SQLite has to make two files beside the ledger, and would say less clearly that it cannot.
    guard access == .reading || (Glibc.access(folder, W_OK) == 0 && Glibc.access(path, W_OK) == 0)
    else { throw LedgerFault(errno: errno) }
  }

  /// The size of a file, or nil if there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  private static func isMarked(_ path: String) throws(LedgerFault) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw LedgerFault(errno: errno) }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: mark.count)
    return read(descriptor, &start, start.count) == start.count && start == mark
  }

  private static func create(_ path: String, in folder: String) throws(LedgerFault) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if descriptor < 0 {
      // Another process was quicker, and its file is as good.
      guard errno == EEXIST else { throw LedgerFault(errno: errno) }
      return
    }
    close(descriptor)
    // SQLite synchronises what it writes into the file, but does not know that its name is new.
    let folder = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw LedgerFault(errno: errno) }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw LedgerFault(errno: errno) }
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[...slash])
  }
}
