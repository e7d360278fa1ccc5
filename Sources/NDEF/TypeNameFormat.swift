// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the type field of a record holds: the TNF of the NDEF 1.0 specification, section 3.2.6.
///
/// The eighth value, 7, is reserved. It has no case because no record may carry it.
package enum TypeNameFormat: UInt8, Sendable, CaseIterable {
  case empty = 0
  case wellKnown
  case media
  case absoluteURI
  case external
  case unknown
  /// A later chunk of a record. Reading joins chunks, so a whole record never has this value.
  case unchanged
}

extension TypeNameFormat {
  /// The rule that the lengths of a record's fields break under this format, if they break one.
  func brokenRule(typeLength: Int, idLength: Int, payloadLength: Int) -> Rule? {
    switch self {
    case .empty: typeLength + idLength + payloadLength > 0 ? .emptyRecordNotEmpty : nil
    case .wellKnown, .media, .absoluteURI, .external: typeLength == 0 ? .typeMissing : nil
    case .unknown: typeLength > 0 ? .unknownWithType : nil
    case .unchanged: typeLength > 0 ? .unchangedWithType : nil
    }
  }
}
