// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

@testable import PCSCReader

/// Trouble of every kind between us and an ISO 15693 tag, judged by the memory of the virtual chip: it
/// holds the old message, none, or the new one, and what is called done is done.
struct FaultySlotTests {
  /// Under a sanitizer, where all of it takes ten times as long, one place in this many is tried.
  private static let step = isSanitized ? 5 : 1
  private static let models: [VicinityModel] = [.slix, .st25dv04k, .single]

  @Test(arguments: FakeSlot.Model.allCases, models)
  func noTroubleAtAnyCommandIsGuessed(_ reader: FakeSlot.Model, _ model: VicinityModel) throws {
    let commands = try commands(reader, model)
    // All of it takes a tenth of what the tests of all rooms take: one place in so many, and others with
    // other seeds.
    let step = try isSanitized ? Self.step : Int(wantedNumber("TAGPRESS_SWEEP_STRIDE") ?? 5)
    var troubles = 0
    for number in stride(from: Int(try firstSeed() % UInt64(step)), to: commands, by: step) {
      for fault in SlotFault.all {
        let target = try EightBlocks.chip(model, numbered: 2, holding: "o")
        let slot = FakeSlot(reader, target)
        slot.fault = { $0 == number ? fault : nil }
        let reader = { PCSCReader(name: "pcsc:", slot: slot) }
        let comment = Comment("command \(number), \(fault)")
        var isDone = true
        do {
          try put("n", through: reader(), on: target)
        } catch {
          isDone = false
          #expect(!blames(error), "\(comment): \(error)")
        }
        judge(target, isDone: isDone, comment)
        guard !isDone else { continue }
        troubles += 1
        // Said and not guessed: the tag comes again and is put right.
        slot.lay(target)
        try put("n", through: reader(), on: target)
        judge(target, isDone: true, comment)
      }
    }
    #expect(troubles * step > 20, "the test must test something")
  }

  /// A tag that was taken away half-way is written on, and the reader does not want one of the
  /// commands: at no moment do phones see a link made of two.
  @Test(arguments: FakeSlot.Model.allCases, [VicinityModel.slix, .single])
  func noMomentShowsAMixture(_ reader: FakeSlot.Model, _ model: VicinityModel) throws {
    var half = EightBlocks.memory(model, "n")
    half.replaceSubrange(20..., with: EightBlocks.memory(model, "o")[20...])
    half[5] = 0
    let uid = try EightBlocks.chip(model, numbered: 2, holding: "o").uid
    for number in stride(from: 0, to: try commands(reader, model), by: Self.step) {
      for ending in [SlotFault.unheard(.bytes([0x68, 0x81])), .carriedOut(.bytes([0x68, 0x81]))] {
        let chip = try #require(VirtualVicinityChip(model, uid: uid, memory: half))
        let target = ChipInField(chip)
        let slot = FakeSlot(reader, target)
        slot.fault = {
          judge(target, isDone: false, "before command \($0), \(ending) at \(number)")
          return $0 == number ? ending : nil
        }
        try? put("n", through: PCSCReader(name: "pcsc:", slot: slot), on: target)
        judge(target, isDone: false, "\(ending) at \(number)")
      }
    }
  }

