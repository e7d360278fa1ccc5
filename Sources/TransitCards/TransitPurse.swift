// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Service 008B: which kind of card it is and what is left on it.
package struct TransitPurse: Hashable, Sendable {
  package static let service: UInt16 = 0x008B

  /// The upper half of byte 8: a code for families of cards.
  package let kind: UInt8
  /// The lower half: where the card paid last, whatever card it is.
  package let region: UInt8
  /// In yen.
  package let balance: Int
  /// How often the card was written.
  package let sequence: Int
}

extension TransitPurse {
  /// nil unless there are the sixteen bytes of a block.
  package init?(_ block: [UInt8]) {
    guard block.count == TransitEntry.blockSize else { return nil }
    self.init(
      kind: block[8] >> 4, region: block[8] & 0x0F, balance: block[11...12].littleEndian,
      sequence: block[14...15].bigEndian)
  }
}
