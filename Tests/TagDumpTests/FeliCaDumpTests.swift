// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagDump

@Suite struct FeliCaDumpTests {
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
