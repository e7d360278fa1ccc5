// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import Testing

@testable import TagDump

struct FeliCaDumpTests {
  func changed(_ change: (inout [[UInt8]]) -> Void) -> DumpedContent {
    var blocks = feliCaBlocks
    change(&blocks)
    return FeliCaDump(blocks: Dictionary(uniqueKeysWithValues: zip(0..., blocks))).content
  }

  /// The attribute block with some bytes changed and its checksum put right.
  func content(attributes change: (inout [UInt8]) -> Void) -> DumpedContent {
    changed { blocks in
      change(&blocks[0])
      let sum = blocks[0].prefix(14).reduce(0) { $0 + Int($1) }
      blocks[0][14] = UInt8(sum >> 8)
      blocks[0][15] = UInt8(sum & 0xFF)
    }
  }

  /// The chip is known by its PMm, and says itself whether phones look for a message on it.
  @Test func theImageIsThatOfTheChip() {
    let zeros = [UInt8](repeating: 0, count: 16)
    let lite: [UInt8] = zeros.prefix(8) + [0x00, 0xF1, 0x00, 0x00, 0x00, 0x01, 0x43, 0x00]
    let enabled: [UInt8] = [0xFF, 0xFF, 0xFF, 0x01] + zeros.prefix(12)
    let disabled: [UInt8] = [0xFF, 0xFF, 0xFF, 0x00] + zeros.prefix(12)
    let message = Dictionary(uniqueKeysWithValues: zip(0..., feliCaBlocks))
    let cases: [(name: String, [Int: [UInt8]], Type3Chip?, TagContent)] = [
      ("nothing of the chip", [:], nil, .message(exampleLink)),
      ("the chip alone", [0x83: lite], .felicaLiteS, .message(exampleLink)),
      ("enabled", [0x83: lite, 0x88: enabled], .felicaLiteS, .message(exampleLink)),
      ("not enabled", [0x83: lite, 0x88: disabled], .felicaLiteS, .unformatted),
    ]
    for (name, more, chip, content) in cases {
      let image = FeliCaDump(blocks: message.merging(more) { $1 }).image
      #expect(image.chip == chip && image.content == content, "\(name)")
    }
    let declared = FeliCaDump(blocks: message, declaredPMm: [0x00, 0xF0, 0, 0, 0, 1, 0x43, 0])
    #expect(declared.image.chip == .felicaLite)
  }

  @Test func followsTheAttributeBlock() {
    #expect(changed { _ in } == .message(exampleLink))
    #expect(changed { $0[0][5] = 1 } == .checksumWrong)
    #expect(changed { $0[0] = [UInt8](repeating: 0, count: 16) } == .unformatted)
    #expect(changed { $0.removeLast() } == .hidden(address: 32))
    #expect(changed { $0 = [] } == .hidden(address: 0))
    #expect(content(attributes: { $0[0] = 0x20 }) == .versionUnsupported(major: 2, minor: 0))
    #expect(content(attributes: { $0[9] = 0x0F }) == .writeInterrupted)
    #expect(content(attributes: { $0[13] = 0 }) == .empty)
    #expect(content(attributes: { $0[4] = 1 }) == .overruns(address: 0, length: 18))
    let huge = content(attributes: {
      $0.replaceSubrange(3..<5, with: [0xFF, 0xFF])
      $0[12] = 0xFF
    })
    #expect(huge == .hidden(address: 48))
  }
}
