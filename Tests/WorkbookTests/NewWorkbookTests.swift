// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import Workbook

/// Workbooks that are made, unpacked by another program and read as text.
struct NewWorkbookTests {
  /// The parts of a workbook with one sheet of these rows.
  private func sheet(_ rows: [[NewCell]], heads: [String] = ["a", "b"]) throws -> String {
    let folder = try TemporaryDirectory()
    let book = try NewWorkbook(by: "TagPress test", in: folder.path)
    try book.beginSheet("Rows & more", heads.map { NewColumn($0, width: 10) })
    for row in rows { try book.add(row) }
    var bytes: [UInt8] = []
    try book.finish {
      bytes += $0
      return true
    }
    try folder.write(bytes, to: "book.xlsx")
    #expect(folder.entries == ["book.xlsx"])
    #expect(bytes.prefix(4096).firstRange(of: NewWorkbook.mark(of: "TagPress test")) != nil)
    let part = "xl/worksheets/sheet1.xml"
    return try run("unzip", ["-p", folder.path(of: "book.xlsx"), part]).output
  }

  @Test(
    arguments: [
      ("0017", "0017"), ("=1+1", "=1+1"), (" a ", " a "), ("<&>\"", "&lt;&amp;&gt;&quot;"),
      ("a\nb\u{1B}\u{FFFE}\u{202E}", "a\\u{A}b\\u{1B}\\u{FFFE}\\u{202E}"),
      ("東京👩‍👩‍👧", "東京👩\\u{200D}👩\\u{200D}👧"),
      // What a spreadsheet would take for an A.
      ("_x0041_", "_x005F_x0041_"), ("_x004_", "_x004_"), ("__x00Ae_", "__x005F_x00Ae_"),
      (String(repeating: "x", count: 32_767), String(repeating: "x", count: 32_767)),
      (String(repeating: "x", count: 32_768), String(repeating: "x", count: 32_766) + "…"),
    ])
  func aTextStaysAText(_ text: String, _ written: String) throws {
    let found = try sheet([[.text(text)]])
    #expect(
      found.contains(
        "<c r=\"A2\" s=\"2\" t=\"inlineStr\"><is><t xml:space=\"preserve\">\(written)</t></is></c>")
    )
  }

  @Test func numbersAndTimesAreWhatTheyAre() throws {
    let found = try sheet([
      [.number(-7), .time(day: 0, seconds: 43_200)], [.empty, .time(day: 20_000, seconds: 1)],
    ])
    #expect(
      found.contains(
        "<row r=\"2\"><c r=\"A2\" s=\"0\"><v>-7</v></c><c r=\"B2\" s=\"3\"><v>25569.5</v>"))
    #expect(found.contains("<row r=\"3\"><c r=\"B3\" s=\"3\"><v>45569.00001157408"))
    #expect(found.contains("state=\"frozen\"") && found.contains("<autoFilter ref=\"A1:B3\"/>"))
  }

  @Test func aWideSheetHasNamesForItsColumns() throws {
    let found = try sheet([], heads: (0..<703).map { "h\($0)" })
    for place in ["Z1", "AA1", "AZ1", "BA1", "ZZ1", "AAA1"] {
      #expect(found.contains("<c r=\"\(place)\" s=\"1\""), "\(place)")
    }
    #expect(found.contains("<autoFilter ref=\"A1:AAA1\"/>"))
  }

  @Test func aSheetThatIsFullIsAFault() throws {
    let folder = try TemporaryDirectory()
    let book = try NewWorkbook(by: "TagPress test", in: folder.path)
    try book.beginSheet("Rows", [NewColumn("a", width: 10)])
    for _ in 1..<NewWorkbook.rowsMax { try book.add([]) }
    #expect(throws: NewWorkbookFault.tooManyRows(limit: 1_048_575)) { try book.add([]) }
    #expect(folder.entries == [])
  }

  @Test func aFolderThatIsNotThereIsAFault() {
    #expect(throws: NewWorkbookFault.cannotWrite(errno: 2)) {
      _ = try NewWorkbook(by: "TagPress test", in: "/nowhere")
    }
  }
}
