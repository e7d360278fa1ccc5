// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory
import TagReading
import TestSupport
import Testing
import VirtualReader
import VirtualVicinity

/// Messages put on every virtual chip of ISO 15693, judged by whole memories.
struct Type5PutTests {
  private static func station(_ chip: VirtualVicinityChip) -> VicinityStation {
    let station = VicinityStation()
    station.field.place(chip)
    return station
  }

  @Test(arguments: Type5Sheet.allCases)
  func aBlankChipTakesMessagesToTheByte(_ sheet: Type5Sheet) throws {
    for size in [20, 97, 254, 255, sheet.capacity - 1, sheet.capacity]
    where size <= sheet.capacity {
      let chip = try sheet.blank()
      let tag = try Self.station(chip).open()
      let message = link(size: size)
      guard case .written = try tag.put(message, [.format]) else {
        Issue.record("\(size) bytes were there already")
        return
      }
      #expect(chip.memory == sheet.memory(holding: message), "\(size) bytes")
      let phones = phonesRead(type5: chip.memory, blockSize: sheet.blockSize)
      #expect(phones.allSatisfy { $0 == .message(message) }, "\(size) bytes")
    }
    let tag = try Self.station(sheet.blank()).open()
    let error = TagMemoryError.messageTooLarge(
      size: sheet.capacity + 1, capacity: sheet.capacity)
    #expect(throws: TagError.memory(error)) {
      try tag.put(link(size: sheet.capacity + 1), [.format])
    }
  }

  @Test(arguments: Type5Sheet.allCases)
  func aBlankChipIsNotFormattedUnasked(_ sheet: Type5Sheet) throws {
    let chip = try sheet.blank()
    let tag = try Self.station(chip).open()
    #expect(try tag.content(forMessageOf: 20) == .unformatted)
    #expect(throws: TagError.memory(.notFormatted)) { try tag.put(link(size: 20)) }
    #expect(chip.memory.allSatisfy { $0 == 0 })
  }

  /// A machine's own data begins where it likes, and its first block may be zeros.
  @Test(arguments: Type5Sheet.allCases)
  func dataAfterZerosIsNotFormattedOver(_ sheet: Type5Sheet) throws {
    for address in [sheet.start, sheet.start + 60] {
      var memory = [UInt8](repeating: 0, count: sheet.memorySize)
      memory[address] = 0x30
      let chip = try sheet.chip(memory)
      let tag = try Self.station(chip).open()
      #expect(throws: TagError.foreignContent) { try tag.put(link(size: 90), [.format]) }
      #expect(chip.memory == memory)
      _ = try tag.put(link(size: 90), [.format, .overwriteForeign])
      #expect(chip.memory == sheet.memory(holding: link(size: 90)))
    }
  }

  @Test(arguments: Type5Sheet.allCases)
  func whatIsThereIsNotWritten(_ sheet: Type5Sheet) throws {
    let message = link(size: 60)
    let station = Self.station(try sheet.chip(sheet.memory(holding: message)))
    #expect(try station.open().put(message) == .alreadyThere)
    #expect(station.field.programmedBlocks == 0)
  }

  @Test(arguments: Type5Sheet.allCases)
  func oneMessageReplacesAnother(_ sheet: Type5Sheet) throws {
    for (old, new) in [(20, 90), (90, 20), (60, 60)] {
      let chip = try sheet.chip(sheet.memory(holding: link(size: old, letter: "o")))
      let message = link(size: new, letter: "n")
      _ = try Self.station(chip).open().put(message)
      let phones = phonesRead(type5: chip.memory, blockSize: sheet.blockSize)
      #expect(phones.allSatisfy { $0 == .message(message) }, "\(old) to \(new)")
      #expect(chip.memory.prefix(4) == sheet.container[...])
    }
  }

  /// After a block of someone's own no one takes a message of no bytes for one.
  @Test(arguments: Type5Sheet.allCases)
  func anErasedTagIsEmptyWhateverCameBefore(_ sheet: Type5Sheet) throws {
    for front: [UInt8] in [[], [0xFD, 0x02, 1, 2], [0x10, 0x02, 1, 2]] {
      let chip = try sheet.chip(sheet.memory(data: front + tlv(link(size: 30))))
      let tag = try Self.station(chip).open()
      #expect(try tag.content(forMessageOf: 0) == .message(link(size: 30)))
      guard case .written = try tag.erase() else {
        Issue.record("it was empty before")
        continue
      }
      let again = try Self.station(chip).open()
      #expect(try again.content(forMessageOf: 0) == .empty, "\(front)")
      #expect(try again.erase() == .alreadyThere)
    }
  }

  /// A writer that puts the message right after the container, in the same large block.
  @Test func aMessageStaysWhereItIs() throws {
    let sheet = Type5Sheet.wide
    let old = sheet.container + tlv(link(size: 30, letter: "o"))
    let chip = try sheet.chip(old + [UInt8](repeating: 0, count: 512 - old.count))
    let message = link(size: 40, letter: "n")
    let tag = try Self.station(chip).open()
    #expect(try tag.content(forMessageOf: 40) == .message(link(size: 30, letter: "o")))
    _ = try tag.put(message)
    #expect(chip.memory.starts(with: sheet.container + tlv(message)))
  }

  /// A container of eight bytes with a size in two of them, as large chips have.
  @Test func aLongContainerIsFollowed() throws {
    let sheet = Type5Sheet.st25dv04k
    let head: [UInt8] = [0xE2, 0x40, 0x00, 0x01, 0x00, 0x00, 0x00, 0x3F]
    let chip = try sheet.chip(head + [UInt8](repeating: 0, count: 504))
    let tag = try Self.station(chip).open()
    let message = link(size: 492, letter: "l")
    #expect(try tag.content(forMessageOf: 20) == .empty)
    #expect(tag.capacity == 492)
    _ = try tag.put(message)
    let shown = head + tlv(message).dropLast()
    #expect(Array(chip.memory.prefix(504)) == shown)
  }

  /// Requests on the air for a message of 35 bytes on an empty tag; the notes on PC/SC have 17 for
  /// eight blocks and the reader's own three, and 87 for a tag that shows one block at a time.
  @Test func exchangesAreFew() throws {
    let counts: [(Type5Sheet, reading: Int)] = [
      (.slix, 1), (.st25dv04k, 1), (.single, 16),
    ]
    for (sheet, reading) in counts {
      let station = Self.station(try sheet.chip(sheet.memory(holding: [])))
      let tag = try station.open()
      let before = station.field.requests
      #expect(try tag.put(link(size: 35)) == .written(pages: 10))
      let all = station.field.requests - before
      let verifying = sheet == .single ? 11 : 1
      #expect(all <= reading + 10 + verifying, "\(sheet): \(all)")
    }
  }

  @Test func aBatchKnowsTheTagByItsCommonFace() throws {
    let sheet = Type5Sheet.slix
    let chip = try sheet.blank()
    let station = Self.station(chip)
    let found = try #require(try station.select(.vicinity))
    let tag = try openTag(found, on: station)
    #expect(tag.chipName == "ICODESLIX" && tag.tag.uid.description == "E004015012345678")
    let order = TagOrder(message: link(size: 20), permissions: [.format], lock: true)
    #expect(try tag.content(forMessageOf: 20) == .unformatted)
    // Six blocks and the container; the container closed, and 27 blocks locked.
    #expect(try tag.prepare(order) == TagPlan(message: 7, locks: 28))
    #expect(try tag.put(order) == .written(pages: 7))
    #expect(try tag.lock() == .whole)
    let again = try openTag(found, on: station)
    #expect(try again.content(forMessageOf: 20) == .message(link(size: 20)))
    #expect(try again.prepare(order).isEmpty)
  }

  @Test func aReaderWithShortAnswersIsAskedForLess() throws {
    let sheet = Type5Sheet.st25dv04k
    let message = link(size: 300)
    let station = VicinityStation(longestAnswer: 33)
    let chip = try sheet.chip(sheet.memory(holding: []))
    station.field.place(chip)
    _ = try station.open().put(message)
    #expect(chip.memory == sheet.memory(holding: message))
  }
}
