// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagReading
import Testing
import VirtualReader

@testable import TagMemory

/// The writer's chip table held against the virtual chips', through the reader: each was typed from
/// the data sheets separately, so a wrong entry on either side shows here.
struct TwoTablesTests {
  private static let modelNames: [Chip: String] = [
    .ultralight: "Ultralight MF0ICU1", .ultralightC: "Ultralight C MF0ICU2",
    .ultralightEV1Small: "Ultralight EV1 MF0UL11", .ultralightEV1Large: "Ultralight EV1 MF0UL21",
    .ntag203: "NTAG203", .ntag210: "NTAG210", .ntag212: "NTAG212", .ntag213: "NTAG213",
    .ntag215: "NTAG215", .ntag216: "NTAG216",
  ]

  @Test func everyVirtualChipIsCalledByItsName() throws {
    let station = try TagStation()
    #expect(ChipModel.allModels.count == Chip.allCases.count)
    for model in ChipModel.allModels {
      let laid = station.lay(model)
      let tag = try station.select()
      #expect(tag.image.chip.flatMap { Self.modelNames[$0] } == model.name)
      #expect((tag.version != nil) == tag.image.chip?.layout.features.contains(.version))
      #expect(laid.journal == [], "identifying \(model.name) left something behind")
      station.remove(laid)
    }
  }

