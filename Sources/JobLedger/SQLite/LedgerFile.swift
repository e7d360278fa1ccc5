// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Checks of the file before SQLite opens it.
///
/// The ledger itself is never opened here: closing it would release SQLite's locks on it in the
/// same process.
enum LedgerFile {
  /// The files that SQLite keeps next to a ledger while it is open, and after a crash.
  static let endings = ["-wal", "-shm"]
  /// Those, and the files next to a file that is not a ledger yet.
  static let allEndings = endings + ["-journal"]

  /// Whether there is a ledger; throws for what cannot be one, or is only a part.
  static func look(_ path: String) throws(LedgerFault) -> Bool {
    if let system = try NetworkFileSystem(under: folder(of: path)) {
      throw .networkFileSystem(system)
    }
    let witness = Witness.path(besideLedger: path)
    for name in [path, witness] {
      if let target = danglingTarget(of: name) { throw .leadsNowhere(name, target: target) }
    }
    var link = stat()
    if lstat(witness, &link) == 0, link.st_mode & S_IFMT != S_IFREG {
      throw .witnessIsNoFile(witness)
    }
    guard let status = try status(of: path) else {
      let ending = endings.first { size(of: path + $0) != nil }
      // Evidence that tags were written comes first.
      if try WitnessHead.hasEntries(witness) { throw .lost(witness: witness) }
      if let ending { throw .onlyItsLog(ending) }
      return false
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size > 0 else { throw .blank }
    for name in [path, path + "-wal", witness] {
      if let names = try self.status(of: name)?.st_nlink, names > 1 {
        throw .linked(names: Int(names))
      }
    }
    return true
  }

  /// SQLite has to make two files next to the ledger, and would report less clearly that it cannot.
  static func requireWritable(_ path: String) throws(LedgerFault) {
    guard access(folder(of: path), W_OK) == 0, access(path, W_OK) == 0 else {
      throw LedgerFault(errno: errno)
    }
  }

  /// How a ledger is read without leaving new files next to it.
  ///
  /// Whoever may write the ledger can also remove what SQLite makes next to it. Others make
  /// nothing: it would lock out those who may. Without a log, SQLite does not need the files.
  static func wayToRead(_ path: String) throws(LedgerFault) -> Database.Access {
    let log = size(of: path + "-wal")
    let hasIndex = size(of: path + "-shm") != nil
    if (try? requireWritable(path)) != nil {
      guard let log, log > 0 else { return .reading }
      return hasIndex ? .readingBesideLog : .readingAlone
    }
    if let log, log > 0, !hasIndex { throw .logOnReadOnlyDisk }
    return log != nil && hasIndex ? .reading : .asItIs
  }

  /// The size of a file, or nil if there is none.
  static func size(of path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The target of a symbolic link that leads nowhere, such as to an unmounted disk.
  private static func danglingTarget(of path: String) -> String? {
    var status = stat()
    guard stat(path, &status) != 0, errno == ENOENT else { return nil }
    var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = target.withUnsafeMutableBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        $0.baseAddress.map { readlink(path, $0, bytes.count) } ?? -1
      }
    }
    return count < 0 ? nil : String(decoding: target[..<count], as: UTF8.self)
  }

  /// Nil if there is none.
  static func status(of path: String) throws(LedgerFault) -> stat? {
    var status = stat()
    if stat(path, &status) == 0 { return status }
    guard errno == ENOENT else { throw LedgerFault(errno: errno) }
    return nil
  }

  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[...slash])
  }
}
