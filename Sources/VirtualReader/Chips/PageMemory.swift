// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The memory of a Type 2 chip, page by page, and what age and a torn write do to it.
package struct PageMemory: Hashable, Sendable {
  static let pageSize = 4

  private(set) var bytes: [UInt8]
  /// The pages that no longer take what is written.
  var worn: [Int: Wear] = [:]

  init(pages: Int) {
    bytes = [UInt8](repeating: 0, count: pages * Self.pageSize)
  }

  var pageCount: Int { bytes.count / Self.pageSize }

  /// The four bytes of a page; a page that is not there reads as zero.
  subscript(page: Int) -> [UInt8] {
    get {
      guard page >= 0, page < pageCount else { return [0, 0, 0, 0] }
      return Array(bytes[page * Self.pageSize..<(page + 1) * Self.pageSize])
    }
    set {
      guard page >= 0, page < pageCount, newValue.count == Self.pageSize else { return }
      bytes.replaceSubrange(page * Self.pageSize..<(page + 1) * Self.pageSize, with: newValue)
    }
  }

  /// The four bytes of a page as one number, byte 0 in its low end.
  func number(_ page: Int) -> UInt32 { Self.number(self[page]) }

  static func number(_ bytes: [UInt8]) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  static func bytes(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Programs a page; false when the chip notices that the page is worn out.
  mutating func program(
    _ page: Int, with content: [UInt8], tearing tear: Tear?, tearProof: Bool
  ) -> Bool {
    switch worn[page] {
    case .refuses: return false
    case .keepsOldValue: return true
    case nil: break
    }
    self[page] = Self.torn(self[page], into: content, by: tear, tearProof: tearProof)
    return true
  }

  /// What a write leaves behind when the field goes away in the middle of it.
  package static func torn(
    _ old: [UInt8], into new: [UInt8], by tear: Tear?, tearProof: Bool
  ) -> [UInt8] {
    switch tear {
    case nil, .pageNew: return new
    case .pageOld: return old
    case .pagesWritten(let count) where count > 0: return new
    case .pageHalf, .pagesWritten:
      // A page with tearing protection is whole in any case, old or new.
      return tearProof ? old : Array(new.prefix(new.count / 2) + old.dropFirst(new.count / 2))
    case .pageNoise(let seed):
      var noise = Noise(seed: seed)
      if tearProof { return noise.next() & 1 == 0 ? old : new }
      return noise.bytes(new.count)
    }
  }

  /// Whether a counter or a single bit, which cannot be torn, took its new value all the same.
  package static func survives(_ tear: Tear?) -> Bool {
    torn([0], into: [1], by: tear, tearProof: true) == [1]
  }
}

/// How a page behaves once its cells are worn out.
package enum Wear: Hashable, Sendable {
  /// The chip acknowledges and the page keeps its value.
  case keepsOldValue
  /// The chip notices and answers NAK 5.
  case refuses
}
