// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

/// Whatever is sent, a chip answers and keeps the promises that its sheet makes forever.
struct RandomConversationTests {
  @Test(arguments: ChipModel.allModels, [1, 2, 3] as [UInt64])
  func promises(model: ChipModel, seed: UInt64) throws {
    var noise = Noise(seed: seed)
    let chip = try newChip(model, seed: seed)
    let firsts: [UInt8] = [
      0x1A, 0x1B, 0x30, 0x39, 0x3A, 0x3C, 0x3E, 0x4B, 0x60, 0xA0, 0xA2, 0xA2, 0xA2, 0xA5, 0xAF,
    ]
    let tears: [Tear?] = [nil, nil, nil, nil, .pageOld, .pageNew, .pageHalf, .pageNoise(seed)]
    for step in 0..<3_000 {
      let before = (2...3).map { chip.memory.number($0) }
      var frame = [firsts[Int(noise.next() % 15)]] + noise.bytes(Int(noise.next() % 8))
      if noise.next() % 4 == 0 { frame = noise.bytes(Int(noise.next() % 24)) }
      let tear = tears[Int(noise.next() % 8)]
      let reply = chip.answer(to: frame, tearing: tear)
      if tear != nil { chip.fieldLost() }
      switch reply.answer {
      case .refuse, .silence: chip.activated()
      case .data(let bytes): #expect(bytes.count <= model.pages * 4)
      case .acknowledge, .quiet: break
      }
      let after = (2...3).map { chip.memory.number($0) }
      #expect(
        before[0] & ~after[0] == 0 && before[1] & ~after[1] == 0,
        "a bit was cleared by \(HexText.text(frame)), seed \(seed), step \(step)")
      #expect(chip.identity.uid == hex("043991C2FC6780"))
    }
    #expect(try VirtualChipFile.read(chip.state).state == chip.state)
  }

  @Test func classic() throws {
    var noise = Noise(seed: 1)
    let chip = try #require(VirtualClassicChip(uid: hex("01020304")))
    for _ in 0..<3_000 {
      if noise.next() % 3 == 0 {
        _ = chip.authenticate(
          block: Int(noise.next() % 70), withKeyA: noise.next() % 2 == 0,
          key: VirtualClassicChip.factoryKey, uid: hex("01020304"))
      }
      let command: UInt8 = noise.next() % 2 == 0 ? 0x30 : 0xA0
      var frame = [command, UInt8(noise.next() % 64)]
      if noise.next() % 3 == 0 { frame = noise.bytes(noise.next() % 2 == 0 ? 16 : 5) }
      _ = chip.answer(to: frame, tearing: nil)
    }
    #expect(chip.identity.uid == hex("01020304"))
    #expect(try VirtualChipFile.read(chip.state).state == chip.state)
  }
}
