// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct LockBitsTests {
  static let fixedPlace = [
    "3:03", "4:04", "5:05", "6:06", "7:07", "8:08", "9:09", "10:0A", "11:0B", "12:0C", "13:0D",
    "14:0E", "15:0F",
  ]

  // "bit:first-last page", the bits of a page counted from the first bit of its lock bytes.
  @Test(
    arguments: [
      (
        ChipModel.ultralightEV1Large, UInt8(0x24),
        "0:10-11 1:12-13 2:14-15 3:16-17 4:18-19 5:1A-1B 6:1C-1D 7:1E-1F 8:20-21 9:22-23"
      ),
      (
        .ntag212, 0x24,
        "0:10-11 1:12-13 2:14-15 3:16-17 4:18-19 5:1A-1B 6:1C-1D 7:1E-1F 8:20-21 9:22-23"
      ),
      (
        .ntag213, 0x28,
        "0:10-11 1:12-13 2:14-15 3:16-17 4:18-19 5:1A-1B 6:1C-1D 7:1E-1F"
          + " 8:20-21 9:22-23 10:24-25 11:26-27"
      ),
      (
        .ntag215, 0x82,
        "0:10-1F 1:20-2F 2:30-3F 3:40-4F 4:50-5F 5:60-6F 6:70-7F 7:80-81"
      ),
      (
        .ntag216, 0xE2,
        "0:10-1F 1:20-2F 2:30-3F 3:40-4F 4:50-5F 5:60-6F 6:70-7F 7:80-8F"
          + " 8:90-9F 9:A0-AF 10:B0-BF 11:C0-CF 12:D0-DF 13:E0-E1"
      ),
      (
        .ntag203, 0x28,
        "1:10-13 2:14-17 3:18-1B 5:1C-1F 6:20-23 7:24-27 12:29"
      ),
      (
        .ultralightC, 0x28,
        "1:10-13 2:14-17 3:18-1B 5:1C-1F 6:20-23 7:24-27 12:29 13:2A 14:2B 15:2C-2F"
      ),
    ] as [(ChipModel, UInt8, String)])
  func whatEveryDynamicBitLocks(model: ChipModel, page: UInt8, table: String) throws {
    #expect(try locked(by: page, of: model) == table.split(separator: " ").map(String.init))
  }

  @Test(arguments: ChipModel.allModels)
  func whatEveryStaticBitLocks(model: ChipModel) throws {
    #expect(try locked(by: 2, of: model) == Self.fixedPlace)
  }

  /// Sets one bit after the other on new chips and tries a write to every page.
  private func locked(by page: UInt8, of model: ChipModel) throws -> [String] {
    try (0..<(page == 2 ? 16 : 24)).compactMap { bit in
      let chip = try newChip(model)
      var content: [UInt8] = [0, 0, 0, 0]
      content[(page == 2 ? 2 : 0) + bit / 8] = 1 << (bit % 8)
      #expect(chip.answer(to: [0xA2, page] + content, tearing: nil).answer == .acknowledge)
      chip.activated()
      let refused = (2..<model.pages).filter { page in
        defer { chip.activated() }
        // The same bytes again, so that no setting changes on the way.
        let frame = [0xA2, UInt8(page)] + chip.cells(ofPage: page)
        return chip.answer(to: frame, tearing: nil).answer == .refuse(0)
      }
      guard let first = refused.first, let last = refused.last else { return nil }
      #expect(refused == Array(first...last))
      let pages = [first, last].map { HexText.text([UInt8($0)]) }
      return "\(bit):\(first == last ? pages[0] : pages[0] + "-" + pages[1])"
    }
  }

  // A block-lock bit alone, then every bit written at once: the frozen bits stay 0.
  @Test(
    arguments: [
      (ChipModel.ultralight, "02", "00000100", "D948F7FF"),
      (.ultralight, "02", "00000200", "D9480FFC"),
      (.ultralight, "02", "00000400", "D948FF03"),
      (.ntag213, "02", "00000700", "D9480700"),
      (.ntag213, "28", "00000100", "FC0F3FBD"),
      (.ntag213, "28", "00002000", "FF033FBD"),
      (.ntag213, "28", "00003F00", "00003FBD"),
      (.ntag215, "82", "00000800", "3F000FBD"),
      (.ntag216, "E2", "00007F00", "00007FBD"),
      (.ntag216, "E2", "00004000", "FF0F7FBD"),
      (.ultralightEV1Large, "24", "00001000", "FF001FBD"),
      (.ultralightC, "28", "01000000", "F1FF0000"),
      (.ultralightC, "28", "10000000", "1FFF0000"),
      (.ultralightC, "28", "000F0000", "FF0F0000"),
      (.ntag203, "28", "00010000", "FF010000"),
    ] as [(ChipModel, String, String, String)])
  func frozenBits(model: ChipModel, page: String, freeze: String, after: String) throws {
    let chip = try newChip(model)
    expect(
      chip,
      says: """
        A2 \(page) \(freeze) > ACK
        select
        A2 \(page) FFFFFFFF > ACK
        """)
    #expect(HexText.text(chip.cells(ofPage: Int(hex(page)[0]))) == after)
  }

  @Test func lockAndFreezeInOneWrite() throws {
    let chip = try watched(.ntag213)
    expect(chip, says: "A2 02 0000FFFF > ACK\nA2 28 FF0F3F00 > ACK")
    #expect(
      chip.journal == [
        .lockBitsSet(page: 0x02, before: hex("D9480000"), after: hex("D948FFFF")),
        .lockBitsSet(page: 0x28, before: hex("000000BD"), after: hex("FF0F3FBD")),
      ])
  }

  @Test func reservedBitsAreNotTakenButNoted() throws {
    let chip = try watched(.ntag215)
    expect(
      chip,
      says: """
        A2 82 00FF0000 > ACK
        30 82 > 000000BD 040000FF 00050000 00000000
        A2 82 FF0000BD > ACK
        30 82 > FF0000BD 040000FF 00050000 00000000
        """)
    #expect(
      chip.journal == [
        .reservedLockBitsWritten(page: 0x82, written: hex("00FF0000")),
        .lockBitsSet(page: 0x82, before: hex("000000BD"), after: hex("FF0000BD")),
      ])
  }

  @Test(arguments: ChipModel.allModels)
  func momentAtWhichALockHolds(model: ChipModel) throws {
    let atOnce = model.version != nil
    expect(
      try newChip(model),
      says: """
        A2 02 00001000 > ACK
        A2 04 AABBCCDD > \(atOnce ? "NAK0" : "ACK")
        select
        A2 04 11223344 > NAK0
        """)
  }
}
