// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

/// A FeliCa chip that answers whatever it likes, often nearly right.
private final class NoisyReader: TagReader {
  let identity = ReaderIdentity(name: "noise", model: "a reader of the tests")
  private let tag: TagInField
  private var random: Splitmix64

  init(_ tag: TagInField, seed: UInt64) {
    self.tag = tag
    random = Splitmix64(seed: seed)
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    random.next() % 16 == 0 ? nil : tag
  }

  func felicaTags() throws(ReaderError) -> [TagInField] { [tag] }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard random.next() % 8 != 0 else { throw .silent }
    let head = [(command.first ?? 0) &+ 1] + tag.uid.bytes
    guard random.next() % 8 != 0 else { return random.bytes(upTo: 255) }
    let isRead = command.first == 0x06
    guard isRead, let count = command.dropFirst(12).first else {
      return head + (random.next() % 4 == 0 ? random.bytes(upTo: 4) : [0, 0])
    }
    var blocks = random.bytes(Int(count) * 16)
    // Attributes that fit their checksum are what leads on.
    if blocks.count >= 16, random.next() % 2 == 0 {
      blocks[0] = 0x10
      let sum = blocks[..<14].reduce(0) { $0 + Int($1) }
      blocks[14] = UInt8(sum >> 8)
      blocks[15] = UInt8(sum & 0xFF)
      if random.next() % 2 == 0 { blocks.replaceSubrange(0..<16, with: attributes) }
    }
    return head + [0, 0, count] + blocks
  }

  private let attributes: [UInt8] = [
    0x10, 0x0F, 0x0F, 0x00, 0x40, 0, 0, 0, 0, 0, 0x01, 0, 0, 0, 0x00, 0x6F,
  ]

  func halt() throws(ReaderError) {}
  func switchField(on: Bool) throws(ReaderError) {}
}

struct Type3NoiseTests {
  @Test(arguments: [0x3333, 0x4444] as [UInt64])
  func whateverAChipAnswersEndsInAResult(seed: UInt64) throws {
    let lite = try felicaTag(system: 0x12FC, icCode: 0xF1)
    let blank = try felicaTag(system: 0x88B4, icCode: 0xF1)
    let large = try felicaTag(system: 0x12FC)
    let message = hex("D1 01 04 55 04 616263")
    var outcomes = 0
    for round in 0..<2000 {
      let tag = [lite, blank, large][round % 3]
      let reader = NoisyReader(tag, seed: seed &+ UInt64(round))
      guard let type3 = try? Type3Tag(tag, on: reader) else { continue }
      _ = try? type3.content(forMessageOf: message.count)
      if (try? type3.put(message, [.format, .overwriteForeign])) != nil { outcomes += 1 }
      try? type3.lockForEver()
      let felica = FelicaTag(tag, on: reader)
      _ = try? felica.choose(system: 0x0003)
      _ = try? felica.systems()
      _ = try? felica.services(among: [0x008B, 0x090F])
      _ = try? felica.readFirst(20, of: 0x090F)
    }
    // Noise reads back as what was written only by chance.
    #expect(outcomes < 20, "seed \(seed)")
  }
}
