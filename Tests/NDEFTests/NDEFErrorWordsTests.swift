// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import Testing

@Suite struct NDEFErrorWordsTests {
  @Test(arguments: Rule.allCases) func everyRuleIsASentence(rule: Rule) {
    let words = NDEFError(rule, at: 7).words
    #expect(words.hasPrefix("Byte 7: ") && words.hasSuffix("."))
    #expect(words.contains("; "))
  }

  @Test func whereWhatAndNext() {
    #expect(
      NDEFError(.reservedPrefixCode, at: 4).words
        == "Byte 4: the link begins with a reserved prefix code; write the link again.")
  }
}
