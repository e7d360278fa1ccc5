// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// A message on every chip, judged by the whole memory against tables that no one else uses.
struct PutTests {
  /// `https://example.com/a`.
  static let example = hex("D1010E55046578616D706C652E636F6D2F61")
  /// Page 3 and the pages after it, as they must be after the example was put on a new chip.
  static let expected: [(Chip, String)] = [
    (.ultralight, "E1100600 0312D101 0E550465 78616D70 6C652E63 6F6D2F61 FE000000"),
    (.ultralightC, "E1101200 0103A010 440312D1 010E5504 6578616D 706C652E 636F6D2F 61FE0000"),
    (.ultralightEV1Small, "E1100600 0312D101 0E550465 78616D70 6C652E63 6F6D2F61 FE000000"),
    (.ultralightEV1Large, "E1101000 0312D101 0E550465 78616D70 6C652E63 6F6D2F61 FE000000"),
    (.ntag203, "E1101200 0103A010 440312D1 010E5504 6578616D 706C652E 636F6D2F 61FE0000"),
    (.ntag210, "E1100600 0312D101 0E550465 78616D70 6C652E63 6F6D2F61 FE000000"),
    (.ntag212, "E1101000 0103900A 340312D1 010E5504 6578616D 706C652E 636F6D2F 61FE0000"),
    (.ntag213, "E1101200 0103A00C 340312D1 010E5504 6578616D 706C652E 636F6D2F 61FE0000"),
    (.ntag215, "E1103E00 0312D101 0E550465 78616D70 6C652E63 6F6D2F61 FE000000"),
    (.ntag216, "E1106D00 0312D101 0E550465 78616D70 6C652E63 6F6D2F61 FE000000"),
  ]

  @Test func theExampleIsWhereItMustBe() throws {
    let station = try TagStation()
    #expect(Self.expected.count == Chip.allCases.count)
    #expect(Set(Self.expected.map(\.0)) == Set(Chip.allCases))
    for (chip, text) in Self.expected {
      let sheet = try DataSheet.of(chip)
      let laid = station.lay(sheet.model)
      var cells = laid.cells
      cells.replaceSubrange(3..<3 + pages(hex(text)).count, with: pages(hex(text)))
      let tag = try station.select()
      #expect(tag.image.chip == chip)
      _ = try tag.put(Self.example, .format)
      #expect(laid.cells == cells, "\(chip.rawValue)")
      #expect(laid.cells == sheet.written(Self.example, over: factory(sheet.model)))
      station.remove(laid)
    }
  }

  @Test(arguments: DataSheet.all)
  func everySizeUpToTheCapacityFits(_ sheet: DataSheet) throws {
    let station = try TagStation()
    let sizes = [6, 41, 253, 254, 255, 256, 300, sheet.capacity - 1, sheet.capacity]
    for size in sizes where size <= sheet.capacity {
      let laid = station.lay(sheet.model)
      let before = laid.cells
      let expected = sheet.written(link(size: size), over: before)
      // A tag that is formatted is sealed first, which writes one page twice.
      let changed = zip(before, expected).count { $0 != $1 } + (sheet.isFormatted ? 0 : 1)
      let outcome = try station.select().put(link(size: size), .format)
      #expect(outcome == .written(pages: changed), "\(size) bytes")
      #expect(laid.cells == expected, "\(size) bytes")
      #expect(sheet.phone(reads: laid.cells) == .message(link(size: size)))
      #expect(try station.select().put(link(size: size)) == .alreadyThere)
      station.remove(laid)
    }
  }

  @Test func oneByteMoreIsRefusedBeforeTheFirstWrite() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      let laid = station.lay(sheet.model)
      let before = laid.cells
      let size = sheet.capacity + 1
      let cost = try station.cost {
        let tag = try station.select()
        #expect(
          throws: TagError.memory(.messageTooLarge(size: size, capacity: sheet.capacity))
        ) { try tag.put(link(size: size), .format) }
      }
      #expect(cost.writes == 0 && laid.cells == before, "\(sheet.chip.rawValue)")
      station.remove(laid)
    }
  }

  @Test func anUnformattedTagIsFormattedOnlyWithPermission() throws {
    let station = try TagStation()
    for sheet in DataSheet.all where !sheet.isFormatted {
      let laid = station.lay(sheet.model)
      let before = laid.cells
      let tag = try station.select()
      #expect(throws: TagError.memory(.notFormatted)) {
        try tag.put(Self.example)
      }
      #expect(laid.cells == before && laid.journal == [])
      _ = try tag.put(Self.example, .format)
      #expect(laid.cells == sheet.written(Self.example, over: before))
      // The one-time bits are set once, by the container and nothing else.
      #expect(laid.journal == [.otpBitsSet(before: [0, 0, 0, 0], after: sheet.container)])
      station.remove(laid)
    }
  }

  @Test func aRewriteTouchesNoOtherPage() throws {
    let station = try TagStation()
    let sizes = [6, 46, 17, 30]
    for sheet in DataSheet.all {
      let laid = station.lay(sheet.model)
      var expected = laid.cells
      for (letter, size) in zip("abcd", sizes) {
        expected = sheet.written(link(size: size, letter: letter), over: expected)
        _ = try station.select().put(link(size: size, letter: letter), .format)
        #expect(laid.cells == expected, "\(sheet.chip.rawValue)")
      }
      expected = sheet.written([], over: expected)
      _ = try station.select().put([])
      #expect(laid.cells == expected, "\(sheet.chip.rawValue)")
      station.remove(laid)
    }
  }

  @Test func whatOthersWroteIsOverwrittenOnlyWithPermission() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      let foreign = sheet.formatted(
        factory(sheet.model), holding: Array(#"{"made":"by others"}"#.utf8))
      let laid = station.lay(sheet.model, holding: foreign)
      let tag = try station.select()
      #expect(throws: TagError.foreignContent) { try tag.put(Self.example) }
      #expect(laid.cells == foreign)
      _ = try tag.put(Self.example, .overwriteForeign)
      #expect(laid.cells == sheet.written(Self.example, over: foreign))
      station.remove(laid)
    }
  }
}
