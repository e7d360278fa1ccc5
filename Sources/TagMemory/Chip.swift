// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A chip whose memory this project knows from its data sheet.
///
/// The raw value is the name in job manifests and in the ledger.
package enum Chip: String, CaseIterable, Hashable, Sendable {
  case ultralight = "Ultralight"
  case ultralightC = "UltralightC"
  /// MF0UL11, 48 bytes.
  case ultralightEV1Small = "UltralightEV1-48"
  /// MF0UL21, 128 bytes.
  case ultralightEV1Large = "UltralightEV1-128"
  case ntag203 = "NTAG203"
  case ntag210 = "NTAG210"
  case ntag212 = "NTAG212"
  case ntag213 = "NTAG213"
  case ntag215 = "NTAG215"
  case ntag216 = "NTAG216"

  /// The name that people use.
  package var title: String {
    switch self {
    case .ultralight: "MIFARE Ultralight"
    case .ultralightC: "MIFARE Ultralight C"
    case .ultralightEV1Small: "MIFARE Ultralight EV1, 48 bytes"
    case .ultralightEV1Large: "MIFARE Ultralight EV1, 128 bytes"
    default: rawValue
    }
  }

  /// The largest message, in bytes, that fits the chip as it is delivered and then formatted.
  package var capacity: Int { ChipRoom(self).capacity }
}
