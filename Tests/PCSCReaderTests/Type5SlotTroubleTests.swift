// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

@testable import PCSCReader

/// What readers make of trouble, judged by the memory of a virtual ICODE SLIX.
struct Type5SlotTroubleTests {
  private static func slix(locked: Set<Int> = []) throws -> ChipInField {
    let chip = VirtualVicinityChip(
      .slix, uid: hex("E004015012345602"), memory: EightBlocks.memory(.slix, "o"), locked: locked)
    return ChipInField(try #require(chip))
  }

  private static func put(_ letter: Character, through slot: FakeSlot) throws -> MessageOutcome {
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    guard let found = try reader.select(.vicinity) else { throw ReaderError.tagGone }
    return try Type5Tag(found, on: reader).put(EightBlocks.message(letter))
  }

  /// Readers that hand on no reason have one all the same: the block is what it was.
  @Test(arguments: FakeSlot.Model.allCases)
  func aLockedBlockBringsTheOldMessageBack(_ model: FakeSlot.Model) throws {
    let target = try Self.slix(locked: [5])
    // An ICODE SLIX names no reasons either.
    #expect(throws: TagError.refused(.block(5), .vicinity(RefusalCode(0x0F)))) {
      try Self.put("n", through: FakeSlot(model, target))
    }
    #expect(target.chip.memory == EightBlocks.memory(.slix, "o"))
  }

  /// Another program has the card reset before a command, and the session is lost.
  @Test func aLostSessionIsOpenedAgain() throws {
    let quiet = FakeSlot(.acr1552u, try Self.slix())
    _ = try Self.put("n", through: quiet)
    // The first two commands open it.
    for number in 2..<quiet.asked.count {
      let target = try Self.slix()
      let slot = FakeSlot(.acr1552u, target)
      slot.before[number] = { $0.endSession() }
      do {
        _ = try Self.put("n", through: slot)
      } catch ReaderError.tagGone {
        // It was lost before the tag was found.
        _ = try Self.put("n", through: slot)
      }
      #expect(target.chip.memory == EightBlocks.memory(.slix, "n"), "command \(number)")
    }
  }
}
