// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Threads

/// Why a test file could not be made or read.
package struct FileError: Error {
  package var path: String
  package var errno: Int32
}

/// A fresh directory for one test, removed with everything in it when the test releases it.
package final class TemporaryDirectory: Sendable {
  package let path: String

  static let beginning = "/tagpress-test-"
  /// Beside it, what programs remember that work in it.
  static let stateEnding = ".state"

  package convenience init() throws(FileError) {
    try self.init(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
  }

  package init(in parent: String) throws(FileError) {
    var template = Array("\(parent)\(Self.beginning)XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw FileError(path: parent, errno: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeTree(path)
    removeTree(path + Self.stateEnding)
  }

  /// The path of a file in the directory, which need not exist yet.
  package func path(of name: String) -> String {
    "\(path)/\(name)"
  }

  /// Writes a whole file and returns its path; one that is there stays the same file.
  ///
  /// No program is started meanwhile: it would hold the file open for a moment, and the system
  /// starts no script that someone may still write ("Text file busy").
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws(FileError) -> String {
    let path = path(of: name)
    let problem = spawning.withLock { _ -> Int32? in
      guard let file = fopen(path, "w") else { return errno }
      let written = fwrite(bytes, 1, bytes.count, file)
      return fclose(file) == 0 && written == bytes.count ? nil : errno
    }
    if let problem { throw FileError(path: path, errno: problem) }
    return path
  }

  /// Writes a whole text file and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws(FileError) -> String {
    try write(Array(text.utf8), to: name)
  }

  /// The whole content of a file in the directory.
  package func read(_ name: String) throws(FileError) -> [UInt8] {
    try contents(of: path(of: name))
  }

  /// The names of the entries in the directory, sorted.
  package var entries: [String] { names(in: path).sorted() }
}

/// The whole content of a file.
package func contents(of path: String) throws(FileError) -> [UInt8] {
  guard let file = fopen(path, "r") else { throw FileError(path: path, errno: errno) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = fread(&chunk, 1, chunk.count, file)
    guard count > 0 else { break }
    bytes += chunk[..<count]
  }
  guard ferror(file) == 0 else { throw FileError(path: path, errno: errno) }
  return bytes
}

/// The names in a folder; none where there is no folder.
package func names(in directory: String) -> [String] {
  guard let stream = opendir(directory) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// Removes a directory and what is in it, without following symbolic links.
private func removeTree(_ path: String) {
  guard remove(path) != 0, errno == ENOTEMPTY || errno == EEXIST else { return }
  for name in names(in: path) { removeTree("\(path)/\(name)") }
  rmdir(path)
}
