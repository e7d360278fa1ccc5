// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// Cells whose text says one thing while a click on them goes elsewhere.
struct HyperlinkTests {
  private func results(
    _ rows: [[String]], _ hyperlinks: [String: String], link: String = "{+url}",
    columns: String = ""
  ) throws -> [JobResult] {
    var table = TableWorkbook(rows)
    table.hyperlinks = hyperlinks
    return try [table.xlsx, table.ods].map {
      try JobResult(link: link, rows: "<rows from=\"a\">\(columns)</rows>", bytes: ["a": $0])
    }
  }

  @Test func aLinkThatGoesElsewhereIsTold() throws {
    let rows = [
      ["id", "url"], ["1", "https://a.example/k/3"], ["2", "https://a.example/k/4"],
      ["3", "https://a.example/k/5"],
    ]
    let hyperlinks = [
      "https://a.example/k/3": "https://a.example/neu/3",
      "https://a.example/k/4": "https://a.example/k/4",
    ]
    for found in try results(rows, hyperlinks) {
      #expect(found.list.findings.map(\.problem.rule) == ["cell-other-target"])
      #expect(found.list.findings.map { $0.cell?.name } == ["B2"])
      #expect(found.list.errorCount == 0 && found.rowTexts.count == 3)
      let words = try #require(found.list.findings.first?.problem.description)
      #expect(words.contains("https://a.example/k/3") && words.contains("https://a.example/neu/3"))
    }
  }

  /// Programs make hyperlinks themselves: with a scheme, and with a slash behind the host.
  @Test(arguments: [
    ("www.a.example/k/3", "http://www.a.example/k/3"), ("https://a.example", "https://a.example/"),
    ("https://A.example/k", "https://a.example/k"),
    ("https://münchen.example/straße", "https://münchen.example/stra%C3%9Fe"),
    ("https://a.example/x", "https://a.example/x"), ("Stadtmitte", "mailto:stadtmitte@a.example"),
    ("https://a.example/x#top", "https://a.example/x#top"),
  ])
  func whatAProgramMadeItselfIsNoOther(text: String, address: String) throws {
    let rows = [["id", "name"], ["1", text]]
    for found in try results(rows, [text: address], link: "https://a.example/{name}") {
      #expect(
        !found.list.findings.contains { $0.problem.rule.hasPrefix("cell-") }, "\(found.words)")
    }
  }

  /// The words tell what to write, and that takes the hyperlinks.
  @Test func theHyperlinkCanBeTaken() throws {
    let rows = [["id", "Laden"], ["1", "Zum Laden"], ["2", "Hier"]]
    let hyperlinks = ["Zum Laden": "https://a.example/k/1", "Hier": "https://a.example/k/2"]
    for found in try results(rows, hyperlinks, link: "{+Laden}") {
      #expect(found.list.findings.map(\.problem.rule) == ["cell-hyperlink", "cell-hyperlink"])
      let words = try #require(found.list.findings.first?.problem.description)
      let column = try #require(words.firstMatch(of: /<column .*?\/>/)).output
      let link = try #require(words.firstMatch(of: /\{\+[a-z]+\}/)).output
      for taken in try results(rows, hyperlinks, link: String(link), columns: String(column)) {
        #expect(taken.list.findings.isEmpty, "\(taken.words)")
        #expect(taken.rowTexts == ["1 https://a.example/k/1", "2 https://a.example/k/2"])
      }
    }
    for found in try results(
      rows, ["Hier": "https://a.example/k/2"], link: "{+target}",
      columns: "<column name=\"Laden\" as=\"target\" take=\"hyperlink\"/>")
    {
      #expect(found.list.findings.map(\.problem.rule) == ["missing-value"])
    }
  }
}
