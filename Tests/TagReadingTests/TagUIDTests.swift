// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

struct TagUIDTests {
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

  /// On the air the last byte of an ISO 15693 tag's number comes first; some readers turn it.
  @Test func aVicinityTagIsTurnedSoThatE0ComesFirst() {
    let bytes: [UInt8] = [0xE0, 0x04, 0x01, 0x50, 0x12, 0x34, 0x56, 0x78]
    #expect(TagUID(vicinity: bytes)?.bytes == bytes)
    #expect(TagUID(vicinity: bytes.reversed())?.bytes == bytes)
    #expect(TagUID(vicinity: Array(bytes.dropLast())) == nil)
    #expect(TagUID(vicinity: bytes.map { $0 | 0x08 }) == nil)
  }

  /// One tag in 256 has E0 at both ends: then its maker shows which of them is the first.
  @Test(
    arguments: [
      ([0xE0, 0x04, 0x01, 0x50, 0x12, 0x34, 0x56, 0xE0], "E0040150123456E0"),
      ([0xE0, 0x56, 0x34, 0x12, 0x50, 0x01, 0x04, 0xE0], "E0040150123456E0"),
      ([0xE0, 0x80, 0x34, 0x12, 0x50, 0x01, 0x07, 0xE0], "E0070150123480E0"),
      // Two makers that there are, and none that is known.
      ([0xE0, 0x04, 0x01, 0x50, 0x12, 0x34, 0x07, 0xE0], nil),
      ([0xE0, 0x7E, 0x01, 0x50, 0x12, 0x34, 0x7D, 0xE0], nil),
    ] as [([UInt8], String?)])
  func twoEndsAreToldApartByTheMaker(_ bytes: [UInt8], _ text: String?) {
    #expect(TagUID(vicinity: bytes)?.description == text)
  }

  @Test func onTheAirTheLastByteComesFirst() {
    let bytes: [UInt8] = [0xE0, 0x56, 0x34, 0x12, 0x50, 0x01, 0x7E, 0xE0]
    #expect(TagUID(vicinityOnAir: bytes)?.description == "E07E0150123456E0")
    #expect(TagUID(vicinityOnAir: bytes.dropLast()) == nil)
    #expect(TagUID(vicinityOnAir: bytes.map { $0 | 0x08 }) == nil)
  }
}
