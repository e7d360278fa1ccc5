// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Every write of a message torn in every way, on every chip: the tag must never show another link,
/// and putting the message again must end right.
struct TornPutTests {
  /// A tag before the message is put on it.
  struct Before: Sendable, CustomStringConvertible {
    let name: String
    let sheet: DataSheet
    let cells: [[UInt8]]
    let message: [UInt8]

    var description: String { "\(sheet.chip.rawValue), \(name)" }
    var hasOtherReservations: Bool { name == Self.otherReservations }
    private static let otherReservations = "other reserved bytes"

    static func all(_ sheet: DataSheet) -> [Before] {
      let new = factory(sheet.model)
      func holding(_ area: [UInt8]) -> [[UInt8]] { sheet.formatted(new, holding: area) }
      // Five bytes from byte 40 on, in the middle of where the new message goes.
      let reserved = sheet.front + hex("02 03 28 05 04") + tlv(link(size: 10, letter: "r"))
      let message = link(size: 28, letter: "n")
      return [
        ("factory", new), ("empty", holding(sheet.front + tlv([]))),
        ("shorter link", sheet.written(link(size: 9, letter: "s"), over: new)),
        ("longer link", sheet.written(link(size: 38, letter: "l"), over: new)),
        (otherReservations, holding(reserved)),
      ].map { Before(name: $0.0, sheet: sheet, cells: $0.1, message: message) }
    }
  }

  private static func tears(_ seed: Int) -> [Tear] {
    [.pageOld, .pageNew, .pageHalf, .pageNoise(UInt64(seed))]
  }

  @Test(arguments: DataSheet.all)
  func noTornWriteShowsAnotherLink(_ sheet: DataSheet) throws {
    let sound = try TagStation()
    var cases = try TornPut.all(Before.all(sheet), tears: Self.tears) {
      try Self.writes(of: $0, on: sound)
    }
    // Chips whose memory is like another's; three has no divisor in common with the four tears.
    if [Chip.ntag203, .ntag210, .ntag212, .ntag216].contains(sheet.chip) {
      cases = stride(from: 0, to: cases.count, by: 3).map { cases[$0] }
    }
    #expect(cases.count >= 50, "the test must test something")

    let tearing = try TagStation(FaultPlan(tearing: cases))
    for torn in cases {
      try Self.judge(try Self.tear(torn, on: tearing), after: torn, on: sound)
    }
  }

  /// How many writes the put takes when nothing goes wrong.
  private static func writes(of before: Before, on station: TagStation) throws -> Int {
    let laid = station.lay(before.sheet.model, holding: before.cells)
    defer { station.remove(laid) }
    guard case .written(let pages) = try station.select().put(before.message, .format) else {
      return 0
    }
    #expect(before.sheet.phone(reads: laid.cells) == .message(before.message))
    return pages
  }

  /// The memory after the tag was torn off in the middle of a write.
  private static func tear(_ torn: TornPut<Before>, on station: TagStation) throws -> [[UInt8]] {
    let laid = station.lay(torn.before.sheet.model, holding: torn.before.cells)
    defer { station.remove(laid) }
    let tag = try station.select()
    torn.tearOff { () throws(TagError) in try tag.put(torn.before.message, .format) }
    return laid.cells
  }

  /// What a phone sees on the torn tag, what we call it, and what putting the message again does.
  private static func judge(
    _ cells: [[UInt8]], after torn: TornPut<Before>, on station: TagStation
  ) throws {
    let before = torn.before
    let laid = station.lay(before.sheet.model, holding: cells)
    defer { station.remove(laid) }
    let tag = try station.select()
    try tag.read(.writing(messageSize: before.message.count))
    let content = TagState(tag.image).content
    let seen = before.sheet.phone(reads: cells)
    let harmless = [
      before.sheet.phone(reads: before.cells), .message(before.message), .message([]), .nothing,
    ]
    if !harmless.contains(seen) {
      if case .message(let other) = seen {
        #expect(!isLink(other), "another link: \(torn)")
      }
      switch (torn.tear, content) {
      case (.pageHalf, .damaged), (.pageNoise, .damaged), (.pageNoise, .foreign): break
      default: Issue.record("called \(content.machineName): \(torn)")
      }
    }
    if content == .foreign {
      // Noise may look like anything. Only where control TLVs that are not the chip's own were torn
      // too must someone say that nothing is lost.
      if before.hasOtherReservations {
        #expect(throws: TagError.foreignContent, "\(torn)") {
          try tag.put(before.message, .format)
        }
      }
    }
    _ = try tag.put(
      before.message, before.hasOtherReservations ? [.format, .overwriteForeign] : .format)
    let after = laid.cells
    #expect(before.sheet.phone(reads: after) == .message(before.message), "\(torn)")
    // Serial number, locks, and everything after the user pages are what they were.
    #expect(after[3] == before.sheet.container, "\(torn)")
    #expect(after[..<3] == before.cells[..<3], "\(torn)")
    let behind = before.sheet.lastUserPage + 1
    #expect(after[behind...] == before.cells[behind...], "\(torn)")
  }
}
