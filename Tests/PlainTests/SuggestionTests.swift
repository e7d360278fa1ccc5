// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Plain
import Testing

struct SuggestionTests {
  @Test(arguments: [
    ("chip", "chips"), ("Chips", "chips"), ("contnet", "content"), ("chapstick", nil), ("x", nil),
    (String(repeating: "x", count: 65), nil),
  ])
  func suggestsWhatWasMeant(word: String, close: String?) {
    #expect(suggestion(for: word, among: ["chips", "content", "genuine"]) == close)
  }

  @Test(
    arguments: [
      ("", "", 0), ("ab", "", 2), ("ab", "ba", 1), ("abc", "abd", 1), ("abc", "acb", 1),
      ("kitten", "sitting", 3),
    ])
  func slipsAreCounted(left: String, right: String, slips number: Int) {
    #expect(slips(Array(left.utf8), Array(right.utf8)) == number)
    #expect(slips(Array(right.utf8), Array(left.utf8)) == number)
  }
}
