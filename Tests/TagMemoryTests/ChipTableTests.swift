// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct ChipTableTests {
  /// One line of the data sheets, typed a second time.
  struct Sheet {
    let chip: Chip
    let pages: Int
    let lastUserPage: Int
    let delivered: String
    let container: String
    let area: String
    let lockPage: Int?
    /// All lock and freezing bits of the lock page, reserved bits 0.
    let allLocks: String?
    let configuration: Int?
  }

  static let sheets: [Sheet] = [
    Sheet(
      chip: .ultralight, pages: 16, lastUserPage: 0x0F, delivered: "00000000",
      container: "e1100600", area: "", lockPage: nil, allLocks: nil, configuration: nil),
    Sheet(
      chip: .ultralightC, pages: 48, lastUserPage: 0x27, delivered: "00000000",
      container: "e1101200", area: "0103a010440300fe", lockPage: 0x28, allLocks: "ffee0000",
      configuration: nil),
    Sheet(
      chip: .ultralightEV1Small, pages: 20, lastUserPage: 0x0F, delivered: "00000000",
      container: "e1100600", area: "", lockPage: nil, allLocks: nil, configuration: 0x10),
    Sheet(
      chip: .ultralightEV1Large, pages: 41, lastUserPage: 0x23, delivered: "00000000",
      container: "e1101000", area: "", lockPage: 0x24, allLocks: "ff031f00", configuration: 0x25),
    Sheet(
      chip: .ntag203, pages: 42, lastUserPage: 0x27, delivered: "e1101200",
      container: "e1101200", area: "0103a010440300fe", lockPage: 0x28, allLocks: "ff000000",
      configuration: nil),
    Sheet(
      chip: .ntag210, pages: 20, lastUserPage: 0x0F, delivered: "e1100600",
      container: "e1100600", area: "0300fe", lockPage: nil, allLocks: nil, configuration: 0x10),
    Sheet(
      chip: .ntag212, pages: 41, lastUserPage: 0x23, delivered: "e1101000",
      container: "e1101000", area: "0103900a340300fe", lockPage: 0x24, allLocks: "ff031f00",
      configuration: 0x25),
    Sheet(
      chip: .ntag213, pages: 45, lastUserPage: 0x27, delivered: "e1101200",
      container: "e1101200", area: "0103a00c340300fe", lockPage: 0x28, allLocks: "ff0f3f00",
      configuration: 0x29),
    Sheet(
      chip: .ntag215, pages: 135, lastUserPage: 0x81, delivered: "e1103e00",
      container: "e1103e00", area: "0300fe", lockPage: 0x82, allLocks: "ff000f00",
      configuration: 0x83),
    Sheet(
      chip: .ntag216, pages: 231, lastUserPage: 0xE1, delivered: "e1106d00",
      container: "e1106d00", area: "0300fe", lockPage: 0xE2, allLocks: "ff3f7f00",
      configuration: 0xE3),
  ]

  @Test(arguments: sheets.indices)
  func theTableIsTheDataSheet(index: Int) {
    let sheet = Self.sheets[index]
    let layout = sheet.chip.layout
    #expect(layout.pageCount == sheet.pages)
    #expect(layout.userPages == 4...sheet.lastUserPage)
    #expect(layout.deliveredContainer.bytes == hex(sheet.delivered))
    #expect(layout.container.bytes == hex(sheet.container))
    #expect(layout.deliveredArea == hex(sheet.area))
    #expect(layout.controlTLVs == Array(hex(sheet.area).dropLast(3)))
    #expect(layout.locks.dynamicPage == sheet.lockPage)
    #expect(
      sheet.lockPage.map { layout.locks.allBits(ofPage: $0).bytes } == sheet.allLocks.map(hex))
    #expect(layout.configurationPage == sheet.configuration)
  }

  @Test func theSheetsAreAllChips() {
    #expect(Set(Self.sheets.map(\.chip)) == Set(Chip.allCases))
  }

  /// Every user page has exactly one lock bit, and no bit stands for a page of another kind.
  @Test(arguments: Chip.allCases)
  func everyUserPageCanBeLocked(chip: Chip) {
    let pages = chip.layout.locks.bits.flatMap { Array($0.pages) }.sorted()
    // AUTH0, AUTH1 and the key of an Ultralight C can hide a message that no one can change.
    let settings = chip == .ultralightC ? Array(0x2A...0x2F) : []
    #expect(pages == Array(3...chip.layout.userPages.upperBound) + settings)
    let places = chip.layout.locks.bits.map(\.place)
    #expect(Set(places).count == places.count)
  }

  /// Single bits, as the data sheets draw them: chip, byte and bit of the lock page, pages,
  /// freezing bit.
  static let drawn: [(Chip, Int, Int, ClosedRange<Int>, Int)] = [
    (.ntag213, 0, 0, 16...17, 0), (.ntag213, 0, 7, 30...31, 3), (.ntag213, 1, 3, 38...39, 5),
    (.ntag215, 0, 0, 16...31, 0), (.ntag215, 0, 1, 32...47, 0), (.ntag215, 0, 7, 128...129, 3),
    (.ntag216, 1, 0, 144...159, 4), (.ntag216, 1, 5, 224...225, 6),
    (.ntag212, 1, 1, 34...35, 4), (.ultralightC, 0, 1, 16...19, 0),
    (.ultralightC, 0, 5, 28...31, 4), (.ultralightC, 0, 7, 36...39, 4),
  ]

  @Test func lockBitsAreWhereTheyAreDrawn() {
    for (chip, byte, bit, pages, freezing) in Self.drawn {
      let start = (chip.layout.locks.dynamicPage ?? 0) * 4
      let freezingByte = chip == .ultralightC ? 0 : 2
      let found = chip.layout.locks.bits.first {
        $0.place == BitPlace(address: start + byte, mask: 1 << UInt8(bit))
      }
      #expect(found?.pages == pages, "\(chip)")
      #expect(
        found?.frozenBy
          == BitPlace(address: start + freezingByte, mask: 1 << UInt8(freezing)), "\(chip)")
    }
  }

  @Test func staticLocksAreTheSameOnEveryChip() {
    var lock = [UInt8](repeating: 0, count: 2)
    for bit in LockMap.staticBits { lock[bit.place.address - 10] |= bit.place.mask }
    #expect(lock == [0xF8, 0xFF])
    #expect(Chip.ultralight.layout.locks.allBits(ofPage: 2) == Page(0, 0, 0xFF, 0xFF))
    #expect(
      LockMap.staticBits.map(\.frozenBy.mask) == [1] + [2, 2, 2, 2, 2, 2] + [4, 4, 4, 4, 4, 4])
  }

  static let versions: [(String, Chip?, String?, Bool)] = [
    ("0004030101000B03", .ultralightEV1Small, "MF0UL11", true),
    ("0004030101000E03", .ultralightEV1Large, "MF0UL21", true),
    ("0004040101000B03", .ntag210, "NTAG210", true),
    ("0004040101000E03", .ntag212, "NTAG212", true),
    ("0004040201000F03", .ntag213, "NTAG213", true),
    ("0004040201001103", .ntag215, "NTAG215", true),
    ("0004040201001303", .ntag216, "NTAG216", true),
    ("0053040201000F03", .ntag213, "Feiju NTAG213", false),
    ("0034210101000E03", .ultralightEV1Large, "Mikron EV1 128", false),
    ("0004040502011303", nil, "NTAG I2C 1k", true),
    ("0004040201009903", nil, nil, true),
    ("00", nil, nil, false),
    ("", nil, nil, false),
  ]

  @Test func aVersionNamesItsChip() {
    for (answer, chip, name, isFromNXP) in Self.versions {
      let version = ChipVersion(answer: hex(answer))
      #expect(version.chip == chip && version.name == name, "\(answer)")
      #expect(version.isFromNXP == isFromNXP, "\(answer)")
      #expect(Chip.identify(version: hex(answer)) == chip)
    }
  }
}
