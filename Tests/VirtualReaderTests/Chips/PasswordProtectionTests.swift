// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct PasswordProtectionTests {
  @Test func factoryPasswordIsAnswered() throws {
    expect(try newChip(.ntag213), says: "1B FFFFFFFF > 0000")
    expect(try newChip(.ultralightEV1Small), says: "1B FFFFFFFF > 0000")
  }

  @Test func writeProtectionHoldsFromTheNextActivation() throws {
    let chip = try watched(.ntag213)
    expect(
      chip,
      says: """
        A2 2B 31323334 > ACK
        A2 2C AABB0000 > ACK
        A2 29 04000004 > ACK
        A2 04 01020304 > ACK
        select
        A2 04 05060708 > NAK0
        select
        30 04 > 01020304 340300FE 00000000 00000000
        1B 31323335 > NAK0
        select
        1B 31323334 > AABB
        A2 04 05060708 > ACK
        30 2B > 00000000 00000000 04399124 C2FC6780
        select
        A2 04 00000000 > NAK0
        """)
    #expect(
      chip.journal == [
        .writeRefused(page: 4), .passwordFailed(count: 0), .writeRefused(page: 4),
      ])
    #expect(HexText.text(chip.cells(ofPage: 0x2B)) == "31323334")
  }

  @Test func readProtectionRollsOverBeforeTheFirstProtectedPage() throws {
    expect(
      try newChip(.ntag213),
      says: """
        A2 29 04000006 > ACK
        A2 2A 80050000 > ACK
        power
        30 03 > E1101200 0103A00C 340300FE 04399124
        30 05 > 340300FE 04399124 C2FC6780 D9480000
        30 06 > NAK0
        select
        3A 04 05 > 0103A00C 340300FE
        3A 04 06 > NAK0
        select
        1B FFFFFFFF > 0000
        30 05 > 340300FE 00000000 00000000 00000000
        """)
  }

  @Test func everythingProtected() throws {
    expect(
      try newChip(.ntag213),
      says: """
        A2 2A 80000000 > ACK
        A2 29 04000000 > ACK
        select
        30 00 > NAK0
        select
        A2 02 0000FFFF > NAK0
        select
        60 > 0004040201000F03
        """)
  }

  @Test func aNAKEndsTheAuthentication() throws {
    expect(
      try newChip(.ntag213),
      says: """
        A2 29 04000004 > ACK
        select
        1B FFFFFFFF > 0000
        30 FF > NAK0
        A2 04 01020304 > NAK0
        """)
  }

  @Test func wrongPasswordsCloseTheChipPermanently() throws {
    let chip = try watched(.ntag213)
    expect(
      chip,
      says: """
        A2 29 04000004 > ACK
        A2 2A 03050000 > ACK
        power
        1B 00000000 > NAK0
        select
        1B FFFFFFFF > 0000
        1B 00000001 > NAK0
        power
        1B 00000002 > NAK0
        select
        1B 00000003 > NAK0
        select
        1B FFFFFFFF > NAK4
        power
        1B FFFFFFFF > NAK4
        select
        A2 04 01020304 > NAK0
        select
        30 04 > 0103A00C 340300FE 00000000 00000000
        """)
    #expect(
      chip.journal == [
        .authLimSet(3), .passwordFailed(count: 1), .passwordFailed(count: 1),
        .passwordFailed(count: 2), .passwordFailed(count: 3), .closedForEver,
        .writeRefused(page: 4),
      ])
  }

  @Test func tornCountOfWrongPasswordsIsOldOrNew() throws {
    for (tear, count) in [(Tear.pageOld, 0), (.pageNew, 1), (.pageHalf, 0)] {
      let chip = try newChip(.ntag213)
      expect(chip, says: "A2 2A 01050000 > ACK\nselect")
      _ = chip.answer(to: hex("1B00000000"), tearing: tear)
      #expect(chip.failedPasswords == count)
    }
  }

  @Test(arguments: [(ChipModel.ntag216, "E3", "E4", "E5"), (.ultralightEV1Small, "10", "11", "12")])
  func configurationFreezesWhenThePowerGoes(
    model: ChipModel, cfg0: String, cfg1: String, password: String
  ) throws {
    let chip = try watched(model)
    expect(
      chip,
      says: """
        A2 \(cfg1) 40050000 > ACK
        select
        A2 \(cfg0) 040000FE > ACK
        power
        A2 \(cfg0) 040000FF > NAK0
        select
        A2 \(cfg1) 00050000 > NAK0
        select
        A2 \(password) 01020304 > ACK
        1B 01020304 > 0000
        """)
    #expect(chip.journal?.first == .cfgLocked)
  }
}
