// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct AdvancedEncryptionStandardTests {
  /// FIPS 197, B and C.1.
  @Test(arguments: [
    (
      "2B7E151628AED2A6ABF7158809CF4F3C", "3243F6A8885A308D313198A2E0370734",
      "3925841D02DC09FBDC118597196A0B32"
    ),
    (
      "000102030405060708090A0B0C0D0E0F", "00112233445566778899AABBCCDDEEFF",
      "69C4E0D86A7B0430D8CDB78070B4C55A"
    ),
  ])
  func block(key: String, plain: String, cryptogram: String) {
    let cipher = AdvancedEncryptionStandard(key: hex(key))
    #expect(cipher.encrypt(hex(plain)) == hex(cryptogram))
    #expect(cipher.decrypt(hex(cryptogram)) == hex(plain))
  }

  private static let cipher = AdvancedEncryptionStandard(
    key: hex("2B7E151628AED2A6ABF7158809CF4F3C"))
  private static let message = hex(
    "6BC1BEE22E409F96E93D7E117393172AAE2D8A571E03AC9C9EB76FAC45AF8E51"
      + "30C81C46A35CE411E5FBC1191A0A52EFF69F2445DF4F9B17AD2B417BE66C3710")

  /// NIST SP 800-38A, F.2.1.
  @Test func chain() {
    let vector = hex("000102030405060708090A0B0C0D0E0F")
    let cryptogram = hex(
      "7649ABAC8119B246CEE98E9B12E9197D5086CB9B507219EE95DB113A917678B2"
        + "73BED6B8E3C1743B7116E69E222295163FF1CAA1681FAC09120ECA307586E1A7")
    #expect(Self.cipher.encrypt(chain: Self.message, after: vector) == cryptogram)
    #expect(Self.cipher.decrypt(chain: cryptogram, after: vector) == Self.message)
  }

  /// RFC 4493, 4.
  @Test(arguments: [
    (0, "BB1D6929E95937287FA37D129B756746"), (16, "070A16B46B4D4144F79BDD9DD04A287C"),
    (40, "DFA66747DE9AE63030CA32611497C827"), (64, "51F0BEBF7E3B9D92FC49741779363CFE"),
  ])
  func code(count: Int, code: String) {
    #expect(Self.cipher.code(of: Array(Self.message.prefix(count))) == hex(code))
  }
}
