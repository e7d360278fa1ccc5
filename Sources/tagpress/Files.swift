// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Synchronization

/// A file that could not be read or written.
struct FileError: Error, Hashable {
  enum Action: Hashable {
    case read
    case write
    /// Write where nothing may be replaced.
    case make
  }

  let path: String
  let action: Action
  let code: Int32
}

/// The bytes of a file; nil when there is none.
func readFileIfThere(_ path: String, limit: Int = 1 << 20) throws(FileError) -> [UInt8]? {
  let file: InputFile
  do throws(InputError) {
    file = try InputFile(path)
  } catch {
    if case .cannotOpen(_, ENOENT) = error { return nil }
    throw FileError(path: path, action: .read, code: error.code)
  }
  do throws(InputError) {
    return try file.rest(limit: limit)
  } catch {
    throw FileError(path: path, action: .read, code: error.code)
  }
}

/// Replaces a file in one step, so that a reader sees the old bytes or the new ones.
func writeFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  let file = try NewFile(path)
  file.write(bytes)
  try file.finish()
}

/// Writes a file where nothing is yet.
func writeNewFile(_ path: String, _ bytes: [UInt8]) throws(FileError) {
  let file = try NewFile(path, replacing: false)
  file.write(bytes)
  try file.finish()
}

/// Writes all bytes; false leaves the reason in errno.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
  var left = bytes[...]
  while !left.isEmpty {
    let count = left.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count >= 0 || mayTryAgain(descriptor, POLLOUT) else { return false }
    left.removeFirst(max(0, count))
  }
  return true
}

/// What stands behind the last slash of a path.
func lastName(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}

/// The folder in which a path ends.
func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
}

/// The names in a folder in their order, without the folder itself and the one above it; nil if it
/// is no folder that can be read.
func folderNames(_ path: String) -> [String]? {
  guard let stream = opendir(path) else { return nil }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted()
}

/// Makes a folder and those above it, as far as they are not there yet.
func makeFolder(_ path: String) throws(FileError) {
  if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
  if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
    try makeFolder(String(path[..<slash]))
    if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
  }
  throw FileError(path: path, action: .write, code: errno)
}

/// The first file that another thread could not write.
final class FileTrouble: Sendable {
  private let noted = Mutex<FileError?>(nil)

  var first: FileError? { noted.withLock { $0 } }

  func note(_ error: FileError) {
    noted.withLock { if $0 == nil { $0 = error } }
  }
}
