// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Bytes in lower-case hex without separators, as messages and hashes are written.
package func hex(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: hexDigits(of: bytes), as: UTF8.self)
}

/// The same as characters, for code that needs no string.
package func hexDigits(of bytes: some Sequence<UInt8>) -> [UInt8] {
  digits(of: Array(bytes), ten: UInt8(ascii: "a"))
}

/// Bytes in upper-case hex, as UIDs are written everywhere.
package func upperHex(_ bytes: some Sequence<UInt8>) -> String {
  String(decoding: digits(of: Array(bytes), ten: UInt8(ascii: "A")), as: UTF8.self)
}

/// A number with all its digits in upper case, as pages, codes and status words are written.
package func upperHex(_ number: some FixedWidthInteger & UnsignedInteger) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, number.bitWidth / 4 - digits.utf8.count)) + digits
}

/// Bytes in upper case with blanks between them, as memories are shown.
package func spacedHex(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { upperHex($0) }.joined(separator: " ")
}

private func digits(of bytes: [UInt8], ten: UInt8) -> [UInt8] {
  [UInt8](unsafeUninitializedCapacity: 2 * bytes.count) { digits, count in
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
