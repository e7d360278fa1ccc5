// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The first bytes of a Type 5 tag: what it says about its memory.
package struct Type5Container: Hashable, Sendable {
  /// Four bytes, or eight when the memory is too large for one byte of size.
  package let bytes: [UInt8]

  package static let shortSize = 4
  package static let longSize = 8
  /// E2 says that blocks have two-byte numbers.
  private static let magics: [UInt8] = [0xE1, 0xE2]
  private static let readsSeveral: UInt8 = 0x01
  private static let takesLock: UInt8 = 0x08
  private static let specialFrame: UInt8 = 0x10
  private static let version1: UInt8 = 0x40
  private static let closed: UInt8 = 0x03
  private static let unit = 8

  /// What a tear may leave of a new container: its first half, without size and features.
  static let torn: [UInt8] = [magics[0], version1, 0, 0]

  /// How many bytes the container has that begins with these four; nil when none does.
  package static func size(beginningWith bytes: [UInt8]) -> Int? {
    guard bytes.count >= shortSize, magics.contains(bytes[0]) else { return nil }
    return bytes[2] == 0 ? longSize : shortSize
  }

  /// Nil for bytes that are not a container, or one of a tag without room for anything.
  package init?(_ bytes: [UInt8]) {
    guard let size = Self.size(beginningWith: bytes), bytes.count >= size else { return nil }
    self.bytes = Array(bytes.prefix(size))
    // Two of the eight bytes are for later; a message is there after half of a short container.
    guard size == Self.shortSize || bytes[4] | bytes[5] == 0 else { return nil }
    guard claimedSize > 0 else { return nil }
  }

  /// The container of a new tag; nil for a memory without room for anything.
  ///
  /// The size counts what follows the container, as the specification has it.
  init?(memorySize: Int, readsSeveral: Bool, takesLock: Bool) {
    let units = min((memorySize - Self.shortSize) / Self.unit, Int(UInt8.max))
    guard units > 0 else { return nil }
    let features =
      (readsSeveral ? Self.readsSeveral : 0) | (takesLock ? Self.takesLock : 0)
    bytes = [Self.magics[0], Self.version1, UInt8(units), features]
  }

  package var majorVersion: UInt8 { bytes[1] >> 6 }
  package var minorVersion: UInt8 { bytes[1] >> 4 & 3 }
  package var readAccess: UInt8 { bytes[1] >> 2 & 3 }
  package var writeAccess: UInt8 { bytes[1] & 3 }
  /// Whether the tag says that LOCK BLOCK works.
  var takesLock: Bool { bytes[3] & Self.takesLock != 0 }
  /// Whether the tag answers a write only to a frame of its own, which the option flag asks for.
  package var wantsSpecialFrame: Bool { bytes[3] & Self.specialFrame != 0 }

  /// MLEN in bytes.
  package var claimedSize: Int {
    let units =
      bytes.count == Self.longSize ? Int(bytes[6]) << 8 | Int(bytes[7]) : Int(bytes[2])
    return units * Self.unit
  }

  /// Where the data may lie, read generously: the size counts what follows the container.
  package func readableArea(of memorySize: Int) -> Range<Int> {
    bytes.count..<max(bytes.count, min(bytes.count + claimedSize, memorySize))
  }

  /// The end of what may be written, read narrowly: the size counts the container too.
  ///
  /// Makers ship tags by either reading, and phones follow either; what keeps to the smaller one is
  /// seen by all.
  func writableEnd(of memorySize: Int) -> Int { min(claimedSize, memorySize) }

  /// The container of a tag that says it is read-only.
  var closedForWriting: [UInt8] {
    var closed = bytes
    closed[1] |= Self.closed
    return closed
  }
}
