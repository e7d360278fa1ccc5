// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A set of ASCII characters: what a predefined variable such as `$(digit)` stands for.
struct ASCIISet: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ ranges: ClosedRange<Unicode.Scalar>...) {
    for value in ranges.flatMap({ $0.lowerBound.value...$0.upperBound.value }) {
      if value < 64 { low |= 1 << UInt64(value) } else { high |= 1 << UInt64(value & 63) }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte & 63) & 1 == 1
  }

  /// The lower-case letters of all letters in the set, and the other characters as they are.
  var folded: ASCIISet {
    var folded = self
    let upperCase: UInt64 = 0x7FF_FFFE
    folded.high = high & ~upperCase | (high & upperCase) << 32
    return folded
  }
}

extension UInt8 {
  /// The lower-case letter of an upper-case one (ASCII only), else the byte itself.
  package var folded: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
