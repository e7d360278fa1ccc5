// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CSQLite
internal import Glibc

/// The open file of a witness.
///
/// It uses the same layer as the ledger, SQLite's, so that both files behave alike with errors and
/// syncs, and a test that watches this layer sees everything.
final class WitnessFile {
  let path: String
  private let name: UnsafeMutablePointer<CChar>
  private let memory: UnsafeMutableRawPointer
  private let file: UnsafeMutablePointer<sqlite3_file>
  private let methods: UnsafePointer<sqlite3_io_methods>

  /// SQLite's own pages are no larger, and its layer writes more than 128 KiB to the wrong place.
  private static let pieceBytes = 64 << 10

  /// Opens a file that exists.
  init(_ path: String, isReadOnly: Bool) throws(LedgerError) {
    self.path = path
    guard let door = sqlite3_vfs_find(nil), let name = strdup(path) else {
      throw LedgerError(path: path, fault: .noMemory)
    }
    let size = Int(door.pointee.szOsFile)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let file = memory.bindMemory(to: sqlite3_file.self, capacity: 1)
    // The kind of file only matters for locks, and this one has none of SQLite's.
    let wanted =
      SQLITE_OPEN_SUPER_JOURNAL | (isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE)
    var got: Int32 = 0
    let code = door.pointee.xOpen?(door, name, file, wanted, &got) ?? SQLITE_ERROR
    guard code == SQLITE_OK, let methods = file.pointee.pMethods else {
      let fault = LedgerFault(errno: errno, orCode: code)
      free(name)
      memory.deallocate()
      throw LedgerError(path: path, fault: fault)
    }
    self.name = name
    self.memory = memory
    self.file = file
    self.methods = methods
    if !isReadOnly && got & SQLITE_OPEN_READWRITE == 0 {
      throw LedgerError(path: path, fault: .readOnly)
    }
  }

  deinit {
    _ = methods.pointee.xClose?(file)
    free(name)
    memory.deallocate()
  }

  func size() throws(LedgerError) -> Int {
    var size: sqlite3_int64 = 0
    try check(methods.pointee.xFileSize?(file, &size))
    return Int(size)
  }

  func read(_ count: Int, at offset: Int) throws(LedgerError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    try check(methods.pointee.xRead?(file, &bytes, Int32(clamping: count), Int64(offset)))
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(LedgerError) {
    for start in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
      let piece = bytes[start..<min(start + Self.pieceBytes, bytes.count)]
      try check(
        piece.withUnsafeBytes {
          methods.pointee.xWrite?(
            file, $0.baseAddress, Int32(piece.count), Int64(offset + start))
        })
    }
  }

  func truncate(to size: Int) throws(LedgerError) {
    try check(methods.pointee.xTruncate?(file, Int64(size)))
  }

  func sync() throws(LedgerError) {
    try check(methods.pointee.xSync?(file, SQLITE_SYNC_NORMAL))
  }

  private func check(_ code: Int32?) throws(LedgerError) {
    guard let code, code == SQLITE_OK else {
      var reason: Int32 = 0
      _ = methods.pointee.xFileControl?(file, SQLITE_FCNTL_LAST_ERRNO, &reason)
      throw LedgerError(path: path, fault: LedgerFault(code: code ?? SQLITE_ERROR, errno: reason))
    }
  }
}
