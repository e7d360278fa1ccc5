// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Hexadecimal text as tools write it.
enum HexText {
  /// The bytes of pairs of digits, with or without spaces between them; nil for anything else.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    guard let masked = maskedBytes(text) else { return nil }
    let bytes = masked.compactMap { $0 }
    return bytes.count == masked.count ? bytes : nil
  }

  /// The same where `??` stands for a byte that was not read.
  static func maskedBytes(_ text: some StringProtocol) -> [UInt8?]? {
    var bytes: [UInt8?] = []
    var characters = text.utf8.makeIterator()
    while let high = characters.next() {
      if high == UInt8(ascii: " ") { continue }
      guard let low = characters.next() else { return nil }
      if high == unknown && low == unknown {
        bytes.append(nil)
      } else {
        guard let high = digit(high), let low = digit(low) else { return nil }
        bytes.append(high << 4 | low)
      }
    }
    return bytes
  }

  private static let unknown = UInt8(ascii: "?")

  static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  /// Two upper-case digits for each byte.
  static func text(_ bytes: [UInt8], separator: String = "") -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16, uppercase: true)
      return byte < 0x10 ? "0" + digits : digits
    }.joined(separator: separator)
  }
}

extension [UInt8] {
  /// The lines of a text, whichever way they end; empty ones count, because lines are numbered.
  var lines: [Substring] {
    String(decoding: self, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}
