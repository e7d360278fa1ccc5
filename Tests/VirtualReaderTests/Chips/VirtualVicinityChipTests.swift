// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader
@testable import VirtualVicinity

struct VirtualVicinityChipTests {
  /// The UID as it is printed, and as it is on the air.
  static let uid = "E004015012345678"
  static let air = "78563412500104E0"

  static func slix() throws -> VirtualVicinityChip {
    try #require(VirtualVicinityChip(.slix, uid: hex(uid)))
  }

  /// A conversation as lines of "request > answer"; UID stands for the chip's own on the air.
  private func expect(
    _ chip: VirtualVicinityChip, says script: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let air = HexText.text(chip.uid.reversed())
    for line in script.split(separator: "\n") {
      let parts = line.split(separator: ">").map { part in
        part.split(separator: " ").map { $0 == "UID" ? air : String($0) }.joined()
      }
      let answer = chip.answer(to: hex(parts[0]), tearing: nil)?.answer
      #expect(
        answer.map { HexText.text($0) } ?? "silence" == parts[1], "\(line)",
        sourceLocation: sourceLocation)
    }
  }

  @Test func inventoryFindsTheTagThatIsMeant() throws {
    expect(
      try Self.slix(),
      says: """
        26 01 00 > 00 00 UID
        26 01 08 78 > 00 00 UID
        26 01 08 79 > silence
        26 01 0C 78 06 > 00 00 UID
        26 01 0C 78 05 > silence
        26 01 40 UID > 00 00 UID
        26 01 08 > silence
        26 01 41 UID 00 > silence
        06 01 00 > silence
        """)
  }

  @Test func systemInformationIsTheSheets() throws {
    let lines: [(VicinityModel, String, String)] = [
      (.slix, Self.uid, "00 00 1B 03 01"),
      (.st25dv04k, "E002241122334455", "00 00 7F 03 24"),
      (.wide, "E07E01A1A2A3A4A5", "00 00 3F 07 02"),
      (.single, "E07E02A1A2A3A4A5", "00 00 3F 03 03"),
      (.widest, "E07E03A1A2A3A4A5", "00 00 0F 1F 04"),
    ]
    for (model, uid, information) in lines {
      expect(
        try #require(VirtualVicinityChip(model, uid: hex(uid))),
        says: "22 2B UID > 00 0F UID \(information)")
    }
  }

  @Test func blocksAreWrittenAndRead() throws {
    let chip = try Self.slix()
    expect(
      chip,
      says: """
        22 21 UID 04 01020304 > 00
        22 20 UID 04 > 00 01020304
        62 20 UID 04 > 00 00 01020304
        02 20 04 > 00 01020304
        22 23 UID 03 01 > 00 00000000 01020304
        62 23 UID 03 01 > 00 00 00000000 00 01020304
        22 23 UID 00 1B > 00 \(String(repeating: "00", count: 16)) 01020304 \
        \(String(repeating: "00", count: 92))
        22 23 UID 00 1C > 01 0F
        22 20 UID 1C > 01 0F
        22 21 UID 1C 01020304 > 01 0F
        22 21 UID 04 010203 > 01 0F
        22 20 UID > 01 0F
        22 7F UID > silence
        22 20 \(String(Self.air.reversed())) 04 > silence
        22 20 > silence
        22 > silence
        32 20 UID 04 > silence
        """)
    #expect(Array(chip.memory[16..<20]) == [1, 2, 3, 4])
  }

  @Test func lockedBlocksStayAsTheyAre() throws {
    let chip = try Self.slix()
    expect(
      chip,
      says: """
        22 2C UID 00 03 > 00 00 00 00 00
        22 22 UID 02 > 00
        22 2C UID 00 03 > 00 00 00 01 00
        62 20 UID 02 > 00 01 00000000
        22 21 UID 02 01020304 > 01 0F
        22 22 UID 02 > 01 0F
        22 22 UID 1C > 01 0F
        22 20 UID 02 > 00 00000000
        """)
    let dynamic = try #require(
      VirtualVicinityChip(.st25dv04k, uid: hex("E002241122334455")))
    expect(
      dynamic,
      says: """
        22 22 UID 02 > 01 14
        22 22 UID 01 > 00
        22 22 UID 01 > 01 11
        22 21 UID 01 01020304 > 01 12
        22 20 UID 80 > 01 10
        22 7F UID > 01 01
        22 21 UID 01 01 > 01 02
        """)
  }

  @Test func oddChipsAreOdd() throws {
    expect(
      try #require(VirtualVicinityChip(.wide, uid: hex("E07E01A1A2A3A4A5"))),
      says: """
        22 21 UID 04 0102030405060708 > 01 03
        62 21 UID 04 0102030405060708 > 00
        22 20 UID 04 > 00 0102030405060708
        22 22 UID 04 > 01 03
        62 22 UID 04 > 00
        """)
    expect(
      try #require(VirtualVicinityChip(.single, uid: hex("E07E02A1A2A3A4A5"))),
      says: """
        22 23 UID 00 01 > silence
        22 20 UID 3F > 00 00000000
        """)
  }

  @Test func aQuietChipAnswersOnlyItsName() throws {
    let chip = try Self.slix()
    expect(
      chip,
      says: """
        02 02 > 01 0F
        22 02 UID > silence
        26 01 00 > silence
        02 20 00 > silence
        22 20 UID 00 > 00 00000000
        22 26 UID > 00
        26 01 00 > 00 00 UID
        22 02 UID > silence
        """)
    chip.fieldLost()
    expect(chip, says: "26 01 00 > 00 00 UID")
  }

  @Test func aTornWriteLeavesWhatTheTearSays() throws {
    let write = hex("2221" + Self.air + "0401020304")
    let results: [(Tear, [UInt8])] = [
      (.pageOld, [0, 0, 0, 0]), (.pageNew, [1, 2, 3, 4]), (.pageHalf, [1, 2, 0, 0]),
    ]
    for (tear, content) in results {
      let chip = try Self.slix()
      #expect(chip.answer(to: write, tearing: tear)?.programmedBlocks == 1)
      #expect(Array(chip.memory[16..<20]) == content)
    }
  }

  @Test func numbersOfOtherChipsAreRefused() {
    let strange = [
      "E004016012345678", "E00401501234567", "E0040150123456789A", "", "7856341250010450",
    ]
    for uid in strange {
      #expect(VirtualVicinityChip(.slix, uid: hex(uid)) == nil, "\(uid)")
    }
  }
}
