// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a text most likely was before UTF-8 was read as Windows-1252, and saved like that.
///
/// `MÃ¼nchen` was `München`: each byte of a letter has become a letter of its own. Nil if nothing in
/// the text looks so. `bytes` are UTF-8.
package func mojibakeReading(of bytes: some Collection<UInt8>) -> String? {
  // The first byte of each letter has become one of Â to ô, which UTF-8 begins with C3.
  guard bytes.contains(0xC3) else { return nil }
  let letters = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
  var restored: [UInt8] = []
  var evidence = 0
  var index = 0
  while index < letters.count {
    guard let letter = MangledLetter(letters[index...]) else {
      restored += String(letters[index]).utf8
      index += 1
      continue
    }
    restored += letter.isLost ? Array("\u{FFFD}".utf8) : letter.bytes
    evidence += letter.evidence
    index += letter.bytes.count
  }
  return evidence > 1 ? String(decoding: restored, as: UTF8.self) : nil
}

/// Some letters that were the bytes of one.
private struct MangledLetter {
  let bytes: [UInt8]
  /// Whether a byte is not known any more, because Windows-1252 has no letter for it.
  private(set) var isLost = false
  /// 2 if nobody writes so; 1 for a letter of an alphabet of which a second one should follow; 0 for
  /// a letter before quotes or a dash, as in German or French.
  let evidence: Int

  init?(_ letters: ArraySlice<Unicode.Scalar>) {
    guard let first = letters.first, let lead = Self.byte(first), Self.leads.contains(lead) else {
      return nil
    }
    let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    let rest = letters.dropFirst().prefix(length - 1)
    var bytes = [lead]
    for letter in rest {
      if letter.value == 0xFFFD {
        isLost = true
      } else if Self.byte(letter).map({ $0 & 0xC0 == 0x80 }) != true {
        return nil
      }
      bytes.append(Self.byte(letter) ?? 0x80)
    }
    guard bytes.count == length else { return nil }
    if !isLost {
      guard case .whole = UTF8Letter(bytes[...]) else { return nil }
      // No text has the controls of Latin 1.
      if lead == 0xC2, bytes[1] < 0xA0 { return nil }
    }
    self.bytes = bytes
    // â€ is how the dashes and quotes of UTF-8 begin.
    if bytes.starts(with: [0xE2, 0x80]) {
      evidence = 2
    } else if lead > 0xC3, rest.allSatisfy({ Self.punctuation.contains($0.value) }) {
      evidence = 0
    } else {
      evidence = length == 2 && lead > 0xC5 ? 1 : 2
    }
  }

  /// The first bytes of Latin, Greek, Cyrillic, Hebrew and Arabic letters, and of all longer ones.
  private static let leads = Set<UInt8>([
    0xC2, 0xC3, 0xC4, 0xC5, 0xCE, 0xCF, 0xD0, 0xD1, 0xD7, 0xD8, 0xD9,
  ]).union(0xE0...0xF4)

  private static let punctuation = Set("‚„‹›‘’“”–—«»…•·".unicodeScalars.map(\.value))

  /// The byte that Windows-1252 reads as this letter, or as the control of that number.
  private static func byte(_ letter: Unicode.Scalar) -> UInt8? {
    if letter.value < 0x100 { return letter.value < 0x80 ? nil : UInt8(letter.value) }
    return CSVEncoding.windows1252Controls.firstIndex(of: letter.value)
      .map { UInt8(0x80 + $0) }
  }
}
