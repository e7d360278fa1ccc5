// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagKeys
import TagMemory
import TagReading
import Testing

/// What goes over the air for a Type 3 tag, packet by packet.
struct Type3TagTests {
  private static let lite: UInt8 = 0xF1
  private static let empty = "10 04 01 000D 00000000 00 01 000000 0023"
  /// Block 88h of a Lite-S that anyone may write.
  private static let open = "FFFFFF01 FF000000 00000000 00000000"
  private static let zeros = String(repeating: "00", count: 16)
  private static let message = hex("D1 01 04 55 04 616263")

  private func read(_ blocks: String...) -> FakeReader.Step {
    let count = blocks.count < 16 ? "0" + String(blocks.count, radix: 16) : "??"
    return .answers(hex("07" + FelicaTagTests.idm + "0000" + count + blocks.joined()))
  }

  private func flags(_ code: String, _ flags: String) -> FakeReader.Step {
    .answers(hex(code + FelicaTagTests.idm + flags))
  }

  /// What a chip with no system but NFC's says when it is asked for them.
  private var ownSystem: FakeReader.Step { .answers(hex("0D" + FelicaTagTests.idm + "01 12FC")) }

  private let body = "D1 01 04 55 04 616263 00000000 00000000"
  private let whole = "10 04 01 000D 00000000 00 01 000008 002B"
  private let sealed = "10 04 01 000D 00000000 0F 01 000000 0032"

  private func write(_ block: String, _ content: String) -> String {
    "quick " + hexText(hex("08" + FelicaTagTests.idm + "01 0900 01" + block + content))
  }

