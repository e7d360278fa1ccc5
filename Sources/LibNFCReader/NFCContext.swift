// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibNFC
internal import Glibc

/// The process's one libnfc context.
///
/// `nfc_exit` empties a driver list that all contexts share, so a second context crashes when the
/// first one ends. There is one, made before any reader's thread uses it, and it is never exited.
struct NFCContext: @unchecked Sendable {
  static let shared = NFCContext()

  /// nil when libnfc had no memory for it.
  let pointer: OpaquePointer?

  private init() {
    // libnfc writes its log to stderr on its own, in the middle of what the user reads.
    setenv("LIBNFC_LOG_LEVEL", "0", 1)
    var pointer: OpaquePointer?
    nfc_init(&pointer)
    self.pointer = pointer
  }
}

/// The version of libnfc that the process runs with (`nfc_version`).
package func libnfcVersion() -> String {
  String(cString: nfc_version())
}
