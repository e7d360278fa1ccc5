// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// Overwrites bytes in a way that the optimiser must not remove.
///
/// It reaches this array only: a copy that was made before, by us or by the standard library when an
/// array grew, stays where it is until that memory is used again.
func erase(_ bytes: inout [UInt8]) {
  bytes.withUnsafeMutableBytes { buffer in
    if let start = buffer.baseAddress { explicit_bzero(start, buffer.count) }
  }
}

/// Reads pairs of hexadecimal digits; nil when a digit is none or one is left over.
///
/// It works on bytes, because a String of the digits could not be overwritten afterwards.
func bytes(fromHex digits: ArraySlice<UInt8>) -> [UInt8]? {
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(digits.count / 2)
  var high: UInt8?
  for digit in digits {
    let value: UInt8
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): value = digit - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
    default: return nil
    }
    if let first = high {
      bytes.append(first << 4 | value)
      high = nil
    } else {
      high = value
    }
  }
  return bytes
}
