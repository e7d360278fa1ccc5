// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import StrictJSON

struct JSONDocumentTests {
  /// A lenient reading says all that it can, in the order of the text.
  static let linted: [(text: String, findings: [(JSONRule, Int)], compact: String?)] = [
    ("{}", [], "{}"),
    (
      "\u{FEFF}{ // one\n \"a\": [1, 2,],\n \"a\": \"\\ud800\t\", /* two */\n}",
      [
        (.byteOrderMark, 0), (.comment, 5), (.trailingComma, 23), (.duplicateKey, 28),
        (.loneSurrogate, 34), (.controlCharacter, 40), (.comment, 44), (.trailingComma, 42),
      ],
      "{\"a\":[1,2],\"a\":\"\u{FFFD}\\t\"}"
    ),
    ("[\u{A0}\u{A0}1]", [(.oddSpace, 1)], "[1]"),
    ("[1,] oops", [(.trailingComma, 2), (.textAfterValue, 5)], nil),
    (
      "{\"a\":1,\"a\":2,\"a\":3",
      [(.duplicateKey, 7), (.duplicateKey, 13), (.unclosedBracket, 18)], nil
    ),
    ("[1 /* open", [(.comment, 3), (.unclosedBracket, 10)], nil),
  ]

  @Test(arguments: linted)
  func lints(text: String, findings: [(JSONRule, Int)], compact: String?) {
    let lint = JSONLint(Array(text.utf8))
    #expect(lint.findings.map(\.rule) == findings.map(\.0))
    #expect(lint.findings.map(\.position.offset) == findings.map(\.1))
    #expect(lint.document?.root.value.compact == compact)
  }

  @Test func keepsNoMoreFindingsThanTheLimit() {
    let text = "[" + String(repeating: "#\n", count: JSONLimits.findingCount + 5) + "]"
    let lint = JSONLint(Array(text.utf8))
    #expect(lint.findings.count == JSONLimits.findingCount)
    #expect(lint.document != nil)
  }

  @Test func everyNodeKnowsItsBytes() throws {
    let text = "{ \"é\" : [1.0, \"x\"],\r\n\t\"b\": {\"c\": true} }"
    let document = try JSONDocument(reading: Array(text.utf8))
    func spelling(_ range: Range<Int>) -> String {
      String(decoding: document.bytes[range], as: UTF8.self)
    }
    let members = try #require(document.root.members)
    #expect(spelling(document.root.range) == text)
    #expect(members.map { spelling($0.keyRange) } == ["\"é\"", "\"b\""])
    #expect(members.map { spelling($0.value.range) } == ["[1.0, \"x\"]", "{\"c\": true}"])
    #expect(members[0].value.elements?.map { spelling($0.range) } == ["1.0", "\"x\""])
    #expect(members[0].value.elements?.first?.number?.literal == "1.0")
    #expect(
      document.position(of: members[1].keyRange.lowerBound)
        == JSONPosition(offset: 23, line: 2, column: 2))
    #expect(document.root["b"]?["c"]?.bool == true)
    #expect(document.root["b"]?["d"] == nil)
  }

  @Test func readingModesAgree() {
    for refused in JSONReaderTests.refused {
      let bytes = Array(refused.text.utf8)
      let lint = JSONLint(bytes)
      let first = #expect(throws: JSONFinding.self) { try JSONDocument(reading: bytes) }
      // A trailing comma is known as one only after the comments that follow it.
      #expect(lint.findings.first == first)
      #expect((lint.document == nil) == (lint.findings.last?.rule.isRecoverable == false))
    }
  }
}
