// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import PN532Protocol

/// Frames and their bytes on the line; the first ones are those of UM0701-02, 6.2.1 and 7.
let frameTable: [(frame: Frame, bytes: String)] = [
  (.acknowledge, "0000FF00FF00"),
  (.notAcknowledge, "0000FFFF0000"),
  (.refusal, "0000FF01FF7F8100"),
  (.command([0x02]), "0000FF02FED4022A00"),
  (.answer([0x03, 0x32, 0x01, 0x06, 0x07]), "0000FF06FAD50332010607E800"),
  (.command([0x4A, 0x01, 0x00]), "0000FF04FCD44A0100E100"),
  (.command([]), "0000FF01FFD42C00"),
  (.command([0x14, 0x01]), "0000FF03FDD414011700"),
]

struct FrameTests {
  @Test(arguments: frameTable)
  func encodes(frame: Frame, bytes: String) throws {
    #expect(try frame.bytes() == hex(bytes))
  }

  @Test(arguments: frameTable)
  func decodes(frame: Frame, bytes: String) {
    var decoder = FrameDecoder()
    #expect(decoder.receive(hex(bytes)) == [.frame(frame)])
  }

  @Test("254 bytes and the direction fit one length byte, 255 do not")
  func borderOfExtendedFrames() throws {
    let normal = try Frame.command([UInt8](repeating: 0, count: 254)).bytes()
    let extended = try Frame.command([UInt8](repeating: 0, count: 255)).bytes()
    #expect(Array(normal.prefix(6)) == hex("0000FF FF01 D4"))
    #expect(Array(extended.prefix(9)) == hex("0000FF FFFF 0100FF D4"))
    #expect(normal.count == 262)
    #expect(extended.count == 266)
  }

  @Test func refusesWhatTheChipCannotHold() throws {
    let longest = [UInt8](repeating: 1, count: Frame.longestContent)
    #expect(try Frame.answer(longest).bytes().count == 275)
    #expect(throws: FrameTooLong(count: 265)) { try Frame.answer(longest + [1]).bytes() }
  }

  @Test("frames of every length and random content come back whole", arguments: [0x5EED as UInt64])
  func roundTrips(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    for length in 0...Frame.longestContent {
      let content = random.bytes(length)
      for frame in [Frame.command(content), .answer(content)] {
        var decoder = FrameDecoder()
        #expect(decoder.receive(try frame.bytes()) == [.frame(frame)], "seed \(seed)")
      }
    }
  }
}
