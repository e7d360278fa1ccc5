// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Why a key could not be made or used.
package enum PasswordKeyError: Error, Equatable {
  /// The name is empty, longer than 60 bytes, or would not be shown as it is.
  case name
  /// A key has 32 bytes, this one another number.
  case length(Int)
  /// The kernel gave no random bytes.
  case noRandomBytes(errno: Int32)
  /// libcrypto refused HMAC-SHA-256, which happens only without memory.
  case libraryRefused
  /// Passwords exist for UIDs of 7 bytes.
  case uidLength(Int)
  /// All 256 counts gave a password that means "none"; no one will ever see this.
  case noUsablePassword
}

/// Why a key file could not be made or read, and which.
package struct KeyFileError: Error, Equatable {
  package let path: String
  package let fault: KeyFileFault

  /// Whether there is no file of that name.
  package var isMissingFile: Bool { fault == .system(.open, errno: ENOENT) }
}

/// What is wrong with a key file; lines count from 1.
package enum KeyFileFault: Error, Equatable {
  case exists
  case link
  case notAFile
  /// Its permission bits let others than its owner read or change it.
  case openToOthers(permissions: UInt32)
  case tooLarge
  /// The first line is not that of a key file.
  case notAKeyFile
  /// A later TagPress wrote it.
  case version(Int)
  case damagedLine(Int)
  case repeatedLine(Int)
  case missing(KeyFileField)
  /// The key changed since the file was made.
  case wrongID(stored: PasswordKeyID, computed: PasswordKeyID)
  case key(PasswordKeyError)
  case system(KeyFileStep, errno: Int32)
}

/// The lines of a key file that are not comments.
package enum KeyFileField: String, Sendable, CaseIterable {
  case name
  case id
  case key
}

/// What the operating system refused.
package enum KeyFileStep: Sendable, Equatable {
  case openFolder
  case create
  case write
  case open
  case read
}
