// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLibUnistring
internal import Glibc

/// Normal forms of a text, however it was typed.
enum NormalText {
  /// The text with each letter and its accents as one character, where there is such a one (NFC).
  static func composed(_ text: ArraySlice<UInt8>) -> [UInt8] {
    normalised(text, tagpress_nfc)
  }

  /// The text without white space and marks at its ends that no one sees.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = text.first, let last = text.last,
      first <= 0x20 || first >= 0x80 || last <= 0x20 || last >= 0x80
    else { return text }
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    func isKept(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.properties.isWhitespace && !scalar.isUnseenMark
    }
    guard let start = scalars.firstIndex(where: isKept), let end = scalars.lastIndex(where: isKept)
    else { return text.prefix(0) }
    let before = scalars[..<start].reduce(0) { $0 + UTF8.width($1) }
    let after = scalars[(end + 1)...].reduce(0) { $0 + UTF8.width($1) }
    return text.dropFirst(before).dropLast(after)
  }

  /// Whether a text is its own normal form: it is ASCII, without spaces and accents.
  static func isPlain(_ text: [UInt8]) -> Bool {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    return text.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        // A space is 0x20 and the accent 0x60, so both are zero here.
        let others = (word | (ones << 6)) ^ (0x60 &* ones)
        if (word | ((others &- ones) & ~others)) & tops != 0 { return false }
        offset += 8
      }
      return bytes[offset...].allSatisfy { $0 < 0x80 && $0 | 0x40 != 0x60 }
    }
  }

  /// A text that is equal for all texts that people consider equal: without invisible marks,
  /// with one form for each letter, dash, apostrophe and space, and with Latin letters for those that
  /// look like them.
  static func look(of text: [UInt8]) -> [UInt8] {
    // Most texts.
    if isPlain(text) { return text }
    guard text.contains(where: { $0 >= 0x80 }) else { return plainLook(of: text) }
    var look = ""
    // Its compatible form is a space with an accent.
    let accent = text.split(separator: [0xC2, 0xB4], omittingEmptySubsequences: false)
    let plain = normalised(Array(accent.joined(separator: "'".utf8))[...], tagpress_nfkc)
    for scalar in String(decoding: plain, as: UTF8.self).unicodeScalars
    where !scalar.isUnseenMark && !scalar.isJoinerOrSelector {
      if let latin = LookAlikes.latin[scalar] {
        look.unicodeScalars.append(latin)
      } else if scalar.properties.isWhitespace {
        look.append(" ")
      } else if scalar.isDash {
        look.append("-")
      } else if scalar.isApostrophe {
        look.append("'")
      } else {
        look += scalar.properties.lowercaseMapping
      }
    }
    return plainLook(of: Array(look.utf8))
  }

  /// One space for several, and one apostrophe for those that keyboards have.
  private static func plainLook(of text: [UInt8]) -> [UInt8] {
    let (space, accent) = (UInt8(ascii: " "), UInt8(ascii: "`"))
    var look: [UInt8] = []
    for byte in text where byte != space || look.last != space {
      look.append(byte == accent ? UInt8(ascii: "'") : byte)
    }
    return look
  }

  private static func normalised(
    _ text: ArraySlice<UInt8>,
    _ form: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> UnsafeMutablePointer<UInt8>?
  ) -> [UInt8] {
    var length = 0
    let result = text.withUnsafeBufferPointer { form($0.baseAddress, $0.count, &length) }
    guard let result else { return Array(text) }
    defer { free(result) }
    return Array(UnsafeBufferPointer(start: result, count: length))
  }
}

extension Unicode.Scalar {
  /// A mark that takes no room and that no language needs in a value of ours: it came with a copy
  /// from a page or a document.
  var isUnseenMark: Bool {
    switch value {
    // Soft hyphen, zero width space, marks of direction, joiners of words, byte order mark.
    case 0xAD, 0x200B, 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2060...0x2064, 0x2066...0x206F,
      0xFEFF, 0x180E, 0xFFF9...0xFFFB, 0xE0001, 0xE0020...0xE007F:
      true
    default: false
    }
  }

  /// What joins letters or chooses one of their forms, and takes no room.
  var isJoinerOrSelector: Bool {
    switch value {
    case 0x200C, 0x200D, 0x34F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
    default: false
    }
  }

  var isDash: Bool {
    switch value {
    case 0x2010...0x2015, 0x2212, 0x2043, 0xFE58, 0xFE63: true
    default: false
    }
  }

  var isApostrophe: Bool {
    switch value {
    case 0x2018, 0x2019, 0x201B, 0x2B9, 0x2BB, 0x2BC, 0x2C8, 0x2032: true
    default: false
    }
  }
}
