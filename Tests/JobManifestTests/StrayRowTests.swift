// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import JobManifest

/// Rows of a sheet that are none of its list, in text and in workbooks.
struct StrayRowTests {
  struct Sheet: Sendable, CustomTestStringConvertible {
    let name: String
    /// Rows with | between their fields.
    let rows: [String]
    /// The rules, each with its row and column.
    let findings: [String]
    var isError = false

    var cells: [[String]] {
      rows.map { $0.split(separator: "|", omittingEmptySubsequences: false).map(String.init) }
    }
    var testDescription: String { name }
  }

  private static let list = ["id|city|zip", "1|Bern|3001", "2|Chur|7000", "3|Genf|1201"]

  static let sheets: [Sheet] = [
    Sheet(name: "a list", rows: list, findings: []),
    Sheet(
      name: "names again", rows: list + ["ID|City|zip", "4|Biel|2502"],
      findings: ["names-again 5:1"], isError: true),
    Sheet(
      name: "a value like its heading", rows: list + ["4|City|2502"],
      findings: ["name-as-value 5:2"]),
    Sheet(name: "a sum", rows: list + ["Summe|x|"], findings: ["total-row 5:1"]),
    Sheet(name: "a sum in the cell", rows: list + ["TOTAL: 37|x|"], findings: ["total-row 5:1"]),
    Sheet(name: "a sum of all", rows: list + ["Total général|3|12"], findings: ["total-row 5:1"]),
    Sheet(name: "a sum in Japanese", rows: list + ["合計|3|"], findings: ["total-row 5:1"]),
    Sheet(name: "a sum in Russian", rows: list + ["Итого|3|"], findings: ["total-row 5:1"]),
    Sheet(name: "a shop called Total", rows: list + ["Total|Lyon|69001 Lyon"], findings: []),
    Sheet(name: "a shop called Summer", rows: list + ["Summer|Lyon|"], findings: []),
    Sheet(
      name: "the name of a second list", rows: list + ["", "shop|town|code", "7|Lyon|1"],
      findings: ["second-table 6:1"]),
    Sheet(name: "an empty row", rows: list + ["", "4|Biel|2502"], findings: []),
    Sheet(
      name: "an explanation", rows: [list[0], "number|name|five digits"] + list.dropFirst(),
      findings: ["explanation-row 2:1"]),
    Sheet(
      name: "an explanation in brackets",
      rows: [list[0], "(1 digit)|(name)|(4 digits)"] + list.dropFirst(),
      findings: ["explanation-row 2:1"]),
    Sheet(
      name: "the sum of a part", rows: list + ["Summe 3001|x|"], findings: ["total-row 5:1"]),
    Sheet(name: "one id of letters", rows: list + ["x|Biel|2502"], findings: []),
  ]

  @Test(arguments: sheets)
  func isTold(_ sheet: Sheet) throws {
    let table = TableWorkbook(sheet.cells)
    let width = sheet.cells[0].count
    let text = sheet.cells.map { row in
      (row + Array(repeating: "", count: max(0, width - row.count))).joined(separator: ";") + "\n"
    }.joined()
    for bytes in [table.xlsx, table.ods, Array(text.utf8)] {
      let found = try JobResult(
        link: "https://a.example/{id}/{city}", rows: "<rows from=\"a\"/>", bytes: ["a": bytes])
      let told = found.list.findings.map { finding in
        "\(finding.problem.rule) \(finding.cell?.row ?? 0):\(finding.cell?.column ?? 0)"
      }
      #expect(told == sheet.findings, "\(found.words)")
      #expect((found.list.errorCount > 0) == sheet.isError)
    }
  }

  /// A heading between the parts of a list, where the link needs no other cell.
  @Test func aRowWithOneCellIsToldAmongFullOnes() throws {
    func rules(_ rows: [String]) throws -> [String] {
      try JobResult(
        link: "https://a.example/{id}", rows: "<rows from=\"a.csv\"/>",
        files: ["a.csv": rows.joined(separator: "\n") + "\n"]
      ).findings
    }
    #expect(try rules(["id;city", "1;x", "North;", "2;y"]) == ["a.csv:3:1 almost-empty-row"])
    // Where most rows have no more, that is their nature.
    #expect(try rules(["id;note", "1;x", "2;", "3;"]) == [])
    #expect(try rules(["id", "1", "2"]) == [])
  }

  /// A second line of names leaves out the column that numbers the rows.
  @Test func aSecondLineOfNamesIsTold() throws {
    let found = try JobResult(
      link: "https://a.example/{v}", rows: "<rows from=\"a.csv\" id=\"{v}\"/>",
      files: ["a.csv": "id;v;x\n;Name;y\n1;Bern;z\n2;Chur;z\n"])
    #expect(found.findings == ["a.csv:2:2 explanation-row"])
  }

