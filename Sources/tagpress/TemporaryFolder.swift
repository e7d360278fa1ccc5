// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc
internal import TagKeys

/// A folder for files that are of no use behind this run.
struct TemporaryFolder {
  let path: String

  init() throws(Failure) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/tagpress-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(
        name: "no-temporary-folder",
        words:
          "\(parent) takes no new folder: \(String(cString: strerror(errno))); let TMPDIR name "
          + "a folder that does.",
        code: .couldNotRun)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Makes a key that protects nothing of anybody's.
  func makeKey() throws(Failure) -> PasswordKey {
    do throws(KeyFileError) {
      return try KeyFile.create(at: "\(path)/throw-away.keys", name: "throw-away")
    } catch {
      throw Failure(error)
    }
  }

  /// Removes the folder with the files in it.
  func remove() {
    guard let stream = opendir(path) else { return }
    let folder = dirfd(stream)
    while let entry = readdir(stream) {
      withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 1) { _ = unlinkat(folder, $0, 0) }
      }
    }
    closedir(stream)
    rmdir(path)
  }
}
