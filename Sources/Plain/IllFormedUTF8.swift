// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Whether the bytes begin with some that are no character of UTF-8; four are enough to tell.
package func beginsIllFormed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  guard let first = bytes.first, first >= 0x80 else { return false }
  var decoder = UTF8()
  var iterator = bytes.prefix(4).makeIterator()
  return decoder.decode(&iterator) == .error
}
