// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// Which column a job takes for its links, and which for its ids.
struct SheetSurveyTests {
  private func survey(_ text: String) throws -> SheetSurvey {
    let folder = try TemporaryDirectory()
    return try SheetSurvey(of: try folder.write(text, to: "a.csv"))
  }

  /// The column of the links, with `https://` in front if it has to be written there.
  static let linkColumns: [(text: String, column: String?)] = [
    ("a,Web site\n1,https://a.example/1\n", "Web_site"),
    ("a\nhttp://a.example\n", "a"), ("a\nmailto:me@a.example\n", "a"), ("a\nshop://x/1\n", "a"),
    ("a\nhttps://Bücher.example/ü\n", "a"),
    ("a\nwww.a.example\n", "https://a"), ("a\na.example/1?b=2\n", "https://a"),
    ("a,b\nhttps://a.example/1,\nhttps://a.example/2,https://a.example/3\n", "a"),
    // One slip does not make another column of it, and an empty value is none.
    ("a,b\nx,https://a.example/1\ny,https//a.example/2\n,https://a.example/3\n", "b"),
    ("a\nhttps://a.example\nx\n", nil), ("a\nhttps://\n", "a"), ("a\nNote: call\n", nil),
    ("a\n12/31/2026\n", nil), ("a\nposter.pdf\n", nil), ("a\nn/a\n", nil), ("a\n1.5/2.5\n", nil),
    ("a\nme@a.example\n", nil), ("a\n\"\"\n\nx\n", nil),
    // These columns have no name of their own, so they go by their number.
    ("a,a\nhttps://a.example,https://b.example\n", "column.1"),
    ("a b,a_b\nx,https://b.example\n", "column.2"),
    ("店舗,リンク\nx,https://b.example\n", "column.2"),
  ]

  @Test(arguments: linkColumns)
  func findsTheLinks(text: String, column: String?) throws {
    let found = try survey(text).linkColumn
    #expect(found.map { ($0.lacksScheme ? "https://" : "") + $0.variable } == column)
  }

  /// Links that are wrong are meant as links all the same.
  static let brokenLinks: [(text: String, column: String)] = [
    ("id,x\n1,https://a.example/100%\n2,https://a.example/5%\n", "x"),
    ("id,x\n1,https:/a.example/1\n", "x"), ("id,x\n1,https//a.example/1\n", "x"),
    ("id,x\n1,https://a b.example/1\n", "x"), ("id,x\n1,HTTP:\\\\a.example\n", "x"),
    ("id,x\n1,www.a b.example/1\n", "https://x"), ("id,x\n1,//www.a.example/1\n", "https://x"),
    // The heading says what the values are.
    ("id,Website\n1,a.example\n", "https://Website"),
  ]

  @Test(arguments: brokenLinks)
  func takesWhatIsMeantAsLinks(text: String, column: String) throws {
    let found = try survey(text)
    #expect(found.linkColumn.map { ($0.lacksScheme ? "https://" : "") + $0.variable } == column)
    #expect(found.doubtfulLinkColumn == nil)
  }

  /// Columns of which only a person knows whether they are those of the links.
  static let doubts: [(text: String, column: String?)] = [
    ("id,Link\n1,here\n", "Link"), ("id,リンク\n1,x\n", "リンク"), ("id,Web site\n1,\n", "Web site"),
    ("id,note\n1,https://a.example\n2,x\n3,y\n", "note"), ("id,note\n1,x\n", nil),
    ("id,Link,url\n1,x,https://a.example\n", nil),
  ]

  @Test(arguments: doubts)
  func doubtsAColumn(text: String, column: String?) throws {
    #expect(try survey(text).doubtfulLinkColumn?.heading == column)
  }

  @Test func seesFormulasWithoutResults() throws {
    let folder = try TemporaryDirectory()
    var table = TableWorkbook([["id", "Link"], ["1", "?"], ["2", "?"]])
    table.formulas = ["?"]
    for (name, bytes) in [("a.xlsx", table.xlsx), ("a.ods", table.ods)] {
      let survey = try SheetSurvey(of: try folder.write(bytes, to: name))
      #expect(survey.doubtfulLinkColumn?.heading == "Link")
      #expect(survey.columns.map(\.formulasWithoutResult) == [0, 2], "\(name)")
    }
  }

  static let labels: [(text: String, columns: [String])] = [
    ("id,City,Name\n1,Bern,Mitte\n2,Chur,Nord\n", ["Name", "City"]),
    ("id,店舗名\n1,東京店\n2,大阪店\n", ["column.2"]), ("id,x\n1,Bern\n2,Chur\n", ["x"]),
    // Numbers, links, and what all rows have are no names.
    ("id,zip,url,x\n1,3001,https://a.example/1,y\n2,7000,https://a.example/2,y\n", []),
    ("Name,zip\nBern,1\nChur,2\n", []),
  ]

