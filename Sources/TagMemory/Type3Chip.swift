// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A FeliCa chip that is sold for NDEF and whose memory this project knows from its manual.
///
/// The raw value is the name in job manifests and in the ledger.
package enum Type3Chip: String, CaseIterable, Hashable, Sendable {
  case felicaLite = "FeliCaLite"
  case felicaLiteS = "FeliCaLiteS"

  /// The name that people use.
  package var title: String {
    switch self {
    case .felicaLite: "FeliCa Lite"
    case .felicaLiteS: "FeliCa Lite-S"
    }
  }

  /// The chip by its PMm, whose second byte is the IC code; nil for any other FeliCa chip.
  package init?(pmm: [UInt8]) {
    switch pmm.dropFirst().first {
    case 0xF0: self = .felicaLite
    case 0xF1: self = .felicaLiteS
    default: return nil
    }
  }

  /// Blocks 1 to 13 hold a message.
  package var blockCount: Int { 13 }
  /// The largest message, in bytes.
  package var capacity: Int { blockCount * AttributeBlock.blockSize }

  /// What the attribute block of an empty tag is on this chip.
  package var attributes: AttributeBlock {
    AttributeBlock(
      blocksPerRead: 4, blocksPerWrite: 1, blockCount: UInt16(truncatingIfNeeded: blockCount))
  }
}
