// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Advice
import TestSupport
import Testing

@testable import TagMemory

/// Plans for Type 5 tags: which blocks, in which order, and what the tag is between any two.
struct Type5PlansTests {
  private static func whole(_ memory: String, blocks: Int = 28, blockSize: Int = 4) throws
    -> Type5Image
  {
    try Type5AreaTests.whole(memory, blocks: blocks, blockSize: blockSize)
  }

  private static func lines(_ writes: [BlockWrite]) -> [String] { writes.map(\.description) }

  @Test func aMessageIsWrittenAfterItsSeal() throws {
    let empty = try Self.whole("E1400D01 0300FE00")
    let plan = try Type5WritePlan(writing: exampleLink, on: empty)
    #expect(
      Self.lines(plan.writes) == [
        "02  body  0E 55 04 65", "03  body  78 61 6D 70", "04  body  6C 65 2E 63",
        "05  body  6F 6D 2F 61", "06  body  FE 00 00 00", "01  commit  03 12 D1 01",
      ])
    #expect(plan.blocksToVerify == 0..<7)
    #expect(plan.result.content == .message(exampleLink))
    let other = Array(exampleLink.dropLast()) + [UInt8(ascii: "b")]
    #expect(
      Self.lines(try Type5WritePlan(writing: other, on: plan.result).writes) == [
        "01  invalidate  03 00 D1 01", "05  body  6F 6D 2F 62", "01  commit  03 12 D1 01",
      ])
    #expect(try Type5WritePlan(writing: exampleLink, on: plan.result).writes.isEmpty)
    #expect(
      Self.lines(try Type5WritePlan(writing: [], on: plan.result).writes) == [
        "01  commit  03 00 FE 01"
      ])
  }

  /// Where nothing is yet, an end mark keeps readers off until the header is there.
  @Test func aBlankAreaIsSealedByAnEndMark() throws {
    let plan = try Type5WritePlan(writing: exampleLink, on: Self.whole("E1400D01"))
    #expect(plan.writes.first?.description == "01  invalidate  FE 12 D1 01")
    #expect(plan.writes.last?.description == "01  commit  03 12 D1 01")
  }

  @Test func formattingComesLast() throws {
    let blank = try Self.whole("")
    #expect(throws: TagMemoryError.notFormatted) {
      try Type5WritePlan(writing: exampleLink, on: blank)
    }
    let plan = try Type5WritePlan(writing: exampleLink, on: blank, formatting: true)
    // 108 bytes after the container are thirteen times eight; a SLIX can be locked.
    #expect(plan.writes.last?.description == "00  format  E1 40 0D 08")
    #expect(plan.writes.dropLast().allSatisfy { $0.purpose == .body })
    #expect(plan.result.content == .message(exampleLink))
    #expect(plan.blocksToVerify == 0..<7)
    var uncounted = try Type5AreaTests.image("", blocks: nil)
    for block in 0..<10 { uncounted[block] = [0, 0, 0, 0] }
    #expect(throws: TagMemoryError.sizeUnknown) {
      try Type5WritePlan(writing: exampleLink, on: uncounted, formatting: true)
    }
  }

  /// Zeros fill a large block after the container, and the message begins with the next one.
  @Test func largeBlocksAreFilledUp() throws {
    let plan = try Type5WritePlan(
      writing: exampleLink, on: Self.whole("", blocks: 64, blockSize: 8), formatting: true)
    #expect(
      Self.lines(plan.writes) == [
        "01  body  03 12 D1 01 0E 55 04 65", "02  body  78 61 6D 70 6C 65 2E 63",
        "03  body  6F 6D 2F 61 FE 00 00 00", "00  format  E1 40 3F 00 00 00 00 00",
      ])
    // What is in the gap would hide the message, so it goes.
    let filled = try Self.whole("E1403F00 AA55AA55", blocks: 64, blockSize: 8)
    let cleared = try Type5WritePlan(writing: exampleLink, on: filled)
    #expect(cleared.writes.first?.description == "00  invalidate  E1 40 3F 00 FE 00 00 00")
    #expect(cleared.result.content == .message(exampleLink))
    #expect(cleared.writes.last?.description == "00  commit  E1 40 3F 00 00 00 00 00")
  }

  /// Phones that begin with a block do not see an end mark in the gap before it.
  @Test func aFilledGapIsSealedOnBothSides() throws {
    let filled = try Self.whole("E1403F00 AA55AA55", blocks: 64, blockSize: 8)
    let plan = try Type5WritePlan(writing: exampleLink, on: filled)
    #expect(
      Self.lines(plan.writes) == [
        "00  invalidate  E1 40 3F 00 FE 00 00 00", "01  invalidate  FE 12 D1 01 0E 55 04 65",
        "02  body  78 61 6D 70 6C 65 2E 63", "03  body  6F 6D 2F 61 FE 00 00 00",
        "01  commit  03 12 D1 01 0E 55 04 65", "00  commit  E1 40 3F 00 00 00 00 00",
      ])
  }

  /// Phones need not ask what else is in half of a container.
  @Test func halfOfAContainerGoesFirst() throws {
    for half in ["E1400000 03AA", "E2400000 00000000", "E1400001 00010001"] {
      let plan = try Type5WritePlan(writing: exampleLink, on: Self.whole(half), formatting: true)
      #expect(plan.writes.first?.description == "00  invalidate  00 00 00 00", "\(half)")
      #expect(plan.writes.last?.description == "00  format  E1 40 0D 08", "\(half)")
      #expect(plan.writes.last?.old == [0, 0, 0, 0], "\(half)")
      #expect(plan.result.content == .message(exampleLink), "\(half)")
    }
  }

  /// Words of the message that share a large block with its length are there before the length is.
  @Test func aLargeBlockIsCommittedByItsLengthAlone() throws {
    let empty = try Self.whole("E1403F01 00000000 0300FE", blocks: 64, blockSize: 8)
    let plan = try Type5WritePlan(writing: exampleLink, on: empty)
    #expect(
      Self.lines(plan.writes) == [
        "01  body  03 00 D1 01 0E 55 04 65", "02  body  78 61 6D 70 6C 65 2E 63",
        "03  body  6F 6D 2F 61 FE 00 00 00", "01  commit  03 12 D1 01 0E 55 04 65",
      ])
  }

  static let capacities: [(String, blocks: Int, size: Int, Int)] = [
    ("E1400D01", 28, 4, 98), ("E1400E01", 28, 4, 106), ("E140FF01", 28, 4, 106),
    ("E1403F01", 128, 4, 496), ("E1401F00", 64, 4, 242), ("E1403F01", 64, 8, 492),
    ("E1403F01", 16, 32, 468), ("E2400001 0000003F", 128, 4, 492),
    ("E1402001", 128, 4, 250), ("E1402101", 128, 4, 256),
  ]

  @Test func theSizeIsRightToTheByte() throws {
    for (container, blocks, size, capacity) in Self.capacities {
      let tag = try Self.whole(container, blocks: blocks, blockSize: size)
      #expect(tag.capacity == capacity, "\(container)")
      let plan = try Type5WritePlan(writing: link(size: capacity), on: tag)
      #expect(plan.result.content == .message(link(size: capacity)), "\(container)")
      #expect(
        throws: TagMemoryError.messageTooLarge(size: capacity + 1, capacity: capacity)
      ) { try Type5WritePlan(writing: link(size: capacity + 1), on: tag) }
    }
    #expect(throws: TagMemoryError.noRoom(bytes: 0)) {
      try Type5WritePlan(writing: [], on: Self.whole("E1403F01", blocks: 1, blockSize: 32))
    }
  }

  @Test func whatCannotBePlannedIsNamed() throws {
    let cases: [(String, TagMemoryError)] = [
      ("E1800D01", .versionUnsupported(major: 2, minor: 0)),
      ("E1440D01", .readAccessClosed(1)), ("E1430D01 0300FE", .readOnly),
      ("01020304", .notFormatted),
    ]
    for (memory, error) in cases {
      #expect(throws: error, "\(memory)") {
        try Type5WritePlan(writing: exampleLink, on: Self.whole(memory))
      }
    }
    #expect(throws: TagMemoryError.blockNotRead(0)) {
      try Type5WritePlan(writing: [], on: Type5AreaTests.image(""))
    }
    var hidden = try Type5AreaTests.image("E1400D01 0300FE00")
    hidden.refuse(2)
    #expect(throws: TagMemoryError.blockHidden(2)) {
      try Type5WritePlan(writing: exampleLink, on: hidden)
    }
    var locked = try Self.whole("E1400D01 0300FE00")
    locked.setLocked(5, true)
    #expect(throws: TagMemoryError.blockLocked(5)) {
      try Type5WritePlan(writing: exampleLink, on: locked)
    }
    // What is right already may stay on a tag that no one may write.
    let closed = try Self.whole("E1430D01 0305 D101015504 FE")
    #expect(try Type5WritePlan(writing: hex("D101015504"), on: closed).writes.isEmpty)
  }

  /// After any number of whole writes the tag is what it was, what it must be, or empty; one that was
  /// torn in its middle shows no other message.
  @Test func betweenTwoWritesNoOtherMessageIsThere() throws {
    var random = Splitmix64(seed: 0x75)
    for round in 0..<300 {
      let (blocks, size) = [(28, 4), (128, 4), (64, 8), (16, 32)][round % 4]
      let empty = try Self.whole(
        size == 4 && blocks == 28 ? "E1400D01" : "E1403F01", blocks: blocks, blockSize: size)
      let most = empty.capacity ?? 0
      let old = link(size: 8 + Int(random.next() % UInt64(most - 8)), letter: "o")
      let new = link(size: 8 + Int(random.next() % UInt64(most - 8)), letter: "n")
      let tag =
        round % 5 == 0 ? empty : try Type5WritePlan(writing: old, on: empty).result
      let plan = try Type5WritePlan(writing: new, on: tag)
      for count in 0...plan.writes.count {
        let content = tag.applying(Array(plan.writes.prefix(count))).content
        let harmless: [TagContent] = [tag.content, .empty, .message(new)]
        #expect(harmless.contains(content), "after \(count) of \(plan.writes.count)")
      }
      for (count, write) in plan.writes.enumerated() {
        var torn = tag.applying(Array(plan.writes.prefix(count)))
        let before = try #require(torn[write.block])
        torn[write.block] = Array(write.new.prefix(size / 2) + before.dropFirst(size / 2))
        if case .message(let seen) = torn.content {
          #expect([old, new].contains(seen), "in write \(count) of \(plan.writes)")
        }
      }
      #expect(plan.result.content == .message(new))
    }
  }

  @Test func locksCloseTheContainerFirst() throws {
    var tag = try Self.whole("E1400109 0300FE00", blocks: 4)
    #expect(throws: TagMemoryError.lockUnknown(0)) { try Type5LockPlan(on: tag) }
    for block in Type5LockPlan.blocks(of: tag) { tag.setLocked(block, block == 2) }
    let plan = try Type5LockPlan(on: tag)
    #expect(
      Self.lines(plan.writes) == [
        "00  close-access  E1 43 01 09", "01  lock  03 00 FE 00", "00  lock  E1 43 01 09",
      ])
    let locked = tag.applying(plan.writes)
    #expect(locked.access == .readOnly)
    #expect(try Type5LockPlan(on: locked).writes.isEmpty)
    let unlockable = try Self.whole("E1400101 0300FE00", blocks: 4)
    #expect(throws: TagMemoryError.lockUnsupported(.type5)) { try Type5LockPlan(on: unlockable) }
    #expect(throws: TagMemoryError.notFormatted) { try Type5LockPlan(on: Self.whole("")) }
  }

  @Test func errorsSayWhatToDo() {
    let errors: [TagMemoryError] = [
      .blockNotRead(1), .blockHidden(1), .notFormatted, .sizeUnknown,
      .versionUnsupported(major: 2, minor: 0), .readAccessClosed(1), .readOnly, .blockLocked(2),
      .messageTooLarge(size: 2, capacity: 1), .noRoom(bytes: 1), .lockUnsupported(.type5),
      .lockUnknown(3),
    ]
    for error in errors {
      #expect(error.cure != nil && error.whatIsWrong.hasSuffix("."), "\(error)")
      #expect(error.machineName.allSatisfy { $0.isLowercase || $0 == "-" })
    }
    #expect(Set(errors.map(\.machineName)).count == errors.count)
  }
}
