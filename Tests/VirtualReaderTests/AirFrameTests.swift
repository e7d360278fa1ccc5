// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct AirFrameTests {
  @Test(
    "CRC_A of frames from ISO 14443-3 and from public traces",
    arguments: [
      ("0000", "A01E"), ("1234", "26CF"), ("5000", "57CD"), ("3000", "02A8"), ("E050", "BCA5"),
      ("937088 04E1412C", "A89C"),
    ])
  func checksum(content: String, crc: String) {
    #expect(crcA(hex(content)) == hex(crc))
    #expect(AirFrame.withCRC(hex(content)).checkedContent == hex(content))
  }

  @Test func refusesWhatHasNoChecksum() {
    #expect(AirFrame(hex("500057CC")).checkedContent == nil)
    #expect(AirFrame(hex("57CD")).checkedContent == nil)
    #expect(AirFrame([]).checkedContent == nil)
    #expect(AirFrame.fourBits(0xA).checkedContent == nil)
  }

  @Test func packsBits() {
    let frame = AirFrame([0x93, 0x05], lastBits: 3)
    #expect(frame.bitCount == 11)
    #expect(AirFrame(bits: frame.bits) == frame)
    #expect(AirFrame(bits: [true, false, true], from: 6) == AirFrame([0x40, 0x01], lastBits: 1))
    #expect(AirFrame(bits: []) == AirFrame([]))
  }
}
