// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing
import VirtualReader
import VirtualVicinity

/// Plain bytes on every virtual chip of ISO 15693, judged by whole memories.
struct Type5BlocksTests {
  private static func station(
    _ chip: VirtualVicinityChip, _ faults: FaultPlan = .none
  ) -> VicinityStation {
    let station = VicinityStation(faults)
    station.field.place(chip)
    return station
  }

  /// A memory in which no two neighbours are alike.
  private static func memory(_ sheet: Type5Sheet) -> [UInt8] {
    (0..<sheet.memorySize).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  }

  /// The memory with five other blocks from the third on, and their bytes.
  private static func changed(_ sheet: Type5Sheet) -> (memory: [UInt8], bytes: [UInt8]) {
    var memory = memory(sheet)
    let range = 3 * sheet.blockSize..<8 * sheet.blockSize
    for address in range { memory[address] ^= 0xFF }
    return (memory, Array(memory[range]))
  }

  @Test(arguments: Type5Sheet.allCases)
  func everyBlockIsRead(_ sheet: Type5Sheet) throws {
    let tag = try Self.station(sheet.chip(Self.memory(sheet))).open()
    let blocks = try tag.blocks(from: 0)
    #expect(blocks == 0..<sheet.memorySize / sheet.blockSize)
    #expect(try tag.readBlocks(blocks).flatMap { $0 } == Self.memory(sheet))
    #expect(throws: TagError.self) { try tag.blocks(from: blocks.count) }
  }

  @Test(arguments: Type5Sheet.allCases)
  func bytesAreWrittenWhereTheyDiffer(_ sheet: Type5Sheet) throws {
    let chip = try sheet.chip(Self.memory(sheet))
    let (after, bytes) = Self.changed(sheet)
    let tag = try Self.station(chip).open()
    #expect(try tag.putBlocks(bytes, from: 3) == 5)
    #expect(chip.memory == after)
    #expect(try tag.putBlocks(after, from: 0) == 0)
    #expect(try tag.putBlocks(Self.memory(sheet), from: 0) == 5)
    #expect(chip.memory == Self.memory(sheet))
  }

  @Test(arguments: Type5Sheet.allCases)
  func whatDoesNotFitIsRefused(_ sheet: Type5Sheet) throws {
    let chip = try sheet.chip(Self.memory(sheet))
    let tag = try Self.station(chip).open()
    let count = sheet.memorySize / sheet.blockSize
    let block = [UInt8](repeating: 0xAA, count: sheet.blockSize)
    #expect(throws: TagError.blocks(.outside(first: count - 1, count: 2, of: count))) {
      try tag.putBlocks(block + block, from: count - 1)
    }
    let half = TagError.blocks(.notWhole(bytes: 3, blockSize: sheet.blockSize))
    #expect(throws: half) { try tag.putBlocks([1, 2, 3], from: 0) }
    #expect(throws: TagError.self) { try tag.putBlocks([], from: 0) }
    #expect(chip.memory == Self.memory(sheet))
  }

  @Test(arguments: Type5Sheet.allCases)
  func aLockedBlockIsFoundBeforeTheFirstWrite(_ sheet: Type5Sheet) throws {
    let chip = try sheet.chip(Self.memory(sheet), locked: [6])
    let tag = try Self.station(chip).open()
    #expect(throws: TagError.memory(.blockLocked(6))) {
      try tag.putBlocks(Self.changed(sheet).bytes, from: 3)
    }
    #expect(chip.memory == Self.memory(sheet))
    // What a locked block holds already is no reason to refuse the others.
    let (after, _) = Self.changed(sheet)
    let front = Array(after[..<(6 * sheet.blockSize)])
    #expect(try tag.putBlocks(front, from: 0) == 3)
  }

  /// Torn off at any write, the tag is put right by the same command.
  @Test(arguments: Type5Sheet.allCases)
  func whatWasTornIsPutRight(_ sheet: Type5Sheet) throws {
    let (after, bytes) = Self.changed(sheet)
    for write in 0..<5 {
      for tear in Type5TearTests.tears(write) {
        var faults = FaultPlan.none
        faults.tornTagReturns = nil
        faults.atWrite[write] = tear
        let chip = try sheet.chip(Self.memory(sheet))
        let tag = try Self.station(chip, faults).open()
        let error = TagError.interrupted(.block(3 + write), .tagGone)
        #expect(throws: error) { try tag.putBlocks(bytes, from: 3) }
        let again = try Self.station(chip).open()
        _ = try again.putBlocks(bytes, from: 3)
        #expect(chip.memory == after, "write \(write), \(tear)")
      }
    }
  }

  /// In a bad field, whatever is called written is written.
  @Test(arguments: Type5Sheet.allCases)
  func whatIsCalledWrittenIsThere(_ sheet: Type5Sheet) throws {
    let (after, bytes) = Self.changed(sheet)
    var odds = FaultOdds()
    odds.tagMissesFrame = Ratio(1, of: 8)
    odds.tagAnswerLost = Ratio(1, of: 8)
    odds.tagAnswerCorrupted = Ratio(1, of: 8)
    odds.tagLeaves = Ratio(1, of: 30)
    var failures = 0
    for seed in UInt64(0)..<20 {
      let chip = try sheet.chip(Self.memory(sheet))
      let station = Self.station(chip, FaultPlan(seed: seed, odds: odds))
      var isWritten = false
      for _ in 0..<100 where !isWritten {
        do {
          _ = try station.open().putBlocks(bytes, from: 3)
          isWritten = true
        } catch {
          failures += 1
        }
      }
      #expect(isWritten && chip.memory == after, "seed \(seed)")
    }
    #expect(failures > 0, "the test must test something")
  }

  @Test(arguments: Type5Sheet.allCases)
  func aWornBlockIsNamed(_ sheet: Type5Sheet) throws {
    let chip = try sheet.chip(Self.memory(sheet))
    chip.worn = [5: .keepsOldValue]
    let tag = try Self.station(chip).open()
    #expect(throws: TagError.differs(.block(5))) {
      try tag.putBlocks(Self.changed(sheet).bytes, from: 3)
    }
  }

  @Test(arguments: Type5Sheet.allCases)
  func anotherTagIsNamedWhenItIsLookedFor(_ sheet: Type5Sheet) throws {
    let station = Self.station(try sheet.chip(Self.memory(sheet)))
    let tag = try station.open()
    try tag.findAgain()
    var otherUID = sheet.uid
    otherUID[7] ^= 0xFF
    station.field.clear()
    station.field.place(
      try #require(VirtualVicinityChip(sheet.model, uid: otherUID, memory: Self.memory(sheet))))
    let found = try #require(TagUID(otherUID))
    #expect(throws: TagError.reader(.tagSwapped(found: found))) { try tag.findAgain() }
  }
}
