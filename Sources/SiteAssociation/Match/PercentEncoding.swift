// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// Reads percent-encoded UTF-8, character by character.
enum PercentEncoding {
  /// The character at `offset` and where the next one begins; nil if there is none to be read.
  ///
  /// The bytes of a character are all encoded, or none is.
  static func character(
    in bytes: Span<UInt8>, at offset: Int, before end: Int
  ) -> (scalar: Unicode.Scalar, next: Int)? {
    guard let first = byte(in: bytes, at: offset, before: end) else { return nil }
    let count: Int
    var value: UInt32
    switch first {
    case 0..<0x80: (count, value) = (1, UInt32(first))
    case 0xC2..<0xE0: (count, value) = (2, UInt32(first & 0x1F))
    case 0xE0..<0xF0: (count, value) = (3, UInt32(first & 0x0F))
    case 0xF0..<0xF5: (count, value) = (4, UInt32(first & 0x07))
    default: return nil
    }
    let isEncoded = bytes[offset] == UInt8(ascii: "%")
    let width = isEncoded ? 3 : 1
    var next = offset + width
    for _ in 1..<count {
      guard next < end, (bytes[next] == UInt8(ascii: "%")) == isEncoded,
        let byte = byte(in: bytes, at: next, before: end), byte & 0xC0 == 0x80
      else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
      next += width
    }
    let isShortest = count < 3 || value >= (count == 3 ? 0x800 : 0x1_0000)
    guard isShortest, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, next)
  }

  private static func byte(in bytes: Span<UInt8>, at offset: Int, before end: Int) -> UInt8? {
    guard bytes[offset] == UInt8(ascii: "%") else { return bytes[offset] }
    guard end - offset > 2, let high = bytes[offset + 1].hexValue,
      let low = bytes[offset + 2].hexValue
    else { return nil }
    return high << 4 | low
  }
}
