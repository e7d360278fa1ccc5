// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct OneWayCountersTests {
  @Test func presentationsAreCountedOncePerPower() throws {
    expect(
      try newChip(.ntag213),
      says: """
        39 02 > NAK0
        select
        A2 2A 10050000 > ACK
        power
        39 02 > 000000
        30 04 > 0103A00C 340300FE 00000000 00000000
        39 02 > 010000
        30 00 > 04399124 C2FC6780 D9480000 E1101200
        select
        3A 04 04 > 0103A00C
        39 02 > 010000
        power
        30 FF > NAK0
        select
        39 02 > 010000
        3A 04 04 > 0103A00C
        39 02 > 020000
        39 01 > NAK0
        """)
  }

  @Test func presentationsStandStillAtTheEnd() throws {
    let chip = try newChip(.ntag216)
    chip.counters[0].value = 0xFFFFFF
    expect(
      chip, says: "A2 E4 10050000 > ACK\npower\n3A 03 03 > E1106D00\n39 02 > FFFFFF")
  }

  @Test func counterBehindThePassword() throws {
    expect(
      try newChip(.ntag215),
      says: """
        A2 84 18050000 > ACK
        select
        39 02 > NAK0
        select
        1B FFFFFFFF > 0000
        39 02 > 000000
        """)
  }

  @Test func threeCountersOfAnEV1() throws {
    expect(
      try newChip(.ultralightEV1Small),
      says: """
        39 00 > 000000
        A5 00 010203FF > ACK
        39 00 > 010203
        A5 02 FFFFFF00 > ACK
        39 02 > FFFFFF
        A5 02 00000000 > ACK
        A5 02 01000000 > NAK4
        select
        39 02 > FFFFFF
        39 01 > 000000
        39 03 > NAK0
        select
        A5 03 01000000 > NAK0
        select
        3E 00 > BD
        3E 03 > NAK0
        """)
  }

  @Test func tornIncrement() throws {
    for (tear, value, flag) in [
      (Tear.pageOld, "000000", "00"), (.pageNew, "010000", "BD"), (.pageHalf, "000000", "00"),
    ] {
      let chip = try newChip(.ultralightEV1Large)
      _ = chip.answer(to: hex("A50101000000"), tearing: tear)
      expect(chip, says: "power\n39 01 > \(value)\n3E 01 > \(flag)\n3E 00 > BD")
      expect(chip, says: "A5 01 01000000 > ACK\n3E 01 > BD")
    }
  }

  @Test(arguments: [ChipModel.ntag210, .ntag212])
  func smallNTAGsHaveNoCounter(model: ChipModel) throws {
    expect(try newChip(model), says: "39 02 > silence\n A5 00 01000000 > silence")
  }
}
