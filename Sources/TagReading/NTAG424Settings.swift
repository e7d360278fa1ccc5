// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The access rights of a file on an NTAG 424 (NT4H2421Gx rev 3.0, 8.2.3.3 and 10.7.2).
package struct NTAG424Settings: Hashable, Sendable {
  /// A file by the chip's own number.
  package enum File: UInt8, Hashable, Sendable {
    case container = 0x01
    case message = 0x02
  }

  /// What a right requires.
  package enum Holder: Hashable, Sendable {
    case anyone
    case nobody
    /// Anyone who proves this key.
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
  /// How commands to the file are protected in a session of a key; the low bits of its options.
  let options: UInt8
  /// Whether the chip puts its UID, its counter or a code of its own into what it shows (SDM).
  package let isDynamic: Bool

  /// Kind, options, rights, size; the settings of the dynamic text follow.
  private static let leastSize = 7

  /// Nil for an answer to GetFileSettings that is too short.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.leastSize else { return nil }
    isDynamic = bytes[1] & 0x40 != 0
    options = bytes[1] & 0b11
    readingAndWriting = Holder(bytes[2] >> 4)
    changing = Holder(bytes[2] & 0x0F)
    reading = Holder(bytes[3] >> 4)
    writing = Holder(bytes[3] & 0x0F)
  }

  /// Who may write the file; if a key is needed, that of the narrower right.
  package var writer: Holder {
    readingAndWriting == .anyone || writing == .anyone
      ? .anyone : writing == .nobody ? readingAndWriting : writing
  }

  /// Whether no one can write the file, or change that, with any key.
  package var isClosedForEver: Bool { writer == .nobody && changing == .nobody }

  /// Whether anyone who proves this key can write the file, with bytes that are not sealed.
  func isWrittenPlainly(byKey key: UInt8) -> Bool {
    let rights = [writing, readingAndWriting]
    // Free access is never sealed, whatever the options say.
    return rights.contains(.key(key)) ? options & 1 == 0 : rights.contains(.anyone)
  }

  /// Only reading is free; every other right (both, change, read, write) belongs to no one.
  static let closedRights: [UInt8] = [0xFF, 0xEF]
}