  @Test func theMemoryEndsWhereTheTableSays() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      let laid = station.lay(sheet.model)
      let tag = try station.select()
      let layout = sheet.chip.layout
      #expect(laid.cells.count == layout.pageCount, "\(sheet.chip)")
      let last = UInt8(layout.readablePageCount - 1)
      // The last page that can be read is followed by page 0.
      let answer = try station.reader.ask(tag.tag, [0x30, last])
      #expect(Array(answer[4...]) == Array(laid.cells[..<3].joined()), "\(sheet.chip)")
      #expect(throws: ReaderError.refused(0), "\(sheet.chip)") {
        try station.reader.ask(tag.tag, [0x30, last + 1])
      }
      station.remove(laid)
    }
  }

  @Test func aNewChipIsWhatTheTableDelivers() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      let laid = station.lay(sheet.model)
      let tag = try station.select()
      try tag.read(.everything)
      let delivered = Type2Image(delivered: sheet.chip)
      let layout = sheet.chip.layout
      #expect(tag.image.container == delivered.container, "\(sheet.chip)")
      #expect(tag.image.configuration == delivered.configuration, "\(sheet.chip)")
      #expect(Finding.all(in: tag.image).isEmpty, "\(sheet.chip)")
      // The data sheet leaves the user memory of an unformatted Ultralight C open.
      if sheet.chip != .ultralightC {
        for page in layout.userPages {
          #expect(tag.image[page] == delivered[page], "\(sheet.chip), page \(page)")
        }
        #expect(TagState(tag.image) == TagState(content: .factoryNew, access: .open))
      }
      station.remove(laid)
    }
  }

  @Test(arguments: DataSheet.all)
  func aLockBitLocksItsPagesAndNoOther(_ sheet: DataSheet) throws {
    let station = try TagStation()
    let layout = sheet.chip.layout
    for bit in layout.locks.bits {
      let laid = station.lay(sheet.model)
      let tag = try station.select()
      try setBit(bit.place, on: tag, station)
      for page in [
        bit.pages.lowerBound - 1, bit.pages.lowerBound, bit.pages.upperBound,
        bit.pages.upperBound + 1,
      ]
      where (3...layout.userPages.upperBound).contains(page) || bit.pages.contains(page) {
        let isOpen = try accepts([0xA2, UInt8(page), 0, 0, 0, 0], tag, station)
        #expect(isOpen != bit.pages.contains(page), "\(bit.pages), page \(page)")
      }
      #expect(
        !laid.journal.contains { if case .reservedLockBitsWritten = $0 { true } else { false } })
      station.remove(laid)
    }
    // Together they lock every user page, the container, and what could hide them.
    let locked = Set(layout.locks.bits.flatMap(\.pages))
    let settings = sheet.chip == .ultralightC ? Set(0x2A...0x2F) : []
    #expect(locked == Set(3...layout.userPages.upperBound).union(settings))
  }

  @Test(arguments: DataSheet.all)
  func aFreezingBitFreezesItsBitsAndNoOther(_ sheet: DataSheet) throws {
    let station = try TagStation()
    let bits = sheet.chip.layout.locks.bits
    for freezing in Set(bits.map(\.frozenBy)) {
      let laid = station.lay(sheet.model)
      let tag = try station.select()
      try setBit(freezing, on: tag, station)
      for bit in bits where bit.place.address / 4 == freezing.address / 4 {
        try setBit(bit.place, on: tag, station)
        let cells = laid.cells
        let isSet = cells[bit.place.address / 4][bit.place.address % 4] & bit.place.mask != 0
        #expect(isSet == (bit.frozenBy != freezing), "\(bit)")
      }
      station.remove(laid)
    }
  }

  @Test func theRegistersAreWhereTheTableSays() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      guard let page = sheet.chip.layout.configurationPage else { continue }
      let laid = station.lay(sheet.model)
      let tag = try station.select()
      let password: [UInt8] = [1, 2, 3, 4]
      #expect(try accepts([0xA2, UInt8(page + 2)] + password, tag, station))
      #expect(try accepts([0xA2, UInt8(page + 3), 5, 6, 0, 0], tag, station))
      #expect(try station.reader.ask(tag.tag, [0x1B] + password) == [5, 6], "\(sheet.chip)")
      // AUTH0: from here on the chip wants the password.
      #expect(try accepts([0xA2, UInt8(page), 0, 0, 0, 5], tag, station))
      #expect(try accepts([0xA2, 4, 0, 0, 0, 0], tag, station), "\(sheet.chip)")
      #expect(try !accepts([0xA2, 5, 0, 0, 0, 0], tag, station), "\(sheet.chip)")
      #expect(laid.journal.count == 1, "one refused write: \(laid.journal)")
      station.remove(laid)
    }
  }

  @Test func theMirrorIsOnTheChipsOfTheTable() throws {
    let station = try TagStation()
    for sheet in DataSheet.all {
      guard let page = sheet.chip.layout.configurationPage else { continue }
      let laid = station.lay(sheet.model)
      let tag = try station.select()
      // The counter at page 5, byte 0; only chips with this mirror count taps.
      #expect(try accepts([0xA2, UInt8(page + 1), 0x10, 5, 0, 0], tag, station))
      #expect(try accepts([0xA2, UInt8(page), 0x84, 0, 5, 0xFF], tag, station))
      try tag.restart()
      let shown = try station.reader.ask(tag.tag, [0x30, 5]).prefix(6)
      let isCounter = shown.elementsEqual(Array("000001".utf8))
      #expect(isCounter == sheet.chip.layout.features.contains(.mirror), "\(sheet.chip)")
      station.remove(laid)
    }
  }

  private func setBit(_ place: BitPlace, on tag: Type2Tag, _ station: TagStation) throws {
    var bytes: [UInt8] = [0, 0, 0, 0]
    bytes[place.address % 4] = place.mask
    #expect(try accepts([0xA2, UInt8(place.address / 4)] + bytes, tag, station))
  }

  /// Whether the chip takes a write, from a new activation on: some chips obey new bits only then.
  private func accepts(_ command: [UInt8], _ tag: Type2Tag, _ station: TagStation) throws -> Bool {
    try station.reader.reselect(tag.tag)
    do throws(ReaderError) {
      _ = try station.reader.exchange(command, .careful)
      return true
    } catch {
      guard error == .refused(0) else { throw error }
      return false
    }
  }
}
