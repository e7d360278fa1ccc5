// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

/// What goes wrong with Type 5 tags other than tears: locks, worn blocks, another tag.
struct Type5TroubleTests {
  private static func station(_ chip: VirtualVicinityChip) -> VicinityStation {
    let station = VicinityStation()
    station.field.place(chip)
    return station
  }

  @Test func aSlixIsLockedBlockByBlock() throws {
    let message = link(size: 40)
    let sheet = Type5Sheet.slix
    let chip = try sheet.chip(sheet.memory(holding: message))
    let tag = try Self.station(chip).open()
    let plan = try tag.planLock().writes
    // The container says 104 bytes, and a reader that counts them from its end reads up to byte
    // 108.
    #expect(plan.map(\.block) == [0] + Array(1...26) + [0])
    #expect(try tag.lock() == .whole)
    #expect(chip.lockedBlocks == Set(0...26))
    var closed = sheet.memory(holding: message)
    closed[1] = 0x43
    #expect(chip.memory == closed)
    let again = try Self.station(chip).open()
    #expect(try again.planLock().writes.isEmpty)
    #expect(again.image.access == .readOnly)
    // What is right already may stay on a tag that no one can write.
    #expect(try again.put(message) == .alreadyThere)
    #expect(throws: TagError.memory(.readOnly)) { try again.put(link(size: 41)) }
  }

  @Test func lockingContinuesWhereItStopped() throws {
    let sheet = Type5Sheet.slix
    let chip = try sheet.chip(sheet.memory(holding: link(size: 40)), locked: [1, 2, 3])
    let tag = try Self.station(chip).open()
    #expect(try tag.planLock().writes.map(\.block) == [0] + Array(4...26) + [0])
    #expect(tag.image.access == .partlyReadOnly(locked: [1, 2, 3]))
    #expect(try tag.lock() == .whole)
    #expect(chip.lockedBlocks == Set(0...26))
  }

  @Test func aChipThatLocksOnlyItsContainerIsRefused() throws {
    for sheet in [Type5Sheet.st25dv04k, .wide, .single, .widest] {
      let chip = try sheet.chip(sheet.memory(holding: link(size: 40)))
      let tag = try Self.station(chip).open()
      let order = TagOrder(message: link(size: 41), lock: true)
      #expect(throws: TagError.memory(.lockUnsupported(.type5))) { try tag.prepare(order) }
      #expect(chip.memory == sheet.memory(holding: link(size: 40)))
    }
  }

  /// The container of a chip that no one knows says that LOCK BLOCK works, and writes want the
  /// option flag, which is found out by the first refusal.
  @Test func anUnknownChipIsLockedWhenItSaysSo() throws {
    let sheet = Type5Sheet.wide
    var memory = sheet.memory(holding: link(size: 40))
    memory[3] = 0x09
    let chip = try sheet.chip(memory)
    let station = Self.station(chip)
    #expect(try station.open().lock() == .whole)
    #expect(chip.lockedBlocks == Set(0...63))
    #expect(chip.memory[1] == 0x43)
  }

  @Test(arguments: Type5Sheet.allCases)
  func aLockedBlockBringsTheOldMessageBack(_ sheet: Type5Sheet) throws {
    let before = sheet.memory(holding: link(size: 90, letter: "o"))
    let last = (sheet.start + 90) / sheet.blockSize
    let chip = try sheet.chip(before, locked: [last])
    let tag = try Self.station(chip).open()
    do {
      _ = try tag.put(link(size: 90, letter: "n"))
      Issue.record("a locked block was written")
    } catch {
      guard case .refused(.block(last), _) = error else {
        Issue.record("\(error)")
        return
      }
    }
    #expect(chip.memory == before)
  }

  /// Where bytes of others fill the block of the container, there are two seals to take back.
  @Test(arguments: [Type5Sheet.wide, .widest])
  func aLockedBlockBringsBackWhatCameBefore(_ sheet: Type5Sheet) throws {
    var before = sheet.memory(holding: link(size: 90, letter: "o"))
    before[4] = 0xAA
    for last in [sheet.start, sheet.start + 90].map({ $0 / sheet.blockSize }) {
      let chip = try sheet.chip(before, locked: [last])
      let tag = try Self.station(chip).open()
      #expect(throws: TagError.self) {
        try tag.put(link(size: 90, letter: "n"), .overwriteForeign)
      }
      #expect(chip.memory == before)
    }
  }

  @Test(arguments: Type5Sheet.allCases)
  func aWornBlockLeavesNoMessage(_ sheet: Type5Sheet) throws {
    let chip = try sheet.chip(sheet.memory(holding: link(size: 90, letter: "o")))
    let worn = sheet.start / sheet.blockSize + 1
    chip.worn = [worn: .keepsOldValue]
    #expect(throws: TagError.differs(.block(worn))) {
      try Self.station(chip).open().put(link(size: 90, letter: "n"))
    }
    let phones = phonesRead(type5: chip.memory, blockSize: sheet.blockSize)
    #expect(phones.allSatisfy { $0 == .message([]) })
  }

  /// Another tag that comes in place of the first before any request stays as it is.
  @Test(arguments: Type5Sheet.allCases)
  func aSwapIsNamedAndWritesNothing(_ sheet: Type5Sheet) throws {
    let before = sheet.memory(holding: link(size: 50, letter: "o"))
    let message = link(size: 50, letter: "n")
    var otherUID = sheet.uid
    otherUID[7] ^= 0xFF
    let sound = Self.station(try sheet.chip(before))
    _ = try sound.open().put(message)
    var swaps = 0
    for request in 1..<sound.field.requests {
      let station = Self.station(try sheet.chip(before))
      let other = try #require(
        VirtualVicinityChip(sheet.model, uid: otherUID, memory: before))
      station.field.swaps[request] = other
      do {
        _ = try station.open().put(message)
        Issue.record("a swap before request \(request) was not noticed")
      } catch let error as TagError {
        let found = try #require(TagUID(otherUID))
        #expect(error.passing == .tagSwapped(found: found), "request \(request)")
        swaps += 1
      }
      #expect(other.memory == before, "request \(request)")
    }
    #expect(swaps > 5, "the test must test something")
  }

  @Test func twoTagsAreNotTakenForOne() throws {
    let station = Self.station(try Type5Sheet.slix.blank())
    station.field.place(try Type5Sheet.st25dv04k.blank())
    #expect(try station.select(.vicinity) == nil)
  }
}
