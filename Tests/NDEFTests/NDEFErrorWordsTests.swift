// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TestSupport
import Testing

struct NDEFErrorWordsTests {
  @Test(arguments: Rule.allCases) func everyRuleIsASentence(rule: Rule) {
    let words = NDEFError(rule, at: 7).words
    #expect(words.hasPrefix("Byte 7: ") && words.hasSuffix("."))
    #expect(words.contains(". "))
  }

  @Test func everyRuleIsInTheDocument() throws {
    let page = String(decoding: try contents(of: "\(packageRoot)/docs/ndef.md"), as: UTF8.self)
    for rule in Rule.allCases { #expect(page.contains("`\(rule.rawValue)`"), "\(rule.rawValue)") }
  }

  @Test func whereWhatAndNext() {
    #expect(
      NDEFError(.reservedPrefixCode, at: 4).words
        == "Byte 4: The link begins with a reserved prefix code. Write the link again.")
  }
}
