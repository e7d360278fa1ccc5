// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

extension [UInt8] {
  /// Decodes the characters that an .xlsx writes as _xHHHH_, from a place on.
  ///
  /// Spreadsheet programs write characters in this way that XML does not allow, and a text that looks
  /// like one with _x005F_ in place of its first character.
  mutating func decodeEscapes(from start: Int) {
    guard count - start >= 7, hasUnderscore(from: start) else { return }
    var decoded: [UInt8] = []
    var place = start
    while place < count {
      guard let unit = escapedUnit(at: place) else {
        decoded.append(self[place])
        place += 1
        continue
      }
      place += 7
      if UTF16.isLeadSurrogate(unit), let low = escapedUnit(at: place), UTF16.isTrailSurrogate(low)
      {
        place += 7
        decoded += String(decoding: [unit, low], as: UTF16.self).utf8
      } else {
        decoded += String(decoding: [unit], as: UTF16.self).utf8
      }
    }
    replaceSubrange(start..., with: decoded)
  }

  private func hasUnderscore(from start: Int) -> Bool {
    withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return false }
      return memchr(first + start, Int32(UInt8(ascii: "_")), bytes.count - start) != nil
    }
  }

  private func escapedUnit(at place: Int) -> UInt16? {
    guard place + 7 <= count, self[place] == UInt8(ascii: "_"),
      self[place + 1] == UInt8(ascii: "x"),
      self[place + 6] == UInt8(ascii: "_")
    else { return nil }
    let digits = self[(place + 2)..<(place + 6)]
    let isHex = digits.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
    return isHex ? UInt16(String(decoding: digits, as: UTF8.self), radix: 16) : nil
  }
}
