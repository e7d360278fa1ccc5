// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct TripleDESTests {
  // The classroom vector, the one of FIPS 81, and weak and parity-free keys; all computed with
  // OpenSSL as well.
  @Test(
    arguments: [
      (0x1334_5779_9BBC_DFF1, 0x0123_4567_89AB_CDEF, 0x85E8_1354_0F0A_B405),
      (0x0123_4567_89AB_CDEF, 0x4E6F_7720_6973_2074, 0x3FA4_0E8A_984D_4815),
      (0x0000_0000_0000_0000, 0x0000_0000_0000_0000, 0x8CA6_4DE9_C1B1_23A7),
      (0x0101_0101_0101_0101, 0x0000_0000_0000_0000, 0x8CA6_4DE9_C1B1_23A7),
      (0xFFFF_FFFF_FFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0x7359_B216_3E4E_DC58),
    ] as [(UInt64, UInt64, UInt64)])
  func singleDES(key: UInt64, plain: UInt64, cryptogram: UInt64) {
    let cipher = DataEncryptionStandard(key: key)
    #expect(cipher.encrypt(plain) == cryptogram)
    #expect(cipher.decrypt(cryptogram) == plain)
  }

  // Key, vector, plain, cryptogram. The three last are the messages of the example in the sheet of
  // the Ultralight C, the others come from OpenSSL (des-ede-cbc).
  @Test(arguments: [
    (
      "0123456789ABCDEFFEDCBA9876543210", "0000000000000000", "0000000000000000",
      "08D7B4FB629D0885"
    ),
    (
      "0123456789ABCDEFFEDCBA9876543210", "0000000000000000", "0123456789ABCDEF",
      "1A4D672DCA6CB335"
    ),
    (
      "0123456789ABCDEFFEDCBA9876543210", "1122334455667788",
      "000102030405060708090A0B0C0D0E0F1011121314151617",
      "D0ACC9BA09644F7680782BB800ECB5DE8125565653172F64"
    ),
    (
      "49454D4B41455242214E4143554F5946", "0000000000000000", "51E764602678DF2B",
      "577293FD2F34CA51"
    ),
    (
      "49454D4B41455242214E4143554F5946", "577293FD2F34CA51",
      "A8AF3B256C75ED40E764602678DF2B51", "0A638559FC7737F9F15D7862EBBE967A"
    ),
    (
      "49454D4B41455242214E4143554F5946", "F15D7862EBBE967A", "AF3B256C75ED40A8",
      "3B884FA07C137CE1"
    ),
  ])
  func chained(key: String, vector: String, plain: String, cryptogram: String) {
    let cipher = TripleDES(key: hex(key))
    #expect(HexText.text(cipher.encrypt(hex(plain), after: hex(vector))) == cryptogram)
    #expect(HexText.text(cipher.decrypt(hex(cryptogram), after: hex(vector))) == plain)
  }

  @Test(arguments: 0..<8)
  func lengthsThatAreNoBlocksLeaveTheRestOut(extra: Int) {
    let cipher = TripleDES(key: [])
    let bytes = [UInt8](repeating: 7, count: 8 + extra)
    let vector = [UInt8](repeating: 0, count: 8)
    #expect(
      cipher.decrypt(cipher.encrypt(bytes, after: vector), after: vector) == Array(bytes.prefix(8)))
  }

  @Test func roundTrips() {
    var noise = Noise(seed: 2026)
    for blocks in 0..<20 {
      let cipher = TripleDES(key: noise.bytes(16))
      let vector = noise.bytes(8)
      let plain = noise.bytes(8 * blocks)
      #expect(cipher.decrypt(cipher.encrypt(plain, after: vector), after: vector) == plain)
    }
  }
}
