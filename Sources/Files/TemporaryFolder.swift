// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// The system's reason why there is no place for temporary files.
package struct NoTemporaryFolder: Error, Hashable {
  package let parent: String
  package let code: Int32
}

/// A folder for files that are not needed after this run.
package struct TemporaryFolder {
  package let path: String

  package init() throws(NoTemporaryFolder) {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(parent)/tagpress-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw NoTemporaryFolder(parent: parent, code: errno)
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder with all that is in it.
  package func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    var status = stat()
    // The target of a link is not in the folder.
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      unlink(path)
      return
    }
    for name in folderNames(path) ?? [] {
      remove("\(path)/\(name)")
    }
    rmdir(path)
  }
}
