// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import ReaderProcess
import TagReading
import TestSupport
import Testing

/// Whatever the other process says, it ends in a value that says the same, or in nothing.
struct MessageTests {
  @Test func requestsComeBackAsTheyWere() {
    for request in Samples.requests() {
      #expect(ReaderRequest(bytes: request.bytes) == request, "\(request)")
    }
  }

  @Test func repliesComeBackAsTheyWere() {
    for reply in Samples.replies() {
      #expect(ReaderReply(bytes: reply.bytes) == reply, "\(reply)")
    }
  }

  @Test func noTwoMessagesHaveTheSameBytes() {
    #expect(Set(Samples.requests().map(\.bytes)).count == Samples.requests().count)
    #expect(Set(Samples.replies().map(\.bytes)).count == Samples.replies().count)
  }

  @Test func theBytesOfAnExchange() {
    #expect(ReaderRequest.exchange([0x30, 4], .quick).bytes == [3, 0, 0, 2, 0x30, 4])
    #expect(ReaderRequest.exchange([0x30, 4], .careful).bytes == [3, 1, 0, 2, 0x30, 4])
    #expect(ReaderReply.answer([0xAA]).bytes == [4, 0, 1, 0xAA])
    #expect(ReaderReply.failed(.refused(5)).bytes == [5, 1, 5])
  }

  @Test func noBeginningOfAMessageIsOne() {
    for bytes in Samples.requests().map(\.bytes) {
      for count in bytes.indices { #expect(ReaderRequest(bytes: Array(bytes[..<count])) == nil) }
      #expect(ReaderRequest(bytes: bytes + [0]) == nil)
    }
    for bytes in Samples.replies().map(\.bytes) {
      for count in bytes.indices { #expect(ReaderReply(bytes: Array(bytes[..<count])) == nil) }
      #expect(ReaderReply(bytes: bytes + [0]) == nil)
    }
  }

  @Test func whatIsOutOfItsRangeIsNoMessage() {
    // A flag that is neither, a family and an error that do not exist, UIDs of no and of eleven bytes.
    #expect(ReaderRequest(bytes: [7, 2]) == nil)
    #expect(ReaderRequest(bytes: [1, 5, 0]) == nil)
    #expect(ReaderRequest(bytes: [1, 0, 1, 0, 0]) == nil)
    #expect(ReaderRequest(bytes: [1, 0, 1, 0, 11] + [UInt8](repeating: 4, count: 11)) == nil)
    #expect(ReaderRequest(bytes: [9]) == nil)
    #expect(ReaderReply(bytes: [7]) == nil)
    #expect(ReaderReply(bytes: [5, 17]) == nil)
    #expect(ReaderReply(bytes: [6, 16]) == nil)
    // The number of a maker that has more than two bytes.
    #expect(ReaderReply(bytes: [6, 17, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]) != nil)
    #expect(ReaderReply(bytes: [6, 17, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]) == nil)
    // A text that is none, and a reader that never hands an answer on.
    #expect(ReaderRequest(bytes: [0, 0, 1, 0xFF]) == nil)
    #expect(ReaderReply(bytes: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]) == nil)
  }

  @Test(arguments: 1...200)
  func damagedMessagesSayWhatTheySay(_ seed: UInt64) {
    var random = Splitmix64(seed: seed)
    let all = Samples.requests().map(\.bytes) + Samples.replies().map(\.bytes)
    for var bytes in all {
      for _ in 0..<1 + random.next() % 3 where !bytes.isEmpty {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      if let request = ReaderRequest(bytes: bytes) { #expect(request.bytes == bytes) }
      if let reply = ReaderReply(bytes: bytes) { #expect(reply.bytes == bytes) }
    }
  }
}