  /// Another tag takes the place of the first between two commands, and the service sees nothing.
  ///
  /// The other one holds something else, the very same as the first, or what the first is to hold.
  @Test(arguments: FakeSlot.Model.allCases, ["s", "o", "n"] as [Character])
  func aTagThatCameInBetweenIsNamed(_ reader: FakeSlot.Model, _ letter: Character) throws {
    let commands = try commands(reader, .slix)
    for number in stride(from: 0, to: commands, by: Self.step) {
      let target = try EightBlocks.chip(.slix, numbered: 2, holding: "o")
      let other = try EightBlocks.chip(.slix, numbered: 3, holding: letter)
      let slot = FakeSlot(reader, target)
      slot.before[number] = { $0.tag = other }
      var isDone = true
      do {
        try put("n", through: PCSCReader(name: "pcsc:", slot: slot), on: target)
      } catch let error as TagError {
        isDone = false
        let swap = ReaderError.tagSwapped(found: try #require(TagUID(other.uid)))
        #expect(error.passing == swap, "command \(number): \(error)")
      } catch ReaderError.tagGone {
        // The first one was never seen.
        continue
      }
      judge(target, isDone: isDone, "command \(number)")
      // Only the close of a session goes unnoticed, and nothing of that is for the tag.
      #expect(!isDone || slot.asked[number] == "FFC2000002820000", "command \(number)")
      judge(stranger: other, letter, on: slot, cameAt: number)
    }
  }

  /// Bytes that are shown as those of one tag are no other's.
  @Test(arguments: FakeSlot.Model.allCases)
  func whatIsShownIsTheTagsOwn(_ reader: FakeSlot.Model) throws {
    var shown = 0
    for number in 0..<40 {
      let target = try EightBlocks.chip(.slix, numbered: 2, holding: "o")
      let other = try EightBlocks.chip(.slix, numbered: 3, holding: "s")
      let slot = FakeSlot(reader, target)
      slot.before[number] = { $0.tag = other }
      let device = PCSCReader(name: "pcsc:", slot: slot)
      guard let found = try device.select(.vicinity), found.uid.bytes == target.uid,
        let blocks = try? Type5Tag(found, on: device).readBlocks(0..<9)
      else { continue }
      shown += 1
      let isItsOwn = EightBlocks.memory(.slix, "o").starts(with: blocks.flatMap { $0 })
      #expect(isItsOwn, "command \(number)")
    }
    #expect((1..<40).contains(shown), "the test must test something")
  }

  private static var odds: FaultOdds {
    var odds = FaultOdds()
    odds.commandLost = Ratio(1, of: 150)
    odds.answerLost = Ratio(1, of: 150)
    odds.answerCorrupted = Ratio(1, of: 150)
    odds.tagMissesFrame = Ratio(1, of: 150)
    odds.tagAnswerLost = Ratio(1, of: 150)
    odds.tagAnswerCorrupted = Ratio(1, of: 150)
    odds.tagUnheard = Ratio(1, of: 150)
    odds.tagLeaves = Ratio(1, of: 150)
    odds.tagFallsSilent = Ratio(1, of: 600)
    odds.readerFallsSilent = Ratio(1, of: 600)
    odds.readerUnplugged = Ratio(1, of: 600)
    return odds
  }

  private static var tears: FaultOdds {
    var odds = FaultOdds()
    odds.tornWrite = Ratio(1, of: 60)
    return odds
  }

  /// As a person does it: the tag is put on the reader again until it is done, through one reader,
  /// which is reopened when it was unplugged.
  @Test(arguments: FakeSlot.Model.allCases)
  func inABadFieldTheMessageIsThereAtLast(_ reader: FakeSlot.Model) throws {
    var (presentations, strangers) = (0, 0)
    for seed in (0..<90 / Self.step).map({ 0x5EED_0900 + UInt64($0) }) {
      let model = Self.models[Int(seed % 3)]
      let plan = FaultPlan(seed: seed, odds: Self.odds)
      var random = Splitmix64(seed: seed)
      let target = try EightBlocks.chip(
        model, numbered: 2, holding: "o", FaultPlan(seed: seed, odds: Self.tears))
      let slot = FakeSlot(reader, target)
      slot.fault = { SlotFault(plan, at: $0) }
      var device = PCSCReader(name: "pcsc:", slot: slot)
      var isDone = false
      var last: (any Error)?
      for presentation in 1...100 where !isDone {
        presentations += 1
        let comment = Comment("\(plan), presentation \(presentation)")
        // Every second time the reader sees that the tag was away.
        if presentation.isMultiple(of: 2) {
          slot.lay(nil)
          _ = try? device.select(.vicinity)
        }
        // Now and then another tag comes while the first is worked on.
        let letter: Character = ["s", "o", "n"][presentation % 3]
        let other = try EightBlocks.chip(model, numbered: 3, holding: letter)
        let number = slot.commandsSent + Int.random(in: 0..<100, using: &random)
        slot.before = [number: { if $0.tag != nil { $0.lay(other) } }]
        slot.lay(target)
        do {
          // What a torn block made of the message may look like someone else's data.
          try put("n", through: device, on: target, .overwriteForeign)
          isDone = true
        } catch ReaderError.readerGone, TagError.reader(.readerGone),
          TagError.interrupted(_, .readerGone)
        {
          device = PCSCReader(name: "pcsc:", slot: slot)
        } catch { last = error }
        judge(target, isDone: isDone, isTorn: true, comment)
        guard slot.commandsSent > number else { continue }
        strangers += 1
        judge(stranger: other, letter, on: slot, cameAt: number)
      }
      #expect(isDone, "\(plan): \(String(describing: last))")
    }
    #expect(
      presentations * Self.step > 150 && strangers * Self.step > 20, "the test must test something")
  }

