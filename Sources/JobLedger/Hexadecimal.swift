// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Bytes as text: UIDs in capital letters, hashes in small ones, as `sha256sum` prints them.
enum Hexadecimal {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: digits(bytes, ten: UInt8(ascii: "A")), as: UTF8.self)
  }

  static func hashText(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: hash(bytes), as: UTF8.self)
  }

  static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    digits(bytes, ten: UInt8(ascii: "a"))
  }

  static func bytes(_ text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = value(digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  private static func digits(_ bytes: some Sequence<UInt8>, ten: UInt8) -> [UInt8] {
    let bytes = Array(bytes)
    return [UInt8](unsafeUninitializedCapacity: 2 * bytes.count) { digits, count in
      func add(_ value: UInt8) {
        digits[count] = value < 10 ? UInt8(ascii: "0") + value : ten + value - 10
        count += 1
      }
      for byte in bytes {
        add(byte >> 4)
        add(byte & 0xF)
      }
    }
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
