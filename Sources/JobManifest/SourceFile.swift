// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// Reads a regular file piece by piece.
struct SourceFile: ~Copyable {
  private let file: OpenFile
  let size: Int

  /// The number of the system's error.
  struct Failure: Error {
    let errno: Int32
  }

  init(_ path: String) throws(Failure) {
    // A pipe of that name must not hold us up before we know that it is one.
    guard let file = OpenFile(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)) else {
      throw Failure(errno: errno)
    }
    var status = stat()
    guard fstat(file.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Failure(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : ESPIPE)
    }
    self.file = file
    size = Int(status.st_size)
  }

  /// Fills the buffer with the next bytes and says how many; none at the end.
  func read(into buffer: inout [UInt8]) throws(Failure) -> Int {
    guard let count = file.read(into: &buffer) else { throw Failure(errno: errno) }
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
    return real.hasPrefix(home == "/" ? "/" : home + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}
