// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct UltralightCAuthenticationTests {
  static let factoryKey = "49454D4B41455242214E4143554F5946"
  static let readerChallenge = hex("A8AF3B256C75ED40")

  /// Plays the reader's part; true when the chip has proved itself too.
  private func authenticate(_ chip: VirtualType2Chip, key: String) throws -> Bool {
    let cipher = TripleDES(key: hex(key))
    guard
      case .data(let first) = chip.answer(to: [0x1A, 0x00], tearing: nil).answer,
      first.count == 9, first.first == 0xAF
    else { return false }
    let sealed = Array(first.dropFirst())
    let challenge = cipher.decrypt(sealed, after: [UInt8](repeating: 0, count: 8))
    let answer = cipher.encrypt(
      Self.readerChallenge + challenge.dropFirst() + challenge.prefix(1), after: sealed)
    guard case .data(let second) = chip.answer(to: [0xAF] + answer, tearing: nil).answer,
      second.count == 9, second.first == 0x00
    else { return false }
    let proof = cipher.decrypt(Array(second.dropFirst()), after: Array(answer.suffix(8)))
    return proof == Array(Self.readerChallenge.dropFirst() + Self.readerChallenge.prefix(1))
  }

  @Test func factoryKeyOpens() throws {
    let chip = try newChip(.ultralightC, seed: 1)
    expect(chip, says: "A2 2A 04000000 > ACK\nselect\n30 04 > NAK0\nselect")
    #expect(try authenticate(chip, key: Self.factoryKey))
    expect(
      chip,
      says: """
        30 04 > 02000010 00060110 11FF0000 00000000
        A2 04 01020304 > ACK
        select
        30 02 > D9480000 00000000 04399124 C2FC6780
        A2 04 00000000 > NAK0
        """)
  }

  @Test func wrongKeyIsRefusedAndNoted() throws {
    let chip = try watched(.ultralightC)
    #expect(try !authenticate(chip, key: "00000000000000000000000000000000"))
    #expect(chip.journal == [.passwordFailed(count: 0)])
    chip.activated()
    #expect(try authenticate(chip, key: Self.factoryKey))
  }

  // The bytes of the sheet's example for key programming: every half of the key goes in backwards.
  @Test func newKeyIsWrittenBackwards() throws {
    let chip = try newChip(.ultralightC)
    expect(
      chip,
      says: """
        A2 2C 07060504 > ACK
        A2 2D 03020100 > ACK
        A2 2E 0F0E0D0C > ACK
        A2 2F 0B0A0908 > ACK
        select
        """)
    #expect(try authenticate(chip, key: "000102030405060708090A0B0C0D0E0F"))
  }

  @Test func onlyWritingIsProtected() throws {
    expect(
      try newChip(.ultralightC),
      says: """
        A2 2B 01000000 > ACK
        A2 2A 03000000 > ACK
        select
        30 04 > 02000010 00060110 11FF0000 00000000
        A2 03 E1101200 > NAK0
        select
        A2 2C 00000000 > NAK0
        """)
  }

  @Test func challengesComeFromTheSeed() throws {
    let answers = try [7, 7, 8].map {
      try newChip(.ultralightC, seed: $0).answer(to: hex("1A00"), tearing: nil).answer
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0] != answers[2])
    let chip = try newChip(.ultralightC, seed: 7)
    #expect(chip.answer(to: hex("1A00"), tearing: nil).answer == answers[0])
    chip.activated()
    #expect(chip.answer(to: hex("1A00"), tearing: nil).answer != answers[0])
  }

  @Test func brokenConversations() throws {
    for second in ["", "AF", "3004", "AF" + String(repeating: "00", count: 15), "00"] {
      let chip = try newChip(.ultralightC)
      _ = chip.answer(to: hex("1A00"), tearing: nil)
      #expect(chip.answer(to: hex(second), tearing: nil).answer == .refuse(0), "\(second)")
    }
    expect(try newChip(.ultralightC), says: "1A 01 > NAK0")
    let afterPower = try newChip(.ultralightC)
    _ = afterPower.answer(to: hex("1A00"), tearing: nil)
    afterPower.fieldLost()
    expect(afterPower, says: "AF 00000000000000000000000000000000 > NAK0")
  }
}
