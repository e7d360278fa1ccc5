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
struct Type2ThroughReadersTests {
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

  /// Some readers have one word for a refusal and for silence, and the chip falls idle after both.
  @Test(arguments: ["6300", "6400", "6401"])
  func wakesAChipThatRefused(_ status: String) throws {
    let slot = Type2Slot(.generic, try #require(VirtualType2Chip(.ntag213, uid: Self.uid)))
    slot.failure = status
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    let found = try #require(try reader.select(.typeA))
    for _ in 1...2 {
      #expect(throws: ReaderError.unclear) { try reader.exchange(hex("30F0")) }
      #expect(try reader.reselect(found) == found)
    }
    #expect(try reader.exchange(hex("3004")).count == 16)
  }

  /// A tag that refuses is called that, and never asked for another try.
  @Test(arguments: ["6300", "6401"])
  func namesAPasswordWherePagesAreRefused(_ status: String) throws {
    let (open, tag) = try Self.open(.acr122u, .ntag213)
    let order = TagOrder(
      message: Self.message,
      secret: .passwords(of: try PasswordKey(name: "test", bytes: Array(0..<32))))
    _ = try tag.put(order)
    try tag.protect(order)
    let slot = Type2Slot(.generic, open.chip)
    slot.failure = status
    let before = Self.memory(slot.chip, upTo: 160)
    let other = hex("D101 10 55 04") + Array("example.com/new".utf8)
    #expect(throws: TagError.memory(.passwordRequired(from: 4))) {
      _ = try Self.put(other, through: slot, on: Self.uid)
    }
    #expect(Self.memory(slot.chip, upTo: 160) == before)
  }

  /// Pages that no one can see are locked: what was written before them is taken back.
  @Test(arguments: ["6300", "6401"])
  func takesBackWhatIsRefusedInTheMiddle(_ status: String) throws {
    let open = Type2Slot(.acr122u, try #require(VirtualType2Chip(.ntag215, uid: Self.uid)))
    _ = try Self.put(Self.message, through: open, on: Self.uid)
    let reader = PCSCReader(name: "pcsc:", slot: open)
    _ = try reader.select(.typeA)
    // The pages from 16 to 31.
    _ = try reader.exchange(hex("A282 01000000"))
    let slot = Type2Slot(.generic, open.chip)
    slot.failure = status
    let long = hex("D101 4C 55 04") + [UInt8](repeating: 0x61, count: 75)
    #expect(throws: TagError.refused(.page(16), .nak(0))) {
      _ = try Self.put(long, through: slot, on: Self.uid)
    }
    let memory = Self.memory(slot.chip, upTo: 520)
    #expect(phoneReads(memory, userEnd: 520) == .message(Self.message))
  }

  /// Only pages: a password cannot be proven, so none is set.
  @Test func refusesAPasswordThatNoCommandCanProve() throws {
    let (slot, tag) = try Self.open(.generic, .ntag213)
    let before = Self.memory(slot.chip, upTo: 180)
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    let order = TagOrder(message: Self.message, secret: .passwords(of: key))
    #expect(throws: TagError.reader(.notPossible)) { try tag.prepare(order) }
    #expect(Self.memory(slot.chip, upTo: 180) == before)
  }

  @Test(arguments: [.acr122u, .acr1552u] as [Type2Slot.Model])
  func setsAPasswordWhereEveryCommandPasses(_ model: Type2Slot.Model) throws {
    let (slot, tag) = try Self.open(model, .ntag213)
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    let order = TagOrder(message: Self.message, secret: .passwords(of: key))
    _ = try tag.put(order)
    try tag.protect(order)
    #expect(slot.chip.cells(ofPage: 0x29)[3] < 0x28)
  }

  /// A chip that holds the message and nothing else.
  private static func chip(_ uid: [UInt8], holding message: [UInt8]) throws -> VirtualType2Chip {
    let chip = try #require(VirtualType2Chip(.ntag213, uid: uid))
    let slot = Type2Slot(.acr122u, chip)
    _ = try put(message, through: slot, on: uid)
    return chip
  }

  private static func put(
    _ message: [UInt8], through slot: Type2Slot, on uid: [UInt8]
  ) throws -> MessageOutcome {
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    guard let found = try reader.select(.typeA), found.uid.bytes == uid else {
      throw ReaderError.tagGone
    }
    return try Type2Tag(found, on: reader).put(message)
  }

  /// Another tag takes the place of the first before a command, and the service sees nothing.
  ///
  /// The other one holds what the first holds, or what it is to hold. Its UID is asked for before each
  /// write, and more cannot be done: one that comes right after it said so gets that one page.
  @Test(arguments: Type2Slot.Model.allCases, [false, true])
  func namesATagThatCameInBetween(_ model: Type2Slot.Model, isRight: Bool) throws {
    let old = hex("D101 10 55 04") + Array("example.com/old".utf8)
    let otherUID = hex("04A1B2C3D4E5F7")
    let quiet = Type2Slot(model, try Self.chip(Self.uid, holding: old))
    _ = try Self.put(Self.message, through: quiet, on: Self.uid)
    var swaps = 0
    for number in 0..<quiet.asked.count {
      let other = try Self.chip(otherUID, holding: isRight ? Self.message : old)
      let before = Self.memory(other, upTo: 180)
      let slot = Type2Slot(model, try Self.chip(Self.uid, holding: old))
      slot.before[number] = { $0.swap(for: other) }
      do {
        _ = try Self.put(Self.message, through: slot, on: Self.uid)
        // Only the close of a session goes unnoticed, and nothing of that is for the tag.
        #expect(slot.asked[number] == "FFC2000002820000", "command \(number)")
      } catch let error as TagError {
        let found = try #require(TagUID(otherUID))
        #expect(
          error.passing == .tagSwapped(found: found), "command \(number): \(error)")
        swaps += 1
      } catch ReaderError.tagGone {
        // The first one was never seen.
      }
      let changed = stride(from: 0, to: 180, by: 4).filter {
        Self.memory(other, upTo: 180)[$0..<$0 + 4] != before[$0..<$0 + 4]
      }
      let isWrite =
        ["FFD6", "FF00000009D44001A2"].contains { slot.asked[number].hasPrefix($0) }
        || slot.asked[number].contains("9506A2")
      #expect(changed.count <= (isWrite ? 1 : 0), "command \(number)")
    }
    #expect(swaps > 5, "the test must test something")
  }
}
