// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagMemory
import TagReading
import Testing
import VirtualReader

/// Everything planned before the first write: the plan is what is done, and nothing is begun that
/// cannot be finished.
struct PrepareTests {
  /// A link with a filler for the UID.
  private static let filled =
    [0xD1, 0x01, 21, 0x55, 4] + Array("a.bc/?".utf8)
    + [UInt8](repeating: 0x30, count: 14)
  private static let uid = MirrorFields(uidAt: 11)
  private static let texts = [ChipText(.uid, at: 11)]

  private static func order(
    permissions: WritePermissions = [], chipTexts: [ChipText] = [], secret: Type2Secret? = nil,
    lock: Bool = false
  ) -> TagOrder {
    TagOrder(
      message: filled, permissions: permissions, chipTexts: chipTexts,
      secret: secret.map { .password($0) }, lock: lock)
  }

  @Test func whatIsPlannedIsWhatIsDone() throws {
    let station = try TagStation()
    for registers in try Registers.all() {
      let laid = station.lay(registers.sheet.model)
      let tag = try station.select()
      let secret = try Secrets.right()
      let planned = try tag.plannedWrites(
        for: TagOrder(
          message: link(size: 20), permissions: .format, secret: .password(secret),
          guardsReading: true))
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
      let planned = try tag.plannedWrites(for: Self.order(chipTexts: Self.texts, lock: true))
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
    var frozen = Self.order()
    frozen.freeze = true
    let cases: [(Chip, TagOrder, TagMemoryError)] = [
      (
        .ultralight, Self.order(permissions: .format, secret: secret),
        .passwordUnsupported(.ultralight)
      ),
      (.ntag203, Self.order(secret: secret), .passwordUnsupported(.ntag203)),
      (.ntag210, Self.order(chipTexts: Self.texts), .mirrorUnsupported(.ntag210)),
      (
        .ntag213, Self.order(chipTexts: [ChipText(.uid, at: 5)]), .mirrorFillerMissing(offset: 5)
      ),
      (
        .ntag213, Self.order(chipTexts: [ChipText(.uid, at: 5), ChipText(.counter, at: 25)]),
        .mirrorFieldsApart(uid: 5, counter: 25)
      ),
      (.ntag213, frozen, .freezingUnprotected(from: 0xFF)),
      (.ultralightC, Self.order(lock: true), .notFormatted),
    ]
    for (chip, order, error) in cases {
      let laid = station.lay(try DataSheet.of(chip).model)
      let before = laid.cells
      #expect(throws: TagError.memory(error)) {
        try station.select().plannedWrites(for: order)
      }
      #expect(laid.cells == before && laid.journal == [])
      station.remove(laid)
    }
  }
}
