// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Every write to a Type 3 tag torn in every way: the tag must never show another message, and
/// putting the message again must end right.
struct Type3TearTests {
  /// A tag before the message is put on it.
  struct Before: Sendable, CustomStringConvertible {
    let description: String
    let blocks: [[UInt8]]
  }

  static let message = link(size: 70, letter: "n")

  static func before(_ sheet: Type3Sheet) -> [Before] {
    var interrupted = sheet.blocks(holding: link(size: 60, letter: "i"))
    interrupted[0] = sheet.attributes(holding: 0, writeFlag: 0x0F)
    var foreign = sheet.blocks(holding: link(size: 60, letter: "j"))
    // Another writer leaves the length while it writes.
    foreign[0] = sheet.attributes(holding: 60, writeFlag: 0x0F)
    return [
      ("empty", sheet.blocks(holding: [])),
      ("shorter", sheet.blocks(holding: link(size: 20, letter: "s"))),
      ("longer", sheet.blocks(holding: link(size: 150, letter: "l"))),
      ("interrupted", interrupted), ("interrupted by another", foreign),
    ].map { Before(description: $0.0, blocks: $0.1) }
  }

  @Test(arguments: Type3Sheet.allCases)
  func noTornWriteShowsAnotherMessage(_ sheet: Type3Sheet) throws {
    let sound = try TagStation()
    let tears: (Int) -> [Tear] = { seed in
      [
        .pageOld, .pageNew, .pageHalf, .pagesWritten(1), .pageNoise(UInt64(seed)),
        .pageNoise(UInt64(seed + 1000)),
      ]
    }
    let cases = try TornPut.all(Self.before(sheet), tears: tears) {
      try Self.writes(to: $0.blocks, sheet, on: sound)
    }
    #expect(cases.count >= 80, "the test must test something")

    let tearing = try TagStation(FaultPlan(tearing: cases))
    for torn in cases {
      let blocks = try Self.tear(torn, sheet, on: tearing)
      try Self.judge(blocks, after: torn, sheet, on: sound)
    }
  }

  /// How many commands write when nothing goes wrong.
  private static func writes(
    to before: [[UInt8]], _ sheet: Type3Sheet, on station: TagStation
  ) throws -> Int {
    let id = try station.lay(sheet.state(before))
    defer { station.remove(id) }
    let tag = try station.selectFelica()
    try tag.read()
    let sealing = try tag.plan(message).writes.filter { $0.purpose != .body }.count
    let body = try tag.plan(message).writes.count - sealing
    #expect(try tag.put(message) == .written(pages: sealing + body))
    return sealing + (sheet == .liteS ? body : 1)
  }

  /// The blocks after the tag was torn off in the middle of a write.
  private static func tear(
    _ torn: TornPut<Before>, _ sheet: Type3Sheet, on station: TagStation
  ) throws -> [[UInt8]] {
    let id = try station.lay(sheet.state(torn.before.blocks))
    defer { station.remove(id) }
    let tag = try station.selectFelica()
    torn.tearOff { () throws(TagError) in try tag.put(message) }
    return try sheet.blocks(of: station.state(of: id))
  }

  /// What a phone sees on the torn tag, what we call it, and what putting the message again does.
  private static func judge(
    _ blocks: [[UInt8]], after torn: TornPut<Before>, _ sheet: Type3Sheet, on station: TagStation
  ) throws {
    let harmless = [
      phoneReads(type3: torn.before.blocks), .message(message), .message([]), .nothing,
    ]
    #expect(harmless.contains(phoneReads(type3: blocks)), "\(torn)")
    let id = try station.lay(sheet.state(blocks))
    defer { station.remove(id) }
    let tag = try station.selectFelica()
    let content = try tag.content(forMessageOf: message.count)
    if content == .damaged(.headerTorn(page: 0)), sheet == .large {
      // No one knows how large the tag was; only the chips of Sony's Lite family are known.
      #expect(throws: TagError.memory(.attributesSpoilt), "\(torn)") { try tag.put(message) }
      return
    }
    _ = try tag.put(message)
    let after = try sheet.blocks(of: station.state(of: id))
    #expect(phoneReads(type3: after) == .message(message), "\(torn)")
    #expect(after[0] == sheet.attributes(holding: message.count), "\(torn)")
    #expect(after.dropFirst(6) == torn.before.blocks.dropFirst(6), "\(torn)")
  }

  /// Formatting and locking, torn at each step: what is there is never lost.
  @Test func formattingAndLockingMayBeTornAnywhere() throws {
    let message = link(size: 20, letter: "f")
    let blank = try #require(VirtualFelicaLiteChip(idm: Type3Sheet.idm, isFormatted: false)).state
    let tears: [Tear] = [.pageOld, .pageNew, .pageHalf, .pageNoise(1), .pageNoise(2)]
    for write in 0..<6 {
      for tear in tears {
        var faults = FaultPlan.none
        faults.atWrite[write] = tear
        let station = try TagStation(faults)
        let id = try station.lay(blank)
        var presentations = 0
        while presentations < 20 {
          presentations += 1
          guard let found = try? station.reader.select(.felica) else { continue }
          let tag = try Type3Tag(found, on: station.reader)
          guard (try? tag.put(message, [.format, .overwriteForeign])) != nil else { continue }
          if (try? tag.lockForEver()) != nil { break }
        }
        let name = "write \(write), \(tear)"
        #expect(presentations < 20, "\(name)")
        let locked = try VirtualFelicaLiteChip(state: station.state(of: id))
        #expect(phoneReads(type3: (0...13).compactMap { locked.blocks[$0] }) == .message(message))
        #expect(try station.selectFelica().planLock().writes.isEmpty, "\(name)")
      }
    }
  }

  @Test(arguments: [0x5EED_0003, 0x5EED_0013])
  func aTagThatIsCalledDoneIsRightOnABadReader(seed: UInt64) throws {
    let faults = FaultPlan(seed: seed, odds: .badAir)
    let station = try TagStation(faults)
    var failures = 0
    for number in 0..<60 {
      let sheet = Type3Sheet.allCases[number % 2]
      let message = link(size: [17, 46, 130][number % 3], letter: "b")
      let id = try station.lay(sheet.state(sheet.blocks(holding: [])))
      var isDone = false
      for _ in 0..<30 where !isDone {
        guard let found = try? station.reader.select(.felica),
          (try? Type3Tag(found, on: station.reader).put(message)) != nil
        else {
          failures += 1
          continue
        }
        isDone = true
      }
      #expect(isDone, "\(faults)")
      let blocks = try sheet.blocks(of: station.state(of: id))
      #expect(phoneReads(type3: blocks) == .message(message), "\(faults)")
      station.remove(id)
    }
    #expect(failures > 5, "the test must test something; \(faults)")
  }
}
