// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Terminal
import Testing

struct ScreenTextTests {
  @Test(
    "a text is as wide as it is shown",
    arguments: [
      ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("\t", 1), ("\u{1B}", 6), ("👍", 2),
    ])
  func width(_ text: String, _ columns: Int) {
    #expect(shownWidth(text) == columns)
  }

  @Test(
    "what has no room is cut in the middle, because links differ at their ends",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "ab…ef"), ("abcdef", 1, "…"), ("abcdef", 0, ""),
      ("日本語", 5, "日…語"), ("a\u{1B}b", 20, #"a\u{1B}b"#),
    ])
  func fitted(_ text: String, _ columns: Int, _ expected: String) {
    #expect(ScreenGlyphs.unicode.fitted(text, columns) == expected)
  }

  @Test func columnsAreFilledUp() {
    #expect(ScreenGlyphs.ascii.column("日本", 6) == "日本  ")
    #expect(ScreenGlyphs.ascii.column("abcdef", 4) == "ab~f")
  }

  @Test func sentencesAreBrokenBetweenWords() {
    let glyphs = ScreenGlyphs.unicode
    #expect(glyphs.wrapped("one two three", 20) == ["one two three"])
    #expect(glyphs.wrapped("one two three", 7, lines: 2) == ["one two", "three"])
    #expect(glyphs.wrapped("one two three", 7) == ["one tw…"])
  }

  @Test func aBigWordIsDrawnIfThereIsRoom() {
    let rows = BigWord.rows("OK", columns: 11, block: "#")
    #expect(rows?.count == BigWord.height && rows?.first == " ###  #   #")
    #expect(BigWord.rows("OK", columns: 10, block: "#") == nil)
    #expect(BigWord.rows("Ö", columns: 80, block: "#") == nil)
    let large = BigWord.rows("OK", columns: 22, block: "#", times: 2)
    #expect(large?.count == 2 * BigWord.height && large?.first == "  ######    ##      ##")
    #expect(large?[1] == large?[0] && BigWord.rows("OK", columns: 21, block: "#", times: 2) == nil)
  }

  @Test func coloursAreOnlyForWhoWantsThem() {
    let line = ScreenLine("OK", .green)
    #expect(line.written(inColour: true) == "\u{1B}[1;32;40mOK\u{1B}[0m")
    #expect(line.written(inColour: false) == "OK")
    #expect(ScreenLine("OK").written(inColour: true) == "OK")
  }
}
