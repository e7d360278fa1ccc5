// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import StrictJSON

struct StrictJSONWordsTests {
  @Test(arguments: [
    (
      "{\"a\":1,\n\"a\":2}",
      "Line 2, column 1: The key \"a\" occurs twice (first in line 1, column 2). Remove one,"
        + " or merge them."
    ),
    ("[1,]", "Line 1, column 3: This comma has nothing after it. Remove it."),
    (
      "[\u{201C}x\u{201D}]",
      "Line 1, column 2: U+201C (LEFT DOUBLE QUOTATION MARK) is a typographic quote. Replace it with"
        + " a plain double quote (\")."
    ),
    (
      "[1.",
      "Line 1, column 4: The number cannot continue with the end of the text. Write it like 12, -0.5"
        + " or 1e3."
    ),
    (
      "[\u{1B}]",
      "Line 1, column 2: U+001B is not allowed here. Remove it, or put it in quotes."
    ),
  ])
  func saysWhereWhatAndNext(text: String, words: String) {
    #expect(JSONLint(Array(text.utf8)).findings.map(\.description) == [words])
  }

  /// Every sentence ends with a next step, and no sentence lacks a fact that it quotes.
  @Test func everyRefusalHasWords() {
    for refused in JSONReaderTests.refused {
      let words = JSONLint(Array(refused.text.utf8)).findings.map(\.description)
      for sentence in words {
        #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"))
        #expect(sentence.contains(". "))
        #expect(!sentence.contains("\"\" is"))
      }
    }
  }
}
