// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import Workbook

/// What a sheet says behind its cells about ranges of them.
struct CellNotesTests {
  private static let rows = """
    <row r="1"><c r="A1"><v>7</v></c><c r="B1"><v>70</v></c><c r="C1" t="str"><v>x</v></c></row>\
    <row r="2"><c r="A2"><v>8</v></c><c r="B2"><v>80</v></c></row>
    """

  /// The sample's first condition shows percent, and the second one changes no number.
  private func cells(_ behind: String, differing: String) throws -> [String] {
    var book = SampleWorkbook(rows: Self.rows)
    book.behind = behind
    book.differing = differing
    return try WorkbookReading(book.bytes).cells
  }

  @Test(arguments: [
    ("0%", ["A1=7 (conditionalFormat(\"0%\"))", "B1=70", "C1=x", "A2=8", "B2=80"]),
    // It looks the same either way.
    ("0", ["A1=7", "B1=70", "C1=x", "A2=8", "B2=80"]),
    ("General", ["A1=7", "B1=70", "C1=x", "A2=8", "B2=80"]),
    ("00", ["A1=7 (conditionalFormat(\"00\"))", "B1=70", "C1=x", "A2=8", "B2=80"]),
  ])
  func aFormatOnAConditionIsTold(code: String, expected: [String]) throws {
    let rule =
      "<cfRule type=\"cellIs\" dxfId=\"1\" priority=\"1\" operator=\"lessThan\">"
      + "<formula>9</formula></cfRule>"
    let found = try cells(
      "<conditionalFormatting sqref=\"A1 C1 D7:E9\">\(rule)</conditionalFormatting>",
      differing: "<dxf><font/></dxf><dxf><numFmt numFmtId=\"170\" formatCode=\"\(code)\"/></dxf>")
    #expect(found == expected)
    // One that has no number format leaves numbers as they are.
    #expect(
      try cells(
        "<conditionalFormatting sqref=\"A1:B2\"><cfRule dxfId=\"0\"/></conditionalFormatting>",
        differing: "<dxf><font/></dxf>") == ["A1=7", "B1=70", "C1=x", "A2=8", "B2=80"])
  }

  /// Excel keeps rules that refer to another sheet in an extension, with their formats and ranges.
  @Test func aConditionInAnExtensionIsTold() throws {
    let behind = """
      <extLst><ext xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"\
       uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}"><x14:conditionalFormattings>\
      <x14:conditionalFormatting xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main">\
      <x14:cfRule type="expression" priority="1"><xm:f>Sheet2!$A$1</xm:f>\
      <x14:dxf><numFmt numFmtId="171" formatCode="0.0"/></x14:dxf></x14:cfRule>\
      <xm:sqref>B1:B2</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext></extLst>
      """
    #expect(
      try cells(behind, differing: "") == [
        "A1=7", "B1=70 (conditionalFormat(\"0.0\"))", "C1=x", "A2=8",
        "B2=80 (conditionalFormat(\"0.0\"))",
      ])
  }

  @Test(arguments: [
    ("HYPERLINK(\"https://a.example/1\",\"Shop\")", "https://a.example/1"),
    ("of:=HYPERLINK(\"https://a.example/1\";\"Shop\")", "https://a.example/1"),
    ("hyperlink(\"https://a.example/1\")", "https://a.example/1"),
    ("HYPERLINK(\"a\"\"b\" ,B1)", "a\"b"),
    ("HYPERLINK(\"https://a.example/\"&A1,\"Shop\")", nil), ("HYPERLINK(A1,\"Shop\")", nil),
    ("HYPERLINK(\"https://a.example", nil), ("HYPERLINK(\"", nil), ("SUM(A1)", nil), ("", nil),
  ])
  func theAddressOfAFormulaIsRead(formula: String, address: String?) {
    #expect(hyperlinkAddress(inFormula: Array(formula.utf8)) == address)
  }

  @Test func rangesAreFoundByRowAndColumn() throws {
    var notes = RangesByRow<Int>()
    for (number, range) in ["A1:B9", "B2:C2", "A5:A5", "B3:B4"].enumerated() {
      notes.add(try #require(MergedRange(Array(range.utf8))), number)
    }
    var found: [String] = []
    for row in 1...10 {
      for column in 1...3 {
        let numbers = notes.notes(row: row, column: column).sorted()
        if !numbers.isEmpty { found.append("\(row):\(column) \(numbers)") }
      }
    }
    #expect(
      found == [
        "1:1 [0]", "1:2 [0]", "2:1 [0]", "2:2 [0, 1]", "2:3 [1]", "3:1 [0]", "3:2 [0, 3]",
        "4:1 [0]",
        "4:2 [0, 3]", "5:1 [0, 2]", "5:2 [0]", "6:1 [0]", "6:2 [0]", "7:1 [0]", "7:2 [0]",
        "8:1 [0]",
        "8:2 [0]", "9:1 [0]", "9:2 [0]",
      ])
    #expect(notes.isEmpty)
  }

  /// Many ranges over all cells would take hours.
  @Test func rangesThatTakeTooLongAreTooMuch() throws {
    var notes = RangesByRow<Int>(looksMax: 1_000)
    for number in 0..<10 { notes.add(MergedRange(columns: 1...9, rows: 1...9), number) }
    for column in 1...9 { #expect(notes.notes(row: 1, column: column).count == 10) }
    #expect(!notes.isTooMuch)
    for row in 2...9 { for column in 1...9 { _ = notes.notes(row: row, column: column) } }
    #expect(!notes.isTooMuch)
    for _ in 0..<20 { _ = notes.notes(row: 9, column: 1) }
    #expect(notes.isTooMuch)
    var many = RangesByRow<Int>()
    for number in 0...65_536 { many.add(MergedRange(columns: 1...1, rows: 1...1), number) }
    #expect(many.isTooMuch)
  }
}
