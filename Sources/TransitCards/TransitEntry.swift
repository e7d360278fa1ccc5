// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Service 090F: one of the last twenty things that happened to a card.
package struct TransitEntry: Hashable, Sendable {
  package static let service: UInt16 = 0x090F
  /// How many entries a card keeps; some keep ten.
  package static let most = 20
  package static let blockSize = 16

  package let terminal: UInt8
  package let process: UInt8
  package let payment: UInt8
  /// How someone came in and went out.
  package let passage: UInt8
  package let date: TransitDate
  package let place: Place
  /// In yen, after it.
  package let balance: Int
  package let sequence: Int
  package let entryRegion: TransitRegion
  package let exitRegion: TransitRegion

  /// What bytes 6 to 9 mean depends on the process.
  package enum Place: Hashable, Sendable {
    case stations(entry: TransitStation, exit: TransitStation)
    case bus(company: Int, stop: Int)
    case sale(TransitTime, terminal: Int)
  }
}

extension TransitEntry {
  /// nil for a block that was never written, or that does not have sixteen bytes.
  package init?(_ block: [UInt8]) {
    guard block.count == Self.blockSize, block.contains(where: { $0 != 0 }) else { return nil }
    self.init(
      terminal: block[0], process: block[1], payment: block[2], passage: block[3],
      date: TransitDate(block[4...5]), place: Self.place(block),
      balance: block[10...11].littleEndian, sequence: block[13...14].bigEndian,
      entryRegion: TransitRegion(bits: block[15] >> 6),
      exitRegion: TransitRegion(bits: block[15] >> 4))
  }

  private static func place(_ block: [UInt8]) -> Place {
    switch block[1] {
    case 0x0D, 0x0F, 0x1F, 0x23:
      .bus(company: block[6...7].bigEndian, stop: block[8...9].bigEndian)
    // Bit 7 says that cash was paid in addition.
    case 0x46, 0x49, 0x4A, 0x4B, 0xC6, 0xCB:
      .sale(TransitTime(packed: block[6...7]), terminal: block[8...9].bigEndian)
    default:
      .stations(entry: TransitStation(block[6...7]), exit: TransitStation(block[8...9]))
    }
  }
}
