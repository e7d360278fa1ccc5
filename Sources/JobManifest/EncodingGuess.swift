// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The possible encodings of a file that does not say which it has, the likeliest first.
///
/// A guess is never certain. It only shortens the question that a person has to answer.
package struct EncodingGuess: Sendable {
  package let candidates: [CSVEncoding]
  /// Whether there is nothing to ask, because no other makes more sense than UTF-8.
  let isCertain: Bool

  /// What is assumed until somebody states it.
  package var best: CSVEncoding { candidates.first ?? .windows1252 }

  /// What is compared, and how many points per letter (a right one has three) it loses for being
  /// rare; equal ones stay in this order.
  private static let compared: [(encoding: CSVEncoding, rarity: Double)] = {
    let groups: [(rarity: Double, names: [String])] = [
      (
        0,
        [
          "windows-1252", "windows-1250", "windows-1251", "windows-1253", "windows-1254",
          "windows-1257", "windows-1255", "windows-1256", "windows-874", "windows-1258",
          "Shift_JIS", "GB18030", "Big5", "EUC-KR", "EUC-JP",
        ]
      ),
      (1, ["IBM866", "KOI8-R", "KOI8-U", "ISO-8859-2", "ISO-8859-5", "ISO-8859-7"]),
      (2, ["macintosh", "IBM850", "IBM852"]),
      (3, ["ISO-8859-15", "x-mac-cyrillic", "x-mac-ce", "IBM437"]),
    ]
    return groups.flatMap { group in
      group.names.compactMap { CSVEncoding(named: $0) }.map { ($0, group.rarity) }
    }
  }()

  /// How much of the lines with letters is compared.
  private static let comparedBytesMax = 8_192

  /// With `mayBeUTF8`, the sample is UTF-8, perhaps by accident; then that comes first.
  init(_ sample: [UInt8], mayBeUTF8: Bool = false) {
    let text = Self.linesWithLetters(sample)
    var scores: [(encoding: CSVEncoding, points: Double, place: Int)] = []
    for (encoding, rarity) in Self.compared {
      guard let decoded = encoding.text(of: text) else { continue }
      let points = LetterScore(of: encoding).average(Self.letters(decoded)) - rarity
      scores.append((encoding, points, scores.count))
    }
    scores.sort { ($1.points, $0.place) < ($0.points, $1.place) }
    let others = scores.map(\.encoding)
    candidates = mayBeUTF8 ? [.utf8] + others : others
    isCertain =
      mayBeUTF8
      && LetterScore.ofAny.average(Self.letters(text)) >= scores.first?.points ?? -.infinity
  }

  private static func letters(_ text: [UInt8]) -> [Unicode.Scalar] {
    Array(String(decoding: text, as: UTF8.self).unicodeScalars)
  }

  /// Whole lines, because the first byte of a letter must not be separated from the second.
  private static func linesWithLetters(_ sample: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for line in sample.split(separator: UInt8(ascii: "\n"))
    where line.contains(where: { $0 >= 0x80 }) {
      guard text.count + line.count < comparedBytesMax || text.isEmpty else { break }
      text += line.prefix(comparedBytesMax)
      text.append(UInt8(ascii: "\n"))
    }
    return text
  }

  /// A text as it was read, and as read in the likeliest encoding that differs.
  package func readings(of text: some Sequence<UInt8>) -> GuessedText {
    let read = Array(text)
    let first = EncodedReading(encoding: best, text: String(decoding: read, as: UTF8.self))
    guard let bytes = best.bytes(of: read) else { return GuessedText(first: first, second: nil) }
    for other in candidates.dropFirst() {
      if let text = other.text(of: bytes), text != read {
        let second = EncodedReading(encoding: other, text: String(decoding: text, as: UTF8.self))
        return GuessedText(first: first, second: second)
      }
    }
    return GuessedText(first: first, second: nil)
  }
}

/// A text in one encoding.
package struct EncodedReading: Hashable, Sendable {
  package let encoding: CSVEncoding
  package let text: String
}

/// The two likeliest readings of a text.
package struct GuessedText: Hashable, Sendable {
  package let first: EncodedReading
  package let second: EncodedReading?
}
