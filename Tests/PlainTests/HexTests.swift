// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import Testing

struct HexTests {
  private static let sample: [UInt8] = [0x04, 0xE1, 0x00, 0xFF]

  @Test func everyByteHasTwoDigits() {
    #expect(hex(Self.sample) == "04e100ff")
    #expect(hexDigits(of: Self.sample) == Array("04e100ff".utf8))
    #expect(upperHex(Self.sample) == "04E100FF")
    #expect(spacedHex(Self.sample[1...]) == "E1 00 FF")
    #expect(hex([]).isEmpty && upperHex([UInt8]()).isEmpty && spacedHex([]).isEmpty)
  }

  @Test func aNumberHasAllItsDigits() {
    #expect(upperHex(UInt8(0x0A)) == "0A")
    #expect(upperHex(UInt16(0x12FC)) == "12FC")
    #expect(upperHex(UInt16(7)) == "0007")
    #expect(upperHex(UInt32(0xABCDE)) == "000ABCDE")
  }

  @Test(
    arguments: [
      ("", []), ("00", [0]), ("0aF9", [0x0A, 0xF9]), ("0", nil), ("0a1", nil), ("0g", nil),
      ("0x", nil), ("/0", nil), (":0", nil), ("@0", nil), ("\u{E9}", nil),
    ] as [(String, [UInt8]?)])
  func digitsAreReadInPairs(_ digits: String, _ expected: [UInt8]?) {
    #expect(bytes(ofHexDigits: Array(digits.utf8)) == expected)
  }

  @Test(
    arguments: [
      ("", []), ("d1", [0xD1]), ("0xD101", [0xD1, 0x01]),
      ("d1:01-0e 55\t\n", [0xD1, 1, 0x0E, 0x55]),
      ("d 1", [0xD1]),
    ] as [(String, [UInt8])])
  func typedHexMayBeSeparated(_ text: String, _ expected: [UInt8]) throws {
    #expect(try bytes(fromHex: Array(text.utf8)) == expected)
    #expect(looksLikeHex(Array(text.utf8)))
  }

  @Test(
    arguments: [
      ("d1g", .notADigit, 2), ("0x0x", .notADigit, 3), ("d1 0", .halfAByte, 4),
    ] as [(String, HexError.Problem, Int)])
  func aSlipHasItsPlace(_ text: String, _ problem: HexError.Problem, _ offset: Int) {
    let error = #expect(throws: HexError.self) { try bytes(fromHex: Array(text.utf8)) }
    #expect(error?.problem == problem && error?.offset == offset)
    #expect(looksLikeHex(Array(text.utf8)) == (problem == .halfAByte))
  }

  @Test func aByteOrderMarkIsNoPartOfAText() {
    #expect(Array([0xEF, 0xBB, 0xBF, 0x41].withoutMark) == [0x41])
    #expect(Array([0xEF, 0xBB].withoutMark) == [0xEF, 0xBB])
  }
}
