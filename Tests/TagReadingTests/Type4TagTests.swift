// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagKeys
import TagMemory
import TestSupport
import Testing

@testable import TagReading

/// The procedures of Type 4 on a card of the tests: every command is seen, and any may go wrong.
struct Type4TagTests {
  static let uid: [UInt8] = [0x04, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66]
  static let desfire = hex("000F 20 003B 0034 0406E10404000000")
  static let ntag424 = hex("0017 20 0100 00FF 0406E10401000000 0506E10500808283")
  /// A link of one record.
  static func message(_ size: Int, _ letter: Character = "a") -> [UInt8] {
    [0xD1, 0x01, UInt8(size - 4), 0x55, 0x04]
      + [UInt8](repeating: letter.asciiValue ?? 0x61, count: size - 5)
  }

  /// A file of this many bytes with a message in it.
  static func file(_ message: [UInt8] = [], size: Int = 1024) -> [UInt8] {
    [0, UInt8(message.count)] + message + [UInt8](repeating: 0, count: size - 2 - message.count)
  }

  static func card(
    _ container: [UInt8] = desfire, _ file: [UInt8] = file(), ats: String = "7000700000",
    uid: [UInt8] = uid
  ) throws -> FakeCard {
    FakeCard(try smartCard(uid, ats: ats), container: container, file: file)
  }

