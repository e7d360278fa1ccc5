// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// Reads a regular file piece by piece.
struct SourceFile: ~Copyable {
  private let file: OpenFile
  private let status: stat
  /// Receives every byte that is read, and at the end those that nobody wanted.
  private let hash: FileHash?

  /// The system's error number.
  struct Failure: Error {
    let errno: Int32
  }

  init(_ path: String, into hash: FileHash? = nil) throws(Failure) {
    // A pipe must not block us before we know that it is one.
    guard let file = OpenFile(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) else {
      throw Failure(errno: errno)
    }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE)
    }
    self.file = file
    self.status = status
    self.hash = hash
  }

  deinit { hash?.finish(with: file, as: status) }

  var size: Int { Int(status.st_size) }
  /// For code that reads it in its own way while it is open here.
  var descriptor: Int32 { file.descriptor }

  /// Whether the file that is open is in the folder or below it, whatever its name leads to now.
  func isInside(_ folder: String) -> Bool {
    guard let real = NeighbourFile.resolved("/proc/self/fd/\(descriptor)"),
      let home = NeighbourFile.resolved(folder.isEmpty ? "." : folder)
      // Without /proc, or for a file that was removed just now, the look at its name has to do.
    else { return true }
    return NeighbourFile.isBelow(home, real)
  }

  /// Fills the buffer with the next bytes and returns how many; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(Failure) -> Int {
    guard let count = file.read(into: &buffer) else { throw Failure(errno: errno) }
    hash?.update(buffer, count)
    return count
  }
}

/// Where a file is that a manifest names, relative to the manifest's own folder.
enum NeighbourFile {
  /// The folder of a path, with its slash; empty for the current one.
  static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }

  /// Whether the file is in the folder or below it, links of the file system resolved.
  static func isInside(_ path: String, folder: String) -> Bool {
    guard let real = resolved(path), let home = resolved(folder.isEmpty ? "." : folder) else {
      // What does not exist is reported when it is opened, if its name alone stays inside.
      return !path.dropFirst(folder.utf8.count).split(separator: "/").contains("..")
    }
    return isBelow(home, real)
  }

  fileprivate static func isBelow(_ home: String, _ real: String) -> Bool {
    real.hasPrefix(home == "/" ? "/" : home + "/")
  }

  fileprivate static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
