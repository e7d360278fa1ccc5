// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A set of ASCII characters that is asked with a shift instead of a search.
struct ASCIISet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ characters: StaticString) {
    characters.withUTF8Buffer { bytes in
      for byte in bytes {
        if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
      }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 0x80 && (byte < 64 ? low : high) >> UInt64(byte & 63) & 1 == 1
  }

  func union(_ other: ASCIISet) -> ASCIISet {
    var union = self
    union.low |= other.low
    union.high |= other.high
    return union
  }
}

extension ASCIISet {
  /// What never needs an escape (RFC 3986 2.3).
  static let unreserved = ASCIISet(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
  /// What separates the parts of a link (RFC 3986 2.2).
  static let reserved = ASCIISet(":/?#[]@!$&'()*+,;=")
  /// What means nothing of its own anywhere after the host of a link.
  static let plain = unreserved.union(ASCIISet(":[]@!$&'()*+,;="))
  /// What may stand for itself between the expressions of a template.
  static let literal = unreserved.union(reserved)
}
