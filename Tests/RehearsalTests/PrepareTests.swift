// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import Testing
import VirtualReader

/// Everything planned before the first write: the plan is what is done, and nothing is begun that
/// cannot be finished.
@Suite struct PrepareTests {
  /// A link with a filler for the UID.
  private static let filled =
    [0xD1, 0x01, 21, 0x55, 4] + Array("a.bc/?".utf8)
    + [UInt8](repeating: 0x30, count: 14)
  private static let uid = MirrorFields(uidAt: 11)

  @Test func whatIsPlannedIsWhatIsDone() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      let laid = station.lay(registers.sheet.model)
      let tag = try station.select()
      let secret = try Secrets.right()
      let planned = try tag.prepare(
        link(size: 20), TagWishes(permissions: .format, secret: secret, scope: .readingAndWriting))
      #expect(laid.journal == [])
      let cost = try station.cost {
        _ = try tag.put(link(size: 20), .format)
        try tag.protect(with: secret, scope: .readingAndWriting)
      }
      #expect(cost.writes == planned.count, "\(registers.sheet.chip)")
      #expect(
        laid.cells == registers.protected(registers.open(holding: link(size: 20)), access: 0x80))
      station.remove(laid)
    }
  }

  @Test func aMirrorAndALockArePlannedOnTheMessageThatWillBeThere() throws {
    let station = try TagStation()
    for chip in [Chip.ntag213, .ntag215, .ntag216] {
      let laid = station.lay(try DataSheet.of(chip).model)
      let tag = try station.select()
      let wishes = TagWishes(mirror: Self.uid, lock: true)
      let planned = try tag.prepare(Self.filled, wishes)
      let cost = try station.cost {
        _ = try tag.put(Self.filled)
        try tag.showMirror(Self.uid, in: Self.filled)
        try tag.lockForEver()
      }
      #expect(cost.writes == planned.count, "\(chip)")
      #expect(
        planned.suffix(4).map(\.purpose) == [.mirror, .closeAccess, .lockDynamic, .lockStatic])
      station.remove(laid)
    }
  }

  @Test func whatIsImpossibleIsSaidBeforeTheFirstWrite() throws {
    let station = try TagStation()
    let secret = try Secrets.right()
    let cases: [(Chip, TagWishes, TagMemoryError)] = [
      (
        .ultralight, TagWishes(permissions: .format, secret: secret),
        .passwordUnsupported(.ultralight)
      ),
      (.ntag203, TagWishes(secret: secret), .passwordUnsupported(.ntag203)),
      (.ntag210, TagWishes(mirror: Self.uid), .mirrorUnsupported(.ntag210)),
      (.ntag213, TagWishes(mirror: MirrorFields(uidAt: 5)), .mirrorFillerMissing(offset: 5)),
      (.ntag213, TagWishes(freeze: true), .freezingUnprotected(from: 0xFF)),
      (.ultralightC, TagWishes(lock: true), .notFormatted(container: .zero)),
    ]
    for (chip, wishes, error) in cases {
      let laid = station.lay(try DataSheet.of(chip).model)
      let before = laid.cells
      #expect(throws: Type2Error.memory(error)) {
        try station.select().prepare(Self.filled, wishes)
      }
      #expect(laid.cells == before && laid.journal == [])
      station.remove(laid)
    }
  }
}
