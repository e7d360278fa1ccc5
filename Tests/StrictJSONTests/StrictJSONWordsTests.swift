// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import StrictJSON

struct StrictJSONWordsTests {
  @Test(arguments: [
    (
      "{\"a\":1,\n\"a\":2}",
      "line 2, column 1: the key \"a\" is there twice (first in line 1, column 2); remove or merge"
        + " one."
    ),
    ("[1,]", "line 1, column 3: this comma has nothing after it; remove it."),
    (
      "[\u{201C}x\u{201D}]",
      "line 1, column 2: U+201C (LEFT DOUBLE QUOTATION MARK) is a typographic quote; replace it by"
        + " a plain double quote (\")."
    ),
    (
      "[1.",
      "line 1, column 4: the number cannot go on with the end of the text; write it like 12, -0.5"
        + " or 1e3."
    ),
    (
      "[\u{1B}]",
      "line 1, column 2: U+001B cannot stand here; remove it, or put it between quotes."
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
        #expect(sentence.contains("; "))
        #expect(!sentence.contains("\"\" is"))
      }
    }
  }
}
