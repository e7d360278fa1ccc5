// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

@testable import PCSCReader

/// What a message costs on virtual chips through every kind of reader.
struct Type5ThroughReadersTests {
  /// What docs/pcsc.md says, and how many commands a first draft of the same took, which read all of
  /// the memory; 28 blocks, 128, and 64 that are shown one at a time.
  @Test(
    arguments: [
      (.acr1552u, .slix, 16, 17), (.acr1552u, .st25dv04k, 16, 20), (.acr1552u, .single, 37, 87),
      (.identiv3720, .slix, 24, 25), (.identiv3720, .st25dv04k, 24, 28),
      (.identiv3720, .single, 45, 95),
      (.generic, .slix, 30, 31), (.generic, .st25dv04k, 30, 56), (.generic, .single, 30, 93),
      (.omnikey5022, .slix, 43, 57), (.omnikey5022, .st25dv04k, 43, 157),
      (.omnikey5022, .single, 43, 93),
    ] as [(FakeSlot.Model, VicinityModel, Int, Int)])
  func replacesAMessageWithFewCommands(
    _ model: FakeSlot.Model, _ chip: VicinityModel, _ commands: Int, _ draft: Int
  ) throws {
    let counted = try count(model, chip)
    #expect(counted == commands)
    #expect(commands <= draft)
  }

  /// A chip that keeps its size to itself, and has it in a container of eight bytes.
  @Test(arguments: FakeSlot.Model.allCases, [20, 300])
  func writesAfterALargeContainer(_ model: FakeSlot.Model, _ size: Int) throws {
    let container = hex("E2400001 000000FF 0300FE00")
    let zeros = [UInt8](repeating: 0, count: 2048 - container.count)
    let uid = VicinityModel.uncounted.uidStart + [0, 0, 0, 0, 1]
    let chip = try #require(
      VirtualVicinityChip(.uncounted, uid: uid, memory: container + zeros))
    let reader = PCSCReader(name: "pcsc:", slot: FakeSlot(model, ChipInField(chip)))
    let tag = try Type5Tag(try #require(try reader.select(.vicinity)), on: reader)
    // A text record, with a length of four bytes.
    let text = [UInt8](repeating: 0x61, count: size)
    let message =
      hex("C101 0000") + [UInt8((size + 3) >> 8), UInt8((size + 3) & 0xFF)]
      + hex("54 02 656E") + text
    guard case .written = try tag.put(message) else {
      Issue.record("it was right before it was written")
      return
    }
    #expect(chip.memory.prefix(8) == container.prefix(8))
    let phones = phonesRead(type5: chip.memory, blockSize: 4)
    #expect(phones.allSatisfy { $0 == .message(message) })
    #expect(try tag.content(forMessageOf: size) == .message(message))
  }

  /// How many commands eight changed blocks take a reader that has seen a tag before, so that its way
  /// is known.
  private func count(_ model: FakeSlot.Model, _ chip: VicinityModel) throws -> Int {
    let slot = FakeSlot(model, try EightBlocks.chip(chip, numbered: 1, holding: "x"))
    var reader: PCSCReader? = PCSCReader(name: "pcsc:", slot: slot)
    #expect(try reader?.select(.vicinity) != nil)
    slot.tag = nil
    #expect(try reader?.select(.vicinity) == nil)

    let target = try EightBlocks.chip(chip, numbered: 2, holding: "o")
    slot.tag = target
    let before = slot.commandsSent
    do {
      let device = try #require(reader)
      let tag = try Type5Tag(try #require(try device.select(.vicinity)), on: device)
      let outcome = try tag.put(EightBlocks.message("n"))
      #expect(outcome == .written(pages: EightBlocks.writes))
      #expect(device.commandsSent == slot.commandsSent)
    }
    #expect(target.chip.memory == EightBlocks.memory(chip, "n"))
    // The close of a session counts too.
    reader = nil
    return slot.commandsSent - before
  }
}
