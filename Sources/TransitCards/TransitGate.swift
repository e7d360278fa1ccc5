// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Service 108F: one of the last three gates that a card went through.
package struct TransitGate: Hashable, Sendable {
  package static let service: UInt16 = 0x108F
  package static let most = 3

  package let kind: UInt8
  /// What a gate inside a station did, such as the one to the Shinkansen.
  package let innerKind: UInt8
  package let station: TransitStation
  package let device: Int
  package let date: TransitDate
  /// nil when the digits are none.
  package let time: TransitTime?
  /// In yen.
  package let amount: Int
}

extension TransitGate {
  /// nil for a block that was never written, or that does not have sixteen bytes.
  package init?(_ block: [UInt8]) {
    guard block.count == TransitEntry.blockSize, block.contains(where: { $0 != 0 }) else {
      return nil
    }
    self.init(
      kind: block[0], innerKind: block[1], station: TransitStation(block[2...3]),
      device: block[4...5].bigEndian, date: TransitDate(block[6...7]),
      time: TransitTime(digits: block[8...9]), amount: block[10...11].littleEndian)
  }
}
