// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing

@testable import PCSCReader

/// The same raw requests through every kind of reader.
struct VicinityChannelTests {
  private static let uid = "E004010866153980"
  private static let addressed = "803915660801 04E0"

  private func channel(_ slot: FakeSlot) throws -> any VicinityChannel {
    _ = try slot.connect()
    let opened = try openVicinityChannel(on: slot, first: nil)
    return try #require(opened)
  }

  @Test(
    arguments: [
      (.acr1552u, .transparent, 129), (.identiv3720, .requests, 129),
      (.omnikey5022, .blocks, 17), (.generic, .blocks, 17),
    ] as [(FakeSlot.Model, VicinityAccess, Int)])
  func findsTheWayByReading(
    _ model: FakeSlot.Model, _ access: VicinityAccess, _ longest: Int
  ) throws {
    let tag = FakeVicinityTag(uid: Self.uid)
    let memory = tag.memory
    let channel = try channel(FakeSlot(model, tag))
    #expect(channel.access == access)
    #expect(channel.longestAnswer == longest)
    #expect(try channel.presentTag()?.uid.description == Self.uid)
    #expect(tag.memory == memory)
  }

  @Test(
    arguments: FakeSlot.Model.allCases, [(28, 4), (64, 8), (16, 32)] as [(blocks: Int, bytes: Int)])
  func readsOneBlock(_ model: FakeSlot.Model, _ size: (blocks: Int, bytes: Int)) throws {
    let tag = FakeVicinityTag(uid: Self.uid, blocks: size.blocks, blockSize: size.bytes)
    let channel = try channel(FakeSlot(model, tag))
    for block in 0..<size.blocks {
      let answer = try channel.exchange(hex("22 20 \(Self.addressed)") + [UInt8(block)])
      let content = Array(tag.memory[(block * size.bytes)..<((block + 1) * size.bytes)])
      #expect(hexText(answer) == "00" + hexText(content))
    }
  }

  @Test(arguments: FakeSlot.Model.allCases)
  func readsSeveralBlocks(_ model: FakeSlot.Model) throws {
    let tag = FakeVicinityTag(uid: Self.uid)
    let channel = try channel(FakeSlot(model, tag))
    let answer = try channel.exchange(hex("22 23 \(Self.addressed) 04 03"))
    #expect(hexText(answer) == "00" + hexText(Array(tag.memory[16..<32])))
    // Without an address, too.
    #expect(try channel.exchange(hex("02 23 04 03")) == answer)
  }

  @Test(arguments: FakeSlot.Model.allCases)
  func saysThatABlockIsNotThere(_ model: FakeSlot.Model) throws {
    let channel = try channel(FakeSlot(model, FakeVicinityTag(uid: Self.uid)))
    #expect(try channel.exchange(hex("22 20 \(Self.addressed) 1C")) == hex("0110"))
  }

  @Test(arguments: FakeSlot.Model.allCases)
  func writesOneBlock(_ model: FakeSlot.Model) throws {
    let tag = FakeVicinityTag(uid: Self.uid)
    var memory = tag.memory
    memory.replaceSubrange(20..<24, with: hex("CAFEF00D"))
    let channel = try channel(FakeSlot(model, tag))
    #expect(try channel.exchange(hex("22 21 \(Self.addressed) 05 CAFEF00D")) == [0x00])
    #expect(tag.memory == memory)
  }

