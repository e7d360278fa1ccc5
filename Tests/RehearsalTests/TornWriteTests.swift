// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagReading
import Testing
import VirtualReader

/// A tag that is torn off the reader while it writes, and what it holds when it comes back.
struct TornWriteTests {
  private let old: [UInt8] = [0x11, 0x22, 0x33, 0x44]
  private let new: [UInt8] = [0xA1, 0xA2, 0xA3, 0xA4]

  @Test(
    arguments: [
      (Tear.pageOld, [0x11, 0x22, 0x33, 0x44]),
      (.pageNew, [0xA1, 0xA2, 0xA3, 0xA4]),
      (.pageHalf, [0xA1, 0xA2, 0x33, 0x44]),
    ] as [(Tear, [UInt8])])
  func thePageIsOldOrNewOrHalf(_ tear: Tear, _ expected: [UInt8]) throws {
    #expect(try tornPage(tear) == expected)
  }

  @Test func noiseComesFromItsSeed() throws {
    let first = try tornPage(.pageNoise(7))
    #expect(try tornPage(.pageNoise(7)) == first)
    #expect(try tornPage(.pageNoise(8)) != first)
  }

  /// Page 6 after a write to it was torn; every other page must be what it was.
  private func tornPage(_ tear: Tear) throws -> [UInt8] {
    var options = VirtualReaderOptions()
    options.faults.atWrite[1] = tear
    let virtual = try VirtualReader(options)
    let id = virtual.place { chip(.ntag213, 1) }
    let reader = try open(virtual)
    let tag = try #require(try reader.select(.typeA))
    #expect(try reader.ask(tag, [0xA2, 6] + old) == [])
    let before = try memory(of: id, in: virtual)

    // The tag is back soon; whether the first select finds it depends on how soon.
    #expect(throws: ReaderError.self) { try reader.exchange([0xA2, 6] + new) }
    while try reader.select(.typeA, uid: tag.uid) == nil {}
    let after = try memory(of: id, in: virtual)
    #expect(try reader.exchange([0x30, 6]).prefix(4).elementsEqual(after[6]))
    var others = after
    others[6] = before[6]
    #expect(others == before)
    return after[6]
  }
}
