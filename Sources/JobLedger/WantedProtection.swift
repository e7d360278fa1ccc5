// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a manifest says about the protection of its tags.
package enum WantedProtection: String, Hashable, Sendable, CaseIterable {
  case nothing
  /// Permanently locked, in a pass of its own.
  case lock
  /// Permanently locked with the writing.
  case lockWhenWritten = "lock-when-written"
  case password
  case passwordForReading = "password-for-reading"
}
