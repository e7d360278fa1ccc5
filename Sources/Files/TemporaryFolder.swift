// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// The system's reason why there is no place for such files.
package struct NoTemporaryFolder: Error, Hashable {
  package let parent: String
  package let code: Int32
}

/// A folder for files that are of no use after this run.
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

  /// Removes the folder with the files in it.
  package func remove() {
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
