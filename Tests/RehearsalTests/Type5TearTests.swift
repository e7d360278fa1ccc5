// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

/// Every write to a Type 5 tag torn in every way: the tag must never show another message, and
/// putting the message again must end right.
struct Type5TearTests {
  static let message = link(size: 70, letter: "n")

  /// A tag before the message is put on it.
  struct Before: Sendable, CustomStringConvertible {
    let description: String
    let memory: [UInt8]
  }

  static func before(_ sheet: Type5Sheet) -> [Before] {
    var interrupted = sheet.memory(holding: link(size: 60, letter: "i"))
    interrupted[sheet.start + 1] = 0
    return [
      ("blank", sheet.memory(data: [])),
      ("empty", sheet.memory(holding: [])),
      ("shorter", sheet.memory(holding: link(size: 20, letter: "s"))),
      ("longer", sheet.memory(holding: link(size: 90, letter: "l"))),
      ("interrupted", interrupted),
    ].map { Before(description: $0.0, memory: $0.1) }
  }

  static func tears(_ seed: Int) -> [Tear] {
    [
      .pageOld, .pageNew, .pageHalf, .pageNoise(UInt64(seed)), .pageNoise(UInt64(seed + 1000)),
    ]
  }

  @Test(arguments: Type5Sheet.allCases)
  func noTornWriteShowsAnotherMessage(_ sheet: Type5Sheet) throws {
    let cases = try TornPut.all(Self.before(sheet), tears: Self.tears) { before in
      let sound = VicinityStation()
      sound.field.place(try sheet.chip(before.memory))
      _ = try sound.open().put(Self.message)
      return sound.field.programmedBlocks
    }
    #expect(cases.count >= 60, "the test must test something")
    for torn in cases {
      try Self.judge(
        try Self.tear(torn, sheet), sheet, torn.before.memory, isNoise: torn.tear.isNoise,
        Comment(rawValue: torn.description))
    }
  }

  /// The memory after the tag was torn off in the middle of a write.
  private static func tear(
    _ torn: TornPut<Before>, _ sheet: Type5Sheet
  ) throws -> [UInt8] {
    let station = VicinityStation(FaultPlan(tearing: [torn]))
    let chip = try sheet.chip(torn.before.memory)
    station.field.place(chip)
    let tag = try station.open()
    torn.tearOff { () throws(TagError) in try tag.put(message) }
    return chip.memory
  }

  /// What phones see on the torn tag, and what putting the message again does.
  private static func judge(
    _ memory: [UInt8], _ sheet: Type5Sheet, _ before: [UInt8], isNoise: Bool, _ comment: Comment
  ) throws {
    let seen = phonesRead(type5: memory, blockSize: sheet.blockSize)
    let old = phonesRead(type5: before, blockSize: sheet.blockSize)
    for (phone, was) in zip(seen, old) {
      // Noise in the header may be a length that leads nowhere: damage, and no other link.
      let harmless: [Seen] =
        [was, .message(message), .message([]), .nothing] + (isNoise ? [.broken] : [])
      guard !harmless.contains(phone) else { continue }
      // Half a header is a length before what was there before.
      guard case .message(let other) = phone, !isLink(other) else {
        Issue.record("a phone sees \(phone): \(comment)")
        continue
      }
    }
    let chip = try sheet.chip(memory)
    let station = VicinityStation()
    station.field.place(chip)
    let tag = try station.open()
    do throws(TagError) {
      _ = try tag.put(message)
    } catch {
      // Noise where nothing tells what it was.
      #expect(error == .foreignContent && isNoise, comment)
      let isTold = sheet.blockSize == 4 && old[0] != .nothing
      #expect(!isTold, comment)
      _ = try tag.put(message, [.overwriteForeign])
    }
    let after = phonesRead(type5: chip.memory, blockSize: sheet.blockSize)
    #expect(after.allSatisfy { $0 == .message(message) }, comment)
    #expect(chip.memory.prefix(4) == sheet.container[...], comment)
  }

  /// Formatting and locking, torn at each step: what is there is never lost.
  @Test func formattingAndLockingMayBeTornAnywhere() throws {
    let sheet = Type5Sheet.slix
    let message = link(size: 20, letter: "f")
    for write in 0..<38 {
      for tear in Self.tears(write) {
        var faults = FaultPlan.none
        faults.atWrite[write] = tear
        let station = VicinityStation(faults)
        let chip = try sheet.blank()
        station.field.place(chip)
        var presentations = 0
        while presentations < 20 {
          presentations += 1
          guard let tag = try? station.open(),
            (try? tag.put(message, [.format, .overwriteForeign])) != nil,
            (try? tag.lockForEver()) != nil
          else { continue }
          break
        }
        let comment = Comment(rawValue: "write \(write), \(tear)")
        #expect(presentations < 20, comment)
        #expect(chip.lockedBlocks == Set(0...26), comment)
        let phones = phonesRead(type5: chip.memory, blockSize: 4)
        #expect(phones.allSatisfy { $0 == .message(message) }, comment)
      }
    }
  }

  /// What a torn formatting leaves is our own, and is not taken for someone else's data.
  @Test(arguments: Type5Sheet.allCases)
  func aTornFormattingContinues(_ sheet: Type5Sheet) throws {
    let sound = VicinityStation()
    sound.field.place(try sheet.blank())
    _ = try sound.open().put(Self.message, [.format])
    for write in 0..<sound.field.programmedBlocks {
      for tear in [Tear.pageOld, .pageNew, .pageHalf] {
        var faults = FaultPlan.none
        faults.tornTagReturns = nil
        faults.atWrite[write] = tear
        let station = VicinityStation(faults)
        let chip = try sheet.blank()
        station.field.place(chip)
        #expect(throws: TagError.self) {
          try station.open().put(Self.message, [.format])
        }
        station.field.place(chip)
        _ = try station.open().put(Self.message, [.format])
        #expect(chip.memory == sheet.memory(holding: Self.message), "write \(write), \(tear)")
      }
    }
  }

  @Test(arguments: [0x5EED_0005, 0x5EED_0015])
  func aTagThatIsCalledDoneIsRightInABadField(seed: UInt64) throws {
    let faults = FaultPlan(seed: seed, odds: .badAir)
    let station = VicinityStation(faults)
    var failures = 0
    for number in 0..<60 {
      let sheet = Type5Sheet.allCases[number % Type5Sheet.allCases.count]
      let message = link(size: [17, 46, 97][number % 3], letter: "b")
      let chip = try sheet.chip(sheet.memory(holding: []))
      station.field.clear()
      station.field.place(chip)
      var isDone = false
      for _ in 0..<50 where !isDone {
        guard let tag = try? station.open(), (try? tag.put(message)) != nil else {
          failures += 1
          continue
        }
        isDone = true
      }
      #expect(isDone, "\(faults)")
      let phones = phonesRead(type5: chip.memory, blockSize: sheet.blockSize)
      #expect(phones.allSatisfy { $0 == .message(message) }, "\(faults)")
    }
    #expect(failures > 5, "the test must test something; \(faults)")
  }
}

extension Tear {
  fileprivate var isNoise: Bool {
    if case .pageNoise = self { true } else { false }
  }
}