  @Test func aBlankTagTakesALinkInTheFewestCommands() throws {
    let card = try Self.card()
    let message = Self.message(20)
    #expect(try Type4Tag(card.tag, on: card).put(message) == .written(pages: 2))
    #expect(
      card.asked == [
        "00A4040007D276000085010100", "00A4000C02E103", "00B000000F", "00A4000C02E104",
        "00B0000016", "00D6000214" + hexText(message), "00D60000020014", "00B0000016",
      ])
    #expect(card.files[0xE104] == Self.file(message))
    let again = try Type4Tag(card.tag, on: card)
    #expect(try again.put(message) == .alreadyThere && again.pagesWritten == 0)
  }

  @Test func aChipThatWritesAFrameAsAWholeTakesOneWrite() throws {
    let card = try Self.card(Self.ntag424, Self.file(size: 256), ats: "7777710280")
    let tag = try Type4Tag(card.tag, on: card)
    #expect(tag.chipName == "NTAG424")
    #expect(try tag.put(Self.message(37)) == .written(pages: 1))
    #expect(card.asked.count == 7)
  }

  @Test func aTagWhoseAnswerToItsSelectionWasLostIsSelectedAgain() throws {
    let card = try Self.card(Self.ntag424, Self.file(size: 256), ats: "7777710280")
    let mute = try smartCard(Self.uid, ats: "")
    let tag = try Type4Tag(mute, on: card)
    #expect(tag.chipName == "NTAG424" && tag.tag == card.tag)
    #expect(card.asked.prefix(2) == ["select", "00A4040007D276000085010100"])
    // One that never has anything to say is read all the same.
    let other = try Self.card(ats: "")
    #expect(try Type4Tag(other.tag, on: other).chipName == nil)
    #expect(
      other.asked.prefix(5) == [
        "select", "select", "select", "select", "00A4040007D276000085010100",
      ])
  }

  /// Any command may not arrive, or its answer: the tag is asked again, and is right in the end.
  @Test func everyLostCommandAndAnswerIsRepaired() throws {
    let (old, new) = (Self.message(30, "o"), Self.message(70, "n"))
    let sound = try Self.card(file: old)
    _ = try Type4Tag(sound.tag, on: sound).put(new)
    for index in sound.asked.indices {
      for trouble in [FakeCard.Trouble.unheard, .unanswered] {
        let card = try Self.card(file: old)
        card.trouble[index] = trouble
        #expect(try Type4Tag(card.tag, on: card).put(new) == .written(pages: 4), "\(index)")
        #expect(card.files[0xE104] == Self.file(new), "\(index)")
        // A write that was done is not sent again.
        let writes = card.asked.filter { $0.hasPrefix("00D6") }.count
        let isLostWrite = sound.asked[index].hasPrefix("00D6")
        if case .unheard = trouble, isLostWrite {
          #expect(writes == 5)
        } else {
          #expect(writes == 4)
        }
      }
    }
  }

  private static func card(file message: [UInt8]) throws -> FakeCard {
    try card(desfire, file(message))
  }

  @Test func aTagThatLeavesIsNamed() throws {
    let new = Self.message(70, "n")
    let sound = try Self.card(file: Self.message(30, "o"))
    _ = try Type4Tag(sound.tag, on: sound).put(new)
    for (index, command) in sound.asked.enumerated() {
      let card = try Self.card(file: Self.message(30, "o"))
      card.trouble[index] = .leaves
      let offset = command.hasPrefix("00D6") ? Int(command.dropFirst(4).prefix(4), radix: 16) : nil
      let expected: TagError =
        offset.map { .interrupted(.byte($0), .tagGone) } ?? .reader(.tagGone)
      #expect(throws: expected, "\(index)") { try Type4Tag(card.tag, on: card).put(new) }
      #expect(expected.passing == .tagGone)
    }
  }

  @Test func whateverTheTagRefusesIsNamed() throws {
    let status = CardStatus(rawValue: 0x6982)
    let old = Self.message(30, "o")
    let cases: [(Int, TagError)] = [
      (1, .fileMissing(0xE103, status)), (2, .hidden(.byte(0), .card(status))),
      (3, .fileMissing(0xE104, status)), (4, .hidden(.byte(0), .card(status))),
      (6, .refused(.byte(0), .card(status))), (7, .refused(.byte(4), .card(status))),
      (8, .refused(.byte(56), .card(status))), (9, .refused(.byte(0), .card(status))),
      (10, .hidden(.byte(0), .card(status))),
    ]
    for (index, error) in cases {
      let card = try Self.card(file: old)
      card.trouble[index] = .answers([0x69, 0x82])
      #expect(throws: error, "\(index)") {
        try Type4Tag(card.tag, on: card).put(Self.message(70, "n"))
      }
      // What a refusal interrupts is put back.
      if index < 10 { #expect(card.files[0xE104] == Self.file(old), "\(index)") }
      #expect(error.passing == nil)
    }
  }

  /// One such answer may be a moment's trouble; two are the tag's word.
  @Test(arguments: [0x6A82, 0x6A83, 0x6B00] as [UInt16])
  func thatThereIsNothingIsBelievedTheSecondTime(_ code: UInt16) throws {
    let answer = FakeCard.Trouble.answers([UInt8(code >> 8), UInt8(code & 0xFF)])
    let new = Self.message(70, "n")
    let sound = try Self.card(file: Self.message(30, "o"))
    _ = try Type4Tag(sound.tag, on: sound).put(new)
    // What changes the tag is not asked for twice.
    for (index, command) in sound.asked.enumerated() where !command.hasPrefix("00D6") {
      let card = try Self.card(file: Self.message(30, "o"))
      card.trouble[index] = answer
      #expect(try Type4Tag(card.tag, on: card).put(new) == .written(pages: 4), "\(index)")
      #expect(card.files[0xE104] == Self.file(new), "\(index)")
    }
    // The selection of the application comes before each file's.
    let status = CardStatus(rawValue: code)
    let cases: [(Int, Int, TagError)] = [
      (1, 3, .fileMissing(0xE103, status)), (2, 5, .hidden(.byte(0), .card(status))),
      (4, 7, .hidden(.byte(0), .card(status))),
    ]
    for (first, second, error) in cases {
      let card = try Self.card(file: Self.message(30, "o"))
      (card.trouble[first], card.trouble[second]) = (answer, answer)
      #expect(throws: error, "\(first)") { try Type4Tag(card.tag, on: card).put(new) }
    }
  }

  /// The old length comes back only over the old bytes, as the tag itself shows them.
  @Test func whatARefusedWriteChangedIsTakenBackOrLeavesNoMessage() throws {
    let old = Self.message(30, "o")
    let failure = FakeCard.Trouble.doesButAnswers([0x65, 0x81])
    // By the exchange: length 0, two pieces of the message, its length.
    for (index, offset) in [(6, 0), (7, 4), (8, 56), (9, 0)] {
      let card = try Self.card(file: old)
      card.trouble[index] = failure
      #expect(throws: TagError.refused(.byte(offset), .card(.memoryFailure)), "\(index)") {
        try Type4Tag(card.tag, on: card).put(Self.message(70, "n"))
      }
      #expect(card.files[0xE104] == Self.file(old), "\(index)")
    }
    // Two reads show what became of the first piece, and then it is refused again, or the tag says
    // that it took it and did not.
    for trouble in [FakeCard.Trouble.answers([0x65, 0x81]), .answers([0x90, 0x00])] {
      let card = try Self.card(file: old)
      card.trouble[7] = failure
      card.trouble[10] = trouble
      #expect(throws: TagError.refused(.byte(4), .card(.memoryFailure))) {
        try Type4Tag(card.tag, on: card).put(Self.message(70, "n"))
      }
      #expect(card.files[0xE104]?.prefix(2) == [0, 0])
    }
  }

  /// One byte an answer would make a quarter of a million commands of the largest file.
  @Test func aTagThatSendsLessThanItSaysIsGivenUp() throws {
    for status: [UInt8] in [[0x90, 0x00], [0x62, 0x82]] {
      let card = try Self.card(file: Self.message(30))
      card.trouble[4] = .answers([0, 30, 0xD1] + status)
      let tag = try Type4Tag(card.tag, on: card)
      #expect(throws: TagError.nothingRead(offset: 3)) {
        try tag.content(forMessageOf: 20)
      }
      #expect(card.asked.count == 5)
    }
  }

  @Test func aTagThatLiesIsEmptied() throws {
    let card = try Self.card()
    // It says that it wrote the message, and did not.
    card.trouble[5] = .answers([0x90, 0x00])
    #expect(throws: TagError.differs(.byte(2))) {
      try Type4Tag(card.tag, on: card).put(Self.message(20))
    }
    #expect(card.files[0xE104] == Self.file())
  }

  @Test func aCardWithoutNDEFIsNamed() throws {
    let card = try Self.card()
    card.name = nil
    #expect(throws: TagError.noApplication(CardStatus(rawValue: 0x6A82))) {
      try Type4Tag(card.tag, on: card)
    }
    card.native = [
      hex("9060000000"): hex("04010112001805 91AF"), hex("90AF000000"): hex("04010102011805 9100"),
    ]
    do {
      _ = try Type4Tag(card.tag, on: card)
      Issue.record("a DESFire without files was opened")
    } catch TagError.unformatted(let version) {
      #expect(version.title == "MIFARE DESFire EV2")
    }
  }

  @Test func theOldestMappingIsRead() throws {
    let message = Self.message(20)
    let card = try Self.card(hex("000F 10 003B 0034 0406E10404000000"), Self.file(message))
    card.name = hex("D2760000850100")
    let tag = try Type4Tag(card.tag, on: card)
    #expect(try tag.content(forMessageOf: 0) == .message(message))
    #expect(card.asked.dropFirst(2).first == "00A4000002E103")
    #expect(try tag.put(message) == .alreadyThere)
    #expect(throws: TagError.memory(.versionReadOnly(major: 1, minor: 0))) {
      try tag.put(Self.message(21))
    }
  }

  @Test func aNumberThatIsMadeUpIsRefusedBeforeTheFirstWrite() throws {
    let card = try Self.card(uid: [0x08, 1, 2, 3])
    #expect(throws: TagError.randomUID) {
      try Type4Tag(card.tag, on: card).put(Self.message(20))
    }
    #expect(!card.asked.contains { $0.hasPrefix("00D6") })
  }

  @Test func whatSmartCardsDoNotDoIsRefusedBeforeTheFirstWrite() throws {
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    let message = Self.message(20)
    let orders: [(TagOrder, TagError)] = [
      (TagOrder(message: message, secret: .passwords(of: key)), .passwordUnsupported(.type4)),
      (TagOrder(message: message, chipTexts: [ChipText(.uid, at: 6)]), .mirrorUnsupported(.type4)),
      (TagOrder(message: message, lock: true), .memory(.lockUnsupported(.type4))),
    ]
    for (order, error) in orders {
      let card = try Self.card()
      let tag = try openTag(card.tag, on: card)
      #expect(throws: error) { try tag.prepare(order) }
      #expect(throws: error) { try tag.put(order) }
      #expect(card.files[0xE104] == Self.file())
    }
    // A tag that is read-only already is locked as well as can be.
    let closed = try Self.card(hex("000F 20 003B 0034 0406E104040000FF"), Self.file(message))
    let tag = try openTag(closed.tag, on: closed)
    #expect(try tag.prepare(TagOrder(message: message, lock: true)).isEmpty)
    #expect(try tag.lock() == .declared)
  }

  @Test func aClosedNTAG424IsNamed() throws {
    let command = hex("90F5000001 02 00")
    let cases: [(String, TagError?)] = [
      ("0000E0EE000100", nil), ("000000E0000100", .keyNeeded(.key(0))),
      ("0000F0EF000100", .keyNeeded(.nobody)),
      ("0040E0EE000100C1F121200000430000430000", .dynamicContent),
    ]
    for (settings, error) in cases {
      let old = Self.message(30, "o")
      let card = try Self.card(Self.ntag424, Self.file(old, size: 256), ats: "7777710280")
      card.native[command] = hex(settings) + [0x91, 0x00]
      let tag = try Type4Tag(card.tag, on: card)
      if let error {
        #expect(throws: error) { try tag.put(Self.message(20)) }
        #expect(card.files[0xE104] == Self.file(old, size: 256))
      } else {
        #expect(try tag.put(Self.message(20)) == .written(pages: 1))
      }
    }
  }

  /// A card that says anything: whatever it is called, nothing stops and nothing continues forever.
  @Test(arguments: [0xCA4D_0001, 0xCA4D_0002] as [UInt64])
  func randomAnswersAreSurvived(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    for _ in 0..<1_000 {
      let card = try Self.card(file: Self.message(30))
      for index in 0..<60 where Int.random(in: 0...3, using: &random) == 0 {
        let words: [[UInt8]] = [[0x90, 0x00], [0x62, 0x82], [0x6A, 0x82], [0x91, 0xAF], []]
        card.trouble[index] = .answers(
          random.bytes(upTo: 40) + (words.randomElement(using: &random) ?? []))
      }
      do {
        let tag = try Type4Tag(card.tag, on: card)
        _ = try tag.content(forMessageOf: 20)
        _ = try tag.put(Self.message(20))
      } catch {
        continue
      }
    }
  }
}
