// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// Sheets without names of columns, whose first row must not be lost.
struct SheetHeaderTests {
  static let headings: [(heading: String, below: String, isValue: Bool)] = [
    ("0001", "0002", true), ("1001", "1002", true), ("S-001", "S-002", true),
    ("Filiale 1", "Filiale 12", true), ("A-12", "B-13", true), ("01.02.2026", "03.02.2026", true),
    ("12,50", "9,00", true), ("https://a.example/1", "x", true), ("www.a.example", "", true),
    ("me@a.example", "you@b.example", true), ("+49 30 1", "+49 40 2", true),
    // Names, even if they have digits.
    ("id", "1", false), ("Q1", "A2", false), ("2025", "12000", false), ("1", "Bonn", false),
    ("Address 1", "Street 5", false), ("Link", "https://a.example/1", false), ("", "1", false),
    ("E-Mail (@)", "a@b.example", false), ("PLZ 5-stellig", "12345", false), ("1", "", false),
    ("Preis 2026", "19,90", false), ("@work", "x", false),
  ]

  @Test(arguments: headings)
  func aValueIsToldFromAName(heading: String, below: String, isTold: Bool) {
    #expect(isValue(heading: heading, above: below) == isTold)
  }

  private static let list = [["001", "Bern", "x"], ["002", "Basel"], ["003", "Chur", "y"]]

  private static var forms: [(name: String, bytes: [UInt8])] {
    let table = TableWorkbook(list)
    let text = list.map { $0.joined(separator: ";") + "\n" }.joined()
    return [("xlsx", table.xlsx), ("ods", table.ods), ("csv", Array(text.utf8))]
  }

  private func result(_ link: String, _ bytes: [UInt8], _ rows: String) throws -> JobResult {
    try JobResult(link: "https://a.example/\(link)", rows: rows, bytes: ["a": bytes])
  }

  /// Of a longer sheet the first rows are handed on before the last ones are read.
  @Test func aLongSheetWithoutNamesIsRead() throws {
    let list = (1...3_000).map { ["s\($0)", "Shop \($0)", "Bern"] }
    let table = TableWorkbook(list)
    let text = list.map { $0.joined(separator: ";") + "\n" }.joined()
    for bytes in [table.xlsx, table.ods, Array(text.utf8)] {
      let found = try result(
        "{column.1}", bytes, "<rows from=\"a\" header=\"none\" id=\"{column.1}\"/>")
      #expect(found.list.findings.isEmpty && found.rows.count == 3_000)
      #expect(found.rowTexts.last == "s3000 https://a.example/s3000")
    }
  }

  @Test func aTitleAboveALongSheetIsToldOnce() throws {
    let list =
      [["Shops 2026"], ["id", "city", "zip"]] + (1...3_000).map { ["s\($0)", "Bern", "\($0)"] }
    let table = TableWorkbook(list)
    let text = list.map { $0.joined(separator: ";") + "\n" }.joined()
    for bytes in [table.xlsx, table.ods, Array(text.utf8)] {
      let found = try result("{id}", bytes, "<rows from=\"a\"/>")
      #expect(found.list.findings.map(\.problem.rule) == ["csv-title-above-names"])
    }
  }

  /// The advice of the finding, taken by the letter, gives every row its link.
  @Test func theFirstRowIsNotLost() throws {
    for form in Self.forms {
      let asIs = try result("{column.1}", form.bytes, "<rows from=\"a\" id=\"{column.1}\"/>")
      #expect(asIs.list.findings.map(\.problem.rule).contains("no-column-names"), "\(form.name)")
      #expect(asIs.list.errorCount > 0)
      #expect(
        asIs.words[0]
          == "\"001\" looks like a value, but row 1 is read as the names of the columns."
          + " If the sheet has no names, write header=\"none\" in <rows>, and {column.1} for this"
          + " column. If row 1 has the names, write header=\"1\".")
      let cured = try result(
        "{column.1}", form.bytes, "<rows from=\"a\" header=\"none\" id=\"{column.1}\"/>")
      #expect(cured.list.errorCount == 0, "\(form.name): \(cured.words)")
      #expect(
        cured.rowTexts
          == [
            "001 https://a.example/001", "002 https://a.example/002", "003 https://a.example/003",
          ])
      let stated = try result(
        "{column.1}", form.bytes, "<rows from=\"a\" header=\"1\" id=\"{column.1}\"/>")
      #expect(stated.rowTexts.count == 2)
      #expect(!stated.list.findings.map(\.problem.rule).contains("no-column-names"))
    }
  }

  /// What looks like a value in a column that no tag has is only said.
  @Test func aColumnWithoutUseIsAWarning() throws {
    let text = Array("id;2001;city\n1;2002;Bern\n2;2003;Chur\n".utf8)
    let found = try result("{id}", text, "<rows from=\"a\"/>")
    #expect(found.list.errorCount == 0 && found.rowTexts.count == 2)
    #expect(found.findings == ["a:1:4 no-column-names"])
  }

  @Test func aColumnWithoutANameCanHaveAnother() throws {
    for form in Self.forms {
      let found = try result(
        "{town}", form.bytes,
        "<rows from=\"a\" header=\"none\" id=\"{column.1}\">"
          + "<column name=\"column.2\" as=\"town\"/></rows>")
      #expect(found.rowTexts.first == "001 https://a.example/Bern", "\(found.words)")
    }
  }

  @Test func anEmptySheetHasNoRows() throws {
    let found = try result("{column.1}", [], "<rows from=\"a\" header=\"none\" id=\"{column.1}\"/>")
    #expect(found.findings == ["a:1:1 no-rows"])
  }

  @Test func aWrongPlaceOfTheNamesIsNamed() throws {
    let found = try result("{id}", Array("id\n1\n".utf8), "<rows from=\"a\" header=\"no\"/>")
    #expect(
      found.words == [
        "header=\"no\" is not allowed. Use a whole number from 1 to 1000, or \"none\"."
      ])
  }

  /// `column.3` always is the third column.
  @Test func noOtherValueIsCalledByANumber() throws {
    let text = Array("id;a;b\n1;x;y\n".utf8)
    let alias = try result(
      "{column.3}", text, "<rows from=\"a\"><column name=\"a\" as=\"column.3\"/></rows>")
    #expect(alias.findings == ["2:37 reserved-variable"])
    let token = try result(
      "{column.3}", text, "<rows from=\"a\"><token name=\"column.3\" length=\"8\"/></rows>")
    #expect(token.findings == ["2:29 reserved-variable"])
  }
}
