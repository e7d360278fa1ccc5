// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TestSupport
import Testing

@testable import TagMemory

/// Plans for Type 3 tags: which blocks, in which order, and what the tag is between any two.
struct Type3PlansTests {
  static let empty = "10 04 01 000D 00000000 00 01 000000 0023"
  static let sealed = "10 04 01 000D 00000000 0F 01 000000 0032"

  static func image(
    _ attributes: String, blocks: [[UInt8]] = [], chip: Type3Chip? = .felicaLiteS,
    configuration: String? = nil, isFound: Bool = true
  ) -> Type3Image {
    var image = Type3Image(chip: chip, isFoundAsNDEF: isFound)
    image[0] = hex(attributes)
    for (index, block) in blocks.enumerated() { image[index + 1] = block }
    if let configuration { image[0x88] = hex(configuration) }
    return image
  }

  static func lines(_ writes: [BlockWrite]) -> [String] {
    writes.map { "\($0.block) \($0.purpose.rawValue)" }
  }

  /// The tag with a message on it, all of its blocks known.
  static func holding(_ message: [UInt8]) throws -> Type3Image {
    try Type3WritePlan(writing: message, on: image(empty)).result
  }

  @Test func nfcpysOwnExample() throws {
    let message = hex(
      "d102225370 91010e55036e66632d666f72756d2e6f7267 51010c5402656e4e464320466f72756d")
    let plan = try Type3WritePlan(
      writing: message, on: Self.image("10 02 02 0003 00000000 00 01 000000 0018", chip: nil))
    let last: [UInt8] = message[32...] + [UInt8](repeating: 0, count: 9)
    let blocks: [[UInt8]] = [
      hex("10 02 02 0003 00000000 0F 01 000000 0027"), Array(message[..<16]),
      Array(message[16..<32]), last, hex("10 02 02 0003 00000000 00 01 000027 003F"),
    ]
    #expect(plan.writes.map(\.new) == blocks)
    #expect(Self.lines(plan.writes) == ["0 invalidate", "1 body", "2 body", "3 body", "0 commit"])
    #expect(plan.blocksToVerify == [0, 1, 2, 3])
    #expect(plan.result.content == .message(message))
  }

