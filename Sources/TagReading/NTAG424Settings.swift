// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Who may do what with the NDEF file of an NTAG 424 (NT4H2421Gx rev 3.0, 8.2.3.3 and 10.7.2).
package struct NTAG424Settings: Hashable, Sendable {
  /// What it takes to use a right.
  package enum Holder: Hashable, Sendable {
    case anyone
    case nobody
    /// Whoever proves this key.
    case key(UInt8)

    fileprivate init(_ nibble: UInt8) {
      switch nibble {
      case 0xE: self = .anyone
      case 0xF: self = .nobody
      default: self = .key(nibble)
      }
    }
  }

  package let reading: Holder
  package let writing: Holder
  /// The right to do both, which is as good as either.
  package let readingAndWriting: Holder
  package let changing: Holder
  /// Whether the chip puts its UID, its counter or a code of its own into what it shows (SDM).
  package let isDynamic: Bool

  /// The file with the message, in the chip's own counting.
  static let file: UInt8 = 0x02
  /// Kind, options, rights, size; what belongs to the dynamic text follows.
  private static let leastSize = 7

  /// nil for an answer to GetFileSettings that is too short.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.leastSize else { return nil }
    isDynamic = bytes[1] & 0x40 != 0
    readingAndWriting = Holder(bytes[2] >> 4)
    changing = Holder(bytes[2] & 0x0F)
    reading = Holder(bytes[3] >> 4)
    writing = Holder(bytes[3] & 0x0F)
  }

  /// Who may write the file; a key that is needed is the one of the narrower right.
  package var writer: Holder {
    readingAndWriting == .anyone || writing == .anyone
      ? .anyone : writing == .nobody ? readingAndWriting : writing
  }
}
