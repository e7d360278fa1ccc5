// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import WebLink

struct WebLinkWordsTests {
  @Test(arguments: [
    ("go.example.com/x", "The link does not say how to open it. Write https:// before it."),
    (
      "https://x.example/%zz",
      "Character 19: % is not followed by two hexadecimal digits. Write %25 for a percent sign."
    ),
    (
      "https://x\u{200B}.example",
      "Character 10: This character is invisible (U+200B) and was probably pasted by accident. Remove it."
    ),
    (
      "https://x y.example",
      "Character 10: The name of a website cannot contain a space. Correct the name."
    ),
    ("https://x,y", "Character 10: The name of a website cannot contain ','. Correct the name."),
    (
      "info@example.com",
      "The link does not say how to open it. Write mailto: before it."
    ),
    (
      "+49 30 1234",
      "The link does not say how to open it. Write tel: before the number, without spaces."
    ),
    (
      "www.example.com/@me",
      "The link does not say how to open it. Write https:// before it."
    ),
    (
      "192.0.2.1",
      "The link does not say how to open it. Write https:// before it."
    ),
    ("htps://x.example", "The link begins with a mistyped https. Correct it to https://."),
    ("https://https://x", "Character 9: The link has https:// twice. Remove one of them."),
    (
      "tel:+49 30 1234",
      "Character 8: A space cannot be used in a number (RFC 3966). Write it like tel:+4930123."
    ),
    (
      "https://☕️.example",
      "Character 9: The rules for international names (IDNA 2008) do not allow this name. Use "
        + "another name for the website."
    ),
  ])
  func saysWhatAndNext(typed: String, words: String) {
    let error = #expect(throws: WebLinkError.self) { try WebLink(typed) }
    #expect(error?.description == words)
  }

  @Test(arguments: LinkDoubt.allCases) func everyDoubtIsASentence(doubt: LinkDoubt) {
    #expect(doubt.description.hasSuffix("."))
  }

  @Test func everyRuleAndChangeIsInTheDocument() throws {
    let page = String(decoding: try contents(of: "\(packageRoot)/docs/ndef.md"), as: UTF8.self)
    for name in WebLinkError.Rule.allCases.map(\.rawValue) + LinkChange.allCases.map(\.rawValue) {
      #expect(page.contains("`\(name)`"), "\(name)")
    }
  }

  @Test func everyRefusalEndsWithANextStep() {
    for rule in WebLinkError.Rule.allCases {
      let words = WebLinkError(rule: rule, offset: 0, character: nil).description
      #expect(words.contains(". ") && words.hasSuffix("."))
    }
    for rule in URITemplateError.Rule.allCases {
      let words = URITemplateError(rule, atByte: 0, in: "").description
      #expect(words.contains(". ") && words.hasSuffix("."))
    }
  }

  @Test(arguments: [
    ("a b", "Character 2: A link cannot contain a space. Percent-encode it."),
    (
      "/{store name}",
      "Character 8: A space is not allowed in the braces. Names have letters, digits and _, with dots"
        + " only between them. Write _ for any other character of a column's name."
    ),
  ])
  func saysWhatIsWrongWithATemplate(text: String, words: String) {
    let error = #expect(throws: URITemplateError.self) { try URITemplate(text) }
    #expect(error?.description == words)
  }
}
