// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Type 3 tags through libnfc, judged by all of their blocks.
struct Type3PutTests {
  @Test(arguments: Type3Sheet.allCases)
  func theWholeMemoryIsWhatItMustBe(_ sheet: Type3Sheet) throws {
    let station = try TagStation()
    let id = try station.lay(sheet.state(sheet.blocks(holding: [])))
    for size in [5, 15, 16, 17, 48, 64, 200, sheet.capacity] {
      let message = link(size: size, letter: "w")
      #expect(try station.selectFelica().put(message) != .alreadyThere)
      let blocks = try sheet.blocks(of: station.state(of: id))
      #expect(phoneReads(type3: blocks) == .message(message))
      #expect(blocks[0] == sheet.attributes(holding: size))
      let last = (size + 15) / 16
      #expect(blocks[last].suffix(last * 16 - size).allSatisfy { $0 == 0 })
      // What a larger message left after it is no one's business.
      #expect(try station.selectFelica().put(message) == .alreadyThere)
      let tag = try station.selectFelica()
      #expect(try tag.content(forMessageOf: 0) == .message(message))
    }
    let full = try station.state(of: id)
    let tooLarge = TagMemoryError.messageTooLarge(
      size: sheet.capacity + 1, capacity: sheet.capacity)
    #expect(throws: TagError.memory(tooLarge)) {
      try station.selectFelica().put(link(size: sheet.capacity + 1))
    }
    #expect(try station.state(of: id) == full)
    #expect(try station.selectFelica().put([]) != .alreadyThere)
    #expect(phoneReads(type3: try sheet.blocks(of: station.state(of: id))) == .message([]))
  }

  /// Blocks that keep their content cost nothing.
  @Test func onlyBlocksThatDifferAreWritten() throws {
    let station = try TagStation()
    let old = link(size: 100, letter: "o")
    var new = old
    new[50] = UInt8(ascii: "n")
    let id = try station.lay(Type3Sheet.liteS.state(Type3Sheet.liteS.blocks(holding: old)))
    #expect(try station.selectFelica().put(new) == .written(pages: 3))
    #expect(
      try Type3Sheet.liteS.blocks(of: station.state(of: id))
        == Type3Sheet.liteS.blocks(holding: new))
  }

  @Test func aBlankLiteSIsFormattedOnlyWhenThatIsAllowed() throws {
    let station = try TagStation()
    let blank = try #require(VirtualFelicaLiteChip(idm: Type3Sheet.idm, isFormatted: false))
    let id = try station.lay(blank.state)
    let message = link(size: 30)
    #expect(throws: TagError.memory(.notFormatted)) { try station.selectFelica().put(message) }
    #expect(try station.state(of: id) == blank.state)
    #expect(try station.selectFelica().content(forMessageOf: 0) == .unformatted)
    #expect(try station.selectFelica().put(message, .format) == .written(pages: 4))
    let pmm: [UInt8] = [0x00, 0xF1, 0x00, 0x00, 0x00, 0x01, 0x43, 0x00]
    let tag = try station.felicaInField()
    #expect(tag.technology == .felica(pmm: pmm, systemCode: [0x12, 0xFC]))
    #expect(
      try phoneReads(type3: Type3Sheet.liteS.blocks(of: station.state(of: id)))
        == .message(message))
  }

  @Test func aLockedLiteSTakesNothingAnyMore() throws {
    let station = try TagStation()
    let message = link(size: 30)
    let id = try station.lay(Type3Sheet.liteS.state(Type3Sheet.liteS.blocks(holding: message)))
    try station.selectFelica().lockForEver()
    let locked = try VirtualFelicaLiteChip(state: station.state(of: id))
    #expect(locked.blocks[0] == Type3Sheet.liteS.attributes(holding: 30, readWrite: 0))
    #expect(
      locked.blocks[0x88]
        == [0x00, 0x40, 0x00, 0x01, 0xFF] + [UInt8](repeating: 0, count: 11))
    #expect(try station.selectFelica().planLock().writes.isEmpty)
    #expect(try station.selectFelica().put(message) == .alreadyThere)
    #expect(throws: TagError.memory(.readOnly)) { try station.selectFelica().put(link(size: 31)) }
    // A writer that does not ask is refused by the chip itself.
    let tag = try station.felicaInField()
    let packet =
      [0x08] + Type3Sheet.idm + [1, 0x09, 0x00, 1, 0x80, 1] + [UInt8](repeating: 7, count: 16)
    #expect(try station.reader.ask(tag, packet).suffix(2) == [0x01, 0xA8])
    #expect(try station.state(of: id) == locked.state)
  }

  /// What a Lite-S will not take is known before the first block is written.
  @Test func blocksThatNoOneMayWriteAreRefusedFirst() throws {
    let sheet = Type3Sheet.liteS
    let cases: [(place: Int, value: UInt8, TagMemoryError, TagAccess)] = [
      // The key before each write, and with each, as nfcpy protects such a tag.
      (8, 0xFF, .keyNeeded(0), .passwordToWrite(from: 0)),
      (10, 0x02, .keyNeeded(1), .passwordToWrite(from: 1)),
      // The bit of one block is gone.
      (0, 0xFB, .blockLocked(2), .partlyReadOnly(locked: [2])),
    ]
    for (place, value, error, access) in cases {
      let station = try TagStation()
      var blocks = try #require(VirtualFelicaLiteChip(idm: Type3Sheet.idm)).blocks
      for (number, block) in sheet.blocks(holding: link(size: 30)).enumerated() {
        blocks[number] = block
      }
      var configuration: [UInt8] = [0xFF, 0xFF, 0xFF, 1, 0xFF] + [UInt8](repeating: 0, count: 11)
      configuration[place] = value
      blocks[0x88] = configuration
      let state = try #require(VirtualFelicaLiteChip(idm: Type3Sheet.idm, blocks: blocks)).state
      let id = try station.lay(state)
      let tag = try station.selectFelica()
      #expect(throws: TagError.memory(error)) { try tag.put(link(size: 30, letter: "n")) }
      #expect(tag.image.access == access)
      #expect(try station.state(of: id) == state)
      #expect(station.virtual.counters.programmedPages == 0)
    }
  }

  @Test func onlyLiteChipsAreLocked() throws {
    let station = try TagStation()
    let state = try Type3Sheet.large.state(Type3Sheet.large.blocks(holding: link(size: 9)))
    let id = try station.lay(state)
    #expect(throws: TagError.memory(.lockUnsupported(.type3))) {
      try station.selectFelica().lockForEver()
    }
    #expect(try station.state(of: id) == state)
  }

  /// What a batch does to a tag, through the one interface that every type of tag has.
  @Test func anOrderIsPlannedDoneAndFoundDone() throws {
    let message = link(size: 37, letter: "b")
    for (order, expected) in [
      (TagOrder(message: message), TagPlan(message: 5)),
      (TagOrder(message: message, lock: true), TagPlan(message: 5, locks: 2)),
    ] {
      let station = try TagStation()
      _ = try station.lay(Type3Sheet.liteS.state(Type3Sheet.liteS.blocks(holding: [])))
      let tag: any WritableTag = try openTag(station.felicaInField(), on: station.reader)
      #expect(tag.chipName == "FeliCaLiteS")
      #expect(try tag.content(forMessageOf: 37) == .empty)
      #expect(try tag.prepare(order) == expected)
      #expect(try tag.put(order) == .written(pages: 5))
      if order.lock { #expect(try tag.lock() == .whole) }
      #expect(tag.pagesWritten == expected.message + expected.locks)
      let again: any WritableTag = try openTag(station.felicaInField(), on: station.reader)
      #expect(try again.content(forMessageOf: 0) == .message(message))
      #expect(try again.prepare(order).isEmpty)
    }
  }
}