  /// A reader that makes its own requests does not tell the tag for whom ours was.
  @Test(arguments: [.identiv3720, .omnikey5022, .generic] as [FakeSlot.Model])
  func neverWritesOnAnotherTag(_ model: FakeSlot.Model) throws {
    let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
    let channel = try channel(slot)
    let other = FakeVicinityTag(uid: "E002030405060708")
    let memory = other.memory
    slot.tag = other
    let found = try #require(TagUID(other.uid))
    #expect(throws: ReaderError.tagSwapped(found: found)) {
      try channel.exchange(hex("22 21 \(Self.addressed) 05 CAFEF00D"))
    }
    #expect(other.memory == memory)
  }

  /// Another tag hears that it is not meant.
  @Test func letsTheTagItselfKeepWritesAway() throws {
    let slot = FakeSlot(.acr1552u, FakeVicinityTag(uid: Self.uid))
    let channel = try channel(slot)
    let other = FakeVicinityTag(uid: "E002030405060708")
    let memory = other.memory
    slot.tag = other
    #expect(throws: ReaderError.silent) {
      try channel.exchange(hex("22 21 \(Self.addressed) 05 CAFEF00D"))
    }
    #expect(other.memory == memory)
  }

  @Test(arguments: [.identiv3720, .omnikey5022, .generic] as [FakeSlot.Model])
  func sendsNothingThatIsForAnother(_ model: FakeSlot.Model) throws {
    let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
    let channel = try channel(slot)
    let asked = slot.asked
    #expect(throws: ReaderError.silent) {
      try channel.exchange(hex("22 20 08070605040302E0 00"))
    }
    #expect(slot.asked == asked)
  }

  /// What has no equal: a maker's command, the option of a read, a lock by blocks alone.
  @Test(
    arguments: [
      (.identiv3720, "22 BD 04 \(Self.addressed)"), (.identiv3720, "62 20 \(Self.addressed) 00"),
      (.identiv3720, "22 30 \(Self.addressed) 0000"), (.generic, "22 22 \(Self.addressed) 05"),
      (.omnikey5022, "22 2B \(Self.addressed)"), (.generic, "62 23 \(Self.addressed) 00 01"),
      (.generic, "22 21 \(Self.addressed) 05 CAFEF0"), (.omnikey5022, "26 01 00"),
    ] as [(FakeSlot.Model, String)])
  func saysWhatItCannotDo(_ model: FakeSlot.Model, _ request: String) throws {
    let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
    let channel = try channel(slot)
    #expect(throws: ReaderError.notPossible) { try channel.exchange(hex(request)) }
  }

  @Test(arguments: FakeSlot.Model.allCases)
  func doesNotGuessAfterAnEmptyAnswer(_ model: FakeSlot.Model) throws {
    let slot = FakeSlot(model, FakeVicinityTag(uid: Self.uid))
    let channel = try channel(slot)
    slot.fail(at: slot.asked.count, .bytes([]))
    #expect(throws: ReaderError.silent) {
      try channel.exchange(hex("22 20 \(Self.addressed) 00"))
    }
  }

  /// Every read through blocks alone, a failed look for several among them.
  @Test func countsWhatItAsks() throws {
    let slot = FakeSlot(.omnikey5022, FakeVicinityTag(uid: Self.uid))
    let channel = try channel(slot)
    #expect(slot.asked == ["FFC2000002810000", "FFFC0000012B00", "FFB0000000", "FFCA000000"])
    _ = try channel.exchange(hex("22 23 \(Self.addressed) 00 01"))
    _ = try channel.exchange(hex("22 23 \(Self.addressed) 02 01"))
    let reads = ["FFB0000008", "FFB0000000", "FFB0000100", "FFB0000200", "FFB0000300"]
    #expect(Array(slot.asked.dropFirst(4)) == reads)
  }

  /// The read of one block is not in all that is known of the manual.
  @Test func readsOneBlockAsSeveralWhereAReaderKnowsNoOther() throws {
    let who = ("FFFC0000 01 2B 00", "0F \(Self.addressed) 0000 1B03 01 9000")
    let slot = ScriptedSlot([
      who, ("FFFC0000 02 2005 00", "6D00"), ("FFFC0000 03 230500 00", "CAFEF00D 9000"), who,
      ("FFFC0000 06 2105 CAFEF00D", "9000"),
    ])
    let channel = try #require(try IdentivVicinity(on: slot))
    #expect(try channel.exchange(hex("22 20 \(Self.addressed) 05")) == hex("00 CAFEF00D"))
    #expect(try channel.exchange(hex("22 21 \(Self.addressed) 05 CAFEF00D")) == [0x00])
    #expect(slot.isDone)
  }

  /// And where the tag does not show several: what brought one block brings the next one at once.
  @Test func readsOneBlockAsAnyReaderDoesWhereNothingElseHelps() throws {
    let slot = ScriptedSlot([
      ("FFFC0000 01 2B 00", "0F \(Self.addressed) 0000 1B03 01 9000"),
      ("FFFC0000 02 2005 00", "6D00"), ("FFFC0000 03 230500 00", "6A82"),
      ("FFFC0000 03 230500 00", "6A82"), ("FFB0000500", "CAFEF00D 9000"),
      ("FFB0000600", "01020304 9000"), ("FFB0001C00", "6A82"), ("FFB0001C00", "6A82"),
    ])
    let channel = try #require(try IdentivVicinity(on: slot))
    #expect(try channel.exchange(hex("22 20 \(Self.addressed) 05")) == hex("00 CAFEF00D"))
    #expect(try channel.exchange(hex("22 20 \(Self.addressed) 06")) == hex("00 01020304"))
    #expect(try channel.exchange(hex("22 20 \(Self.addressed) 1C")) == hex("0110"))
    #expect(slot.isDone)
  }

  private static let session = [
    ("FFC20000 02 8100 00", "C003009000 9000"), ("FFC20002 04 8F020203 00", "C003009000 9000"),
  ]
  private static let endOfSession = ("FFC20000 02 8200 00", "9000")
  private static let collision = "C003009000 920100 96020200 9000"

  private static func call(_ mask: String) -> String {
    let request = hex("2601" + mask)
    let size = UInt8(request.count)
    return hexText(
      hex("FFC20001") + [size + 9] + hex("5F460400030300 95") + [size] + request + [0])
  }

  private static func answer(_ uid: String) -> String {
    "C003009000 920100 96020000 970A 0000 \(hexText(hex(uid).reversed())) 9000"
  }

  /// Two tags that answer at once are called by the ends of their UIDs, one bit more each time.
  @Test func namesTwoTagsThatAnswerAtOnce() throws {
    let other = "E004010866153982"
    let slot = ScriptedSlot(
      Self.session + [
        (Self.call("00"), Self.collision), (Self.call("0100"), Self.collision),
        (Self.call("0200"), Self.answer(Self.uid)), (Self.call("0202"), Self.answer(other)),
        Self.endOfSession,
      ])
    let (one, two) = (try #require(TagUID(hex(Self.uid))), try #require(TagUID(hex(other))))
    // No other way is tried, which might find one of them.
    #expect(throws: ReaderError.severalTags(one, two)) {
      try openVicinityChannel(on: slot, first: nil)
    }
    #expect(slot.isDone)
  }

  /// Noise is not a tag, however often it is asked.
  @Test func namesNoTagInNoise() throws {
    let calls = (0..<16).map { number in
      (Self.call(hexText([UInt8(number + 1)] + [0, 0].prefix(number / 8 + 1))), Self.collision)
    }
    let slot = ScriptedSlot(
      Self.session + [(Self.call("00"), Self.collision)] + calls + [Self.endOfSession])
    #expect(throws: ReaderError.corrupted) { try TransparentVicinity(on: slot) }
    #expect(slot.isDone)
  }

  /// What a reader chooses to bring may be one large block, or several of the usual size; where zeros
  /// fit both, more blocks tell.
  @Test(
    arguments: [
      (["E1403F00 00000000", "0312D101 0E550465"], 8),
      (["E1401F00 0312D101", "0312D101 0E550465"], 4),
      (["E1403F00 00000000", "00000000 0312D101", "0E550465 78616D70"], 8),
      (["E1401F00 00000000", "00000000 0312D101", "0312D101 0E550465"], 4),
      (["4F4C4400 4F4C4400", "4F4C4400 4F4C4400", "43455254 00000001"], 8),
    ])
  func doesNotTakeSeveralBlocksForOne(_ blocks: [String], _ size: Int) throws {
    let reads = blocks.enumerated().map { ("FFB0000\($0)00", "\($1) 9000") }
    let slot = ScriptedSlot(reads + [("FFCA000000", "\(Self.uid) 9000")])
    let channel = try #require(try BlockVicinity(on: slot))
    #expect(channel.longestAnswer == 1 + 4 * size)
    #expect(slot.isDone)
  }

  /// What fits both is not written by guess.
  @Test func findsNoWayWhereEveryBlockFitsBothSizes() throws {
    let zeros = String(repeating: "00", count: 8)
    let reads = (0..<16).map { ("FFB000\(hexText([UInt8($0)]))00", "\(zeros) 9000") }
    let slot = ScriptedSlot(reads)
    #expect(try BlockVicinity(on: slot) == nil)
    #expect(slot.isDone)
  }

  /// Without the second block no one knows how large one is.
  @Test(arguments: [("6300", .unclear), ("6401", .silent)] as [(String, ReaderError)])
  func guessesNoBlockSize(_ status: String, _ error: ReaderError) {
    let slot = ScriptedSlot([
      ("FFB0000000", "E1401F00 0312D101 9000"), ("FFB0000100", status),
    ])
    #expect(throws: error) { try BlockVicinity(on: slot) }
    #expect(slot.isDone)
  }

  /// Some readers have the number of a block in the other byte: there block 0 would be written in place
  /// of any other, and shown as any other.
  @Test(arguments: [false, true])
  func knowsNoBlocksWhereEveryNumberMeansTheFirst(isBlank: Bool) throws {
    let tag = FakeVicinityTag(uid: Self.uid, isBlank: isBlank)
    let memory = tag.memory
    for request in [
      "21 \(Self.addressed) 05 CAFEF00D", "20 \(Self.addressed) 09", "23 \(Self.addressed) 04 03",
    ] {
      let channel = try channel(FakeSlot(.numberAhead, tag))
      #expect(throws: ReaderError.notPossible) { try channel.exchange(hex("22" + request)) }
      #expect(tag.memory == memory)
      #expect(
        try channel.exchange(hex("22 20 \(Self.addressed) 00")) == [0x00] + memory.prefix(4))
    }
  }

  /// What was read before may have shown that numbers are heeded; otherwise the first write asks, and
  /// no other.
  @Test func asksOnceWhetherNumbersAreHeeded() throws {
    let write = "22 21 \(Self.addressed) 05 CAFEF00D"
    let (uid, done) = (("FFCA000000", "\(Self.uid) 9000"), ("FFD6000504 CAFEF00D", "9000"))
    let slot = ScriptedSlot(
      [("FFB0000000", "E1400D01 9000"), uid, ("FFB0000100", "0300FE00 9000"), uid, done, uid, done])
    let channel = try #require(try BlockVicinity(on: slot))
    #expect(try channel.exchange(hex(write)) == [0x00])
    #expect(try channel.exchange(hex(write)) == [0x00])
    #expect(slot.isDone)
  }

  /// On a blank tag no block differs from the first; a number that the tag does not have tells as much.
  @Test func writesOnABlankTag() throws {
    let tag = FakeVicinityTag(uid: Self.uid, isBlank: true)
    let slot = FakeSlot(.generic, tag)
    let channel = try channel(slot)
    let asked = slot.asked.count
    #expect(try channel.exchange(hex("22 21 \(Self.addressed) 05 CAFEF00D")) == [0x00])
    #expect(Array(tag.memory[20..<24]) == hex("CAFEF00D"))
    #expect(
      Array(slot.asked.dropFirst(asked)) == [
        "FFB0000104", "FFB000FF04", "FFB000FF04", "FFB0000004", "FFCA000000", "FFD6000504CAFEF00D",
      ])
  }

  @Test func findsNoWayWhereNothingAnswers() {
    let slot = FakeSlot(.generic, nil)
    #expect(throws: ReaderError.silent) {
      try openVicinityChannel(on: slot, first: .blocks)
    }
  }

  /// A reader that knows none of the commands is not asked again and again.
  @Test func findsNoWayWhereThereIsNone() throws {
    let slot = ScriptedSlot([
      ("FFC20000 02 8100 00", "6D00"), ("FFFC0000 01 2B 00", "6E00"), ("FFB0000000", "6A81"),
      ("FFB0000004", "6A81"),
    ])
    let channel = try openVicinityChannel(on: slot, first: nil)
    #expect(channel == nil)
    #expect(slot.isDone)
  }
}
