// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import TagMemory

struct Type4ContainerTests {
  /// Containers of real chips, and what they say.
  static let sound: [(name: String, bytes: String, id: UInt16, size: Int, length: Int)] = [
    (
      "NTAG 424 DNA", "0017 20 0100 00FF 0406E10401000000 0506E10500808283", 0xE104, 256, 2
    ),
    ("DESFire EV1", "000F 20 003B 0034 0406E10404000000", 0xE104, 1024, 2),
    ("mapping 1.0", "000F 10 003B 0034 0406E10401000000", 0xE104, 256, 2),
    ("the smallest", "000F 20 000F 0001 0406E20500050000", 0xE205, 5, 2),
    ("mapping 3.0, a small file", "000F 30 0800 0800 0406E10480000000", 0xE104, 0x8000, 2),
    ("mapping 3.0, a large one", "0011 30 0800 0800 0608E1040001A0000000", 0xE104, 0x1A000, 4),
  ]

  @Test func aContainerSaysWhereTheMessageIs() throws {
    for (name, text, id, size, length) in Self.sound {
      let bytes = hex(text)
      let container = try Type4Container(bytes)
      #expect(
        (container.fileID, container.fileSize, container.lengthSize) == (id, size, length),
        "\(name)")
      #expect(container.writeAccess == 0, "\(name)")
      #expect(Type4Container.size(beginningWith: bytes) == (length == 4 ? 17 : 15), "\(name)")
    }
  }

  static let broken: [(String, TagMemoryError)] = [
    ("000F 40 003B 0034 0406E10404000000", .versionUnsupported(major: 4, minor: 0)),
    ("000F 00 003B 0034 0406E10404000000", .versionUnsupported(major: 0, minor: 0)),
    ("000F 20 000E 0034 0406E10404000000", .containerLimits(read: 14, write: 52)),
    ("000F 20 003B 0000 0406E10404000000", .containerLimits(read: 59, write: 0)),
    ("000F 20 003B 0034 0506E10404000000", .fileControlUnknown(tag: 5, length: 6)),
    ("000F 20 003B 0034 0407E10404000000", .fileControlUnknown(tag: 4, length: 7)),
    ("0011 20 003B 0034 0608E10400010000 0000", .fileControlUnknown(tag: 6, length: 8)),
    ("000F 20 003B 0034 0406E10304000000", .fileImpossible(id: 0xE103, size: 1024)),
    ("000F 20 003B 0034 0406000004000000", .fileImpossible(id: 0, size: 1024)),
    ("000F 20 003B 0034 0406E10400040000", .fileImpossible(id: 0xE104, size: 4)),
    ("000F 20 003B 0034 0406E10404008000", .readAccessClosed(0x80)),
    // It ends before what it holds.
    ("000E 20 003B 0034 0406E10404000000", .containerShort(15)),
  ]

  @Test func whatCannotBeIsNamed() {
    for (text, error) in Self.broken {
      #expect(throws: error, "\(text)") { try Type4Container(hex(text)) }
    }
  }

  @Test func everyTruncationIsNamed() {
    for (name, text, _, _, length) in Self.sound {
      let bytes = hex(text)
      for count in 0..<(length == 4 ? 17 : 15) {
        #expect(throws: TagMemoryError.containerShort(count), "\(name)") {
          try Type4Container(Array(bytes.prefix(count)))
        }
      }
    }
  }

  @Test func randomBytesNeverTrap() {
    var random = Splitmix64(seed: 0x74C0)
    for _ in 0..<20_000 {
      var bytes = random.bytes(upTo: 20)
      // Half of them begin as a container does, so that the rest is looked at.
      if bytes.count > 8, Bool.random(using: &random) {
        bytes.replaceSubrange(
          0..<9, with: hex("0011 30 003B 0034") + (Bool.random(using: &random) ? [4, 6] : [6, 8]))
      }
      guard let container = try? Type4Container(bytes) else { continue }
      let limits = Type4Limits(container, frame: 262)
      let file = Type4File(container, limits)
      #expect(file.capacity > 0 && file.size <= Type4File.largestSize)
    }
  }
}
