// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import NDEF
import TagReading
import Testing
import VirtualReader

/// How many commands a tag costs: on real readers each takes about 2 ms of the chip's own time.
@Suite struct ExchangeCountTests {
  /// 40 characters, of which the prefix code stands for eight.
  private let link = "https://go.example.com/s/0123456789abcde"

  private func message() throws -> [UInt8] {
    try NDEFMessage([.uri(link)]).encoded()
  }

  @Test func aNewTagCostsTheFloor() throws {
    let virtual = try VirtualReader(noCommandTime)
    virtual.place { chip(.ntag213, 1) }
    let reader = try open(virtual)
    // The first select of a session has one command more, which libnfc sends once.
    let seen = try #require(try reader.select(.typeA))
    try reader.halt()
    let before = virtual.counters
    let tag = try #require(try reader.select(.typeA, uid: seen.uid))
    #expect(try Type2Tag(tag, on: reader).put(message()) == .written(pages: 11))
    let cost = virtual.counters
    // Select, GET_VERSION, FAST_READ, 11 writes, FAST_READ; libnfc reads registers once beside.
    #expect((15...17).contains(cost.hostCommands - before.hostCommands))
    #expect(cost.programmedPages - before.programmedPages == 11)
  }

  @Test func aTagThatIsRightIsNotWritten() throws {
    let virtual = try VirtualReader(noCommandTime)
    virtual.place { chip(.ntag213, 1) }
    let reader = try open(virtual)
    let tag = try #require(try reader.select(.typeA))
    let type2 = try Type2Tag(tag, on: reader)
    _ = try type2.put(message())
    let before = virtual.counters
    try reader.reselect(tag)
    #expect(try Type2Tag(tag, on: reader).put(message()) == .alreadyThere)
    let cost = virtual.counters
    #expect(cost.programmedPages == before.programmedPages)
    // Select, GET_VERSION, FAST_READ, and libnfc's register access.
    #expect((3...5).contains(cost.hostCommands - before.hostCommands))
  }

  private var noCommandTime: VirtualReaderOptions {
    var options = VirtualReaderOptions()
    options.time = TimeModel(perCommand: .zero)
    return options
  }
}
