// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Permanently locked tags, on every chip, torn and not torn, and tags that someone half locked
/// before.
struct LockTests {
  private static let message = link(size: 20, letter: "m")

  /// The dynamic lock page, as it leaves the factory and with every bit set that is ours.
  private static let dynamic: [Chip: (page: Int, old: String, new: String)] = [
    .ultralightC: (0x28, "00000000", "FFEE0000"),
    .ultralightEV1Large: (0x24, "000000BD", "FF031FBD"),
    .ntag203: (0x28, "00000000", "FF000000"),
    .ntag212: (0x24, "000000BD", "FF031FBD"),
    .ntag213: (0x28, "000000BD", "FF0F3FBD"),
    .ntag215: (0x82, "000000BD", "FF000FBD"),
    .ntag216: (0xE2, "000000BD", "FF3F7FBD"),
  ]

  private static func before(_ sheet: DataSheet) -> [[UInt8]] {
    sheet.written(message, over: factory(sheet.model))
  }

  private static func locked(_ sheet: DataSheet) -> [[UInt8]] {
    var cells = before(sheet)
    cells[2] = [cells[2][0], cells[2][1], 0xFF, 0xFF]
    cells[3][3] = 0x0F
    if let dynamic = dynamic[sheet.chip] { cells[dynamic.page] = hex(dynamic.new) }
    return cells
  }

  /// What the chip notes: the container's access, then the dynamic bits, then the static ones.
  private static func events(_ sheet: DataSheet) -> [ChipEvent] {
    let (old, new) = (before(sheet), locked(sheet))
    var events: [ChipEvent] = [.otpBitsSet(before: old[3], after: new[3])]
    for page in [dynamic[sheet.chip]?.page, 2].compactMap({ $0 }) {
      events.append(.lockBitsSet(page: page, before: old[page], after: new[page]))
    }
    return events
  }

  @Test func everyBitThatIsOursIsSetAndNoOther() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      let laid = station.lay(sheet.model, holding: Self.before(sheet))
      var tag = try station.select()
      #expect(try tag.put(Self.message) == .alreadyThere)
      #expect(try tag.lockForEver() == [])
      #expect(laid.cells == Self.locked(sheet), "\(sheet.chip)")
      #expect(laid.journal == Self.events(sheet), "\(sheet.chip)")

      tag = try station.select()
      #expect(throws: TagError.memory(.readOnly)) {
        try tag.put(link(size: 9))
      }
      try tag.read(.everything)
      let state = TagState(tag.image)
      #expect(state.content == .message(Self.message) && state.access == .readOnly)
      // Doing it again changes nothing.
      #expect(try tag.put(Self.message) == .alreadyThere)
      #expect(try tag.lockForEver() == [])
      #expect(laid.cells == Self.locked(sheet) && laid.journal == Self.events(sheet))
      // The chip agrees that every user page is closed.
      for page in 3...sheet.lastUserPage {
        try station.reader.reselect(tag.tag)
        #expect(throws: ReaderError.refused(0), "\(sheet.chip), page \(page)") {
          try station.reader.exchange([0xA2, UInt8(page), 0, 0, 0, 0], .careful)
        }
      }
      station.remove(laid)
    }
  }

  @Test func tornInTheMiddleAndDoneAgainItEndsLocked() throws {
    var cases: [(sheet: DataSheet, write: Int, tear: Tear)] = []
    for sheet in DataSheet.all {
      for write in Self.events(sheet).indices {
        for tear in [.pageOld, .pageNew, .pageHalf, .pageNoise(UInt64(cases.count))] as [Tear] {
          cases.append((sheet, write, tear))
        }
      }
    }
    let tearing = try TagStation(FaultPlan(tearing: cases.map { ($0.write, $0.tear) }))
    let sound = try TagStation()
    for torn in cases {
      let laid = tearing.lay(torn.sheet.model, holding: Self.before(torn.sheet))
      let tag = try tearing.select()
      #expect(throws: TagError.self, "\(torn)") { try tag.lockForEver() }
      let cells = laid.cells
      tearing.remove(laid)
      #expect(torn.sheet.phone(reads: cells) == .message(Self.message), "\(torn)")

      let again = sound.lay(torn.sheet.model, holding: cells)
      let tagAgain = try sound.select()
      #expect(try tagAgain.put(Self.message) == .alreadyThere, "\(torn)")
      #expect(try tagAgain.lockForEver() == [])
      #expect(again.cells == Self.locked(torn.sheet), "\(torn)")
      sound.remove(again)
    }
  }

  @Test func pagesThatCanNeverBeLockedAreNamed() throws {
    let station = try TagStation()
    let cases: [(Chip, page: Int, content: String, never: [ClosedRange<Int>])] = [
      (
        .ntag213, 0x28, "00003FBD", stride(from: 16, through: 38, by: 2).map { $0...$0 + 1 }
      ),
      (.ntag213, 0x28, "010002BD", [20...21, 22...23]),
      (
        .ntag216, 0xE2, "00007FBD",
        stride(from: 16, through: 208, by: 16).map { $0...$0 + 15 } + [224...225]
      ),
      (.ntag215, 0x82, "000008BD", [112...127, 128...129]),
      (.ultralightC, 0x28, "10000000", [28...31, 32...35, 36...39]),
    ]
    for (chip, page, content, never) in cases {
      let sheet = try DataSheet.of(chip)
      var cells = Self.before(sheet)
      cells[page] = hex(content)
      let laid = station.lay(sheet.model, holding: cells)
      #expect(try station.select().lockForEver() == never, "\(chip)")
      // Those pages are open, and every other one is closed.
      let tag = try station.select()
      for page in 4...sheet.lastUserPage {
        try station.reader.reselect(tag.tag)
        let isOpen =
          (try? station.reader.exchange([0xA2, UInt8(page), 0, 0, 0, 0], .careful)) != nil
        #expect(isOpen == never.contains { $0.contains(page) }, "\(chip), page \(page)")
      }
      station.remove(laid)
    }
  }

  @Test func staticBitsThatAreFrozenAreNamed() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      var cells = Self.before(sheet)
      // Pages 4 to 9 are frozen open, and page 10 is locked already.
      cells[2] = [cells[2][0], cells[2][1], 0x02, 0x04]
      let laid = station.lay(sheet.model, holding: cells)
      #expect(try station.select().lockForEver() == (4...9).map { $0...$0 }, "\(sheet.chip)")
      #expect(laid.cells[2][2...] == [0x0F, 0xFC], "\(sheet.chip)")
      station.remove(laid)
    }
  }

  @Test func anUnformattedTagIsNotLocked() throws {
    let station = try TagStation()
    for sheet in DataSheet.all where !sheet.isFormatted {
      let laid = station.lay(sheet.model)
      #expect(throws: TagError.memory(.notFormatted)) {
        try station.select().lockForEver()
      }
      #expect(laid.journal == [])
      station.remove(laid)
    }
  }
}
