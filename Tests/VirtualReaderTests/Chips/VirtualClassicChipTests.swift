// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct VirtualClassicChipTests {
  static let uid = hex("01A062BD")
  static let factoryKey = VirtualClassicChip.factoryKey

  private func newClassic() throws -> VirtualClassicChip {
    try #require(VirtualClassicChip(uid: Self.uid))
  }

  @Test func identity() throws {
    #expect(
      try newClassic().identity
        == TypeAIdentity(uid: Self.uid, atqa: [0x00, 0x04], sak: 0x08, ats: []))
    #expect(VirtualClassicChip(uid: [1]) == nil)
  }

  @Test func nothingWithoutAKey() throws {
    let chip = try newClassic()
    expect(
      chip,
      says: """
        30 00 > NAK4
        60 > NAK4
        A0 04 > NAK4
        3A 00 03 > NAK4
        """)
    #expect(!chip.authenticate(block: 4, withKeyA: true, key: hex("000000000000"), uid: Self.uid))
    #expect(
      !chip.authenticate(block: 4, withKeyA: true, key: Self.factoryKey, uid: hex("00000000")))
    #expect(!chip.authenticate(block: 64, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
    #expect(!chip.authenticate(block: -1, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
    expect(chip, says: "30 04 > NAK4")
  }

  @Test func readsAndWritesInTheOpenSector() throws {
    let chip = try newClassic()
    #expect(chip.authenticate(block: 5, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
    expect(
      chip,
      says: """
        30 04 > 00000000000000000000000000000000
        A0 04 > ACK
        000102030405060708090A0B0C0D0E0F > ACK
        30 04 > 000102030405060708090A0B0C0D0E0F
        30 07 > 000000000000FF078069FFFFFFFFFFFF
        30 08 > NAK4
        30 04 > NAK4
        """)
  }

  @Test func manufacturerBlockIsNotWritable() throws {
    let chip = try newClassic()
    #expect(chip.authenticate(block: 0, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
    expect(
      chip,
      says: """
        30 00 > 01A062BD7E0804000000000000000000
        A0 00 > ACK
        000102030405060708090A0B0C0D0E0F > NAK4
        """)
  }

  // The trailer of an NDEF sector that is read-only (access bits 07 8F 0F).
  @Test func readOnlySector() throws {
    let chip = try newClassic()
    #expect(chip.authenticate(block: 4, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
    expect(
      chip,
      says: """
        A0 07 > ACK
        D3F7D3F7D3F7 078F0F43 FFFFFFFFFFFF > ACK
        select
        """)
    #expect(
      chip.authenticate(block: 4, withKeyA: true, key: hex("D3F7D3F7D3F7"), uid: Self.uid))
    expect(
      chip,
      says: """
        30 04 > 00000000000000000000000000000000
        30 07 > 000000000000078F0F43000000000000
        A0 04 > ACK
        000102030405060708090A0B0C0D0E0F > NAK4
        select
        """)
    #expect(chip.authenticate(block: 4, withKeyA: false, key: Self.factoryKey, uid: Self.uid))
    expect(chip, says: "A0 07 > ACK\n000102030405060708090A0B0C0D0E0F > NAK4")
  }

  @Test func readableKeyBOpensNothing() throws {
    let chip = try newClassic()
    #expect(chip.authenticate(block: 4, withKeyA: false, key: Self.factoryKey, uid: Self.uid))
    expect(chip, says: "30 04 > NAK4")
  }

  @Test func contradictingAccessBitsLoseTheSector() throws {
    let chip = try newClassic()
    chip.journal = []
    #expect(chip.authenticate(block: 8, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
    expect(chip, says: "A0 0B > ACK\nFFFFFFFFFFFF 00000069 FFFFFFFFFFFF > ACK\nselect")
    #expect(chip.journal == [.sectorLost(2)])
    #expect(!chip.authenticate(block: 8, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
  }

  @Test func tornBlock() throws {
    let chip = try newClassic()
    #expect(chip.authenticate(block: 4, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
    expect(chip, says: "A0 04 > ACK")
    _ = chip.answer(to: [UInt8](repeating: 0xAA, count: 16), tearing: .pageHalf)
    #expect(HexText.text(chip.blocks[4]) == "AAAAAAAAAAAAAAAA0000000000000000")
  }

  @Test func stateRoundTrip() throws {
    let chip = try newClassic()
    #expect(chip.authenticate(block: 5, withKeyA: true, key: Self.factoryKey, uid: Self.uid))
    expect(chip, says: "A0 05 > ACK\n000102030405060708090A0B0C0D0E0F > ACK")
    let read = try VirtualChipFile.read(chip.state)
    #expect(read is any ClassicChip)
    #expect(read.state == chip.state)
    let text = String(decoding: chip.state, as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        tagpress virtual tag 1
        model MIFARE Classic 1K
        block 00 01 A0 62 BD 7E 08 04 00 00 00 00 00 00 00 00 00
        block 01 00 00
        """))
  }
}
