// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// How a template names the columns of a sheet, in whatever script their headings are.
struct ColumnNamesTests {
  private func result(
    _ link: String, _ headings: String, _ values: String, columns: String = "", id: String = "{n}"
  ) throws -> JobResult {
    try JobResult(
      link: link, rows: "<rows id=\"\(id)\" from=\"a.csv\">\(columns)</rows>",
      files: ["a.csv": "\(headings)\n\(values)\n"])
  }

  static let right: [(link: String, headings: String, columns: String)] = [
    ("{shop}", "n,shop", ""), ("{Shop_name}", "n,Shop name", ""), ("{Stra_e}", "n,Straße", ""),
    ("{column.2}", "n,Магазин", ""), ("{column.2}", "n,店舗", ""), ("{column.2}", "n,shop", ""),
    ("{store}", "n,店舗", "<column name=\"店舗\" as=\"store\"/>"),
    ("{store}", "n,Filial-Nr", "<column name=\"Filial-Nr\" as=\"store\"/>"),
    ("{store}", "n,\u{FEFF}Stra\u{A0}e\u{200B} ", "<column name=\"Stra\u{A0}e\" as=\"store\"/>"),
    ("{store}", "n,Mu\u{308}nchen", "<column name=\"München\" as=\"store\"/>"),
    ("{M_nchen}", "n,Mu\u{308}nchen", ""),
  ]

  @Test(arguments: right)
  func areFound(link: String, headings: String, columns: String) throws {
    let found = try result("https://a.example/\(link)", headings, "1,x", columns: columns)
    #expect(found.findings == [])
    #expect(found.rowTexts == ["1 https://a.example/x"])
  }

  static let wrong: [(link: String, headings: String, columns: String, findings: [String])] = [
    ("{Filial_Nr}", "n,Filial-Nr,Filial Nr", "", ["a.csv:1:13 same-column-name"]),
    ("{_____}", "n,店舗店舗店,住所住所住", "", ["2:1 unknown-variable"]),
    ("{column.4}", "n,a,b", "", ["2:1 unknown-variable"]),
    ("{column.0}", "n,a,b", "", ["2:1 unknown-variable"]),
    ("{store}", "n,a,b", "<column name=\"c\" as=\"store\"/>", ["2:29 no-such-column"]),
    ("{a}", "n,a,b", "<column name=\"b\" as=\"a\"/>", ["a.csv:1:5 same-column-name"]),
    (
      "{a}", "n,a,b", "<column name=\"b\" as=\"x\"/><column name=\"a\" as=\"x\"/>",
      ["2:29 unused-value", "2:75 repeated-variable"]
    ),
  ]

  @Test(arguments: wrong)
  func areNotGuessed(
    link: String, headings: String, columns: String, findings: [String]
  ) throws {
    let found = try result("https://a.example/\(link)", headings, "1,x,y", columns: columns)
    #expect(found.findings.sorted() == findings.sorted(), "\(found.words)")
    #expect(found.rows.isEmpty || found.list.errorCount > 0)
  }

  /// A heading between braces, and the words of the advice taken by the letter.
  static let headings: [(heading: String, name: String)] = [
    ("Straße", "strasse"), ("店舗", "name"), ("Größe 2", "groesse_2"),
    ("Łódź", "ld"), ("Prénom", "prnom"), ("Mu\u{308}nchen", "muenchen"),
  ]

  @Test(arguments: headings)
  func aHeadingThatIsNoNameHasACure(heading: String, name: String) throws {
    for link in ["{\(heading)}", "{+\(heading)}", "{?n,\(heading)}"] {
      let found = try result("https://a.example/\(link)", "n,\(heading)", "1,x")
      #expect(found.list.findings.map(\.problem.rule) == ["template-variable-name"])
      let words = try #require(found.words.first)
      let column = "<column name=\"\(cleaned(heading: heading))\" as=\"\(name)\"/>"
      #expect(words.contains("Add \(column) to <rows> and write {\(name)},"), "\(words)")
      #expect(words.hasSuffix("as in {column.2}."))
      let cured = try result("https://a.example/{\(name)}", "n,\(heading)", "1,x", columns: column)
      #expect(cured.rowTexts == ["1 https://a.example/x"], "\(cured.words)")
      let counted = try result("https://a.example/{column.2}", "n,\(heading)", "1,x")
      #expect(counted.rowTexts == ["1 https://a.example/x"])
    }
    let id = try result("https://a.example/{n}", "n,\(heading)", "1,x", id: "{\(heading)}")
    #expect(id.list.findings.map(\.problem.rule) == ["braces"])
    #expect(id.words.first?.contains(" as=\"\(name)\"/>") == true)
  }

  /// Of a heading without other letters the name is known.
  @Test(arguments: [("Shop Nr", "Shop_Nr"), ("Filial-Nr", "Filial_Nr"), ("2. Name", "2__Name")])
  func aHeadingWithSignsHasAName(heading: String, name: String) throws {
    let found = try result("https://a.example/{\(heading)}", "n,\(heading)", "1,x")
    #expect(found.words.first?.hasSuffix(". Write {\(name)}.") == true, "\(found.words)")
    let cured = try result("https://a.example/{\(name)}", "n,\(heading)", "1,x")
    #expect(cured.rowTexts == ["1 https://a.example/x"])
  }

  /// Two columns with one name are no one's trouble while no template uses it.
  @Test func aCollisionOfOthersIsNoMatter() throws {
    let found = try result("https://a.example/{n}", "n,Filial-Nr,Filial Nr", "1,x,y")
    #expect(found.findings == [])
  }

  @Test func rowsThatAreNoSheetHaveNoColumns() throws {
    let found = try JobResult(
      link: "https://a.example/{id}",
      rows: "<rows><column name=\"a\" as=\"b\"/><row id=\"1\"/></rows>")
    #expect(found.findings == ["2:7 needs-another"])
  }
}
