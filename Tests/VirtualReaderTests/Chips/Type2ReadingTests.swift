// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct Type2ReadingTests {
  @Test func rollsOverAtTheEndOfTheMemory() throws {
    expect(
      try newChip(.ntag213),
      says: """
        30 29 > 040000FF 00050000 00000000 00000000
        30 2A > 00050000 00000000 00000000 04399124
        30 2C > 00000000 04399124 C2FC6780 D9480000
        30 2D > NAK0
        """)
    expect(
      try newChip(.ultralight),
      says: """
        30 0E > 00000000 00000000 04399124 C2FC6780
        30 10 > NAK0
        """)
  }

  @Test func keysOfTheUltralightCAreBehindTheRollOver() throws {
    expect(
      try newChip(.ultralightC),
      says: """
        30 29 > 00000000 30000000 00000000 04399124
        30 2B > 00000000 04399124 C2FC6780 D9480000
        30 2C > NAK0
        """)
  }

  @Test func fastReadRefusesAsAWhole() throws {
    expect(
      try newChip(.ntag213),
      says: """
        3A 02 04 > D9480000 E1101200 0103A00C
        3A 2B 2C > 00000000 00000000
        3A 2C 2D > NAK0
        select
        3A 05 04 > NAK0
        """)
    let chip = try newChip(.ntag216)
    guard case .data(let all) = chip.answer(to: hex("3A00E6"), tearing: nil).answer else {
      Issue.record("an NTAG216 gives its whole memory to one FAST_READ")
      return
    }
    #expect(all.count == 231 * 4)
  }

  @Test(arguments: [ChipModel.ultralight, .ultralightC, .ntag203])
  func olderChipsKnowNoneOfTheNewerCommands(model: ChipModel) throws {
    for frame in ["60", "3A0003", "3C00", "1BFFFFFFFF", "3902", "A50001000000", "3E00", "C2FF"] {
      let answer = try newChip(model).answer(to: hex(frame), tearing: nil).answer
      #expect(answer == model.unknownCommand, "\(frame)")
    }
  }

  @Test(arguments: [ChipModel.ntag213, .ultralightEV1Small])
  func framesOfAWrongLengthAreRefused(model: ChipModel) throws {
    for frame in ["6000", "30", "300400", "3A00", "3C", "A20401", "A204010203", "1B", "A0"] {
      let answer = try newChip(model).answer(to: hex(frame), tearing: nil).answer
      #expect(answer == .refuse(0), "\(frame)")
    }
    for frame in ["", "C2FF", "FF", "00", "E050"] {
      let answer = try newChip(model).answer(to: hex(frame), tearing: nil).answer
      #expect(answer == .silence, "\(frame)")
    }
  }

  /// Every first byte with every number of bytes: only frames as long as the sheets say get an answer,
  /// and after any other the chip has forgotten that it was given its password.
  @Test(arguments: ChipModel.allModels)
  func onlyFramesOfTheirLengthAreAnswered(model: ChipModel) throws {
    let lengths: [UInt8: Int] = [
      0x1A: 2, 0x1B: 5, 0x30: 2, 0x39: 2, 0x3A: 3, 0x3C: 2, 0x3E: 2, 0x4B: 21, 0x60: 1, 0xA0: 2,
      0xA2: 6, 0xA5: 6,
    ]
    for code in 0...255 as ClosedRange<UInt8> {
      for count in 1...24 where count != lengths[code] {
        let chip = try newChip(model)
        chip.isAuthenticated = true
        let rest = [UInt8](repeating: 0, count: count - 1)
        switch chip.answer(to: [code] + rest, tearing: nil).answer {
        case .refuse, .silence: #expect(!chip.isAuthenticated)
        case let answer: Issue.record("\(code), \(count) bytes: \(answer)")
        }
      }
    }
  }

  /// Behind an antenna, such a frame costs the tag its selection, in which it may have been halted.
  @Test func aFrameOfAWrongLengthEndsTheSelection() throws {
    for isHalted in [false, true] {
      for frame in ["6000", "3C0000", "300400", "1BFFFFFFFF00", "500000"] {
        var antenna = Antenna()
        antenna.switchOn()
        let chip = try newChip(.ntag213)
        antenna.enter(TypeACard(tag: TagID(number: 1), chip: chip, stateChanged: nil))
        func select() {
          #expect(antenna.request(wakingHalted: isHalted) != nil)
          #expect(antenna.selectOne(uid: nil) != nil)
        }
        if isHalted {
          _ = antenna.request(wakingHalted: false)
          _ = antenna.selectOne(uid: nil)
          antenna.sendHalt()
        }
        select()
        let answer = antenna.exchange(.withCRC(hex(frame))).frame
        #expect(answer == nil || answer == .fourBits(0), "\(frame)")
        #expect(antenna.exchange(.withCRC(hex("3000"))).frame == nil, "\(frame)")
        #expect((antenna.request(wakingHalted: false) == nil) == isHalted, "\(frame)")
      }
    }
  }

  @Test func signature() throws {
    let signature = hex("AF0D47F0EFFFDC7B8B7B78DD939BE6C1BF15330A1A82B6C887B16963545F3185")
    let chip = try #require(
      VirtualType2Chip(.ntag213, uid: hex("043991C2FC6780"), signature: signature))
    expect(
      chip,
      says: """
        3C 00 > AF0D47F0EFFFDC7B8B7B78DD939BE6C1BF15330A1A82B6C887B16963545F3185
        3C 01 > NAK0
        """)
    // "TagPress virtual tag, not signed"
    let text = "5461675072657373207669727475616C207461672C206E6F74207369676E6564"
    for model in [ChipModel.ntag210, .ntag216, .ultralightEV1Small] {
      expect(try newChip(model), says: "3C 00 > \(text)")
    }
    let clone = VirtualType2Chip(.ntag213, uid: hex("043991C2FC6780"), claiming: .ntag213)
    expect(try #require(clone), says: "3C 00 > NAK0")
    let again = try VirtualType2Chip(state: try #require(clone).state)
    expect(again, says: "3C 00 > NAK0")
  }

  @Test func virtualCardSelect() throws {
    let frame = "4B" + String(repeating: "00", count: 20)
    expect(try newChip(.ultralightEV1Large), says: "\(frame) > 05")
    expect(try newChip(.ntag213), says: "\(frame) > silence")
  }
}
