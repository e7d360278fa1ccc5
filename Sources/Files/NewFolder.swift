// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Glibc

/// Why a folder could not be made.
package enum NewFolderError: Error, Hashable {
  case exists(String)
  /// The folder in which it should be is missing.
  case noParent(String)
  case system(String, code: Int32)
  case cannotCopy(InputError, file: String)
}

/// A folder that appears under its name with everything in it, or not at all.
///
/// It is filled next to its place, under a hidden name, and removed again if it is not finished.
package struct NewFolder: ~Copyable {
  package let path: String
  /// The names of its files, in the order in which they were made.
  package private(set) var names: [String] = []
  private let draft: String
  private let parent: String
  private var isFinished = false

  package init(_ path: String) throws(NewFolderError) {
    let name = lastName(of: path)
    self.path = path
    parent = String(path.dropLast(name.count))
    draft = "\(parent).\(name).new-\(getpid())"
    var status = stat()
    guard lstat(path, &status) != 0 else { throw .exists(path) }
    guard mkdir(draft, 0o777) == 0 else {
      throw errno == ENOENT && !parent.isEmpty
        ? NewFolderError.noParent(String(parent.dropLast())) : .system(path, code: errno)
    }
  }

  deinit {
    guard !isFinished else { return }
    for name in names { unlink("\(draft)/\(name)") }
    rmdir(draft)
  }

  /// Where a file of this name is made; the path changes when the folder is finished.
  package mutating func place(of name: String) -> String {
    if !names.contains(name) { names.append(name) }
    return "\(draft)/\(name)"
  }

  /// Writes a file, or rewrites it.
  package mutating func write(_ bytes: [UInt8], to name: String) throws(NewFolderError) {
    do throws(FileError) {
      try writeFile(place(of: name), bytes)
    } catch {
      throw .system("\(path)/\(name)", code: error.code)
    }
  }

  /// Copies a file from elsewhere; a second file of the same name is refused.
  package mutating func copy(_ source: String, to name: String) throws(NewFolderError) {
    let descriptor = open(place(of: name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .system("\(path)/\(name)", code: errno) }
    defer { close(descriptor) }
    var code: Int32?
    do throws(InputError) {
      let input = try InputFile(regular: source)
      while code == nil {
        let bytes = try input.next()
        if bytes.isEmpty { break }
        if !writeAll(bytes, to: descriptor) { code = errno }
      }
    } catch {
      throw .cannotCopy(error, file: source)
    }
    if code == nil, fsync(descriptor) != 0 { code = errno }
    if let code { throw .system("\(path)/\(name)", code: code) }
  }

  /// Gives the folder its name; like each file in it, that survives a power cut.
  package mutating func finish() throws(NewFolderError) {
    guard syncFolder(draft) else { throw .system(path, code: errno) }
    // Someone may have made something of this name meanwhile, even an empty folder.
    guard moveIntoPlace() == 0 else {
      throw errno == ENOTEMPTY || errno == EEXIST
        ? NewFolderError.exists(path) : .system(path, code: errno)
    }
    isFinished = true
    guard syncFolder(of: path) else { throw .system(path, code: errno) }
  }

  /// A file system that cannot do this in one step is checked once more; no folder with files is
  /// replaced.
  private func moveIntoPlace() -> Int32 {
    if tagpress_rename_new(draft, path) == 0 { return 0 }
    guard errno == EINVAL || errno == ENOSYS else { return -1 }
    var status = stat()
    guard lstat(path, &status) != 0 else {
      errno = EEXIST
      return -1
    }
    return rename(draft, path)
  }
}
