// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

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
        guard let high = high.hexValue, let low = low.hexValue else { return nil }
        bytes.append(high << 4 | low)
      }
    }
    return bytes
  }

  private static let unknown = UInt8(ascii: "?")
}

extension [UInt8] {
  /// The lines of a text, whichever way they end; empty ones count, because lines are numbered.
  var lines: [Substring] {
    String(decoding: self, as: UTF8.self).split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
  }
}
