// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import CommandArguments

@Suite("Did you mean")
struct SuggestionTests {
  @Test(
    "one slip in three letters is forgiven, and the first of equals wins",
    arguments: [
      ("wirte", "write"), ("writ", "write"), ("writee", "write"), ("wrote", "write"),
      ("verfiy", "verify"), ("raed", "read"), ("rea", "read"), ("reed", "read"), ("xyz", nil),
      ("", nil),
      ("r", nil), ("rehaerze", "rehearse"), ("reherce", "rehearse"), ("nothing", nil),
    ] as [(String, String?)])
  func suggests(_ word: String, _ expected: String?) {
    let commands = ["read", "write", "verify", "rehearse", "red"]
    #expect(suggestion(for: word, among: commands) == expected)
  }

  @Test("a very long word costs no more than its length")
  func longWord() {
    #expect(suggestion(for: String(repeating: "a", count: 1_000_000), among: ["aaa"]) == nil)
  }
}
