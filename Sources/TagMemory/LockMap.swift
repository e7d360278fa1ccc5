// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One bit of the memory, by byte address and mask.
package struct BitPlace: Hashable, Sendable {
  package let address: Int
  package let mask: UInt8
}

/// A bit that makes pages permanently read-only, and the bit that freezes it as it is.
package struct LockBit: Hashable, Sendable {
  package let place: BitPlace
  package let pages: ClosedRange<Int>
  package let frozenBy: BitPlace
}

/// How the bits of a dynamic lock page are arranged.
enum LockArrangement: Hashable, Sendable {
  /// Lock bits from bit 0 of byte 0 on, freezing bits in byte 2.
  case ntag(pagesPerBit: Int, pagesPerBlock: Int)
  /// Byte 0 holds two groups: one freezing bit, then three lock bits of four pages each. Byte 1
  /// guards the counter, which is not part of a message.
  case ntag203
  /// The same, and byte 1 guards AUTH0, AUTH1 and the key too: one freezing bit and one lock bit
  /// each, after those of the counter.
  ///
  /// With them open, anyone could permanently hide the message of a locked tag behind a key.
  case ultralightC
}

/// The lock bits of the pages from 16 on.
struct DynamicLocks: Hashable, Sendable {
  let page: Int
  let arrangement: LockArrangement
}

/// All lock bits of a chip by its data sheet; a lock control TLV on the tag is not asked.
package struct LockMap: Hashable, Sendable {
  package let bits: [LockBit]
  package let dynamicPage: Int?
  /// AUTH0 of an Ultralight C, the first page that its key protects; AUTH1 is the page after it.
  let authenticationPage: Int?

  /// Bytes 2 and 3 of this page lock pages 3 to 15 on every Type 2 tag.
  static let staticPage = 2
  static let firstDynamicPage = 16

  init(dynamic: DynamicLocks?, userPages: ClosedRange<Int>) {
    dynamicPage = dynamic?.page
    authenticationPage = dynamic.flatMap { $0.arrangement == .ultralightC ? $0.page + 2 : nil }
    bits = Self.staticBits + Self.dynamicBits(dynamic, last: userPages.upperBound)
  }

  /// What every Type 2 tag has: no bits but the static ones, which end with page 15.
  static let ofEveryTag = LockMap(dynamic: nil, userPages: 4...15)

  static let staticBits: [LockBit] = (3...15).map { page in
    let first = staticPage * Page.size + 2
    // Bits 0 to 2 of the first byte freeze the bits of page 3, of pages 4 to 9 and of 10 to 15.
    let freezing: UInt8 = page == 3 ? 1 : page < 10 ? 2 : 4
    return LockBit(
      place: BitPlace(address: first + page / 8, mask: 1 << UInt8(page % 8)),
      pages: page...page,
      frozenBy: BitPlace(address: first, mask: freezing))
  }

  private static func dynamicBits(_ locks: DynamicLocks?, last: Int) -> [LockBit] {
    guard let locks else { return [] }
    let address = locks.page * Page.size
    switch locks.arrangement {
    case .ntag(let pagesPerBit, let pagesPerBlock):
      return stride(from: firstDynamicPage, through: last, by: pagesPerBit).enumerated().map {
        bit, first in
        let block = (first - firstDynamicPage) / pagesPerBlock
        return LockBit(
          place: BitPlace(address: address + bit / 8, mask: 1 << UInt8(bit % 8)),
          pages: first...min(first + pagesPerBit - 1, last),
          frozenBy: BitPlace(address: address + 2, mask: 1 << UInt8(block)))
      }
    case .ntag203: return bitsOfFours(address)
    case .ultralightC:
      let settings = [locks.page + 2...locks.page + 2, locks.page + 3...locks.page + 3]
      let keys = locks.page + 4...locks.page + 7
      return bitsOfFours(address)
        + (settings + [keys]).enumerated().map { index, pages in
          LockBit(
            place: BitPlace(address: address + 1, mask: 0x20 << UInt8(index)), pages: pages,
            frozenBy: BitPlace(address: address + 1, mask: 0x02 << UInt8(index)))
        }
    }
  }

  private static func bitsOfFours(_ address: Int) -> [LockBit] {
    (0..<6).map { index in
      let group = index / 3
      let first = firstDynamicPage + 4 * index
      return LockBit(
        place: BitPlace(address: address, mask: 1 << UInt8(4 * group + 1 + index % 3)),
        pages: first...first + 3,
        frozenBy: BitPlace(address: address, mask: 1 << UInt8(4 * group)))
    }
  }

  /// A lock page with every lock and freezing bit set, and every other bit 0.
  func allBits(ofPage page: Int) -> Page {
    var all = Page.zero
    for bit in bits {
      for place in [bit.place, bit.frozenBy] where place.address / Page.size == page {
        all[place.address] |= place.mask
      }
    }
    return all
  }
}