  @Test func onlyWhatDiffersIsWritten() throws {
    let old = link(size: 30, letter: "a")
    let tag = try Self.holding(old)
    #expect(try Type3WritePlan(writing: old, on: tag).writes.isEmpty)
    var new = old
    new[20] = UInt8(ascii: "b")
    #expect(
      try Self.lines(Type3WritePlan(writing: new, on: tag).writes)
        == ["0 invalidate", "2 body", "0 commit"])
    // Nothing of the message changes but its length, so the attributes alone are written.
    #expect(try Self.lines(Type3WritePlan(writing: [], on: tag).writes) == ["0 commit"])
    // A write that was interrupted is sealed already.
    var torn = tag
    torn[0] = hex(Self.sealed)
    #expect(
      try Self.lines(Type3WritePlan(writing: new, on: torn).writes) == ["2 body", "0 commit"])
  }

  @Test func theSizeIsRightToTheByte() throws {
    for size in [0, 15, 16, 17, 207, 208] {
      let message = size == 0 ? [] : link(size: size, letter: "s")
      #expect(message.count == size)
      let plan = try Type3WritePlan(writing: message, on: Self.image(Self.empty))
      #expect(plan.result.content == (size == 0 ? .empty : .message(message)))
    }
    #expect(throws: TagMemoryError.messageTooLarge(size: 209, capacity: 208)) {
      try Type3WritePlan(writing: link(size: 209), on: Self.image(Self.empty))
    }
    // A tag that claims more blocks than its chip has is believed no further than the chip.
    let boastful = "10 04 01 FFFF 00000000 00 01 000000 0214"
    #expect(throws: TagMemoryError.messageTooLarge(size: 209, capacity: 208)) {
      try Type3WritePlan(writing: link(size: 209), on: Self.image(boastful))
    }
    let unknown = Self.image(boastful, chip: nil)
    #expect(unknown.capacity == 0x10000)
    #expect(throws: TagMemoryError.messageTooLarge(size: 0x10001, capacity: 0x10000)) {
      try Type3WritePlan(writing: [UInt8](repeating: 0, count: 0x10001), on: unknown)
    }
    // Ln 010001: nothing of it is read.
    let full = Self.image("10 04 01 FFFF 00000000 00 01 010001 0216", chip: nil)
    #expect(full.messageBlocks == nil)
    #expect(full.content == .damaged(.overruns(address: 0, length: 0x10001)))
  }

  @Test func aReadOnlyTagMayHoldWhatItHolds() throws {
    let message = link(size: 9, letter: "r")
    var tag = try Self.holding(message)
    tag[0] = tag.attributes?.closed.bytes
    // What its configuration says was not read.
    #expect(tag.access == .unknown() && tag.saysReadOnly)
    #expect(try Type3WritePlan(writing: message, on: tag).writes.isEmpty)
    #expect(throws: TagMemoryError.readOnly) {
      try Type3WritePlan(writing: link(size: 9, letter: "x"), on: tag)
    }
  }

  static let refusals: [(String, Type3Image, TagMemoryError)] = [
    ("nothing read", Type3Image(chip: nil, isFoundAsNDEF: true), .blockNotRead(0)),
    (
      "another version", image("20 04 01 000D 00000000 00 01 000000 0033"),
      .versionUnsupported(major: 2, minor: 0)
    ),
    (
      "torn attributes of an unknown chip",
      image("10 04 01 000D 00000000 0F 01 000025 0048", chip: nil),
      .attributesSpoilt
    ),
    ("no attributes on an unknown chip", image(zeros, chip: nil), .attributesSpoilt),
    (
      "a blank chip",
      image(zeros, configuration: "FFFFFF00 FF000000 00000000 00000000", isFound: false),
      .notFormatted
    ),
    ("blank attributes", image(zeros), .notFormatted),
  ]
  static let zeros = "00000000 00000000 00000000 00000000"

  @Test func whatCannotBePlannedIsNamed() {
    for (name, image, error) in Self.refusals {
      #expect(throws: error, "\(name)") { try Type3WritePlan(writing: [], on: image) }
    }
  }

  @Test func aTornAttributeBlockOfALiteIsRewritten() throws {
    let message = link(size: 20, letter: "t")
    let torn = Self.image("A7 04 01 000D 00000000 0F 01 000025 0048")
    #expect(torn.content == .damaged(.headerTorn(page: 0)))
    let plan = try Type3WritePlan(writing: message, on: torn)
    #expect(Self.lines(plan.writes) == ["1 body", "2 body", "0 commit"])
    #expect(plan.result.content == .message(message))
  }

  @Test func formattingComesLast() throws {
    let configuration = "FFFFFF00 FF000000 00000000 00000000"
    let blank = Self.image(Self.zeros, configuration: configuration, isFound: false)
    #expect(blank.content == .unformatted)
    let message = link(size: 20, letter: "f")
    let plan = try Type3WritePlan(writing: message, on: blank, formatting: true)
    #expect(Self.lines(plan.writes) == ["1 body", "2 body", "0 commit", "136 format"])
    #expect(plan.writes.last?.new == hex("FFFFFF01 FF000000 00000000 00000000"))
    #expect(plan.result.content == .message(message))
    #expect(plan.blocksToVerify == [0, 1, 2, 136])
    let frozen = Self.image(
      Self.zeros, configuration: "FFFF0000 FF000000 00000000 00000000", isFound: false)
    #expect(throws: TagMemoryError.configurationFrozen) {
      try Type3WritePlan(writing: message, on: frozen, formatting: true)
    }
    let unread = Self.image(Self.zeros, isFound: false)
    #expect(throws: TagMemoryError.blockNotRead(0x88)) {
      try Type3WritePlan(writing: message, on: unread, formatting: true)
    }
    // The configuration is a better witness than one lost answer.
    let found = Self.image(
      Self.empty, configuration: "FFFFFF01 FF000000 00000000 00000000", isFound: false)
    #expect(found.content == .empty)
    let foreign = Self.image("01020304 05060708 090A0B0C 0D0E0F10", isFound: false)
    #expect(foreign.content == .foreign)
  }

  /// After any number of whole writes the tag is what it was, what it must be, or plainly neither.
  @Test func betweenTwoWritesNoOtherMessageIsThere() throws {
    var random = Splitmix64(seed: 0x73)
    for _ in 0..<400 {
      let old =
        Int(random.next() % 4) == 0 ? [] : link(size: 5 + Int(random.next() % 204), letter: "o")
      let new = link(size: 5 + Int(random.next() % 204), letter: "n")
      let tag = try Self.holding(old)
      let plan = try Type3WritePlan(writing: new, on: tag)
      for count in 0...plan.writes.count {
        let content = tag.applying(Array(plan.writes.prefix(count))).content
        let harmless: [TagContent] = [tag.content, .damaged(.interrupted), .message(new)]
        #expect(harmless.contains(content), "after \(count) of \(plan.writes.count)")
      }
      #expect(plan.result.content == .message(new))
    }
  }

  static let locks: [(String, [String], String)] = [
    (
      "FFFFFF01 FF000000 00000000 00000000", ["0 close-access", "136 lock"],
      "00400001 FF000000 00000000 00000000"
    ),
    // Register 14 was closed by someone, and stays so.
    (
      "FFBFFF01 FF000000 00000000 00000000", ["0 close-access", "136 lock"],
      "00000001 FF000000 00000000 00000000"
    ),
    // The bits of the message were cleared, and the rest left open.
    ("00C0FF01 FF000000 00000000 00000000", ["136 lock"], "00400001 FF000000 00000000 00000000"),
    ("00400001 FF000000 00000000 00000000", [], "00400001 FF000000 00000000 00000000"),
  ]

  @Test func lockingClosesEverything() throws {
    for (before, writes, after) in Self.locks {
      let tag = Self.image(Self.empty, configuration: before)
      let plan = try Type3LockPlan(on: tag)
      #expect(Self.lines(plan.writes) == writes, "\(before)")
      let locked = tag.applying(plan.writes)
      #expect(locked[0x88] == hex(after), "\(before)")
      #expect(locked.access == .readOnly)
      #expect(try Type3LockPlan(on: locked).writes.isEmpty)
    }
    #expect(throws: TagMemoryError.configurationFrozen) {
      let guarded = "FF7FFF01 FF000000 00000000 00000000"
      _ = try Type3LockPlan(on: Self.image(Self.empty, configuration: guarded))
    }
    #expect(throws: TagMemoryError.lockUnsupported(.type3)) {
      try Type3LockPlan(on: Self.image(Self.empty, chip: nil))
    }
    #expect(throws: TagMemoryError.blockNotRead(0x88)) {
      try Type3LockPlan(on: Self.image(Self.empty))
    }
  }

  static let contents: [(String, TagContent)] = [
    (empty, .empty), (sealed, .damaged(.interrupted)), (zeros, .unformatted),
    ("10 04 01 000D 00000000 00 01 0000D1 00F4", .damaged(.overruns(address: 0, length: 209))),
    ("10 04 01 000D 00000000 00 01 000011 0034", .hidden(page: 2)),
    ("20 04 01 000D 00000000 00 01 000000 0033", .versionUnsupported(major: 2, minor: 0)),
    ("10 04 01 000D 00000000 00 01 000000 0022", .damaged(.headerTorn(page: 0))),
  ]

  @Test func theContentIsNamed() {
    let block = link(size: 16, letter: "c")
    for (attributes, content) in Self.contents {
      #expect(Self.image(attributes, blocks: [block]).content == content, "\(attributes)")
    }
    #expect(Type3Image(chip: nil, isFoundAsNDEF: true).content == .hidden(page: 0))
    var undecodable = Self.image("10 04 01 000D 00000000 00 01 000003 0026")
    undecodable[1] = [UInt8](repeating: 0xFF, count: 16)
    guard case .damaged(.undecodable) = undecodable.content else {
      Issue.record("\(undecodable.content)")
      return
    }
  }

  @Test func errorsSayWhatToDo() {
    let errors: [TagMemoryError] = [
      .blockNotRead(1), .blockHidden(1), .notFormatted, .attributesSpoilt,
      .versionUnsupported(major: 2, minor: 0), .readOnly, .messageTooLarge(size: 2, capacity: 1),
      .configurationFrozen, .lockUnsupported(.type3), .blockLocked(2), .keyNeeded(2),
    ]
    for error in errors {
      #expect(error.cure != nil && error.whatIsWrong.hasSuffix("."), "\(error)")
      #expect(error.machineName.allSatisfy { $0.isLowercase || $0 == "-" })
    }
    #expect(Set(errors.map(\.machineName)).count == errors.count)
  }
}
