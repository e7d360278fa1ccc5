// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TagKeys
import TagMemory
import TagReading
import Testing

/// What goes over the air for a Type 5 tag, request by request.
struct Type5TagTests {
  /// The UID as it is on the air.
  private static let air = "78563412500104E0"
  /// System information of a chip with 28 blocks of four bytes.
  private static let memory = "00 0F" + air + "00 00 1B 03 01"
  private static let message = hex("D1 01 04 55 04 616263")
  /// Container, an empty message, and zeros: five blocks that a message of eight bytes asks for.
  private static let empty = "E1400D01 0300FE00 00000000 00000000 00000000"

  private static func answer(_ text: String) -> FakeReader.Step { .answers(hex(text)) }

  private static func request(
    _ code: String, _ parameters: String = "", flags: String = "22", _ care: String = "quick"
  ) -> String {
    "\(care) " + hexText(hex(flags + code + air + parameters))
  }

  static func slix() throws -> TagInField {
    let uid = try #require(TagUID(hex("E004015012345678")))
    return TagInField(uid: uid, technology: .vicinity(dsfid: 0))
  }

  private static func open(_ steps: [FakeReader.Step]) throws -> (Type5Tag, FakeReader) {
    let reader = FakeReader([answer(memory)] + steps)
    return (try Type5Tag(slix(), on: reader), reader)
  }

  private static let done = answer("00")
  /// What the tag shows when the message was written.
  private static let whole = answer("00 E1400D01 0308D101 04550461 6263FE00")

