// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct AttributeBlockTests {
  @Test func saysWhatTheSpecificationNames() throws {
    let block = try #require(AttributeBlock(hex("10 04 01 000D 00000000 00 01 000025 0048")))
    #expect(block.majorVersion == 1 && block.minorVersion == 0)
    #expect(block.blocksPerRead == 4 && block.blocksPerWrite == 1 && block.blockCount == 13)
    #expect(!block.isBeingWritten && block.isOpen && block.length == 37)
    #expect(block.isIntact && !block.isBlank)
    let other = try #require(AttributeBlock(hex("21 00 00 FFFF 01020304 0F 00 FEDCBA FFFF")))
    #expect(other.majorVersion == 2 && other.minorVersion == 1)
    #expect(other.blocksPerRead == 1 && other.blocksPerWrite == 1 && other.blockCount == 0xFFFF)
    #expect(other.isBeingWritten && !other.isOpen && other.length == 0xFEDCBA)
    #expect(!other.isIntact)
  }

  @Test func everyOtherSizeIsNone() {
    for count in Array(0..<16) + [17, 32] {
      #expect(AttributeBlock([UInt8](repeating: 0, count: count)) == nil)
    }
  }

  @Test func everyChangedByteIsNoticed() throws {
    let sound = hex("10 04 01 000D 00000000 00 01 000025 0048")
    for index in sound.indices {
      var changed = sound
      changed[index] ^= 0x40
      #expect(try #require(AttributeBlock(changed)).isIntact == false, "byte \(index)")
    }
  }

  /// The blocks that nfcpy writes around a message of 39 bytes, from its own tests.
  @Test func changesKeepTheRestAndTheChecksum() throws {
    let block = try #require(AttributeBlock(hex("10 02 02 0003 00000000 00 01 000000 0018")))
    #expect(block.sealed.bytes == hex("10 02 02 0003 00000000 0F 01 000000 0027"))
    #expect(block.sealed.holding(39).bytes == hex("10 02 02 0003 00000000 00 01 000027 003F"))
    #expect(block.closed.bytes == hex("10 02 02 0003 00000000 00 00 000000 0017"))
    let odd = try #require(AttributeBlock(hex("10 02 02 0003 AABBCCDD 00 01 000000 0326")))
    #expect(odd.isIntact)
    #expect(odd.holding(0x012345).bytes == hex("10 02 02 0003 AABBCCDD 00 01 012345 038F"))
    #expect(
      AttributeBlock(blocksPerRead: 4, blocksPerWrite: 1, blockCount: 13).bytes
        == hex("10 04 01 000D 00000000 00 01 000000 0023"))
  }
}
