// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagDump

struct ClassicDumpTests {
  static let bytes = classicBlocks.flatMap { $0 }

  @Test func theMessageRunsOverTheTrailer() {
    #expect(ClassicDump(Self.bytes).content == .message(exampleLink))
  }

  @Test func everyBitOfTheDirectoryCounts() {
    for address in 16..<48 {
      for bit in 0..<8 {
        var bytes = Self.bytes
        bytes[address] ^= 1 << bit
        #expect(ClassicDump(bytes).content == .checksumWrong)
      }
    }
  }

  @Test func withoutNDEFInTheDirectoryItIsNotFormatted() {
    var bytes = Self.bytes
    bytes.replaceSubrange(16..<48, with: [UInt8](repeating: 0, count: 32))
    #expect(ClassicDump(bytes).content == .unformatted)
    #expect(ClassicDump([]).content == .unformatted)
  }

  @Test func aMissingByteIsNamedByItsAddressInTheDump() {
    var bytes: [UInt8?] = Self.bytes
    // Past the trailer of sector 1, in the middle of the message.
    bytes[0x81] = nil
    #expect(ClassicDump(bytes).content == .hidden(address: 0x81))
    bytes[0x11] = nil
    #expect(ClassicDump(bytes).content == .hidden(address: 0x11))
  }

  @Test func sevenBytesOfUIDHaveNoCheckByte() {
    var bytes = Self.bytes
    bytes.replaceSubrange(0..<8, with: exampleUID + [0x08])
    #expect(ClassicDump(bytes).uid == exampleUID)
    #expect(ClassicDump(Self.bytes).uid == hex("01020304"))
  }

  @Test func theSecondDirectoryOfA4KGivesTheLargeSectors() {
    var bytes = Self.bytes + [UInt8](repeating: 0, count: 3072)
    // Only sector 32, the first of 16 blocks, holds NDEF.
    bytes.replaceSubrange(16..<48, with: hex("d501") + [UInt8](repeating: 0, count: 30))
    let aids = hex("5001") + [UInt8](repeating: 0, count: 30) + hex("03e1")
    bytes.replaceSubrange(1024..<1058, with: aids)
    bytes.replaceSubrange(2048..<2048 + exampleTLV.count, with: exampleTLV)
    #expect(ClassicDump(bytes).content == .unformatted, "version 1 has no second directory")
    bytes[57] = 0xC2
    #expect(ClassicDump(bytes).content == .message(exampleLink))
    bytes[1025] = 0
    #expect(ClassicDump(bytes).content == .checksumWrong)
  }
}
