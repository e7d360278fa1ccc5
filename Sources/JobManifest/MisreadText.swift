// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Text that was read in a wrong encoding and saved like that, other than UTF-8 read as Windows-1252.
enum MisreadText {
  /// What it most likely was: "München" for `M√ºnchen`, "Москва" for `Ìîñêâà`; nil for right text.
  static func reading(of text: String) -> String? {
    let scalars = Array(text.unicodeScalars)
    guard scalars.count < 200 else { return nil }
    if mayBeUTF8(scalars), let found = utf8(Array(text.utf8), scalars) { return found }
    guard hasLongRun(scalars) || hasSignInWord(scalars) else { return nil }
    return otherPage(Array(text.utf8), scalars)
  }

  // MARK: UTF-8 that was read as something else

  private static let pages = [
    "macintosh", "windows-1250", "IBM437", "IBM850", "IBM852", "windows-1251", "IBM866", "KOI8-R",
    "windows-1253", "windows-1254", "windows-1257", "GB18030", "Shift_JIS", "EUC-KR", "Big5",
  ].compactMap { CSVEncoding(named: $0) }

  /// For each page the characters that its readers see for the first byte of a letter, and for others.
  private static let seen: [(leads: Set<Unicode.Scalar>, others: Set<Unicode.Scalar>)] =
    pages.map { page in
      guard page.isSingleByte else {
        // The first byte of a letter of East Asia, together with the second one.
        var leads: Set<Unicode.Scalar> = []
        for lead: UInt8 in 0xE3...0xEF {
          for second: UInt8 in 0x80...0xBF {
            if let scalar = page.scalar(of: [lead, second]) { leads.insert(scalar) }
          }
        }
        return (leads, [])
      }
      let leads = (0xC2...0xF4).compactMap { page.scalar(of: [$0]) }
      return (Set(leads), Set((0x80...0xBF).compactMap { page.scalar(of: [$0]) }))
    }

  private static func mayBeUTF8(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let first = scalars.firstIndex(where: { !$0.isASCII }) else { return false }
    let next = first + 1 < scalars.count ? scalars[first + 1] : " "
    return seen.contains { leads, others in
      leads.contains(scalars[first]) && (others.isEmpty || others.contains(next))
    }
  }

  private static func utf8(_ text: [UInt8], _ scalars: [Unicode.Scalar]) -> String? {
    let given = LetterScore.ofAny.average(scalars)
    for page in pages {
      guard let bytes = page.bytes(of: text), bytes != text,
        UTF8Check(bytes[...], isWhole: true).isRight
      else { continue }
      let found = String(decoding: bytes, as: UTF8.self)
      let letters = Array(found.unicodeScalars)
      guard letters.count < scalars.count, letters.contains(where: { !$0.isASCII }) else {
        continue
      }
      let score = LetterScore.ofAny.average(letters)
      if score >= 1, score >= given + (page.isSingleByte ? 2 : 0) { return found }
    }
    return nil
  }

  // MARK: One old encoding that was read as another

  /// No word has four letters with accents in a row.
  private static func hasLongRun(_ scalars: [Unicode.Scalar]) -> Bool {
    var run = 0
    for scalar in scalars {
      run = (0xC0...0xFF).contains(scalar.value) ? run + 1 : 0
      if run == 4 { return true }
    }
    return false
  }

  private static let signs = Set("£¥¤¢¦§©¬®±¶¹³¼½¾¿¡µŸ†‡ƒ‰".unicodeScalars)

  private static func hasSignInWord(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.indices.contains { index in
      signs.contains(scalars[index]) && index + 1 < scalars.count
        && scalars[index + 1].properties.isAlphabetic
    }
  }

  private static let others = ["windows-1251", "windows-1250", "windows-1253", "windows-874"]
    .compactMap { CSVEncoding(named: $0) }

  private static func otherPage(_ text: [UInt8], _ scalars: [Unicode.Scalar]) -> String? {
    guard let bytes = CSVEncoding.windows1252.bytes(of: text),
      scalars.count(where: { !$0.isASCII }) > 1, LetterScore.ofAny.average(scalars) <= 0.5
    else { return nil }
    for page in others {
      guard let other = page.text(of: bytes) else { continue }
      let found = String(decoding: other, as: UTF8.self)
      if LetterScore(of: page).average(Array(found.unicodeScalars)) >= 2 { return found }
    }
    return nil
  }
}

extension CSVEncoding {
  fileprivate func scalar(of bytes: [UInt8]) -> Unicode.Scalar? {
    text(of: bytes).flatMap { Array(String(decoding: $0, as: UTF8.self).unicodeScalars).first }
  }
}
