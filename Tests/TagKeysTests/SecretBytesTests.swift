// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

@Suite struct SecretBytesTests {
  @Test func erasedBytesAreZero() {
    var bytes: [UInt8] = [1, 2, 3]
    erase(&bytes)
    #expect(bytes == [0, 0, 0])
  }

  @Test(
    arguments: [
      ("", []), ("00", [0]), ("0aF9", [0x0A, 0xF9]), ("0", nil), ("0a1", nil), ("0g", nil),
      ("0x", nil), ("/0", nil), (":0", nil), ("@0", nil), ("\u{E9}", nil),
    ] as [(String, [UInt8]?)])
  func digitsAreReadInPairs(_ digits: String, _ expected: [UInt8]?) {
    #expect(bytes(fromHex: Array(digits.utf8)[...]) == expected)
  }
}
