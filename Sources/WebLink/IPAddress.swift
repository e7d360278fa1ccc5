// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension Span<UInt8> {
  /// Whether a browser takes this label for a number, decimal or hexadecimal.
  var isNumber: Bool {
    if count >= 2, self[0] == UInt8(ascii: "0"), self[1] | 0x20 == UInt8(ascii: "x") {
      return indices.dropFirst(2).allSatisfy { self[$0].isHexDigit }
    }
    return count > 0 && indices.allSatisfy { self[$0].isDigit }
  }

  /// Four decimal numbers up to 255 without leading zeros; the octal and short forms are refused.
  var isIPv4Address: Bool {
    var numbers = 0
    var start = 0
    while start <= count {
      var end = start
      var number = 0
      while end < count, self[end].isDigit, end - start < 3 {
        number = number * 10 + Int(self[end] - UInt8(ascii: "0"))
        end += 1
      }
      let hasLeadingZero = end - start > 1 && self[start] == UInt8(ascii: "0")
      guard end > start, number <= 255, !hasLeadingZero else { return false }
      guard end == count || self[end] == UInt8(ascii: ".") else { return false }
      numbers += 1
      start = end + 1
    }
    return numbers == 4
  }

  /// Eight groups of up to four hexadecimal digits, of which `::` leaves out some (RFC 4291 2.2).
  var isIPv6Address: Bool {
    var groups = 0
    var hasGap = false
    var offset = 0
    if count >= 2, self[0] == UInt8(ascii: ":") {
      guard self[1] == UInt8(ascii: ":") else { return false }
      hasGap = true
      offset = 2
    }
    while offset < count {
      var end = offset
      while end < count, self[end].isHexDigit { end += 1 }
      if end < count, self[end] == UInt8(ascii: ".") {
        guard extracting(offset..<count).isIPv4Address else { return false }
        groups += 2
        break
      }
      guard (1...4).contains(end - offset) else { return false }
      groups += 1
      if end == count { break }
      guard self[end] == UInt8(ascii: ":"), end + 1 < count else { return false }
      offset = end + 1
      if self[offset] == UInt8(ascii: ":") {
        guard !hasGap else { return false }
        hasGap = true
        offset += 1
      }
    }
    return hasGap ? groups < 8 : groups == 8
  }
}
