// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

struct DuplicateSearchTests {
  /// The quick look agrees with the slow one for each character at each place.
  @Test func aTextIsPlainIfItIsItsOwnLook() {
    for character in (0...255).map({ Unicode.Scalar(UInt8($0)) }) {
      for place in 0..<20 {
        var letters = [Character](repeating: "x", count: 20)
        letters[place] = Character(character)
        let text = Array(String(letters).utf8)
        if NormalText.isPlain(text) { #expect(NormalText.look(of: text) == text) }
        #expect(NormalText.isPlain(text) == (character.isASCII && !" `".contains(letters[place])))
      }
    }
  }

  static let tables: [(link: String, rows: String, findings: [String])] = [
    (
      "https://a.example/{id}", "<rows><row id=\"a\"/><row id=\"b\"/><row id=\"a\"/></rows>",
      [
        "2:33 same-id"
      ]
    ),
    (
      "https://a.example/{id}", "<rows><row id=\"a\"/><row id=\"A\"/></rows>",
      [
        "2:20 same-id-but-case", "2:20 same-link-but-case",
      ]
    ),
    (
      "https://a.example", "<rows><row id=\"a\"/><row id=\"b\"/><row id=\"c\"/></rows>",
      [
        "2:20 same-link", "2:33 same-link",
      ]
    ),
    ("https://a.example", "<rows copies=\"9\"><row id=\"a\"/></rows>", []),
    ("https://a.example", "<rows duplicates=\"allow\"><row id=\"a\"/><row id=\"b\"/></rows>", []),
    (
      "https://a.example",
      "<rows duplicates=\"allow\" count=\"3\"/><rows id=\"b{number}\" count=\"2\"/>",
      ["2:37 same-link"]
    ),
    ("https://a.example/{tag.uid}", "<rows count=\"3\"/>", []),
    ("https://a.example/{mirror.uid}", "<rows count=\"3\"/>", []),
    ("https://a.example/{mirror.counter}", "<rows count=\"2\"/>", ["2:1 same-link"]),
    ("https://a.example/{t}", "<rows count=\"3\"><token name=\"t\" length=\"8\"/></rows>", []),
    (
      "https://a.example/{number}", "<rows count=\"3\"/><rows count=\"2\" start=\"3\"/>",
      [
        "2:18 same-id"
      ]
    ),
    (
      "https://a.example/{c}", "<rows from=\"a.csv\"/><rows><row id=\"y\" c=\"3\"/></rows>",
      [
        "a.csv:3:1 same-link", "2:27 same-id",
      ]
    ),
    ("https://a.example/@{+c}", "<rows><row id=\"a\" c=\"@\"/><row id=\"b\" c=\"`\"/></rows>", []),
  ]

  @Test(arguments: tables)
  func findsWhatIsThereTwice(link: String, rows: String, findings: [String]) throws {
    let files = ["a.csv": "id,c\nx,1\ny,1\n"]
    let result = try JobResult(link: link, rows: rows, files: files)
    #expect(result.findings == findings)
  }

  @Test func pointsToTheFirstOfThem() throws {
    let result = try JobResult(
      link: "https://a.example/{id}", rows: "<rows><row id=\"a\"/>\n<row id=\"a\"/></rows>")
    let word = try #require(result.words.first)
    #expect(word.contains("\"a\" is already used by the row at ") && word.contains("job.xml:2:7."))
  }

  @Test func aRowWithTheSameIDIsHandedOnAllTheSame() throws {
    let result = try JobResult(
      link: "https://a.example/{id}", rows: "<rows><row id=\"a\"/><row id=\"a\"/></rows>")
    #expect(result.rowCount == 2 && result.list.errorCount == 1)
  }

  @Test func countsEveryOneOfMany() throws {
    let rows = (0..<24_000).map { "<row id=\"r\($0 / 2)\"/>" }.joined()
    let result = try JobResult(link: "https://a.example/{id}", rows: "<rows>\(rows)</rows>")
    #expect(result.findings.count == JobLimits.findingsOfAKindMax)
    #expect(result.list.counts == ["same-id": 12_000])
    #expect(result.list.omitted.map(\.count) == [11_900])
  }

  @Test func findsOneAmongMany() throws {
    var rows = (0..<20_000).map { "<row id=\"r\($0)\"/>" }
    rows[16_666] = "<row id=\"R123\"/>"
    rows[19_999] = "<row id=\"r15000\"/>"
    let text = rows.joined(separator: "\n")
    let result = try JobResult(link: "https://a.example/{id}", rows: "<rows>\n\(text)</rows>")
    #expect(
      result.findings == [
        "16669:1 same-id-but-case", "16669:1 same-link-but-case", "20002:1 same-id",
      ])
  }
}
