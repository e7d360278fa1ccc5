// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct Type2WritingTests {
  @Test func oneTimeProgrammableBitsAreOnlySet() throws {
    let chip = try watched(.ntag213)
    expect(
      chip,
      says: """
        A2 03 00000000 > ACK
        30 03 > E1101200 0103A00C 340300FE 00000000
        A2 03 E1103E0F > ACK
        30 03 > E1103E0F 0103A00C 340300FE 00000000
        """)
    #expect(
      chip.journal == [.otpBitsSet(before: hex("E1101200"), after: hex("E1103E0F"))])
  }

  @Test func pagesOfTheUIDAreNotWritable() throws {
    let chip = try watched(.ntag213)
    expect(
      chip,
      says: """
        A2 00 00000000 > NAK0
        select
        A2 01 00000000 > NAK0
        select
        A2 02 FFFF0000 > ACK
        30 00 > 04399124 C2FC6780 D9480000 E1101200
        A2 2D 00000000 > NAK0
        select
        A2 FF 00000000 > NAK0
        """)
    #expect(
      chip.journal == [
        .writeRefused(page: 0x00), .writeRefused(page: 0x01), .writeRefused(page: 0x2D),
        .writeRefused(page: 0xFF),
      ])
  }

  @Test func compatibilityWriteTakesFourBytesOfSixteen() throws {
    expect(
      try newChip(.ultralight),
      says: """
        A0 04 > ACK
        01020304 05060708 090A0B0C 0D0E0F10 > ACK
        30 04 > 01020304 00000000 00000000 00000000
        A0 01 > NAK0
        select
        A0 05 > ACK
        01020304 > NAK0
        select
        A0 05 > ACK
        select
        30 05 > 00000000 00000000 00000000 00000000
        """)
  }

  @Test func lockedPageRefusesTheFirstFrameOfCompatibilityWrite() throws {
    expect(
      try newChip(.ntag213),
      says: """
        A2 02 00001000 > ACK
        A0 04 > NAK0
        select
        A2 04 01020304 > NAK0
        """)
  }

  @Test func counterOfTheOlderChipsOnlyRises() throws {
    expect(
      try newChip(.ntag203),
      says: """
        A2 29 F0FF0000 > ACK
        30 28 > 00000000 F0FF0000 04399124 C2FC6780
        A2 29 0F000000 > ACK
        30 29 > FFFF0000 04399124 C2FC6780 D9480000
        A2 29 10000000 > ACK
        30 29 > FFFF0000 04399124 C2FC6780 D9480000
        A2 29 01000000 > NAK0
        select
        30 29 > FFFF0000 04399124 C2FC6780 D9480000
        """)
  }

  @Test func writesAreCountedForTheClock() throws {
    let chip = try newChip(.ntag213)
    #expect(
      chip.answer(to: hex("A20401020304"), tearing: nil)
        == ChipReply(.acknowledge, programmedPages: 1))
    #expect(chip.answer(to: hex("3004"), tearing: nil).programmedPages == 0)
  }

  @Test(arguments: [
    (Tear.pageOld, "0103A00C", "E1101200"), (.pageNew, "AABBCCDD", "E1101200"),
    (.pageHalf, "AABBA00C", "E1101200"),
  ])
  func tornPages(tear: Tear, userPage: String, otherPage: String) throws {
    let chip = try newChip(.ntag213)
    _ = chip.answer(to: hex("A204AABBCCDD"), tearing: tear)
    #expect(HexText.text(chip.cells(ofPage: 4)) == userPage)
    #expect(HexText.text(chip.cells(ofPage: 3)) == otherPage)
  }

  // The sheet promises that pages 2, 3 and the dynamic lock page are whole after any tear.
  @Test(arguments: [Tear.pageHalf, .pageOld, .pageNew] + (0..<32).map { .pageNoise($0) })
  func tearProofPages(tear: Tear) throws {
    let chip = try newChip(.ntag213)
    _ = chip.answer(to: hex("A2030000000F"), tearing: tear)
    _ = chip.answer(to: hex("A228FFFF3F00"), tearing: tear)
    _ = chip.answer(to: hex("A2020000FFFF"), tearing: tear)
    #expect(["E1101200", "E110120F"].contains(HexText.text(chip.cells(ofPage: 3))))
    #expect(["000000BD", "FF0F3FBD"].contains(HexText.text(chip.cells(ofPage: 0x28))))
    #expect(["D9480000", "D948FFFF"].contains(HexText.text(chip.cells(ofPage: 2))))
  }

  @Test func noiseComesFromItsSeed() throws {
    let pages = try (0..<3).map { seed in
      let chip = try newChip(.ntag213)
      _ = chip.answer(to: hex("A204AABBCCDD"), tearing: .pageNoise(UInt64(seed / 2)))
      return chip.cells(ofPage: 4)
    }
    #expect(pages[0] == pages[1])
    #expect(pages[0] != pages[2])
  }

  @Test func wornPages() throws {
    let chip = try newChip(.ntag213)
    chip.worn = [4: .keepsOldValue, 5: .refuses]
    expect(
      chip,
      says: """
        A2 04 01020304 > ACK
        A2 05 01020304 > NAK5
        select
        30 04 > 0103A00C 340300FE 00000000 00000000
        """)
  }

  @Test func deadAfterSomeCommands() throws {
    let chip = try newChip(.ntag213)
    chip.commandsLeft = 2
    expect(
      chip,
      says: """
        60 > 0004040201000F03
        A2 04 01020304 > ACK
        60 > silence
        power
        60 > silence
        """)
    #expect(chip.cells(ofPage: 4) == [1, 2, 3, 4])
  }

  @Test func cloneClaimsAChipItIsNot() throws {
    let chip = try #require(
      VirtualType2Chip(.ntag213, uid: hex("53112233445566"), claiming: .ntag216))
    expect(
      chip,
      says: """
        60 > 0004040201001303
        30 00 > 531122E8 33445566 44480000 E1106D00
        3C 00 > NAK0
        select
        30 2D > NAK0
        select
        A2 30 01020304 > NAK0
        """)
  }

  @Test func badLengthsMakeNoChip() {
    #expect(VirtualType2Chip(.ntag213, uid: [1, 2, 3, 4]) == nil)
    #expect(VirtualType2Chip(.ntag213, uid: hex("04112233445566"), signature: [0]) == nil)
  }
}
