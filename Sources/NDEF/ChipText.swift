// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A text in a message that the chip fills in on its own whenever it is read.
package struct ChipText: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The serial number, as fourteen hexadecimal digits.
    case uid
    /// How often the tag was read, as six hexadecimal digits.
    case counter

    package var length: Int {
      switch self {
      case .uid: 14
      case .counter: 6
      }
    }
  }

  package let kind: Kind
  /// The first byte of its filler in the encoded message.
  package let offset: Int

  package init(_ kind: Kind, at offset: Int) {
    (self.kind, self.offset) = (kind, offset)
  }

  package var place: Range<Int> { offset..<offset + kind.length }
}
