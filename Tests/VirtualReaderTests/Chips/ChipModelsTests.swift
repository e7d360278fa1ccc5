// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct ChipModelsTests {
  @Test func everyModelHasItsOwnName() {
    #expect(Set(ChipModel.allModels.map(\.name)).count == 10)
  }

  // Every line is the whole memory that a reader sees: chip, last page, then page number and content
  // of all pages that are not zero.
  @Test(
    arguments: [
      (
        ChipModel.ultralight, 0x0F,
        "00 04399124 01 C2FC6780 02 D9480000"
      ),
      (
        .ultralightC, 0x2B,
        "00 04399124 01 C2FC6780 02 D9480000 04 02000010 05 00060110 06 11FF0000 2A 30000000"
      ),
      (
        .ultralightEV1Small, 0x13,
        "00 04399124 01 C2FC6780 02 D9480000 10 000000FF 11 00050000"
      ),
      (
        .ultralightEV1Large, 0x28,
        "00 04399124 01 C2FC6780 02 D9480000 24 000000BD 25 000000FF 26 00050000"
      ),
      (
        .ntag203, 0x29,
        "00 04399124 01 C2FC6780 02 D9480000 03 E1101200 04 0103A010 05 440300FE"
      ),
      (
        .ntag210, 0x13,
        "00 04399124 01 C2FC6780 02 D9480000 03 E1100600 04 0300FE00 10 040000FF 11 00050000"
      ),
      (
        .ntag212, 0x28,
        "00 04399124 01 C2FC6780 02 D9480000 03 E1101000 04 0103900A 05 340300FE"
          + "24 000000BD 25 040000FF 26 00050000"
      ),
      (
        .ntag213, 0x2C,
        "00 04399124 01 C2FC6780 02 D9480000 03 E1101200 04 0103A00C 05 340300FE"
          + "28 000000BD 29 040000FF 2A 00050000"
      ),
      (
        .ntag215, 0x86,
        "00 04399124 01 C2FC6780 02 D9480000 03 E1103E00 04 0300FE00"
          + "82 000000BD 83 040000FF 84 00050000"
      ),
      (
        .ntag216, 0xE6,
        "00 04399124 01 C2FC6780 02 D9480000 03 E1106D00 04 0300FE00"
          + "E2 000000BD E3 040000FF E4 00050000"
      ),
    ] as [(ChipModel, Int, String)])
  func memoryAtDelivery(model: ChipModel, lastPage: Int, notZero: String) throws {
    let chip = try newChip(model)
    var expected = [UInt8](repeating: 0, count: (lastPage + 1) * 4)
    let lines = hex(notZero)
    for line in stride(from: 0, to: lines.count, by: 5) {
      let page = Int(lines[line]) * 4
      expected.replaceSubrange(page..<page + 4, with: lines[line + 1..<line + 5])
    }
    var shown: [UInt8] = []
    for page in 0...lastPage {
      guard case .data(let bytes) = chip.answer(to: [0x30, UInt8(page)], tearing: nil).answer
      else { continue }
      shown += bytes.prefix(4)
    }
    #expect(HexText.text(shown) == HexText.text(expected))
    #expect(chip.answer(to: [0x30, UInt8(lastPage + 1)], tearing: nil).answer == .refuse(0))
  }

  @Test(
    arguments: [
      (ChipModel.ultralight, "silence"), (.ultralightC, "NAK0"), (.ntag203, "silence"),
      (.ultralightEV1Small, "0004030101000B03"), (.ultralightEV1Large, "0004030101000E03"),
      (.ntag210, "0004040101000B03"), (.ntag212, "0004040101000E03"),
      (.ntag213, "0004040201000F03"), (.ntag215, "0004040201001103"),
      (.ntag216, "0004040201001303"),
    ] as [(ChipModel, String)])
  func versions(model: ChipModel, version: String) throws {
    expect(try newChip(model), says: "60 > \(version)")
  }

  @Test(arguments: ChipModel.allModels)
  func identity(model: ChipModel) throws {
    #expect(
      try newChip(model).identity
        == TypeAIdentity(uid: hex("043991C2FC6780"), atqa: [0x00, 0x44], sak: 0x00, ats: []))
  }
}
