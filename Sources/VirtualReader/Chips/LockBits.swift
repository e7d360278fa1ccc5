// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A page that holds lock bits: which bits exist, what they lock and which of them freeze others.
///
/// The four bytes of the page are one number of 32 bits, byte 0 in its low end, so a bit of the
/// page has one place. Bits can only be set: the chip ORs what is written.
package struct LockPage: Hashable, Sendable {
  let page: Int
  let locks: [LockBit]
  let freezes: [FreezeBit]
  /// The bytes of a write that the chip does not look at.
  let ignored: UInt32

  /// Every bit that exists; all others of the page keep what the factory put there.
  private var existing: UInt32 {
    locks.reduce(0) { $0 | $1.place } | freezes.reduce(0) { $0 | $1.place }
  }

  /// The page after a write, given the lock bits that are in force.
  func content(_ old: UInt32, written: UInt32, inForce: UInt32) -> UInt32 {
    let frozen = freezes.filter { inForce & $0.place != 0 }.reduce(0) { $0 | $1.freezes }
    return old | (written & existing & ~frozen)
  }

  /// The bits of a write that name nothing and must be written as 0.
  func reserved(in written: UInt32) -> UInt32 {
    written & ~existing & ~ignored
  }

  func refuses(_ page: Int, inForce: UInt32) -> Bool {
    locks.contains { inForce & $0.place != 0 && $0.pages.contains(page) }
  }
}

/// A bit that makes pages read-only.
struct LockBit: Hashable, Sendable {
  let place: UInt32
  let pages: ClosedRange<Int>
}

/// A block-lock bit: it freezes lock bits as they are, set or not.
struct FreezeBit: Hashable, Sendable {
  let place: UInt32
  let freezes: UInt32
}

extension LockPage {
  /// Bytes 2 and 3 of page 2: bits 3 to 15 lock the page of their number, bits 0 to 2 freeze them.
  static let fixedPlace = LockPage(
    page: 2,
    locks: (3...15).map { LockBit(place: 1 << UInt32(16 + $0), pages: $0...$0) },
    freezes: [
      FreezeBit(place: 0x0001_0000, freezes: 0x0008_0000),
      FreezeBit(place: 0x0002_0000, freezes: 0x03F0_0000),
      FreezeBit(place: 0x0004_0000, freezes: 0xFC00_0000),
    ],
    ignored: 0x0000_FFFF)

  /// The lock page of the chips with GET_VERSION: each freeze bit in byte 2 guards two lock bits.
  static func behindUserMemory(
    page: Int, bits: Int, each pagesPerBit: Int, lastUserPage: Int
  ) -> LockPage {
    LockPage(
      page: page,
      locks: (0..<bits).map { (bit: Int) -> LockBit in
        let first: Int = 16 + bit * pagesPerBit
        let last: Int = min(first + pagesPerBit - 1, lastUserPage)
        return LockBit(place: 1 << UInt32(bit), pages: first...last)
      },
      freezes: (0..<bits / 2).map { (pair: Int) -> FreezeBit in
        FreezeBit(place: 1 << UInt32(16 + pair), freezes: 0b11 << UInt32(2 * pair))
      },
      ignored: 0xFF00_0000)
  }

  /// Page 28h of the NTAG203.
  static let ntag203 = LockPage(
    page: 0x28,
    locks: threeAndThreeBlocks + [LockBit(place: 0x1000, pages: 0x29...0x29)],
    freezes: threeAndThreeFreezes + [FreezeBit(place: 0x0100, freezes: 0x1000)],
    ignored: 0xFFFF_0000)

  /// Page 28h of the Ultralight C, which also locks AUTH0, AUTH1 and the key.
  static let ultralightC = LockPage(
    page: 0x28,
    locks: threeAndThreeBlocks + [
      LockBit(place: 0x1000, pages: 0x29...0x29),
      LockBit(place: 0x2000, pages: 0x2A...0x2A),
      LockBit(place: 0x4000, pages: 0x2B...0x2B),
      LockBit(place: 0x8000, pages: 0x2C...0x2F),
    ],
    freezes: threeAndThreeFreezes + [
      FreezeBit(place: 0x0100, freezes: 0x1000),
      FreezeBit(place: 0x0200, freezes: 0x2000),
      FreezeBit(place: 0x0400, freezes: 0x4000),
      FreezeBit(place: 0x0800, freezes: 0x8000),
    ],
    ignored: 0xFFFF_0000)

  // Both chips of the older generation lock pages 10h to 27h by fours, from byte 0.
  private static let threeAndThreeBlocks = [
    LockBit(place: 0x02, pages: 0x10...0x13),
    LockBit(place: 0x04, pages: 0x14...0x17),
    LockBit(place: 0x08, pages: 0x18...0x1B),
    LockBit(place: 0x20, pages: 0x1C...0x1F),
    LockBit(place: 0x40, pages: 0x20...0x23),
    LockBit(place: 0x80, pages: 0x24...0x27),
  ]
  private static let threeAndThreeFreezes = [
    FreezeBit(place: 0x01, freezes: 0x0E),
    FreezeBit(place: 0x10, freezes: 0xE0),
  ]
}