  /// Whether an error says that the tag is bad, for which it is put aside for good.
  private func blames(_ error: any Error) -> Bool {
    guard let error = error as? TagError else { return false }
    return error.passing == nil
  }

  /// How many commands it takes when all is well, the close of the reader among them.
  private func commands(_ reader: FakeSlot.Model, _ model: VicinityModel) throws -> Int {
    let target = try EightBlocks.chip(model, numbered: 2, holding: "o")
    let slot = FakeSlot(reader, target)
    try put("n", through: PCSCReader(name: "pcsc:", slot: slot), on: target)
    return slot.commandsSent
  }

  private func put(
    _ letter: Character, through reader: PCSCReader, on target: ChipInField,
    _ permissions: WritePermissions = []
  ) throws {
    guard let found = try reader.select(.vicinity), found.uid.bytes == target.uid else {
      throw ReaderError.tagGone
    }
    _ = try Type5Tag(found, on: reader).put(EightBlocks.message(letter), permissions)
  }

  /// What phones see on the tag: a block that was torn may be damage, and never another link.
  private func judge(
    _ target: ChipInField, isDone: Bool, isTorn: Bool = false, _ comment: Comment
  ) {
    let chip = target.chip
    guard !isDone else {
      // After the end mark a torn block keeps what it was torn to.
      let size = isTorn ? EightBlocks.size : chip.memory.count
      let expected = EightBlocks.memory(chip.model, "n")
      let isRight = chip.memory.prefix(size) == expected.prefix(size)
      #expect(isRight, comment)
      return
    }
    for seen in phonesRead(type5: chip.memory, blockSize: chip.model.blockSize) {
      switch seen {
      case .nothing: break
      case .broken: #expect(isTorn, comment)
      case .message(let bytes) where ["o", "n"].map(EightBlocks.message).contains(bytes): break
      case .message(let bytes):
        #expect(bytes.isEmpty || isTorn && !isLink(bytes), "\(comment): \(hexText(bytes))")
      }
    }
  }

  /// A tag that came while another one was worked on is as it was.
  ///
  /// A reader that makes its own requests is asked who is there before each write, and cannot do more:
  /// a tag that comes right after it said so gets that one block.
  private func judge(
    stranger: ChipInField, _ letter: Character, on slot: FakeSlot, cameAt number: Int
  ) {
    let memory = EightBlocks.memory(stranger.chip.model, letter)
    guard stranger.chip.memory != memory else { return }
    let changed = stride(from: 0, to: memory.count, by: 4).filter {
      memory[$0..<$0 + 4] != stranger.chip.memory[$0..<$0 + 4]
    }
    #expect(slot.model != .acr1552u && changed.count == 1, "command \(number)")
    // UPDATE BINARY, or Identiv's command with a WRITE SINGLE BLOCK of four bytes in it.
    let writes = ["FFD600", "FFFC00000621"]
    #expect(writes.contains { slot.asked[number].hasPrefix($0) }, "command \(number)")
  }

  /// Whether bytes are one whole record with a link, which phones open.
  private func isLink(_ message: [UInt8]) -> Bool {
    message.count > 4 && message[0] == 0xD1 && message[1] == 0x01 && message[3] == 0x55
      && message.count == 4 + Int(message[2])
  }
}
