// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Tags that refuse in the middle of a message, and tags that lie about what they wrote.
struct HinderedPutTests {
  private static let old = link(size: 60, letter: "o")
  private static let new = link(size: 70, letter: "n")

  /// A tag with the old message, and one thing more.
  private static func tag(
    _ sheet: DataSheet, _ change: (inout [[UInt8]]) -> Void
  ) -> [[UInt8]] {
    var cells = sheet.written(old, over: factory(sheet.model))
    change(&cells)
    return cells
  }

  @Test func aTagThatIsLockedInPartKeepsItsMessage() throws {
    let station = try TagStation()
    // The bit that locks pages 20 and 21, 20 to 23, or 16 to 31; and the first page that refuses.
    let cases: [(Chip, page: Int, bits: String, first: Int)] = [
      (.ntag213, 0x28, "040000BD", 20), (.ntag212, 0x24, "040000BD", 20),
      (.ultralightEV1Large, 0x24, "040000BD", 20), (.ntag203, 0x28, "04000000", 20),
      (.ultralightC, 0x28, "04000000", 20), (.ntag215, 0x82, "010000BD", 16),
      (.ntag216, 0xE2, "010000BD", 16),
    ]
    for (chip, page, bits, first) in cases {
      let sheet = try DataSheet.of(chip)
      let cells = Self.tag(sheet) { $0[page] = hex(bits) }
      let laid = station.lay(sheet.model, holding: cells)
      let tag = try station.select()
      #expect(throws: TagError.memory(.pageLocked(page: first)), "\(chip)") {
        try tag.put(Self.new)
      }
      #expect(laid.cells == cells, "\(chip)")
      #expect(try tag.put(Self.old) == .alreadyThere, "\(chip)")
      station.remove(laid)
    }
  }

  @Test func aTagThatIsProtectedInPartKeepsItsMessage() throws {
    let station = try TagStation()
    for registers in try Registers.all() where registers.sheet.lastUserPage > 0x14 {
      let cells = registers.cells(
        Self.tag(registers.sheet) { _ in }, auth0: 0x14, access: 0, password: Secrets.password,
        acknowledge: Secrets.acknowledge)
      let laid = station.lay(registers.sheet.model, holding: cells)
      let tag = try station.select()
      #expect(throws: TagError.memory(.passwordRequired(from: 0x14))) { try tag.put(Self.new) }
      #expect(laid.cells == cells, "\(registers.sheet.chip)")
      try tag.authenticate(Secrets.right())
      _ = try tag.put(Self.new)
      #expect(laid.cells == registers.sheet.written(Self.new, over: cells))
      station.remove(laid)
    }
  }

  @Test func aWornPageShowsNoOtherLink() throws {
    let station = try TagStation()
    for sheet in DataSheet.all where sheet.capacity >= Self.new.count {
      for page in 4...20 {
        for wear in [Wear.keepsOldValue, .refuses] {
          let cells = Self.tag(sheet) { _ in }
          let model = sheet.model
          let laid = station.lay {
            let worn = make(model, holding: cells)
            worn.worn[page] = wear
            return worn
          }
          if try done(station) {
            #expect(sheet.phone(reads: laid.cells) == .message(Self.new))
          } else if case .message(let shown) = sheet.phone(reads: laid.cells) {
            #expect(shown == Self.old || !isLink(shown), "\(sheet.chip), page \(page), \(wear)")
          }
          station.remove(laid)
        }
      }
    }
  }

  private func done(_ station: TagStation) throws -> Bool {
    let tag = try station.select()
    do throws(TagError) {
      _ = try tag.put(Self.new)
      return true
    } catch {
      #expect(error.whatIsWrong.contains("worn"))
      return false
    }
  }
}