  @Test(arguments: labels)
  func findsWhatPeopleCallARow(text: String, columns: [String]) throws {
    #expect(try survey(text).labelColumns.map(\.variable) == columns)
  }

  /// Every row of a sheet without names is one of the list.
  @Test func losesNoRowOfASheetWithoutNames() throws {
    for (text, rows) in [
      ("0001,Bern\n0002,Chur\n", 2), ("https://a.example/1\nhttps://a.example/2\n", 2),
      ("https://a.example/1\n", 1),
    ] {
      let found = try survey(text)
      #expect(found.rowCount == rows && found.valueAsName != nil)
      #expect(found.columns.first?.variable == "column.1")
    }
    #expect(try survey("id,url\n1,https://a.example/1\n").valueAsName == nil)
  }

  @Test func countsTheRowsOfOtherSheets() throws {
    let folder = try TemporaryDirectory()
    var table = TableWorkbook([["Cover"]], sheet: "Cover")
    table.sheets.append(("Shops", [["id"], ["1"], ["2"]]))
    for (name, bytes) in [("a.xlsx", table.xlsx), ("a.ods", table.ods)] {
      let path = try folder.write(bytes, to: name)
      // A cover has no rows, and the others are named.
      let error = #expect(throws: Finding<Problem>.self) { try SheetSurvey(of: path) }
      #expect(error?.problem == .severalSheets(read: "Cover", others: ["Shops"]))
    }
    table.sheets[0].rows = [["id"], ["1"]]
    let survey = try SheetSurvey(of: try folder.write(table.xlsx, to: "b.xlsx"))
    #expect(survey.otherSheets == [.init(name: "Shops", rowCount: 3)])
  }

  static let idColumns: [(text: String, column: String?)] = [
    ("a,b\n1,1\n2,2\n", "a"), ("a,b\n1,1\n1,2\n", "b"), ("a,id\n1,x\n2,y\n", "id"),
    ("a,id\n1,x\n2,x\n", "a"), ("a,b\n1,\n2,x\n", "a"), ("a,b\n,1\nx,2\n", "b"),
    // Of very few rows it may be missing, which is found in the row.
    ("a,b\n1,x\n2,y\n,z\n4,u\n", "a"), ("a,b\n1,x\n,y\n,z\n4,u\n", "b"),
    // These cannot be ids: a slash, a space at an end, a line break, a difference only in case.
    ("a\nx/1\n", nil), ("a\n x\n", nil), ("a\n\"x\ny\"\n", nil), ("a\nx\nX\n", nil),
    ("a\n\(String(repeating: "x", count: 129))\n", nil),
  ]

  @Test(arguments: idColumns)
  func findsTheIDs(text: String, column: String?) throws {
    #expect(try survey(text).idColumn?.variable == column)
  }

  @Test func seesWhatTheValuesNeed() throws {
    let columns = try survey("a,b,c\nx, x,Mu\u{308}nchen\n").columns
    #expect(columns.map(\.needsTrim) == [false, true, false])
    #expect(columns.map(\.needsComposing) == [false, false, true])
  }

  @Test func looksForIDsInTheFirstColumnsOnly() throws {
    let names = (1...20).map { "c\($0)" }.joined(separator: ",")
    let same = String(repeating: "x,", count: 16)
    let result = try survey("\(names)\n\(same)1,2,3,4\n\(same)5,6,7,8\n")
    #expect(result.idColumn == nil && result.columns.count == 20 && result.rowCount == 2)
  }

  static let unusable: [(text: String, finding: String)] = [
    ("", "1:1 csv-empty"), ("a,b\n", "1:1 no-rows"), ("a\n\"x\n", "2:1 csv-unclosed-quote"),
    ("PK\u{3}\u{4}…", "1:1 workbook-damaged"),
  ]

  @Test(arguments: unusable)
  func namesWhatHasNoRows(text: String, finding: String) throws {
    let error = #expect(throws: Finding<Problem>.self) { try survey(text) }
    #expect(
      error.map { "\($0.position.line):\($0.position.column) \($0.problem.rule)" } == finding)
  }

  @Test func namesWhatIsNoFile() throws {
    let folder = try TemporaryDirectory()
    let error = #expect(throws: Finding<Problem>.self) { try SheetSurvey(of: folder.path) }
    #expect(error?.problem.rule == "cannot-read")
  }
}
