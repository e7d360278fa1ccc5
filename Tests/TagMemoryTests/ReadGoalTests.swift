// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import TagMemory

struct ReadGoalTests {
  private static func tag(_ chip: Chip, size: Int? = nil) -> Type2Image {
    let message = size.map { link(size: $0) }
    var tag = image(chip)
    if let message, let written = try? WritePlan(writing: message, on: tag).result {
      tag = written
    }
    return tag
  }

  /// Chip, what it holds, what will be written, and the commands it takes to know enough.
  static let readings: [(Chip, Int?, Int, [ReadCommand])] = [
    (.ntag213, nil, 37, [.fastRead(first: 2, last: 15)]),
    (.ntag213, 37, 37, [.fastRead(first: 2, last: 15)]),
    (.ntag213, 100, 37, [.fastRead(first: 2, last: 15), .fastRead(first: 16, last: 30)]),
    (.ntag215, nil, 400, [.fastRead(first: 2, last: 66), .fastRead(first: 67, last: 105)]),
    (.ntag203, nil, 37, [.read(page: 0), .read(page: 4), .read(page: 8), .read(page: 12)]),
    // Nothing but NULLs: a message may follow them.
    (.ultralight, nil, 5, [.read(page: 0), .read(page: 4), .read(page: 8), .read(page: 12)]),
  ]

  @Test(arguments: readings.indices)
  func writingNeedsTheFewestReads(index: Int) throws {
    let (chip, holds, size, commands) = Self.readings[index]
    let tag = Self.tag(chip, size: holds)
    let read = try #require(ReadableMemory(tag).read(.writing(messageSize: size), chip: chip))
    #expect(read.commands == commands)
    let plan = try WritePlan(writing: link(size: size, letter: "n"), on: read.image)
    #expect(plan.writes == (try WritePlan(writing: link(size: size, letter: "n"), on: tag).writes))
  }

  @Test func everyChipIsReadWhole() throws {
    for chip in Chip.allCases {
      for fast in [true, false] {
        var memory = ReadableMemory(Self.tag(chip, size: 30))
        memory.hasFastRead = fast
        let read = try #require(memory.read(.everything, chip: chip))
        let pages = chip.layout.readablePageCount
        #expect((0..<pages).allSatisfy { read.image[$0] != nil }, "\(chip)")
        #expect(read.image.bytes == memory.bytes, "\(chip)")
        #expect(Finding.all(in: read.image) == [])
      }
    }
  }

  @Test func theSettingsAreOneRead() throws {
    for (chip, command) in [
      (Chip.ntag213, ReadCommand.fastRead(first: 0x28, last: 0x2A)),
      (.ntag216, .fastRead(first: 0xE2, last: 0xE4)),
      (.ultralightEV1Small, .fastRead(first: 0x10, last: 0x11)),
    ] {
      let read = try #require(ReadableMemory(Self.tag(chip)).read(.settings, chip: chip))
      #expect(read.commands == [.fastRead(first: 2, last: 3), command])
      #expect(read.image.configuration != nil)
    }
  }

  @Test func anAnswerThatRolledOverIsNotBelieved() throws {
    var tag = image(.ntag213, area: hex("0103a00c34 0312") + exampleLink + [0xFE])
    tag[0x29] = Page(0x04, 0, 0, 0x06)
    for wraps in [true, false] {
      var memory = ReadableMemory(tag, end: 6)
      memory.wrapsBehindEnd = wraps
      let read = try #require(memory.read(.everything, chip: .ntag213))
      #expect((0..<6).allSatisfy { read.image[$0] == tag[$0] })
      #expect((6..<45).allSatisfy { read.image[$0] == nil && read.image.isRefused($0) })
      #expect(Finding.all(in: read.image) == [.pagesRefused(first: 6, expected: 45)])
      #expect(TagState(read.image).content == .hidden(page: 6))
      #expect(throws: TagMemoryError.pageRefused(page: 6)) {
        try WritePlan(writing: exampleLink, on: read.image)
      }
    }
  }

  @Test func theEndOfAnUnknownChipIsFound() throws {
    for pages in [16, 20, 41, 64, 256] {
      for wraps in [true, false] {
        var bytes = image(.ultralight).bytes
        bytes += [UInt8](repeating: 0x41, count: pages * 4 - bytes.count)
        var memory = ReadableMemory(Type2Image(chip: nil, bytes: bytes), end: pages)
        memory.wrapsBehindEnd = wraps
        let read = try #require(memory.read(.everything, chip: nil))
        #expect(read.image == Type2Image(chip: nil, bytes: bytes), "\(pages) \(wraps)")
      }
    }
  }

  @Test func comparingReadsAgain() {
    let limits = ReadLimits(answerBytes: 64)
    #expect(
      image(.ntag213).reads(again: 3...20, within: limits)
        == [.fastRead(first: 3, last: 18), .fastRead(first: 19, last: 20)])
    #expect(
      image(.ultralight).reads(again: 3...9, within: limits) == [.read(page: 3), .read(page: 7)])
    #expect(ReadCommand.fastRead(first: 3, last: 18).bytes == [0x3A, 3, 18])
    #expect(ReadCommand.read(page: 7).bytes == [0x30, 7])
  }

  @Test func anAnswerOfAnotherSizeIsRefused() {
    var tag = Type2Image(chip: .ntag213)
    for count in [0, 1, 15, 17] {
      #expect(throws: TagMemoryError.answerSize(expected: 16, got: count)) {
        try tag.record([UInt8](repeating: 0, count: count), to: .read(page: 0))
      }
    }
    #expect(tag == Type2Image(chip: .ntag213))
  }
}
