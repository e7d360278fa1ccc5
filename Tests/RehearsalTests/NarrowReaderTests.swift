// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import LibNFCReader
import TagMemory
import TagReading
import Testing
import VirtualReader

/// A reader that carries less in one answer than a PN532, as an ACR122 does.
struct NarrowReaderTests {
  @Test func noAnswerIsLongerThanTheReaderCarries() throws {
    let virtual = try VirtualReader()
    virtual.place { chip(.ntag216, 1) }
    let narrow = NarrowReader(try open(virtual))
    let tag = try #require(try narrow.select(.typeA))
    let type2 = try Type2Tag(tag, on: narrow)
    try type2.read(.everything)
    #expect(narrow.longest == 240)
    #expect((0..<225).allSatisfy { type2.image[$0] != nil })
  }
}

private final class NarrowReader: ReaderInFront {
  let identity = ReaderIdentity(name: "narrow", model: "an ACR122 of the tests", longestAnswer: 240)
  private(set) var longest = 0
  let reader: any TagReader

  init(_ reader: any TagReader) {
    self.reader = reader
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    let answer = try reader.exchange(command, care)
    longest = max(longest, answer.count)
    return answer
  }
}
