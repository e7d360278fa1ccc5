// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader

@testable import PCSCReader

/// The procedures of Type 5 on virtual chips, through every kind of reader.
@Suite struct Type5ThroughReadersTests {
  /// A virtual chip in front of a reader of the tests.
  private final class ChipInField: VicinityAir {
    let chip: VirtualVicinityChip
    let field = VicinityField()

    init(_ chip: VirtualVicinityChip) {
      self.chip = chip
      field.place(chip)
    }

    var uid: [UInt8] { chip.uid }
    var blockSize: Int { chip.model.blockSize }

    func answer(to request: [UInt8]) -> [UInt8]? {
      if case .answer(let bytes) = field.send(request) { return bytes }
      return nil
    }
  }

  /// A message of 27 bytes: with its two bytes of head and its end mark it takes eight blocks.
  private static func message(_ letter: Character) -> [UInt8] {
    [0xD1, 0x01, 0x17, 0x55, 0x04] + Array(String(repeating: letter, count: 22).utf8)
  }

  /// A formatted ICODE SLIX with a message on it.
  private static func memory(_ message: [UInt8]) -> [UInt8] {
    let data = [0xE1, 0x40, 0x0D, 0x09, 0x03, UInt8(message.count)] + message + [0xFE]
    return data + [UInt8](repeating: 0, count: 112 - data.count)
  }

  private static func slix(_ last: UInt8, _ memory: [UInt8]) throws -> ChipInField {
    let uid = hex("E0040150123456") + [last]
    let chip = try #require(VirtualVicinityChip(.slix, uid: uid, memory: memory))
    return ChipInField(chip)
  }

  /// Eight changed blocks take nine writes, because the old message goes first.
  ///
  /// The reader has seen a tag before, so that its way is known.
  @Test(
    arguments: [(.acr1552u, 17), (.identiv3720, 25), (.generic, 31), (.omnikey5022, 57)]
      as [(FakeSlot.Model, Int)])
  func replacesAMessageWithFewCommands(_ model: FakeSlot.Model, _ most: Int) throws {
    let slot = FakeSlot(model, try Self.slix(0x01, Self.memory(Self.message("x"))))
    var reader: PCSCReader? = PCSCReader(name: "pcsc:", slot: slot)
    #expect(try reader?.select(.vicinity) != nil)
    slot.tag = nil
    #expect(try reader?.select(.vicinity) == nil)

    let target = try Self.slix(0x02, Self.memory(Self.message("o")))
    slot.tag = target
    let before = slot.asked.count
    do {
      let device = try #require(reader)
      let tag = try Type5Tag(try #require(try device.select(.vicinity)), on: device)
      #expect(try tag.put(Self.message("n")) == .written(pages: 9))
    }
    #expect(target.chip.memory == Self.memory(Self.message("n")))
    // The close of a session counts too.
    reader = nil
    let count = slot.asked.count - before
    #expect(count <= most, "\(model): \(count) commands")
  }

  /// Every command in turn is lost on its way; nothing is guessed, and the message is there at last.
  @Test(arguments: FakeSlot.Model.allCases)
  func staysRightWhenACommandIsLost(_ model: FakeSlot.Model) throws {
    let quiet = FakeSlot(model, try Self.slix(0x02, Self.memory(Self.message("o"))))
    _ = try? put(Self.message("n"), through: quiet)
    for number in 0..<quiet.asked.count {
      let target = try Self.slix(0x02, Self.memory(Self.message("o")))
      let slot = FakeSlot(model, target)
      slot.trouble[number] = .cardSilent
      if (try? put(Self.message("n"), through: slot)) == nil {
        // Said and not guessed: the tag comes again and is put right.
        _ = try put(Self.message("n"), through: slot)
      }
      #expect(target.chip.memory == Self.memory(Self.message("n")), "command \(number)")
    }
  }

  /// Another tag takes the place of the first between two commands, and the service sees nothing.
  @Test(arguments: FakeSlot.Model.allCases)
  func neverTouchesATagThatCameInBetween(_ model: FakeSlot.Model) throws {
    let quiet = FakeSlot(model, try Self.slix(0x02, Self.memory(Self.message("o"))))
    _ = try? put(Self.message("n"), through: quiet)
    let stranger = Self.memory(Self.message("s"))
    for number in 0..<quiet.asked.count {
      let other = try Self.slix(0x03, stranger)
      let slot = FakeSlot(model, try Self.slix(0x02, Self.memory(Self.message("o"))))
      slot.before[number] = { $0.tag = other }
      let reader = PCSCReader(name: "pcsc:", slot: slot)
      guard let found = try? reader.select(.vicinity), found.uid.bytes.last == 0x02 else {
        continue
      }
      let tag = try? Type5Tag(found, on: reader)
      _ = try? tag?.put(Self.message("n"))
      // A reader of blocks alone asks who is there before each write, and cannot do more: in
      // between is the time of one command.
      if other.chip.memory != stranger {
        #expect(model != .acr1552u, "command \(number)")
        #expect(slot.asked[number].hasPrefix("FFD6") || slot.asked[number].hasPrefix("FFFC"))
      }
    }
  }

  private func put(
    _ message: [UInt8], through slot: FakeSlot
  ) throws -> MessageOutcome {
    let reader = PCSCReader(name: "pcsc:", slot: slot)
    guard let found = try reader.select(.vicinity) else { throw ReaderError.tagGone }
    return try Type5Tag(found, on: reader).put(message)
  }
}
