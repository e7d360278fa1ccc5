// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import WebLink

struct WebLinkWordsTests {
  @Test(arguments: [
    ("go.example.com/x", "the link does not say how it is opened; write https:// in front of it."),
    (
      "https://x.example/%zz",
      "character 19: % is not followed by two hexadecimal digits; write %25 for a percent sign."
    ),
    (
      "https://x\u{200B}.example",
      "character 10 cannot be seen (U+200B); remove it, it was pasted by accident."
    ),
    (
      "https://x y.example",
      "character 10: the name of a web site cannot contain a space; correct the name."
    ),
    ("https://x,y", "character 10: the name of a web site cannot contain `,`; correct the name."),
  ])
  func saysWhatAndNext(typed: String, words: String) {
    let error = #expect(throws: WebLinkError.self) { try WebLink(typed) }
    #expect(error?.description == words)
  }

  @Test func everyRefusalEndsWithANextStep() {
    for rule in WebLinkError.Rule.allCases {
      let words = WebLinkError(rule: rule, offset: 0, character: nil).description
      #expect(words.contains("; ") && words.hasSuffix("."))
    }
  }
}
