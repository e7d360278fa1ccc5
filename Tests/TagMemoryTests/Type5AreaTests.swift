// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagMemory

/// What a Type 5 tag says about itself, and where its message is by that.
struct Type5AreaTests {
  static let slixUID = hex("E004015012345678")

  /// A tag of which these bytes are known, and the rest of this many blocks not.
  static func image(
    _ memory: String, blocks: Int? = 28, blockSize: Int = 4, uid: [UInt8] = Type5AreaTests.slixUID
  ) throws -> Type5Image {
    var image = try #require(
      Type5Image(uid: uid, blockSize: blockSize, blockCount: blocks))
    let bytes = hex(memory)
    for block in 0..<bytes.count / blockSize {
      image[block] = Array(bytes[block * blockSize..<(block + 1) * blockSize])
    }
    return image
  }

  /// The same with zeros in all that is not said.
  static func whole(
    _ memory: String, blocks: Int = 28, blockSize: Int = 4, uid: [UInt8] = Type5AreaTests.slixUID
  ) throws -> Type5Image {
    let missing = blocks * blockSize - hex(memory).count
    return try image(
      memory + String(repeating: "00", count: missing), blocks: blocks, blockSize: blockSize,
      uid: uid)
  }

  static let chips: [(String, Int, Int, Type5Chip?)] = [
    ("E004015012345678", 28, 4, .slix), ("E004010812345678", 80, 4, .slix2),
    ("E004010012345678", 28, 4, nil), ("E004015012345678", 80, 4, nil),
    ("E002241122334455", 128, 4, .st25dv04k), ("E002251122334455", 128, 4, .st25dv04k),
    ("E002261122334455", 128, 4, nil), ("E004015012345678", 28, 8, nil), ("E004", 28, 4, nil),
  ]

  @Test func aChipIsKnownByNumberAndMemory() {
    for (uid, count, size, chip) in Self.chips {
      #expect(
        Type5Chip(uid: hex(uid), blockCount: count, blockSize: size) == chip, "\(uid) \(count)")
    }
    for chip in Type5Chip.allCases { #expect(!chip.rawValue.contains(" ") && !chip.title.isEmpty) }
  }

  @Test func blocksHaveFourToThirtyTwoBytes() throws {
    for (size, isPossible) in [(0, false), (3, false), (4, true), (32, true), (33, false)] {
      let image = Type5Image(uid: Self.slixUID, blockSize: size, blockCount: 10)
      #expect((image != nil) == isPossible, "\(size)")
    }
    #expect(Type5Image(uid: Self.slixUID, blockSize: 4, blockCount: 0) == nil)
    // The last block of a SLIX2 is a counter, and no more than 256 blocks are used.
    let counts: [(String, Int?, Int)] = [
      ("E004010812345678", 80, 79), ("E004010812345678", nil, 79), ("E002261122334455", 2048, 256),
      ("E002261122334455", nil, 256),
    ]
    for (uid, count, used) in counts {
      let image = try #require(Type5Image(uid: hex(uid), blockSize: 4, blockCount: count))
      #expect(image.blockCount == used && image.isCounted == (count != nil))
    }
  }

  static let contents: [(String, TagContent)] = [
    ("00000000", .unformatted), ("01020304", .foreign),
    ("E1000D01", .versionUnsupported(major: 0, minor: 0)),
    ("E1800D01", .versionUnsupported(major: 2, minor: 0)), ("E1440D01", .hidden(page: 0)),
    ("E1400D01", .empty), ("E1400D01 FE", .empty), ("E1400D01 0300FE", .empty),
    ("E1430D01 0300FE", .empty), ("E1500D01 0300FE", .empty),
    // Half of a container, with or without the start of a message after it.
    ("E1400000", .unformatted), ("E1400000 0346D101", .unformatted), ("E1400001", .foreign),
    // A message without its container yet, whole or begun, long, or empty.
    ("00000000 0346D101", .unformatted), ("00000000 0346", .unformatted),
    ("00000000 03FF0020 D101", .unformatted), ("00000000 0300FE", .unformatted),
    // Data of someone's own that begins with zeros, or as half of a container does.
    ("00000000 30820122", .foreign), ("00000000 00000000 00000000 01", .foreign),
    ("00000000 0346 3082", .foreign), ("00000000 0346 00000000 30", .foreign),
    ("00000000 03FFFF00 D101", .foreign), ("00000000 0300 FE00 00000001", .foreign),
    ("E1400000 30820122", .foreign), ("E1120000", .foreign),
    ("E2400001 0000000D 0300FE", .empty),
    ("E1400D01 0305 D101015504 FE", .message(hex("D101015504"))),
    ("E1400D01 000000 0305 D101015504 FE", .message(hex("D101015504"))),
    ("E1400D01 03FF0005 D101015504 FE", .message(hex("D101015504"))),
    ("E1400D01 FD02AABB 0305 D101015504 FE", .message(hex("D101015504"))),
    ("E1400D01 0305 D101015505", .message(hex("D101015505"))),
    // Bytes that are not a message, after nothing strange and after something strange.
    ("E1400D01 0367", .damaged(.overruns(address: 4, length: 0x67))),
    ("E1400D01 03FFFFFF", .damaged(.overruns(address: 4, length: 0xFFFF))),
    ("E1400D01 4203010203 0302AABB FE", .foreign), ("E1400D01 42FF", .foreign),
    ("E1400D01 FD02AABB FE", .foreign), ("E1400D01 AA55AA55", .foreign),
    // The header was torn: what follows it is a message all the same.
    ("E1400D01 A77B1942 02550461 FE", .damaged(.headerTorn(page: 1))),
    ("E1400D01 A77B1942 02550461", .foreign),
  ]

  @Test func contentIsJudgedStrictly() throws {
    for (memory, content) in Self.contents {
      #expect(try Self.whole(memory).content == content, "\(memory)")
    }
  }

  /// NXP counts the whole memory, the specification what follows the container: reading follows
  /// whichever is larger, and no tag is believed to be larger than it is.
  @Test func theSizeIsReadGenerously() throws {
    let sizes: [(String, readable: Int, writable: Int)] = [
      ("E1400D01", 108, 104), ("E1400E01", 112, 112), ("E140FF01", 112, 112), ("E1400101", 12, 8),
      ("E2400001 0000000D", 112, 104), ("E2400001 0000FFFF", 112, 112),
    ]
    for (bytes, readable, writable) in sizes {
      let container = try #require(Type5Container(hex(bytes)), "\(bytes)")
      #expect(container.readableArea(of: 112).upperBound == readable, "\(bytes)")
      #expect(container.writableEnd(of: 112) == writable, "\(bytes)")
    }
    #expect(Type5Container(hex("E140")) == nil)
    #expect(Type5Container(hex("E1400001 00000000")) == nil)
  }

  @Test func whatMustBeReadIsAskedForInOrder() throws {
    var image = try Self.image("")
    #expect(image.content == .hidden(page: 0))
    // Eight bytes of container, a header of two, the message, the end mark.
    #expect(image.unread(forMessageOf: 20) == 0..<8)
    #expect(image.unread(forMessageOf: 1000) == 0..<28)
    #expect(image.unread(forMessageOf: -1) == 0..<3)
    image = try Self.image("E1400D01 0332D101")
    #expect(image.content == .hidden(page: 2))
    #expect(image.unread(forMessageOf: 0) == 2..<14)
    image = try Self.image("E1400D01 03000000")
    #expect(image.content == .empty)
    #expect(image.unread(forMessageOf: 0) == nil)
    #expect(image.unread(forMessageOf: 20) == 2..<7)
    image.refuse(2)
    #expect(image.unread(forMessageOf: 20) == nil)
    // A chip without a container, and without anyone who may make one.
    image = try Self.image("0000000000000000", blocks: nil)
    #expect(image.unread(forMessageOf: 20) == nil)
    image = try Self.image("01020304")
    #expect(image.unread(forMessageOf: 20) == 1..<26)
  }

  @Test func lockedBlocksAreAccess() throws {
    var image = try Self.whole("E1400D01 0300FE")
    #expect(image.access == .unknown())
    for block in 0...26 { image.setLocked(block, false) }
    #expect(image.access == .open)
    image.setLocked(3, true)
    #expect(image.access == .partlyReadOnly(locked: [3]))
    for block in 0...26 { image.setLocked(block, true) }
    #expect(image.access == .readOnly)
    image = try Self.whole("E1430D01 0300FE")
    #expect(image.access == .unknown() && image.saysReadOnly)
    for block in 0...26 { image.setLocked(block, false) }
    #expect(image.access == .readOnlyInNameOnly)
    // Of a blank tag every block counts.
    image = try Self.whole("00000000")
    for block in 0...26 { image.setLocked(block, false) }
    #expect(image.access == .unknown())
    image.setLocked(27, false)
    #expect(image.access == .open)
  }

  @Test func everyMemoryIsJudgedSomehow() throws {
    var random = Splitmix64(seed: 0x5155)
    for round in 0..<3000 {
      let size = [4, 8, 32][round % 3]
      var bytes = random.bytes(upTo: 200)
      for (index, byte) in hex("E1400D01").enumerated() where index < bytes.count && round % 4 != 0
      {
        bytes[index] = byte
      }
      var image = try #require(
        Type5Image(uid: Self.slixUID, blockSize: size, blockCount: round % 5 == 0 ? nil : 28))
      for block in 0..<bytes.count / size {
        image[block] = Array(bytes[block * size..<(block + 1) * size])
      }
      _ = image.content
      _ = image.access
      _ = image.capacity
      let length = Int(random.next() % 300)
      var rounds = 0
      while let blocks = image.unread(forMessageOf: length), rounds < 600 {
        rounds += 1
        for block in blocks { image[block] = random.bytes(size) }
      }
      #expect(rounds < 600, "seed 5155h, round \(round)")
      _ = try? Type5WritePlan(writing: random.bytes(length), on: image, formatting: true)
      _ = try? Type5LockPlan(on: image)
    }
  }
}
