// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct TagChipTests {
  @Test func everyNameIsOneWordAndItsOwn() {
    let names = TagChip.allCases.map(\.name)
    #expect(Set(names).count == names.count)
    for chip in TagChip.allCases {
      // Names are in a list with spaces between them.
      #expect(!chip.name.contains(" ") && TagChip(name: chip.name) == chip)
    }
    #expect(TagChip(name: "NTAG42") == nil)
  }

  @Test func aType5ChipIsFormattedAndHasTheRoomOfBothReadings() {
    let rooms: [(Type5Chip, Int, isLocked: Bool)] = [
      (.slix, 98, true), (.slix2, 304, true), (.st25dv04k, 496, false),
    ]
    for (chip, capacity, isLocked) in rooms {
      let chip = TagChip.type5(chip)
      #expect(chip.room?.capacity == capacity, "\(chip.name)")
      #expect(chip.takesLock == isLocked && chip.needsFormatting && !chip.isSigned)
    }
  }

  @Test func aCardIsKnownByItsAnswerToSelectAndItsContainer() throws {
    let ntag424 = hex("0017 20 0100 00FF 0406E10401000000")
    let other = hex("000F 20 003B 0034 0406E10404000000")
    let cases: [(ats: String, [UInt8], TagChip?)] = [
      ("7777710280", ntag424, .ntag424), ("7577810280", other, .desfire),
      // NTAG 413 DNA answers like an NTAG 424, and has another container.
      ("7777710280", other, nil), ("", ntag424, nil), ("7000700000", other, nil),
    ]
    for (ats, container, chip) in cases {
      #expect(TagChip(ats: hex(ats), try Type4Container(container)) == chip)
    }
  }
}
