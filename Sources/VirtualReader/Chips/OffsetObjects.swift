// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The objects in which READ and UPDATE BINARY carry large offsets (ISO 7816-4, 7.2.3, odd codes).
extension VirtualType4Chip {
  /// The three bytes of object 54 at the beginning of the data.
  static func offset(in data: [UInt8]) -> Int? {
    guard data.count >= 5, data[0] == 0x54, data[1] == 0x03 else { return nil }
    return data[2...4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The content of object 53, when it fills the rest of the data exactly.
  static func object53(in data: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = data
    guard rest.popFirst() == 0x53, let first = rest.popFirst() else { return nil }
    var length = Int(first)
    if first >= 0x80 {
      guard (0x81...0x82).contains(first) else { return nil }
      length = 0
      for _ in 0x80..<first {
        guard let next = rest.popFirst() else { return nil }
        length = length << 8 | Int(next)
      }
    }
    return rest.count == length ? Array(rest) : nil
  }

  /// Tag and length of an object 53 with this many bytes.
  static func head(of count: Int) -> [UInt8] {
    let low = UInt8(truncatingIfNeeded: count)
    switch count {
    case ...0x7F: return [0x53, low]
    case ...0xFF: return [0x53, 0x81, low]
    default: return [0x53, 0x82, UInt8(truncatingIfNeeded: count >> 8), low]
    }
  }
}
