// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagKeys

struct BlockCipherTests {
  private static let key = hex("2B7E151628AED2A6ABF7158809CF4F3C")
  private static let message = hex(
    """
    6BC1BEE22E409F96E93D7E117393172A AE2D8A571E03AC9C9EB76FAC45AF8E51
    30C81C46A35CE411E5FBC1191A0A52EF F69F2445DF4F9B17AD2B417BE66C3710
    """)

  /// NIST SP 800-38A, F.2.1 and F.2.2.
  @Test func aChainIsThatOfTheStandard() {
    let vector = hex("000102030405060708090A0B0C0D0E0F")
    let cryptogram = hex(
      """
      7649ABAC8119B246CEE98E9B12E9197D 5086CB9B507219EE95DB113A917678B2
      73BED6B8E3C1743B7116E69E22229516 3FF1CAA1681FAC09120ECA307586E1A7
      """)
    #expect(BlockCipher.encrypt(Self.message, key: Self.key, after: vector) == cryptogram)
    #expect(BlockCipher.decrypt(cryptogram, key: Self.key, after: vector) == Self.message)
    #expect(BlockCipher.encrypt([], key: Self.key, after: vector) == [])
  }

  /// RFC 4493, 4: messages of 0, 16, 40 and 64 bytes.
  @Test(arguments: [
    (0, "BB1D6929E95937287FA37D129B756746"), (16, "070A16B46B4D4144F79BDD9DD04A287C"),
    (40, "DFA66747DE9AE63030CA32611497C827"), (64, "51F0BEBF7E3B9D92FC49741779363CFE"),
  ])
  func aCodeIsThatOfTheStandard(_ count: Int, _ code: String) {
    let found = BlockCipher.code(of: Array(Self.message.prefix(count)), key: Self.key)
    #expect(found == hex(code))
  }

  @Test func lengthsThatDoNotFitAreNoReasonToReadOn() {
    let vector = BlockCipher.zeroVector
    for count in 1..<16 {
      let short = Array(Self.message.prefix(count))
      #expect(BlockCipher.encrypt(short, key: Self.key, after: vector) == nil)
      #expect(BlockCipher.decrypt(short, key: Self.key, after: vector) == nil)
      #expect(BlockCipher.encrypt(Self.message, key: short, after: vector) == nil)
      #expect(BlockCipher.encrypt(Self.message, key: Self.key, after: short) == nil)
      #expect(BlockCipher.code(of: Self.message, key: short) == nil)
    }
  }
}
