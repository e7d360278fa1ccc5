// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import PN532Protocol
import TestSupport
import Testing

struct FrameDecoderTests {
  /// Wake-up bytes, a frame, noise, an ACK, a frame that was cut off, a whole one after it, one
  /// with a wrong checksum, an extended one.
  static let stream: [UInt8] =
    hex("5555000000000000") + hex("0000FF03FDD414011700") + hex("A5FF0012")
    + hex("0000FF00FF00") + hex("0000FF04FCD440") + hex("0000FF02FED4022A00")
    + hex("0000FF02FED4022B00") + hex("0000FFFFFF0003FDD44001EB00") + hex("0000FFFF0000")

  static let findings: [FrameDecoder.Finding] = [
    .frame(.command([0x14, 0x01])), .frame(.acknowledge), .damage(.contentChecksum),
    .frame(.command([0x02])), .damage(.contentChecksum), .frame(.command([0x40, 0x01])),
    .frame(.notAcknowledge),
  ]

  @Test func readsAStreamInOnePiece() {
    var decoder = FrameDecoder()
    #expect(decoder.receive(Self.stream) == Self.findings)
    #expect(decoder.pendingCount == 1)
  }

  @Test("two cuts anywhere change nothing")
  func readsAStreamCutAnywhere() {
    let stream = Self.stream
    for first in 0...stream.count {
      for second in first...stream.count {
        var decoder = FrameDecoder()
        let found =
          decoder.receive(Array(stream[..<first])) + decoder.receive(Array(stream[first..<second]))
          + decoder.receive(Array(stream[second...]))
        #expect(found == Self.findings, "cut at \(first) and \(second)")
      }
    }
  }

  @Test func readsAStreamByteByByte() {
    var decoder = FrameDecoder()
    #expect(Self.stream.flatMap { decoder.receive([$0]) } == Self.findings)
  }

  @Test(
    "what is no frame is named",
    arguments: [
      ("0000FF02FFD4022A00", FrameDecoder.Damage.lengthChecksum),
      ("0000FFFFFF0003FCD44001EB00", .lengthChecksum),
      ("0000FF0000", .length(0)),
      ("0000FFFFFF010AF5", .length(266)),
      ("0000FFFFFF000000", .length(0)),
      ("0000FF01FF3CC400", .direction(0x3C)),
      ("0000FF02FE7F018000", .direction(0x7F)),
      ("0000FF02FED4022900", .contentChecksum),
    ])
  func namesDamage(bytes: String, damage: FrameDecoder.Damage) {
    var decoder = FrameDecoder()
    #expect(decoder.receive(hex(bytes)) == [.damage(damage)])
    #expect(decoder.receive(hex("0000FF02FED4022A00")) == [.frame(.command([0x02]))])
  }

  @Test func everyTruncationWaits() {
    let frame = hex("0000FFFFFF0003FDD44001EB")
    for length in 0..<frame.count {
      var decoder = FrameDecoder()
      #expect(decoder.receive(Array(frame[..<length])).isEmpty)
      #expect(decoder.receive(Array(frame[length...])) == [.frame(.command([0x40, 0x01]))])
    }
  }

  @Test("a flood of noise leaves nothing behind", arguments: [0xF100D as UInt64])
  func survivesNoise(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    var decoder = FrameDecoder()
    for _ in 0..<2_000 {
      _ = decoder.receive(random.bytes(Int.random(in: 0...40, using: &random)))
      #expect(decoder.pendingCount <= 2 + 5 + 265 + 1, "seed \(seed)")
    }
    // The longest false frame is pushed out by a frame's length of silence.
    _ = decoder.receive([UInt8](repeating: 0, count: 300))
    #expect(decoder.receive(hex("0000FF02FED4022A00")) == [.frame(.command([0x02]))])
  }
}
