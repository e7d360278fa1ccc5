// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Synchronization

/// A file that could not be read or written.
package struct FileError: Error, Hashable {
  package enum Action: Hashable {
    case read
    case write
    /// Write a file that must not exist yet.
    case make
  }

  package let path: String
  package let action: Action
  package let code: Int32

  package init(path: String, action: Action, code: Int32) {
    self.path = path
    self.action = action
    self.code = code
  }
}

/// The first file that another thread could not write.
package final class FileTrouble: Sendable {
  private let noted = Mutex<FileError?>(nil)

  package init() {}

  package var first: FileError? { noted.withLock { $0 } }

  package func note(_ error: FileError) {
    noted.withLock { if $0 == nil { $0 = error } }
  }
}
