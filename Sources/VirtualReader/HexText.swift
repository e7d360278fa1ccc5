// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Bytes as upper-case hexadecimal text, and back.
enum HexText {
  static func text(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.count == 1 ? "0" + digits : digits
    }.joined(separator: separator)
  }

  /// A number of up to 65535 as four digits.
  static func text(ofTwoBytes number: Int) -> String {
    text([UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)])
  }

  /// The bytes of a text of exactly `count` pairs of digits, or nil for any other text.
  static func bytes(_ text: String, count: Int) -> [UInt8]? {
    let digits: [Int] = text.compactMap(\.hexDigitValue)
    guard digits.count == 2 * count, digits.count == text.count else { return nil }
    return (0..<count).map { (place: Int) -> UInt8 in
      UInt8(digits[2 * place] * 16 + digits[2 * place + 1])
    }
  }
}
