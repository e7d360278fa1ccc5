// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import Testing

/// What becomes of texts from anywhere before people, shells, spreadsheets and browsers see them.
struct TextTests {
  @Test(
    "what could disturb a terminal is shown by number",
    arguments: [
      ("plain é 日本", "plain é 日本"), ("", ""), ("a\tb\n", #"a\u{9}b\u{A}"#),
      ("\u{1B}[31m", #"\u{1B}[31m"#), ("\u{9B}2J\u{7F}", #"\u{9B}2J\u{7F}"#),
      ("\u{202E}exe", #"\u{202E}exe"#), ("\r\n", #"\u{D}\u{A}"#),
    ])
  func visibleText(_ text: String, _ expected: String) {
    #expect(visible(text) == expected)
  }

  @Test func longTextsAreCut() {
    #expect(shortened("abc", to: 3) == "abc" && shortened("abcd", to: 3) == "abc…")
    #expect(shortened("", to: 3).isEmpty)
  }

  @Test(
    arguments: [
      ("jobs/spring-1.ledger", "jobs/spring-1.ledger"), ("a b", "'a b'"), ("", "''"),
      ("-f", "'-f'"), ("it's", #"'it'\''s'"#), ("a[0]", "'a[0]'"), ("Zürich", "'Zürich'"),
      ("pcsc:Reader", "pcsc:Reader"), ("$(x)", "'$(x)'"),
    ])
  func aShellWord(_ text: String, _ expected: String) {
    #expect(shellWord(text) == expected)
  }

  @Test func aCommandWithinASentence() {
    #expect(typed("mv \(shellWord("a"))") == "'mv a'")
    #expect(typed("mv \(shellWord("a b"))") == "\"mv 'a b'\"")
  }

  @Test(
    arguments: [
      ("n1", "n1"), ("a,b", "\"a,b\""), ("a\"b", "\"a\"\"b\""), ("=1+1", "'=1+1"),
      ("x;=A1", "\"x;'=A1\""), ("a\r\nb", #"a\u{D}\u{A}b"#),
    ])
  func aCell(_ text: String, _ expected: String) {
    #expect(CSVText.cell(text) == expected)
    #expect(CSVText.line([text, "2"]) == expected + ",2\r\n")
  }

  @Test func markupIsOnlyWhatTheProgramWrote() {
    var page = HTMLText()
    page.markup("<p>")
    page.text("<b> & \"'\u{202E}")
    page.number(7)
    page.link("javascript:alert(1)")
    page.link("https://x.example/?a&b")
    #expect(
      String(decoding: page.bytes, as: UTF8.self)
        == #"<p>&lt;b&gt; &amp; &quot;&#39;\u{202E}7javascript:alert(1)"#
        + #"<a href="https://x.example/?a&amp;b" rel="noreferrer">https://x.example/?a&amp;b</a>"#)
    page.removeAll()
    #expect(page.bytes.isEmpty)
  }
}
