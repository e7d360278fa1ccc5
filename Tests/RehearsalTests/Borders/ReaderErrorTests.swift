// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import LibNFCReader
import TagReading
import Testing
import VirtualReader

/// What goes wrong on the air or on the line has a name of its own, through real libnfc.
struct ReaderErrorTests {
  private let read4: [UInt8] = [0x30, 4]
  private let write4: [UInt8] = [0xA2, 4, 1, 2, 3, 4]

  @Test func aRefusalIsNotSilence() throws {
    let bench = try RehearsalBench()
    // Page 2Dh does not exist on an NTAG213.
    #expect(throws: ReaderError.refused(0)) {
      try bench.reader.ask(bench.tag, [0xA2, 0x2D, 1, 2, 3, 4])
    }
    try bench.reader.reselect(bench.tag)
    #expect(try bench.reader.ask(bench.tag, read4).count == 16)
  }

  @Test func anUnknownCommandIsAnsweredBySilence() throws {
    let bench = try RehearsalBench()
    #expect(throws: ReaderError.silent) { try bench.reader.ask(bench.tag, [0x1A, 0x00]) }
  }

  @Test func aLostAnswerOfTheTagIsAskedForAgain() throws {
    let bench = try RehearsalBench(.tagAnswerLost)
    #expect(try bench.reader.ask(bench.tag, read4).count == 16)
  }

  @Test func aCommandThatTheTagMissedIsSentAgain() throws {
    let bench = try RehearsalBench(.tagMissesFrame)
    #expect(try bench.reader.ask(bench.tag, write4) == [])
    #expect(try memory(of: bench.id, in: bench.virtual)[4] == [1, 2, 3, 4])
  }

  @Test func aCorruptedAnswerIsNamed() throws {
    let bench = try RehearsalBench(.tagAnswerCorrupted, for: 4)
    #expect(throws: ReaderError.corrupted) { try bench.reader.exchange(read4, .careful) }
  }

  @Test func aTagThatWasTakenAwayIsGone() throws {
    let bench = try RehearsalBench()
    bench.virtual.lift(bench.id)
    #expect(throws: ReaderError.tagGone) { try bench.reader.ask(bench.tag, read4) }
    bench.virtual.putBack(bench.id)
    #expect(try bench.reader.select(.typeA) == bench.tag)
  }

  @Test func aSwappedTagIsNamed() throws {
    let bench = try RehearsalBench()
    let other = try #require(TagUID(uid(2)))
    bench.virtual.swap(bench.id) { chip(.ntag215, 2) }
    #expect(throws: ReaderError.tagSwapped(found: other)) { try bench.reader.ask(bench.tag, read4) }
  }

  @Test func aReaderThatMissedACommandComesRound() throws {
    let bench = try RehearsalBench(.commandLost)
    #expect(throws: ReaderError.readerSilent) { try bench.reader.ask(bench.tag, read4) }
    #expect(try bench.reader.select(.typeA) == bench.tag)
  }

  @Test func anAnswerThatTheHostNeverSawIsNotTakenForTheNextOne() throws {
    let bench = try RehearsalBench(.answerLost)
    #expect(throws: ReaderError.readerSilent) { try bench.reader.ask(bench.tag, read4) }
    #expect(try bench.reader.select(.typeA) == bench.tag)
    #expect(try bench.reader.ask(bench.tag, [0x60]).count == 8)
  }

  @Test func anAnswerDamagedOnTheLineIsNotBelieved() throws {
    let bench = try RehearsalBench(.answerCorrupted)
    #expect(throws: ReaderError.self) { try bench.reader.exchange(read4) }
  }

  @Test func anUnpluggedReaderIsGoneAndComesBack() throws {
    let link = "/tmp/tagpress-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
    defer { unlink(link) }
    var options = VirtualReaderOptions()
    options.link = link
    let virtual = try VirtualReader(options)
    virtual.place { chip(.ntag213, 1) }
    var reader: LibNFCReader? = try open(virtual)
    #expect(try reader?.select(.typeA) != nil)
    try virtual.unplug()
    #expect(throws: ReaderError.readerGone) { try reader?.exchange(read4) }
    #expect(throws: ReaderError.readerGone) { try reader?.select(.typeA) }
    reader = nil
    #expect(throws: ReaderOpeningError.self) { try open(virtual) }
    try virtual.replug()
    reader = try open(virtual)
    #expect(try reader?.select(.typeA) != nil)
  }

  @Test func aWaitForATagEndsWhenTheUserWantsIt() throws {
    let virtual = try VirtualReader()
    let reader = try open(virtual)
    let stop = StopFlag()
    stop.raise()
    #expect(throws: ReaderError.cancelled) { try reader.waitForTag(of: [.typeA], unless: stop) }
  }

  @Test func aTagThatLeavesInTheMiddleIsGoneAndFoundAgain() throws {
    let bench = try RehearsalBench(.tagLeaves(exchanges: 5))
    #expect(throws: ReaderError.tagGone) { try bench.reader.ask(bench.tag, read4) }
    while try bench.reader.select(.typeA) == nil {}
    #expect(try bench.reader.ask(bench.tag, read4).count == 16)
  }

  @Test func aTagThatFallsSilentIsGone() throws {
    let bench = try RehearsalBench(.tagFallsSilent)
    #expect(throws: ReaderError.tagGone) { try bench.reader.ask(bench.tag, read4) }
  }

  @Test func aReaderThatFallsSilentSaysSoEveryTime() throws {
    let bench = try RehearsalBench(.readerFallsSilent)
    #expect(throws: ReaderError.readerSilent) { try bench.reader.ask(bench.tag, read4) }
    #expect(throws: ReaderError.readerSilent) { try bench.reader.select(.typeA) }
  }

  @Test func aReaderThatLosesItsCableForAMomentIsGone() throws {
    let bench = try RehearsalBench(.readerUnplugged(.milliseconds(20)))
    #expect(throws: ReaderError.readerGone) { try bench.reader.ask(bench.tag, read4) }
  }
}
