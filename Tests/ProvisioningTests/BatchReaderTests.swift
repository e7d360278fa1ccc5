// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import TestSupport
import Testing
import Threads

@testable import Provisioning

/// How a reader comes to the thread that works with it, and what is counted on it.
struct BatchReaderTests {
  @Test func anOpenReaderIsTakenAsItIsAndReopenedAfterwards() throws {
    let openings = Guarded(0)
    let closed = BatchReader(name: "desk") { () throws(ReaderOpeningError) in
      StillReader(
        number: openings.withLock { count in
          count += 1
          return count
        })
    }
    let reader = try closed.opened()
    #expect(reader.name == "desk" && openings.withLock { $0 } == 1)
    let names = try (0..<3).map { _ in try reader.open().identity.name }
    #expect(names == ["reader 1", "reader 2", "reader 3"])
  }

  @Test func aReaderThatCannotBeOpenedIsToldOfBeforeTheBatchBegins() {
    let absent = BatchReader(name: "desk") { () throws(ReaderOpeningError) in
      throw .noSuchPort("/dev/ttyUSB7")
    }
    #expect(throws: ReaderOpeningError.noSuchPort("/dev/ttyUSB7")) { try absent.opened() }
  }

  /// Neither the field nor the question who is there costs the tag an answer.
  @Test func whatIsAskedOfATagIsCounted() throws {
    let counted = CountedReader(StillReader(number: 1))
    #expect(try counted.select(.typeA) == nil && counted.exchanges == 1)
    #expect(try counted.felicaTags() == [] && counted.exchanges == 2)
    #expect(try counted.exchange([0x30, 0]) == [0x30, 0] && counted.exchanges == 3)
    try counted.halt()
    #expect(counted.exchanges == 4)
    try counted.switchField(on: false)
    let uid = try #require(TagUID([4, 1, 2, 3, 4, 5, 6]))
    try counted.vouch(for: TagInField(uid: uid, technology: .topaz))
    #expect(counted.exchanges == 4 && counted.identity.name == "reader 1")
  }
}

/// A reader that finds nothing and says everything back.
private final class StillReader: TagReader {
  let identity: ReaderIdentity

  init(number: Int) {
    identity = ReaderIdentity(name: "reader \(number)", model: "still")
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? { nil }

  func felicaTags() throws(ReaderError) -> [TagInField] { [] }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] { command }

  func halt() throws(ReaderError) {}

  func switchField(on: Bool) throws(ReaderError) {}
}
