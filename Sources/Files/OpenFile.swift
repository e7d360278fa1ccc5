// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Owns a file descriptor and closes it once.
package struct OpenFile: ~Copyable {
  package let descriptor: Int32

  /// Wraps the result of open(2); nil when that is -1.
  package init?(_ answer: Int32) {
    guard answer >= 0 else { return nil }
    descriptor = answer
  }

  deinit { close(descriptor) }

  /// Reads to the end of the file or the limit; nil leaves the reason in errno.
  ///
  /// It allocates all of the memory at once: a growing array would leave copies of a secret behind.
  package func read(atMost limit: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: limit)
    var total = 0
    let isRead = bytes.withUnsafeMutableBytes { buffer in
      while total < limit {
        let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[total...])
        let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
        if count == 0 { break }
        if count < 0 && errno != EINTR { return false }
        total += max(0, count)
      }
      return true
    }
    guard isRead else { return nil }
    bytes.removeLast(limit - total)
    return bytes
  }

  /// Fills the buffer with the next bytes and returns how many, 0 at the end; nil leaves the reason
  /// in errno.
  package func read(into buffer: inout [UInt8]) -> Int? {
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count >= 0 { return count }
      guard errno == EINTR else { return nil }
    }
  }
}
