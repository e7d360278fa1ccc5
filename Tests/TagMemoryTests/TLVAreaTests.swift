// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagMemory

struct TLVAreaTests {
  /// Memories that others use to test their readers: dump, where the message is, its bytes, and
  /// what is odd.
  static let dumps: [(String, Int?, String?, [Finding])] = [
    (
      "010203040506070800000000e1100600000103c010220203e0040200fd020000"
        + "0313d50010000102030405060708090affff0b0c0d0e0ffeffffffff00000000",
      32, "d500100001020304050607" + "08090a0b0c0d0e0f",
      [.proprietaryTLV(address: 28), .nullsBeforeMessage(count: 2)]
    ),
    (
      "010203040506070800000000e11002000104ffffffff0202ffff0303d00000fe", 26, "d00000",
      [
        .controlTLVSkipped(address: 16, length: 4), .controlTLVSkipped(address: 22, length: 2),
      ]
    ),
    (
      "010203040506070800000000e110020002036302020305d5000231ffff320000", 21, "d500023132",
      [.terminatorMissing(address: 30)]
    ),
    (
      "010203040506070800000000e1100200000300fe000000000000000000000000", 17, "",
      [.nullsBeforeMessage(count: 1)]
    ),
    (
      "010203040506070800000000e1100100f0000303d0000000", 18, "d00000",
      [.unknownTLV(tag: 0xF0, address: 16), .terminatorMissing(address: 23)]
    ),
    (
      "010203040506070800000000e110010003ffd00000000000", 16, nil,
      [.valueOverruns(tag: 3, address: 16, length: 0xD000)]
    ),
    ("010203040506070800000000e1100100" + "0305d500023132fe", 16, "d500023132", []),
    ("010203040506070800000000e1100100" + "0306d50003313233", 16, "d50003313233", []),
    (
      "010203040506070800000000e1100100" + "03ff0003d00000fe", 16, "d00000",
      [.longLengthForShortValue(address: 16)]
    ),
    (
      "010203040506070800000000e1100100" + "03ffffff00000000", 16, nil,
      [.valueOverruns(tag: 3, address: 16, length: 0xFFFF)]
    ),
    ("010203040506070800000000e1100100" + "feffffffffffffff", nil, nil, []),
    (
      "010203040506070800000000e1100100" + "0000000000000003", nil, nil,
      [.valueOverruns(tag: 3, address: 23, length: 0)]
    ),
  ]

  @Test(arguments: dumps.indices)
  func anAreaIsReadTolerantly(index: Int) throws {
    let (dump, address, message, findings) = Self.dumps[index]
    let tag = unknown(dump)
    let area = TLVArea(of: tag, container: try #require(tag.container))
    #expect(area.message?.address == address)
    #expect(area.messageBytes(in: tag) == message.map(hex))
    #expect(area.findings == findings)
  }

  @Test func aPhoneReadsTheSame() throws {
    for (dump, _, message, _) in Self.dumps {
      let bytes = hex(dump)
      let seen = phoneReads(bytes, userEnd: bytes.count)
      #expect(
        seen == message.map { Seen.message(hex($0)) } ?? (seen == .broken ? .broken : .nothing))
    }
  }

  @Test func everyTruncationIsSurvived() {
    for (dump, _, _, _) in Self.dumps {
      let bytes = hex(dump)
      for count in 0...bytes.count {
        let tag = Type2Image(chip: nil, bytes: Array(bytes.prefix(count)))
        _ = TagState(tag)
        _ = Finding.all(in: tag)
        _ = try? WritePlan(writing: exampleLink, on: tag)
      }
    }
  }

  @Test func anyBytesAreSurvivedAndReadAsAPhoneReadsThem() throws {
    var random = Splitmix64(seed: 0x7175_0001)
    for round in 0..<2000 {
      let chip = Chip.allCases[round % Chip.allCases.count]
      var area = (0..<chip.layout.userBytes.count).map { _ in random.byte() }
      // Tags that matter are frequent in half of the rounds.
      if round % 2 == 0 {
        for index in area.indices where random.byte() < 0x60 { area[index] %= 4 }
      }
      let tag = image(chip, area: area)
      let read = TLVArea(of: tag, container: try #require(tag.container))
      let seen = phoneReads(tag.bytes, userEnd: chip.layout.userBytes.upperBound)
      if case .message(let bytes) = seen {
        #expect(read.messageBytes(in: tag) == bytes, "round \(round)")
      } else {
        #expect(read.messageBytes(in: tag) == nil, "round \(round)")
      }
      let plan = try? WritePlan(writing: exampleLink, on: tag)
      if let plan {
        #expect(
          phoneReads(plan.result.bytes, userEnd: chip.layout.userBytes.upperBound)
            == .message(exampleLink), "round \(round)")
      }
    }
  }

  @Test func theChipIsBelievedBeforeItsLockControl() throws {
    let tag = image(.ultralightC, area: hex("0103a00c34 0300fe"))
    #expect(Finding.all(in: tag) == [])
    let wrong = image(.ntag213, area: hex("0103900a34 0300fe"))
    #expect(
      Finding.all(in: wrong) == [.lockControlDisagrees(address: 16, says: 144, chipSays: 160)])
    let none = image(.ntag210, area: hex("0103a00c34 0300fe"))
    #expect(
      Finding.all(in: none) == [.lockControlDisagrees(address: 16, says: 160, chipSays: nil)])
  }

  @Test func aPageThatWasNotReadStopsTheWalk() throws {
    var tag = image(.ntag213, area: hex("0103a00c34 0312") + exampleLink + [0xFE])
    for (page, expected) in [(4, 4), (5, 5), (8, 8)] {
      var hole = tag
      hole[page] = nil
      let container = try #require(hole.container)
      #expect(TLVArea(of: hole, container: container).missingPage == expected)
      #expect(TagState(hole).content == .hidden(page: expected))
    }
    tag[12] = nil
    #expect(TagState(tag).content == .message(exampleLink))
  }
}
