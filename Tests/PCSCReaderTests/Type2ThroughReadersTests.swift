// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagKeys
import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

@testable import PCSCReader

/// The procedures of Type 2 on virtual chips, through every kind of PC/SC reader.
@Suite struct Type2ThroughReadersTests {
  private static let uid = hex("04A1B2C3D4E5F6")
  private static let message = hex("D101 10 55 04") + Array("example.com/abc".utf8)

  /// A chip, where its user memory ends, and its name where only pages can be read.
  private static let chips: [(model: ChipModel, userEnd: Int, name: String, byPages: String?)] = [
    (.ntag213, 160, "NTAG213", "NTAG213"), (.ntag215, 520, "NTAG215", nil),
    (.ntag216, 904, "NTAG216", nil), (.ntag203, 160, "NTAG203", "NTAG203"),
  ]

  private static func open(_ model: Type2Slot.Model, _ chip: ChipModel) throws -> (
    slot: Type2Slot, tag: any WritableTag
  ) {
    let slot = Type2Slot(model, try #require(VirtualType2Chip(chip, uid: uid)))
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    let found = try #require(try reader.select(.typeA))
    try reader.requireNoneBeside(found)
    return (slot, try openTag(found, on: reader))
  }

  private static func memory(_ chip: VirtualType2Chip, upTo end: Int) -> [UInt8] {
    (0..<end / 4).flatMap { chip.cells(ofPage: $0) }
  }

  @Test(arguments: Type2Slot.Model.allCases)
  func putsAMessageAndFindsItThere(_ model: Type2Slot.Model) throws {
    for chip in Self.chips {
      let (slot, tag) = try Self.open(model, chip.model)
      #expect(tag.chipName == (model == .generic ? chip.byPages : chip.name))
      let order = TagOrder(message: Self.message)
      guard case .written = try tag.put(order) else {
        Issue.record("\(chip.name) was right before it was written")
        continue
      }
      let memory = Self.memory(slot.chip, upTo: chip.userEnd)
      #expect(phoneReads(memory, userEnd: chip.userEnd) == .message(Self.message))
      #expect(try tag.put(order) == .alreadyThere)
      #expect(try tag.content(forMessageOf: 0) == .message(Self.message))
    }
  }

  /// Only pages: a password cannot be proven, so that none is set.
  @Test func refusesAPasswordThatNoCommandCanProve() throws {
    let (slot, tag) = try Self.open(.generic, .ntag213)
    let before = Self.memory(slot.chip, upTo: 180)
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    let order = TagOrder(message: Self.message, key: key)
    #expect(throws: TagError.type2(.reader(.notPossible))) { try tag.prepare(order) }
    #expect(Self.memory(slot.chip, upTo: 180) == before)
  }

  @Test(arguments: [.acr122u, .acr1552u] as [Type2Slot.Model])
  func setsAPasswordWhereEveryCommandPasses(_ model: Type2Slot.Model) throws {
    let (slot, tag) = try Self.open(model, .ntag213)
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    let order = TagOrder(message: Self.message, key: key)
    _ = try tag.put(order)
    try tag.protect(order)
    #expect(slot.chip.cells(ofPage: 0x29)[3] < 0x28)
  }
}
