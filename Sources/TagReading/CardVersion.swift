// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a chip of NXP's DESFire family says about itself (GET_VERSION).
package struct CardVersion: Hashable, Sendable {
  /// The three parts of the answer, one after the other.
  package let bytes: [UInt8]

  /// Hardware and software, seven bytes each; then UID and production.
  private static let leastSize = 14

  init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.leastSize else { return nil }
    self.bytes = bytes
  }

  /// The common name; nil for an unknown chip.
  package var title: String? {
    // Maker 04 is NXP; the second byte is the family, the fourth the generation.
    guard bytes[0] == 0x04 else { return nil }
    switch (bytes[1], bytes[3] & 0x0F) {
    case (0x01, 0x00): return bytes[3] == 0x00 ? "MIFARE DESFire" : nil
    case (0x01, 0x01): return "MIFARE DESFire EV1"
    case (0x01, 0x02): return "MIFARE DESFire EV2"
    case (0x01, 0x03): return "MIFARE DESFire EV3"
    case (0x04, _): return "NTAG 4xx DNA"
    case (0x08, _): return "MIFARE DESFire Light"
    default: return nil
    }
  }

  /// Whether NDEF files could be created on the chip.
  var isDESFire: Bool { bytes[0] == 0x04 && bytes[1] == 0x01 }
}