  @Test func aMessageIsWrittenAfterItsSeal() throws {
    let (tag, reader) = try Self.open([
      Self.answer("00" + Self.empty), Self.done, Self.done, Self.done,
      Self.whole,
    ])
    #expect(tag.chipName == "ICODESLIX")
    #expect(try tag.put(Self.message) == .written(pages: 3))
    #expect(
      reader.asked == [
        Self.request("2B"), Self.request("23", "00 04"), Self.request("21", "02 04550461"),
        Self.request("21", "03 6263FE00"), Self.request("21", "01 0308D101"),
        Self.request("23", "00 03"),
      ])
    #expect(reader.isFinished && tag.pagesWritten == 3 && tag.capacity == 98)
  }

  @Test func whatIsThereIsNotWritten() throws {
    let (tag, reader) = try Self.open([
      Self.answer("00 E1400D01 0308D101 04550461 6263FE00 00000000")
    ])
    #expect(try tag.put(Self.message) == .alreadyThere)
    #expect(reader.isFinished)
  }

  /// A write whose answer is lost may have been done: the block is asked, and only then again.
  @Test func silenceIsAskedAbout() throws {
    let slix = try Self.slix()
    let first = Self.answer("00" + Self.empty)
    let verified = Self.whole
    let (done, _) = try Self.open([
      first, .fails(.silent), .finds(slix), Self.answer("00 04550461"), Self.done, Self.done,
      verified,
    ])
    #expect(try done.put(Self.message) == .written(pages: 3))
    // An answer of no bytes, and one that belongs to another request.
    for strange in ["", "00 04550461"] {
      let (again, reader) = try Self.open([
        first, Self.answer(strange), .finds(slix), Self.answer("00 00000000"), Self.done, Self.done,
        Self.done, verified,
      ])
      #expect(try again.put(Self.message) == .written(pages: 3))
      #expect(reader.asked[5] == Self.request("21", "02 04550461", "careful"))
    }
    let (gone, _) = try Self.open([first, .fails(.silent), .finds(nil), .finds(nil)])
    #expect(throws: TagError.interrupted(.block(2), .tagGone)) { try gone.put(Self.message) }
  }

  @Test func theOptionFlagIsTriedOnceWhenTheTagAsksForIt() throws {
    let (tag, reader) = try Self.open([
      Self.answer("00" + Self.empty), Self.answer("01 03"), Self.done, Self.done, Self.done,
      Self.whole,
    ])
    #expect(try tag.put(Self.message) == .written(pages: 3))
    #expect(
      reader.asked[2...5] == [
        Self.request("21", "02 04550461"),
        Self.request("21", "02 04550461", flags: "62", "careful"),
        Self.request("21", "03 6263FE00", flags: "62"),
        Self.request("21", "01 0308D101", flags: "62"),
      ])
  }

  @Test func aContainerMayAskForTheOptionFlag() throws {
    let (tag, reader) = try Self.open([
      Self.answer("00 E1400D11 0300FE00 00000000 00000000 00000000"), Self.done, Self.done,
      Self.done, Self.answer("00 E1400D11 0308D101 04550461 6263FE00"),
    ])
    _ = try tag.put(Self.message)
    #expect(reader.asked[2] == Self.request("21", "02 04550461", flags: "62"))
  }

  /// No answer to READ MULTIPLE BLOCKS, twice: from then on blocks are read one at a time.
  @Test(
    arguments: [
      FakeReader.Step.fails(.silent), .fails(.unclear), .fails(.notPossible),
      .answers([0x01, 0x01]),
    ])
  func aTagThatShowsOneBlockIsReadBlockByBlock(_ refusal: FakeReader.Step) throws {
    let slix = try Self.slix()
    var steps: [FakeReader.Step] = [refusal]
    switch refusal {
    case .fails(.silent), .fails(.unclear): steps += [.finds(slix), refusal, .finds(slix)]
    default: break
    }
    let blocks = ["E1400D00", "0308D101", "04550461", "6263FE00"]
    steps += blocks.map { Self.answer("00" + $0) }
    let (tag, reader) = try Self.open(steps)
    #expect(try tag.content(forMessageOf: 0) == .message(Self.message))
    #expect(reader.isFinished && !tag.image.showsSeveral)
  }

  /// Something on the way cuts long answers, or a refusal comes without its number: fewer blocks are
  /// asked for, and that is remembered.
  @Test(arguments: ["00 E1400D01 0300FE00", "01", ""])
  func aCutAnswerIsAskedForInParts(_ cut: String) throws {
    let slix = try Self.slix()
    let (tag, reader) = try Self.open([
      Self.answer(cut), .finds(slix), Self.answer(cut), .finds(slix),
      Self.answer("00 E1400D01 0300FE00"), Self.answer("00 00000000 00000000"),
      Self.answer("00 00000000"), Self.done, Self.done, Self.done,
      Self.answer("00 E1400D01 0308D101"), Self.answer("00 04550461 6263FE00"),
    ])
    #expect(try tag.put(Self.message) == .written(pages: 3))
    #expect(
      reader.asked[5...7] == [
        Self.request("23", "00 01"), Self.request("23", "02 01"), Self.request("20", "04"),
      ])
    #expect(reader.isFinished && tag.image.showsSeveral)
  }

  /// Neither the tag nor the reader tells how large the memory is: one block shows its size.
  @Test(arguments: [FakeReader.Step.fails(.notPossible), .answers([0x01, 0x0F])])
  func aTagThatDoesNotTellItsMemoryIsMeasured(_ refusal: FakeReader.Step) throws {
    let reader = FakeReader([
      refusal, Self.answer("00 E1400D01"), Self.answer("00 E1400D01 0308D101 04550461"),
      Self.answer("00 6263FE00"),
    ])
    let tag = try Type5Tag(Self.slix(), on: reader)
    #expect(tag.chipName == nil && !tag.image.isCounted)
    #expect(try tag.content(forMessageOf: 0) == .message(Self.message))
    #expect(reader.isFinished)
  }

  @Test func aBlockThatIsHiddenIsNamed() throws {
    let (tag, reader) = try Self.open([
      Self.answer("00 E1400D01 0308D101 04550461"), Self.answer("01 0F"),
    ])
    #expect(try tag.content(forMessageOf: 0) == .hidden(page: 3))
    #expect(reader.isFinished)
  }

  @Test func aReaderThatCannotWriteSaysSo() throws {
    let slix = try Self.slix()
    let (tag, reader) = try Self.open([
      Self.answer("00" + Self.empty), .fails(.notPossible), .finds(slix),
      Self.answer("00 00000000"),
    ])
    #expect(throws: TagError.reader(.notPossible)) { try tag.put(Self.message) }
    #expect(reader.isFinished && tag.pagesWritten == 0)
  }

  /// A reader says that it knows no such command, and the tag has done it.
  @Test func aReaderThatCannotWriteIsNotBelieved() throws {
    let slix = try Self.slix()
    let (tag, reader) = try Self.open([
      Self.answer("00" + Self.empty), .fails(.notPossible), .finds(slix),
      Self.answer("00 04550461"),
      Self.done, Self.done, Self.whole,
    ])
    #expect(try tag.put(Self.message) == .written(pages: 3))
    #expect(reader.isFinished)
  }

  /// Three times something unclear comes back, and three times the block is as it was.
  @Test func aBlockThatNeverChangesIsRefused() throws {
    let slix = try Self.slix()
    let (old, unclear) = (Self.answer("00 00000000"), FakeReader.Step.fails(.unclear))
    let tries: [FakeReader.Step] = [
      unclear, .finds(slix), old, unclear, .finds(slix), old, unclear, .finds(slix),
    ]
    let first = Self.answer("00" + Self.empty)
    // Then the length and both blocks of the text are asked for, and are what they were.
    let length = Self.answer("00 0300FE00")
    let (tag, reader) = try Self.open([first] + tries + [old, length, old, old])
    #expect(throws: TagError.refused(.block(2), .vicinity(RefusalCode(0x0F)))) {
      try tag.put(Self.message)
    }
    #expect(reader.isFinished)
    // A block that changed once, or was silent once, may do as it is told the next time.
    let (torn, _) = try Self.open([first] + tries + [Self.answer("00 04000000")])
    #expect(throws: TagError.interrupted(.block(2), .unclear)) { try torn.put(Self.message) }
    let (mute, _) = try Self.open(
      [first, .fails(.silent)] + tries.dropFirst() + [old])
    #expect(throws: TagError.interrupted(.block(2), .unclear)) { try mute.put(Self.message) }
  }

  /// What was written before is put back.
  @Test func aReaderThatCannotWriteAnyMoreLeavesTheTagAsItWas() throws {
    let slix = try Self.slix()
    let (tag, reader) = try Self.open([
      Self.answer("00" + Self.empty), Self.done, .fails(.notPossible), .finds(slix),
      Self.answer("00 00000000"), Self.answer("00 0300FE00"),
      Self.answer("00 00000000"),
      Self.answer("00 04550461"), Self.done, Self.answer("00 00000000"),
    ])
    #expect(throws: TagError.reader(.notPossible)) { try tag.put(Self.message) }
    #expect(reader.asked[9] == Self.request("21", "02 00000000"))
    #expect(reader.isFinished)
  }

  /// System information that is none is left aside; what block 0 shows has to be whole.
  @Test func strangeAnswersEndInANamedError() throws {
    let slix = try Self.slix()
    let strange = [
      "", "01", "01 01 01", "00", "00 0F", "00 0F 79563412500104E0 00 00 1B 03 01",
      "00 0F" + Self.air + "00 00 1B",
    ]
    for text in strange {
      let told: [FakeReader.Step] = [
        Self.answer(text), .finds(slix), Self.answer(text), .finds(slix),
      ]
      let block = Self.answer("00 E1400D01")
      #expect(try Type5Tag(slix, on: FakeReader(told + [block])).image.isCounted == false)
      let none: [FakeReader.Step] = [Self.answer("01"), .finds(slix)]
      #expect(throws: TagError.reader(.corrupted), "\(text)") {
        try Type5Tag(slix, on: FakeReader(told + none + none + none))
      }
    }
    let narrow = FakeReader([Self.answer("00 0F" + Self.air + "00 00 1B 01 01")])
    #expect(throws: TagError.strangeBlocks(size: 2)) { try Type5Tag(slix, on: narrow) }
    let typeA = try typeATag([1, 2, 3, 4])
    #expect(throws: TagError.wrongType(.type5, sak: nil)) {
      try Type5Tag(typeA, on: FakeReader([]))
    }
  }

  @Test func whatTheChipCannotDoIsKnownBeforeTheFirstByte() throws {
    let key = try PasswordKey(name: "test", bytes: Array(0..<32))
    let orders: [(TagOrder, TagError)] = [
      (TagOrder(message: Self.message, secret: .passwords(of: key)), .passwordUnsupported(.type5)),
      (
        TagOrder(message: Self.message, chipTexts: [ChipText(.uid, at: 5)]),
        .mirrorUnsupported(.type5)
      ),
    ]
    for (order, error) in orders {
      let (tag, reader) = try Self.open([])
      #expect(throws: error) { try tag.prepare(order) }
      #expect(throws: error) { try tag.put(order) }
      #expect(reader.asked.count == 1)
    }
  }

  /// A lock that the tag claims and does not show is none.
  @Test func aLockThatDoesNotHoldIsNamed() throws {
    let closed = "E1430109"
    let reader = FakeReader([
      Self.answer("00 0F" + Self.air + "00 00 03 03 01"),
      Self.answer("00" + closed + "0300FE00 00000000"), Self.answer("00 01 00 01"), Self.done,
      Self.answer("00 01 00 01"),
    ])
    let tag = try Type5Tag(Self.slix(), on: reader)
    #expect(throws: TagError.blockStillOpen(block: 1)) { try tag.lockForEver() }
    #expect(
      reader.asked[2...] == [
        Self.request("2C", "00 02"), Self.request("22", "01"), Self.request("2C", "00 02"),
      ])
  }

  /// Four blocks, of which the container closes three; the container and the last one are locked.
  private static func halfLocked(_ steps: [FakeReader.Step]) throws -> (Type5Tag, FakeReader) {
    let reader = FakeReader(
      [
        answer("00 0F" + air + "00 00 03 03 01"), answer("00 E1430109 0300FE00 00000000"),
        answer("00 01 00 01"),
      ] + steps)
    return (try Type5Tag(slix(), on: reader), reader)
  }

  /// The answer to a lock is lost, and so is the word of the tag on it: the second one is refused
  /// because the first one was done.
  @Test func aBlockThatIsLockedAlreadyIsWhatWasWanted() throws {
    let slix = try Self.slix()
    let lost = [FakeReader.Step](
      [.fails(.silent), .finds(slix), .fails(.silent), .finds(slix), .fails(.silent), .finds(slix)])
    let (tag, reader) = try Self.halfLocked(
      lost + [Self.answer("01 11"), Self.answer("00 01 01 01")])
    try tag.lockForEver()
    #expect(reader.isFinished && tag.image.access == .readOnly)
    let (open, _) = try Self.halfLocked(
      lost + [Self.answer("01 11"), Self.answer("00 01 00 01")])
    #expect(throws: TagError.blockStillOpen(block: 1)) { try open.lockForEver() }
  }

  /// Locks that the tag does not show at the end are not taken for there.
  @Test(arguments: [ReaderError.silent, .unclear])
  func locksThatNoOneTellsAreNotProven(_ failure: ReaderError) throws {
    let slix = try Self.slix()
    let (tag, reader) = try Self.halfLocked([
      Self.done, .fails(failure), .finds(slix), .fails(failure), .finds(slix),
    ])
    #expect(throws: TagError.locksUnproven) { try tag.lockForEver() }
    #expect(reader.isFinished && tag.image.isLocked(1) == nil)
    #expect(TagError.locksUnproven.passing == .silent)
  }
}
