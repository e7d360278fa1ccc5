// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

@Suite struct TagUIDTests {
  @Test(
    arguments: [
      ([0x04, 0xE1, 0x41, 0x12, 0x4C, 0x28, 0x80], "04E141124C2880"),
      ([0x00], "00"),
      ([0x0A, 0xFF], "0AFF"),
    ] as [([UInt8], String)])
  func isWrittenInUpperCaseHex(_ bytes: [UInt8], _ text: String) throws {
    #expect(try #require(TagUID(bytes)).description == text)
  }

  @Test func hasOneToTenBytes() {
    #expect(TagUID([]) == nil)
    #expect(TagUID([UInt8](repeating: 1, count: 10)) != nil)
    #expect(TagUID([UInt8](repeating: 1, count: 11)) == nil)
  }
}