  @Test func aMessageIsWrittenAfterItsSeal() throws {
    let tag = try felicaTag(system: 0x12FC, icCode: Self.lite)
    let reader = FakeReader([
      read(Self.empty, Self.open, Self.zeros, Self.zeros), flags("09", "0000"),
      flags("09", "0000"), flags("09", "0000"), read(whole, body),
    ])
    let type3 = try Type3Tag(tag, on: reader)
    #expect(type3.chipName == "FeliCaLiteS")
    #expect(try type3.put(Self.message) == .written(pages: 3))
    let head = "quick 06" + hexText(hex(FelicaTagTests.idm))
    #expect(
      reader.asked == [
        head + "010B00048000808880018002", write("8000", sealed), write("8001", body),
        write("8000", whole), head + "010B000280008001",
      ])
    #expect(reader.isFinished && type3.pagesWritten == 3)
  }

  @Test func whatIsThereIsNotWritten() throws {
    let tag = try felicaTag(system: 0x12FC)
    let reader = FakeReader([read(whole, body, Self.zeros, Self.zeros)])
    let type3 = try Type3Tag(tag, on: reader)
    #expect(try type3.put(Self.message) == .alreadyThere)
    #expect(try type3.content(forMessageOf: 0) == .message(Self.message))
  }

  /// A write whose answer is lost may have been done: the block is asked, and only then again.
  @Test func silenceIsAskedAbout() throws {
    let tag = try felicaTag(system: 0x12FC, icCode: Self.lite)
    let first = read(Self.empty, Self.open, Self.zeros, Self.zeros)
    let done = FakeReader([
      first, .fails(.unclear), .finds(tag), read(sealed), flags("09", "0000"),
      flags("09", "0000"), read(whole, body),
    ])
    #expect(try Type3Tag(tag, on: done).put(Self.message) == .written(pages: 3))
    let again = FakeReader([
      first, .answers([]), .finds(tag), read(Self.empty), flags("09", "0000"),
      flags("09", "0000"), flags("09", "0000"), read(whole, body),
    ])
    #expect(try Type3Tag(tag, on: again).put(Self.message) == .written(pages: 3))
    let gone = FakeReader([first, .fails(.unclear), .finds(nil), .finds(nil)])
    #expect(throws: TagError.interrupted(.block(0), .tagGone)) {
      try Type3Tag(tag, on: gone).put(Self.message)
    }
  }

  @Test func aRefusedBlockBringsTheOldMessageBack() throws {
    let tag = try felicaTag(system: 0x12FC, icCode: Self.lite)
    let reader = FakeReader([
      read(whole, Self.open, body, Self.zeros), flags("09", "0000"), flags("09", "01A8"),
      read(sealed, body), flags("09", "0000"),
    ])
    #expect(throws: TagError.refused(.block(1), .felica(StatusFlags(place: 1, reason: 0xA8)))) {
      try Type3Tag(tag, on: reader).put(hex("D1 01 04 55 04 646566"))
    }
    #expect(reader.asked.last == write("8000", whole))
    #expect(reader.isFinished)
  }

  private static let oldWhole = "10 04 08 0020 00000000 00 01 000018 0055"

  /// A tag that takes eight blocks at once, and a message of two that is half written when the tag
  /// refuses: what follows is how it answers, and the last command that it gets is returned.
  private func lastCommand(after answers: FakeReader.Step...) throws -> String? {
    let tag = try felicaTag(system: 0x12FC)
    let reader = FakeReader(
      [
        read(Self.oldWhole, Self.two("62").0, Self.two("62").1, Self.zeros), ownSystem,
        flags("09", "0000"), flags("09", "01A9"),
      ] + answers)
    #expect(throws: TagError.refused(.block(1), .felica(StatusFlags(place: 1, reason: 0xA9)))) {
      try Type3Tag(tag, on: reader).put(hex("D1 01 14 55 04" + String(repeating: "61", count: 19)))
    }
    #expect(reader.isFinished)
    return reader.asked.last
  }

  /// The two blocks of a link with this letter.
  private static func two(_ letter: String) -> (String, String) {
    let message = "D101145504" + String(repeating: letter, count: 19)
    return (String(message.prefix(32)), String(message.dropFirst(32)) + "0000000000000000")
  }

  /// The old length comes back only over the old blocks, as the tag itself shows them.
  @Test func aHalfWrittenCommandIsTakenBackOrLeavesNoMessage() throws {
    let (old, new) = (Self.two("62"), Self.two("61"))
    let sealed = "10 04 08 0020 00000000 0F 01 000000 004C"
    let half = read(sealed, new.0, old.1)
    let done = flags("09", "0000")
    // The first block was written in spite of the refusal, and takes its old content again.
    #expect(
      try lastCommand(after: half, done, read(old.0), done) == write("8000", Self.oldWhole))
    // It refuses that too, or says that it did it and did not.
    #expect(try lastCommand(after: half, flags("09", "01A9")) == write("8001", old.0))
    #expect(
      try lastCommand(after: half, done, read(new.0))?.hasPrefix("quick 06") == true)
    // Nothing was written after all.
    #expect(
      try lastCommand(after: read(sealed, old.0, old.1), done) == write("8000", Self.oldWhole))
  }

  /// A chip that has counted very many writes says so, and writes all the same.
  @Test func aWarningIsNoRefusal() throws {
    let tag = try felicaTag(system: 0x12FC, icCode: Self.lite)
    let reader = FakeReader([
      read(Self.empty, Self.open, Self.zeros, Self.zeros), flags("09", "FF71"), .finds(tag),
      read(sealed), flags("09", "0000"), flags("09", "0000"), read(whole, body),
    ])
    #expect(try Type3Tag(tag, on: reader).put(Self.message) == .written(pages: 3))
    let refusing = FakeReader([
      read(Self.empty, Self.open, Self.zeros, Self.zeros), flags("09", "FF71"), .finds(tag),
      read(Self.empty), read(Self.empty, Self.zeros),
    ])
    #expect(throws: TagError.refused(.block(0), .felica(StatusFlags(place: 0xFF, reason: 0x71)))) {
      try Type3Tag(tag, on: refusing).put(Self.message)
    }
    #expect(refusing.isFinished)
  }

  @Test func aBlockThatLiesLeavesNoMessage() throws {
    let tag = try felicaTag(system: 0x12FC, icCode: Self.lite)
    let reader = FakeReader([
      read(Self.empty, Self.open, Self.zeros, Self.zeros), flags("09", "0000"),
      flags("09", "0000"), flags("09", "0000"), read(whole, Self.zeros), flags("09", "0000"),
    ])
    #expect(throws: TagError.differs(.block(1))) {
      try Type3Tag(tag, on: reader).put(Self.message)
    }
    #expect(reader.asked.last == write("8000", Self.empty))
  }

  /// Nbw says eight, and the tag takes one; makers have flags of their own for that.
  @Test(arguments: ["FFA2", "FFA1", "FF01", "01A2", "03A8", "0101"])
  func aTagThatTakesFewerBlocksGetsOneAtATime(refusal: String) throws {
    let tag = try felicaTag(system: 0x12FC)
    let attributes = "10 04 08 0020 00000000 00 01 000000 003D"
    let after = "10 04 08 0020 00000000 00 01 000018 0055"
    let message = hex("D1 01 14 55 04" + String(repeating: "61", count: 19))
    let (one, two) = (
      hexText(Array(message[..<16])), hexText(Array(message[16...])) + "0000000000000000"
    )
    let reader = FakeReader([
      read(attributes, Self.zeros, Self.zeros, Self.zeros), ownSystem, flags("09", "0000"),
      flags("09", refusal), flags("09", "0000"), flags("09", "0000"), flags("09", "0000"),
      read(after, one, two),
    ])
    #expect(try Type3Tag(tag, on: reader).put(message) == .written(pages: 4))
    #expect(
      reader.asked[3]
        == "quick " + hexText(hex("08" + FelicaTagTests.idm + "01 0900 02 8001 8002" + one + two)))
    #expect(reader.asked[4] == write("8001", one))
  }

  /// One at a time also shows which of several blocks it was, and with which flags.
  @Test func theRefusedBlockOfSeveralIsNamed() throws {
    let tag = try felicaTag(system: 0x12FC)
    let attributes = "10 04 08 0020 00000000 00 01 000000 003D"
    let message = hex("D1 01 14 55 04" + String(repeating: "61", count: 19))
    let reader = FakeReader([
      read(attributes, Self.zeros, Self.zeros, Self.zeros), ownSystem, flags("09", "0000"),
      flags("09", "02A8"), flags("09", "0000"), flags("09", "01A8"),
    ])
    #expect(throws: TagError.refused(.block(2), .felica(StatusFlags(place: 0x01, reason: 0xA8)))) {
      try Type3Tag(tag, on: reader).put(message)
    }
  }

  /// A tag with one data block refuses to show four, and shows its attributes alone.
  @Test func aSmallTagIsReadBlockByBlock() throws {
    let tag = try felicaTag(system: 0x12FC)
    let attributes = "10 01 01 0001 00000000 00 01 000008 001C"
    let reader = FakeReader([flags("07", "04A8"), read(attributes), read(body)])
    #expect(try Type3Tag(tag, on: reader).content(forMessageOf: 0) == .message(Self.message))
  }

  /// A Lite that gives one block at once is asked whether it is an NDEF tag all the same.
  @Test func theConfigurationIsReadHoweverFewBlocksCome() throws {
    let tag = try felicaTag(system: 0x88B4, icCode: 0xF0)
    let reader = FakeReader([read(Self.empty), read(Self.open)])
    let type3 = try Type3Tag(tag, on: reader)
    #expect(try type3.content(forMessageOf: 0) == .empty)
    #expect(type3.image.access == .open && type3.chipName == "FeliCaLite")
  }

  @Test func aBlockBehindAKeyIsHidden() throws {
    let tag = try felicaTag(system: 0x12FC, icCode: Self.lite)
    let reader = FakeReader([flags("07", "01B1"), flags("07", "01B1"), read(Self.open)])
    #expect(try Type3Tag(tag, on: reader).content(forMessageOf: 0) == .hidden(page: 0))
    let half = FakeReader([
      flags("07", "03B1"), read(whole), read(Self.open), flags("07", "01B1"),
    ])
    #expect(try Type3Tag(tag, on: half).content(forMessageOf: 0) == .hidden(page: 1))
  }

  @Test func cardsWithoutNDEFAreRefused() throws {
    let transit = try felicaTag(system: 0x0003)
    let steps: [FakeReader.Step] = [.fails(.unclear), .finds(transit)]
    let silent = steps + [.fails(.silent), .finds(transit), .fails(.silent), .finds(transit)]
    #expect(throws: TagError.notNDEF(system: 0x0003)) {
      try Type3Tag(transit, on: FakeReader(silent))
    }
    // NFC's system is there after all; its first answer was lost.
    let late = FakeReader([.answers(hex("01" + FelicaTagTests.idm + "03014B024F4993FF 12FC"))])
    #expect(throws: TagError.reader(.unclear)) { try Type3Tag(transit, on: late) }
    let typeA = try typeATag([1, 2, 3, 4])
    #expect(throws: TagError.wrongType(.type3, sak: nil)) {
      try Type3Tag(typeA, on: FakeReader([]))
    }
  }

  @Test func whatTheChipCannotDoIsKnownBeforeTheFirstByte() throws {
    let tag = try felicaTag(system: 0x12FC, icCode: Self.lite)
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    let orders: [(TagOrder, TagError)] = [
      (TagOrder(message: Self.message, secret: .passwords(of: key)), .passwordUnsupported(.type3)),
      (
        TagOrder(message: Self.message, chipTexts: [ChipText(.uid, at: 5)]),
        .mirrorUnsupported(.type3)
      ),
    ]
    for (order, error) in orders {
      let reader = FakeReader([])
      let type3 = try Type3Tag(tag, on: reader)
      #expect(throws: error) { try type3.prepare(order) }
      #expect(throws: error) { try type3.put(order) }
      #expect(reader.asked.isEmpty)
    }
  }
}
