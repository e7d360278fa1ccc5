// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

/// An ISO 15693 tag that answers whatever it likes, often nearly right.
private final class NoisyVicinity: TagReader {
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

  func felicaTags() throws(ReaderError) -> [TagInField] { [] }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    guard random.next() % 8 != 0 else { throw .silent }
    guard random.next() % 8 != 0 else { return random.bytes(upTo: 40) }
    guard random.next() % 8 != 0 else { return [0x01, UInt8(random.next() % 32)] }
    switch command[1] {
    case 0x2B:
      // Sizes of blocks from one byte to eight.
      let size = random.next() % 4 == 0 ? UInt8(random.next() % 8) : 3
      return [0, 0x0F] + tag.uid.bytes.reversed() + [0, 0, UInt8(random.next() % 64), size, 1]
    case 0x20: return [0] + content(from: Int(command[10]), count: 1)
    case 0x23: return [0] + content(from: Int(command[10]), count: Int(command[11]) + 1)
    case 0x2C: return [0] + random.bytes(Int(command[11]) + 1)
    default: return [0]
    }
  }

  /// Blocks of four bytes; the container is what leads on.
  private func content(from first: Int, count: Int) -> [UInt8] {
    var bytes = random.bytes(count * 4)
    if first == 0 { bytes.replaceSubrange(0..<4, with: [0xE1, 0x40, 0x0D, 0x09]) }
    if first == 0, count > 1, random.next() % 2 == 0 { bytes[4] = 0x03 }
    return bytes
  }

  func halt() throws(ReaderError) {}
  func switchField(on: Bool) throws(ReaderError) {}
}

struct Type5NoiseTests {
  @Test(arguments: [0x5555, 0x6666] as [UInt64])
  func whateverATagAnswersEndsInAResult(seed: UInt64) throws {
    let slix = try Type5TagTests.slix()
    let message = hex("D1 01 04 55 04 616263")
    var outcomes = 0
    for round in 0..<2000 {
      let reader = NoisyVicinity(slix, seed: seed &+ UInt64(round))
      guard let tag = try? Type5Tag(slix, on: reader) else { continue }
      _ = try? tag.content(forMessageOf: message.count)
      if (try? tag.put(message, [.format, .overwriteForeign])) != nil { outcomes += 1 }
      try? tag.lockForEver()
    }
    // Noise reads back as what was written only by chance.
    #expect(outcomes < 20, "seed \(seed)")
  }
}
