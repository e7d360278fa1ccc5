// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagReading
import Testing
import VirtualReader

/// Two tags of one kind in the field of one reader, through real libnfc.
struct SecondTagTests {
  enum Kind: Sendable {
    case ntag213
    case ntag424
    case lite
    case transit

    var family: TagFamily {
      switch self {
      case .ntag213, .ntag424: .typeA
      case .lite, .transit: .felica
      }
    }

    func lay(number: UInt8, on virtual: VirtualReader) throws {
      let idm: [UInt8] = [0x01, 0x2E, 0x3D, 0x4C, 0x5B, 0x6A, 0x79, number]
      try virtual.place {
        switch self {
        case .ntag213: return chip(.ntag213, UInt16(number))
        case .ntag424: return card(.ntag424, UInt16(number))
        case .lite: return try #require(VirtualFelicaLiteChip(idm: idm))
        case .transit:
          let purse = [UInt8](repeating: 0, count: 16)
          return try #require(VirtualFelicaCard.transit(idm: idm, attributes: purse))
        }
      }
    }
  }

  /// The tags that are named when several lie there, in each of some rounds; empty for a tag that was
  /// taken for one alone.
  private func named(_ kinds: [Kind], rounds: Int) throws -> [Set<TagUID>] {
    let virtual = try VirtualReader()
    let reader = try open(virtual)
    for (number, kind) in kinds.enumerated() { try kind.lay(number: UInt8(number), on: virtual) }
    return try (0..<rounds).map { _ in
      let tag = try reader.waitForTag(of: TagFamily.allCases, unless: StopFlag())
      do throws(ReaderError) {
        try reader.requireNoneBeside(tag)
        return []
      } catch {
        guard case .severalTags(let one, let other) = error else { return [] }
        return [one, other]
      }
    }
  }

  /// Whichever is found first, and however often it is asked.
  @Test(
    arguments: [
      [.ntag213, .ntag213], [.ntag213, .ntag424], [.lite, .lite], [.lite, .transit],
    ] as [[Kind]])
  func noTagOfTwoIsTakenForOneAlone(kinds: [Kind]) throws {
    let rounds = try named(kinds, rounds: 12)
    #expect(Set(rounds).count == 1 && rounds[0].count == 2, "\(rounds)")
  }

  /// Two of three may hide each other in one slot, once in sixteen times.
  @Test func ofThreeFeliCaTagsTwoAreNearlyAlwaysNamed() throws {
    let rounds = try named([.lite, .lite, .lite], rounds: 24)
    #expect(rounds.filter { $0.count == 2 }.count >= 18, "\(rounds)")
  }

  /// How many commands the look takes for a tag that is alone, which can be spoken to after it.
  @Test(arguments: [(.ntag213, 3), (.ntag424, 3), (.lite, 1), (.transit, 1)] as [(Kind, Int)])
  func theLookCosts(kind: Kind, commands: Int) throws {
    let virtual = try VirtualReader()
    let reader = try open(virtual)
    try kind.lay(number: 1, on: virtual)
    let tag = try #require(try reader.select(kind.family))
    let before = virtual.counters
    try reader.requireNoneBeside(tag)
    #expect(virtual.counters.hostCommands - before.hostCommands == commands)
    switch kind {
    case .ntag213: #expect(try reader.exchange([0x30, 4]).count == 16)
    case .ntag424: _ = try Type4Tag(tag, on: reader).put(link(size: 37, letter: "a"))
    case .lite: _ = try Type3Tag(tag, on: reader).put(link(size: 37, letter: "a"))
    case .transit: #expect(try FelicaTag(tag, on: reader).systems().contains(0x0003))
    }
  }
}
