// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The access bits of a sector: three bits for each of its four blocks, and their complements.
struct ClassicAccess: Hashable {
  /// C1, C2, C3 of blocks 0 to 3, C1 in the high place; nil when the complements do not match.
  private let conditions: [UInt8]?

  /// Bytes 6 to 8 of the trailer.
  init(trailer: [UInt8]) {
    guard trailer.count == ClassicMemory.blockSize else {
      conditions = nil
      return
    }
    let c1 = trailer[7] >> 4
    let c2 = trailer[8] & 0xF
    let c3 = trailer[8] >> 4
    let isSound =
      trailer[6] & 0xF == ~c1 & 0xF && trailer[6] >> 4 == ~c2 & 0xF && trailer[7] & 0xF == ~c3 & 0xF
    conditions =
      isSound
      ? (0..<4).map { (c1 >> $0 & 1) << 2 | (c2 >> $0 & 1) << 1 | (c3 >> $0 & 1) } : nil
  }

  /// Bits that contradict their complements: the chip gives the sector up permanently.
  var isSound: Bool { conditions != nil }

  private func condition(_ block: Int) -> UInt8? {
    guard let conditions, conditions.indices.contains(block) else { return nil }
    return conditions[block]
  }

  /// Key B can be read, so it opens nothing.
  var keyBIsReadable: Bool {
    switch condition(3) {
    case 0b000, 0b010, 0b001: true
    default: false
    }
  }

  func mayRead(block: Int, withKeyA: Bool) -> Bool {
    switch condition(block) {
    case 0b000, 0b010, 0b100, 0b110, 0b001: true
    case 0b011, 0b101: !withKeyA
    default: false
    }
  }

  func mayWrite(block: Int, withKeyA: Bool) -> Bool {
    switch condition(block) {
    case 0b000: true
    case 0b100, 0b110, 0b011: !withKeyA
    default: false
    }
  }

  /// Key A of the trailer, and key B under the same conditions.
  func mayWriteKeys(withKeyA: Bool) -> Bool {
    switch condition(3) {
    case 0b000, 0b001: withKeyA
    case 0b100, 0b011: !withKeyA
    default: false
    }
  }

  func mayReadAccessBits(withKeyA: Bool) -> Bool {
    switch condition(3) {
    case 0b000, 0b010, 0b001: withKeyA
    case nil: false
    default: true
    }
  }

  func mayWriteAccessBits(withKeyA: Bool) -> Bool {
    switch condition(3) {
    case 0b001: withKeyA
    case 0b011, 0b101: !withKeyA
    default: false
    }
  }
}

/// The measures of a MIFARE Classic 1K.
enum ClassicMemory {
  static let blockSize = 16
  static let blocks = 64
  static let blocksPerSector = 4

  static func trailer(of block: Int) -> Int { block | 3 }
}
