// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A family of chips whose makers sign the UID of every chip they sell.
package enum SignedChip: Sendable, Hashable, CaseIterable {
  case ntag21x
  case ntag5
  case ntag22xDNA
  case ntag413DNA
  case ntag424DNA
  case ultralightEV1
  case ultralightAES
  case icode
  case mifareClassicEV1
  case mifarePlusEV1
  case desfireEV1
  case desfireEV2
  case desfireEV3
  case desfireLight
}

/// The elliptic curve of a signature; its length alone tells which.
package enum SignatureCurve: String, Sendable, Hashable, CaseIterable {
  case secp128r1
  case secp192r1
  case secp224r1

  /// Bytes of r, of s, and of each coordinate of a point.
  package var coordinateBytes: Int {
    switch self {
    case .secp128r1: 16
    case .secp192r1: 24
    case .secp224r1: 28
    }
  }

  /// Bytes of r followed by s, as READ_SIG answers them.
  package var signatureBytes: Int { 2 * coordinateBytes }
}

/// A public key that chip makers published to check the signatures of their chips with.
package struct OriginalityKey: Sendable, Hashable {
  /// The chips it signs, in words for a person.
  package let name: String

  /// The families it signs; empty for makers whose chips imitate another's.
  package let chips: Set<SignedChip>

  package let curve: SignatureCurve

  /// Both coordinates, 64 bits to a word, most significant first.
  let point: [UInt64]

  /// The point as libcrypto reads it: 04 for "uncompressed", x, y.
  var uncompressedPoint: [UInt8] {
    [0x04]
      + point.flatMap { word in
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
      }
  }
}
