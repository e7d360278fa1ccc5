// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Bytes as lower-case hex without separators.
func hex(_ bytes: some Sequence<UInt8>) -> String {
  var text: [UInt8] = []
  for byte in bytes {
    text.append(hexDigits[Int(byte >> 4)])
    text.append(hexDigits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// Four upper-case digits, as system and service codes are written.
func hex(code: UInt16) -> String {
  hex([UInt8(code >> 8), UInt8(truncatingIfNeeded: code)]).uppercased()
}

/// Bytes in upper case with blanks between them, as memories are shown.
func spacedHex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { hex([$0]).uppercased() }.joined(separator: " ")
}

private let hexDigits = Array("0123456789abcdef".utf8)

/// Why a text is not hex.
struct HexError: Error, Hashable {
  enum Problem: Hashable {
    case notADigit
    case halfAByte
  }

  let problem: Problem
  /// The character of the text, counted from 0.
  let offset: Int

  var place: String { "Character \(offset + 1)" }
}

/// Reads hex digits, between which white space, colons and hyphens may stand; `0x` may go before.
func bytes(fromHex text: [UInt8]) throws(HexError) -> [UInt8] {
  var bytes: [UInt8] = []
  var high: UInt8?
  var offset = text.hexStart
  for character in text[offset...] {
    if let digit = hexValue(character) {
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

/// Whether a text is made of nothing but hex digits and what may stand between them.
func looksLikeHex(_ text: [UInt8]) -> Bool {
  text[text.hexStart...].allSatisfy { hexValue($0) != nil || isHexSeparator($0) }
}

extension [UInt8] {
  /// The first character behind a leading `0x`.
  fileprivate var hexStart: Int {
    starts(with: "0x".utf8) || starts(with: "0X".utf8) ? 2 : 0
  }

  /// The text without a byte order mark, which some editors write before UTF-8.
  var withoutMark: ArraySlice<UInt8> {
    starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...]
  }
}

private func isHexSeparator(_ character: UInt8) -> Bool {
  switch character {
  case UInt8(ascii: " "), UInt8(ascii: ":"), UInt8(ascii: "-"), 0x09...0x0D: true
  default: false
  }
}

private func hexValue(_ character: UInt8) -> UInt8? {
  switch character {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
  default: nil
  }
}
