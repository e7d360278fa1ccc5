// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why a text is not hex.
package struct HexError: Error, Hashable {
  package enum Problem: Hashable {
    case notADigit
    case halfAByte
  }

  package let problem: Problem
  /// The character of the text, counted from 0.
  package let offset: Int

  package var place: String { "Character \(offset + 1)" }
}

/// Reads hex digits, between which white space, colons and hyphens may be; `0x` may go before.
package func bytes(fromHex text: [UInt8]) throws(HexError) -> [UInt8] {
  var bytes: [UInt8] = []
  var high: UInt8?
  var offset = text.hexStart
  for character in text[offset...] {
    if let digit = character.hexValue {
      if let first = high {
        bytes.append(first << 4 | digit)
        high = nil
      } else {
        high = digit
      }
    } else if !isHexSeparator(character) {
      throw HexError(problem: .notADigit, offset: offset)
    }
    offset += 1
  }
  guard high == nil else { throw HexError(problem: .halfAByte, offset: offset) }
  return bytes
}

/// Reads pairs of hex digits with nothing between them; nil when a digit is none or one is left over.
///
/// It makes room for all bytes at once: an array that grew would leave copies of a secret behind.
package func bytes(ofHexDigits digits: some Collection<UInt8>) -> [UInt8]? {
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(digits.count / 2)
  var high: UInt8?
  for digit in digits {
    guard let value = digit.hexValue else { return nil }
    if let first = high {
      bytes.append(first << 4 | value)
      high = nil
    } else {
      high = value
    }
  }
  return bytes
}

/// Whether a text is made of nothing but hex digits and what may be between them.
package func looksLikeHex(_ text: [UInt8]) -> Bool {
  text[text.hexStart...].allSatisfy { $0.hexValue != nil || isHexSeparator($0) }
}

extension [UInt8] {
  /// The first character after a leading `0x`.
  fileprivate var hexStart: Int {
    starts(with: "0x".utf8) || starts(with: "0X".utf8) ? 2 : 0
  }

  /// The text without a byte order mark, which some editors write before UTF-8.
  package var withoutMark: ArraySlice<UInt8> {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}

private func isHexSeparator(_ character: UInt8) -> Bool {
  switch character {
  case UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "-"), 0x09...0x0D: true
  default: false
  }
}

extension UInt8 {
  /// The value of a hex digit in either case; nil for any other character.
  package var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
