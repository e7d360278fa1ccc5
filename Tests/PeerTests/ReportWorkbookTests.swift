// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// The workbook of `tagpress report --xlsx`, as LibreOffice and openpyxl read it.
@Suite(.serialized) struct ReportWorkbookTests {
  /// Ids and labels that a spreadsheet likes to take for something else.
  static let rows = [
    ("0017", "=1+1"), ("7-1", "+49 89 1"), ("1E5", "@SUM(A1)"), ("n4", "München, 東京"),
    ("n5", " _x0041_ <b>&\""), ("n6", "TRUE"),
  ]

  private func make(in folder: TemporaryDirectory) throws {
    let sheet = Self.rows.map { "\($0.0);\"\($0.1.replacing("\"", with: "\"\""))\"\r\n" }.joined()
    try folder.write("id;name\r\n" + sheet, to: "shops.csv")
    try folder.write(
      """
      <job xmlns="urn:tagpress:job:1" id="shops"><link>https://go.example.com/s/{n}</link>
      <rows from="shops.csv" label="{name}" show="id"><token name="n" length="8"/></rows>
      </job>
      """, to: "shops.xml")
    try #require(run(builtTool, ["links", "shops.xml"], directory: folder.path).exit == .code(0))
    let made = try run(
      builtTool, ["report", "--xlsx", "shops.xlsx", "shops.xml"],
      environment: ["TZ": "Europe/Berlin"], directory: folder.path)
    #expect(made.exit == .code(1) && made.errorOutput == "")
  }

  @Test func libreOfficeShowsEveryTextAsItIs() throws {
    let folder = try TemporaryDirectory()
    try make(in: folder)
    // Every sheet, in UTF-8, with the cells as they are shown.
    let filter = "csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false,false,false,-1"
    let home = "-env:UserInstallation=file://\(folder.path(of: "home"))"
    _ = try run(
      "soffice", [home, "--headless", "--convert-to", filter, "shops.xlsx"], directory: folder.path)
    let lines = String(decoding: try folder.read("shops-Rows.csv"), as: UTF8.self)
      .split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(lines.first?.prefix(5) == ["row", "label", "id", "state", "link"])
    for (line, (id, label)) in zip(lines.dropFirst(), Self.rows) {
      let shown = label.contains("\"") ? "\"_x0041_ <b>&\"\"\"" : label
      let cells = line.prefix(4).map(String.init)
      #expect(cells == [id, shown, id, "free"])
    }
    #expect(lines.count == Self.rows.count + 1)
  }

  @Test func openpyxlFindsTextsAndTimes() throws {
    let folder = try TemporaryDirectory()
    try make(in: folder)
    let script = """
      import openpyxl, sys
      book = openpyxl.load_workbook(sys.argv[1])
      rows = book["Rows"]
      print(book.sheetnames, rows.freeze_panes, rows.auto_filter.ref, rows["A1"].font.b)
      for row in rows.iter_rows(min_row=2, max_col=3):
          print([cell.data_type + " " + cell.number_format for cell in row], row[0].value)
      for name, value in book["Summary"].iter_rows(min_row=2, values_only=True):
          if "last entry" in name: print(name.split(",")[0], type(value).__name__)
      """
    let result = try run(peerPython, ["-c", script, folder.path(of: "shops.xlsx")])
    #expect(
      result.output == "['Rows', 'Summary'] A2 A1:T\(Self.rows.count + 1) True\n"
        + Self.rows.map { "['s @', 's @', 's @'] \($0.0)\n" }.joined()
        + "last entry datetime\nlast entry UTC datetime\n", "\(result.errorOutput)")
  }
}