  /// Whether a value is looked at as a sum is decided by its first bytes, in whatever case.
  @Test(arguments: [
    "SUMME", "Grand Total", "SUB-TOTAL:", "i alt", "I ALT", "Iš viso", "KOPĀ", "ÖSSZESEN",
    "Végösszeg", "Yhteensä", "OGÓŁEM", "Σύνολο", "ΣΎΝΟΛΟ", "Σ", "Σ 37", "∑", "ИТОГО", "итог",
    "Tổng cộng", "TỔNG", "รวม", "סה\"כ", "المجموع", "합계", "计", "toplam", "sous-total",
  ])
  func sumsAreToldInEveryLanguage(word: String) throws {
    let cell = word.replacing("\"", with: "\"\"")
    let found = try JobResult(
      link: "https://a.example/{id}", rows: "<rows from=\"a.csv\"/>",
      files: ["a.csv": "id;city;n\n1;Bern;2\n2;Chur;3\n\"\(cell)\";;5\n"])
    #expect(found.findings == ["a.csv:4:1 total-row"])
  }

  @Test func theSumOfAPartIsTold() throws {
    let found = try JobResult(
      link: "https://a.example/{id}", rows: "<rows from=\"a.csv\"/>",
      files: ["a.csv": "id;city;n\n1;Bern;2\n2;Chur;3\nSumme Stadt 1;;5\n3;Genf;\n"])
    #expect(found.findings == ["a.csv:4:1 total-row"])
  }

  /// Exports often have separators behind their last column, and columns without names are one mistake.
  @Test(arguments: [
    ([["id", "a", "", "", ""], ["1", "x", "", "", ""], ["2", "y", "", "", ""]], []),
    (
      [["id", "a", "", "", ""], ["1", "x", "p", "q", ""], ["2", "y", "r", "", ""]], ["2:3 C, D"]
    ),
    (
      [["id", "a", "", "", ""], ["1", "x", "p", "", ""], ["2", "y", "r", "", "s"]],
      ["2:3 C", "3:5 E"]
    ),
  ])
  func columnsWithoutNamesAreToldIfSomethingIsInThem(rows: [[String]], told: [String]) throws {
    let text = rows.map { $0.joined(separator: ",") + "\n" }.joined()
    for bytes in [TableWorkbook(rows).xlsx, TableWorkbook(rows).ods, Array(text.utf8)] {
      let found = try JobResult(
        link: "https://a.example/{id}", rows: "<rows from=\"a\"/>", bytes: ["a": bytes])
      let places = found.list.findings.map { finding -> String in
        guard case .cellWithoutName(_, let columns) = finding.problem else { return "other" }
        let (row, column) = (finding.position.line, finding.cell?.column ?? 0)
        return "\(row):\(column) \(columns.joined(separator: ", "))"
      }
      #expect(places == told)
    }
  }

  @Test func aTableAtTheSideIsTold() throws {
    for (rows, findings) in [
      ([["id", "a", "", "id2", "b"], ["1", "x", "", "7", "y"]], ["table-beside"]),
      ([["id", "a", "", "note"], ["1", "x", "", "y"]], []),
      // A column that has values has no name, and that is said.
      ([["id", "a", "", "b", "c"], ["1", "x", "9", "y", "z"]], ["cell-without-name"]),
    ] {
      let table = TableWorkbook(rows)
      for bytes in [table.xlsx, table.ods] {
        let found = try JobResult(
          link: "https://a.example/{id}", rows: "<rows from=\"a\"/>", bytes: ["a": bytes])
        #expect(found.list.findings.map(\.problem.rule) == findings, "\(found.words)")
        #expect(found.list.errorCount == 0)
      }
    }
  }

  /// In a text such a row is an error, because its fields may have moved.
  @Test func aCellBeyondTheNamesIsTold() throws {
    let rows = [["id", "city"], ["1", "Bern", "call!"], ["2", "Chur", "again"]]
    let table = TableWorkbook(rows)
    for bytes in [table.xlsx, table.ods] {
      let found = try JobResult(
        link: "https://a.example/{id}", rows: "<rows from=\"a\"/>", bytes: ["a": bytes])
      #expect(found.rowTexts == ["1 https://a.example/1", "2 https://a.example/2"])
      #expect(found.list.findings.map { $0.cell?.name } == ["C2"])
      #expect(
        found.words == [
          "\"call!\" is in a column without a name, so it is in no link. Give the column a name to"
            + " use it."
        ])
    }
  }
}
