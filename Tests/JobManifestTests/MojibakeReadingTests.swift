// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import JobManifest

struct MojibakeReadingTests {
  static let mangled: [(text: String, reading: String)] = [
    ("MÃ¼nchen", "München"), ("ZÃ¼rich â€“ Bahnhof", "Zürich – Bahnhof"), ("â€žAâ€œ", "„A“"),
    ("Å\u{81}Ã³dÅº", "Łódź"), ("Å\u{FFFD}Ã³dÅº", "\u{FFFD}ódź"), ("20Â°", "20°"), ("5 â‚¬", "5 €"),
    ("Ð\u{9C}Ð¾Ñ\u{81}ÐºÐ²Ð°", "Москва"), ("æ\u{9D}±äº¬", "東京"), ("caf\u{C3}\u{A9}", "café"),
    ("Î‘Î¸Î®Î½Î±", "Αθήνα"), ("ÃŸ", "ß"), ("Ã„rzte", "Ärzte"),
  ]

  @Test(arguments: mangled)
  func findsWhatItWas(text: String, reading: String) {
    #expect(mojibakeReading(of: text.utf8) == reading)
  }

  @Test(arguments: [
    "", "plain", "München", "Łódź", "Москва", "東京", "Αθήνα", "São Paulo", "SÃO PAULO", "MAÇÃ",
    "„Straße“", "GROẞ–KLEIN", "»Ä«", "Ä–Ö", "CAFÉ»", "É…", "ÎLE", "Ñandú", "naïve", "Øl»", "Å“",
    "Ã", "Â", "2 × 3 ÷ 4", "Château", "à la «carte»", "\u{FFFD}", "é…»",
  ])
  func leavesOtherTextAlone(text: String) {
    #expect(mojibakeReading(of: text.utf8) == nil)
  }

  /// Every text that was mangled is seen, as far as Windows-1252 has a letter for each byte.
  @Test(arguments: ["Zürich", "Málaga", "Łódź", "Москва", "Αθήνα", "東京", "北京", "서울", "İstanbul"])
  func findsTheWordsOfTheWorld(word: String) throws {
    let mangled = word.utf8.map { byte -> Unicode.Scalar in
      let value = byte & 0xE0 == 0x80 ? CSVEncoding.windows1252Controls[Int(byte & 0x1F)] : 0
      return Unicode.Scalar(value == 0 ? UInt32(byte) : value) ?? "?"
    }
    var text = ""
    text.unicodeScalars.append(contentsOf: mangled)
    #expect(mojibakeReading(of: text.utf8) == word)
  }
}
