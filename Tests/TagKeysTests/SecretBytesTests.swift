// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

struct SecretBytesTests {
  @Test func erasedBytesAreZero() {
    var bytes: [UInt8] = [1, 2, 3]
    erase(&bytes)
    #expect(bytes == [0, 0, 0])
  }
}
