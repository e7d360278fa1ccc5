// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CommandArguments
import Testing

@Suite("Quoted text")
struct QuotedTextTests {
  @Test(
    "what could disturb a terminal is shown by number",
    arguments: [
      ("plain é 日本", "'plain é 日本'"), ("", "''"), ("a\tb\n", #"'a\u{9}b\u{A}'"#),
      ("\u{1B}[31m", #"'\u{1B}[31m'"#), ("\u{9B}2J\u{7F}", #"'\u{9B}2J\u{7F}'"#),
      ("\u{202E}exe", #"'\u{202E}exe'"#), ("\r\n", #"'\u{D}\u{A}'"#),
      (String(repeating: "x", count: 80), "'\(String(repeating: "x", count: 80))'"),
      (String(repeating: "x", count: 81), "'\(String(repeating: "x", count: 80))…'"),
    ])
  func quotes(_ text: String, _ expected: String) {
    #expect(quoted(text) == expected)
  }
}
