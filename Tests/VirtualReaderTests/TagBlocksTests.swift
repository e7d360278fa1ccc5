// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct TagBlocksTests {
  /// Blocks of the reader and what the card says to them; `:` hands the answer to a command in.
  static func expect(
    _ script: String, cardFrame: Int = 64, readerFrame: Int = 64, identifier: UInt8 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var blocks = TagBlocks(
      readerFrame: readerFrame, cardFrame: cardFrame, identifier: identifier)
    for line in script.split(separator: "\n") {
      let parts = line.split(separator: ">").map { $0.filter { $0 != " " } }
      let heard: String
      if parts[0].hasPrefix(":") {
        // ": answer, extensions"
        let words = parts[0].dropFirst().split(separator: ",")
        let extensions = words.count > 1 ? Int(words[1]) ?? 0 : 0
        heard = hexText(blocks.answered(hex(words[0]), extensions: extensions))
      } else {
        switch blocks.receive(hex(parts[0])) {
        case .silence: heard = "silence"
        case .block(let block): heard = hexText(block)
        case .command(let command): heard = "command" + hexText(command)
        case .deselected(let block): heard = "deselected" + hexText(block)
        }
      }
      #expect(heard == parts[1].lowercased(), "\(line)", sourceLocation: sourceLocation)
    }
  }

  @Test("numbers go up and down with each command")
  func numbers() {
    Self.expect(
      """
      02 00A4 > command 00A4
      : 9000 > 02 9000
      03 00B0 > command 00B0
      : 6A82 > 03 6A82
      02 00A4 > command 00A4
      : 9000 > 02 9000
      """)
  }

  @Test("a chain of the reader is acknowledged block by block")
  func chainOfTheReader() {
    Self.expect(
      """
      12 0102 > A2
      13 0304 > A3
      02 05 > command 0102030405
      : 9000 > 02 9000
      """)
  }

  @Test("a chain of the card continues with each acknowledgement, and a lost block is said again")
  func chainOfTheCard() {
    Self.expect(
      """
      02 00 > command 00
      : 0102030405060708090A0B0C0D0E0F101112131415161718191A1B1C9000 > 12 0102030405060708090A0B0C0D
      A3 > 13 0E0F101112131415161718191A
      A3 > 13 0E0F101112131415161718191A
      A2 > 02 1B1C9000
      B2 > 02 1B1C9000
      A3 > silence
      """, readerFrame: 16)
  }

  @Test("a block that never came is not known, one that was answered is answered again")
  func lostBlocks() {
    Self.expect(
      """
      B2 > A3
      B3 > silence
      02 00A4 > command 00A4
      : 9000 > 02 9000
      B2 > 02 9000
      B3 > A2
      03 00B0 > command 00B0
      """)
  }

  @Test("more time is asked for, granted, and asked for again when the grant is lost")
  func waitingTime() {
    Self.expect(
      """
      02 00D6 > command 00D6
      : 9000, 2 > F2 01
      B2 > F2 01
      F2 01 > F2 01
      F2 01 > 02 9000
      F2 01 > silence
      03 > 03
      """)
  }

  @Test("blocks for others, of no kind, or too long for the card are not heard")
  func notHeard() {
    Self.expect(
      """
      06 01 00 > silence
      0A 01 00 > silence
      C3 > silence
      E2 > silence
      82 > silence
      A2 00 > silence
      02 000102030405060708090A0B0C0D > silence
      02 000102030405060708090A0B0C > command 000102030405060708090A0B0C
      C2 > deselected C2
      """, cardFrame: 16)
  }

  @Test("a card that was given a number hears only that number")
  func identifier() {
    Self.expect(
      """
      02 00A4 > silence
      0A 02 00A4 > silence
      0A 01 00A4 > command 00A4
      : 0102030405060708090A0B0C0D9000 > 1A 01 0102030405060708090A0B0C
      AB 01 > 0B 01 0D9000
      BA 01 > AB 01
      CA 01 > deselected CA 01
      """, readerFrame: 16, identifier: 1)
  }

  @Test("a chain without end is dropped")
  func endlessChain() {
    var blocks = TagBlocks(readerFrame: 256, cardFrame: 256, identifier: 0)
    let block = [0x12] + [UInt8](repeating: 0, count: 253)
    var steps = Set<TagBlocks.Step>()
    for _ in 0..<(TagBlocks.longestCommand / 253) { steps.insert(blocks.receive(block)) }
    #expect(steps == [.block([0xA2]), .block([0xA3])])
    #expect(blocks.receive(block) == .silence)
  }

  @Test("no blocks whatever make a card trap", arguments: [1, 2, 3] as [UInt64])
  func noise(seed: UInt64) {
    var noise = Noise(seed: seed)
    var blocks = TagBlocks(readerFrame: 16, cardFrame: 32, identifier: 0)
    for _ in 0..<5_000 {
      let block = noise.bytes(Int(noise.next() % 8))
      if case .command(let command) = blocks.receive(block) {
        _ = blocks.answered(command, extensions: Int(noise.next() % 3))
      }
    }
  }
}
