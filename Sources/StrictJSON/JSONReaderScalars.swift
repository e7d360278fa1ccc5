// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension JSONReader {
  /// Reads a string whose opening quote is the next byte, and decodes its escapes.
  mutating func readString() throws(JSONFinding) -> String {
    let opening = offset
    offset += 1
    var decoded = ""
    // Most strings have no escape and are taken from the text in one piece.
    var pieceStart = offset
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        decoded += String(decoding: bytes[pieceStart..<offset], as: UTF8.self)
        offset += 1
        return decoded
      case UInt8(ascii: "\\"):
        decoded += String(decoding: bytes[pieceStart..<offset], as: UTF8.self)
        decoded.unicodeScalars.append(try readEscape())
        pieceStart = offset
      case 0x0A, 0x0D:
        // A line that ends inside a string has lost its closing quote more often than it was meant.
        throw finding(.unclosedString, at: opening)
      case 0..<0x20:
        try note(.controlCharacter, at: offset) { $0.character = Unicode.Scalar(byte) }
        offset += 1
      case 0..<0x80:
        offset += 1
      default:
        guard let scalar = Unicode.Scalar(utf8: bytes, at: offset) else {
          throw finding(.invalidUTF8, at: offset)
        }
        offset += UTF8.width(scalar)
      }
    }
    throw finding(.unclosedString, at: opening)
  }

  /// Reads an escape whose backslash is the next byte.
  private mutating func readEscape() throws(JSONFinding) -> Unicode.Scalar {
    let start = offset
    let letter = byte(at: start + 1)
    offset += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return Unicode.Scalar(letter ?? 0)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default:
      var bad = finding(.badEscape, at: start)
      bad.character = Unicode.Scalar(utf8: bytes, at: start + 1)
      throw bad
    }
    guard let unit = hexUnit(at: start + 2) else { throw finding(.badEscape, at: start) }
    offset = start + 6
    if let scalar = Unicode.Scalar(unit) { return scalar }
    if unit < 0xDC00, byte(at: offset) == UInt8(ascii: "\\"),
      byte(at: offset + 1) == UInt8(ascii: "u"), let low = hexUnit(at: offset + 2),
      (0xDC00...0xDFFF).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit - 0xD800) << 10) + UInt32(low - 0xDC00))
    {
      offset += 6
      return scalar
    }
    try note(.loneSurrogate, at: start)
    return "\u{FFFD}"
  }

  private func hexUnit(at start: Int) -> UInt16? {
    guard start + 4 <= bytes.count else { return nil }
    var unit: UInt16 = 0
    for byte in bytes[start..<start + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  /// Reads a number whose minus sign or first digit is the next byte.
  mutating func readNumber() throws(JSONFinding) -> JSONNumber {
    let start = offset
    if next == UInt8(ascii: "-") { offset += 1 }
    let firstDigit = offset
    try readDigits()
    if offset > firstDigit + 1 && bytes[firstDigit] == UInt8(ascii: "0") {
      throw finding(.leadingZero, at: firstDigit)
    }
    if next == UInt8(ascii: ".") {
      offset += 1
      try readDigits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      offset += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { offset += 1 }
      try readDigits()
    }
    // `1.2.3`, `0x1F`, `12px`: the number continues where a number cannot.
    if let byte = next, byte.isASCIILetterOrDigit || "+-.".utf8.contains(byte) { throw badNumber() }
    return JSONNumber(checked: String(decoding: bytes[start..<offset], as: UTF8.self))
  }

  private mutating func readDigits() throws(JSONFinding) {
    let start = offset
    while let byte = next, byte.isASCIIDigit { offset += 1 }
    guard offset > start else { throw badNumber() }
  }

  private func badNumber() -> JSONFinding {
    var bad = finding(.badNumber, at: offset)
    bad.character = Unicode.Scalar(utf8: bytes, at: offset)
    return bad
  }
}

extension Unicode.Scalar {
  /// The character that begins at `offset`; nil if no well-formed one does (Unicode 15, table 3-7).
  init?(utf8 bytes: [UInt8], at offset: Int) {
    guard offset < bytes.count else { return nil }
    var decoder = UTF8()
    var rest = bytes[offset...].prefix(4).makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return nil }
    self = scalar
  }
}
