// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing
import Workbook

/// Workbooks that LibreOffice, openpyxl and pandas wrote, read by us and by LibreOffice.
///
/// What we say was seen must be what LibreOffice shows. Where we are not sure we say so; that is
/// right in any case, and the tables of the room's own tests limit it.
@Suite(.serialized, .enabled(if: hasOffice, "soffice is not installed: .ci/setup all"))
struct WorkbookPeerTests {
  static let sheet = """
    id,city,value
    001,München,"12,5"
    4901234567890,Łódź,"1.067,00"
    01067,"Zeile 1
    Zeile 2",05.01.2024
    1067,東京,2024-01-05
    1234567890123456789,WAHR,"5,00 €"
    -7,  zwei,50%
    "=1+1",TRUE,8:30
    "1,00E+03",123456789012345,1/2/2024
    0,_x0041_,12.5
    1067,2024/01/05,令和6年1月5日
    Müller & Söhne,"a ""b"" c",<td>

    """

  @Test(arguments: ["de-DE", "en-US", "ja-JP", "pl-PL"])
  func `what LibreOffice saves is what it shows`(language: String) throws {
    let folder = try TemporaryDirectory()
    try setLanguage(language, in: folder)
    let csv = try folder.write(Self.sheet, to: "sheet.csv")
    for kind in ["xlsx", "ods"] {
      // UTF-8, and numbers and dates in the forms of the language.
      try convert(
        csv, to: kind, in: folder, reading: "Text - txt - csv (StarCalc):44,34,76,1,,0,false,true")
      try compare(folder.path(of: "sheet.\(kind)"), in: folder, leastSure: 18)
    }
  }

  @Test(arguments: ["de-DE", "en-US", "ja-JP"])
  func `numbers look as LibreOffice draws their formats`(language: String) throws {
    let folder = try TemporaryDirectory()
    try writeWithPython(folder)
    try setLanguage(language, in: folder)
    try compare(folder.path(of: "formats.xlsx"), in: folder, leastSure: 900)
  }

  /// The text that is stored with a cell is not what its style shows.
  @Test(arguments: ["de-DE", "en-US"])
  func `cells look as their styles say and not as their texts`(language: String) throws {
    let folder = try TemporaryDirectory()
    try writeWithPython(folder)
    try setLanguage(language, in: folder)
    try compare(folder.path(of: "styles.ods"), in: folder, leastSure: 150)
  }

  /// The libraries that people make their lists with; LibreOffice shows what is in their files.
  @Test(arguments: [
    "openpyxl.xlsx", "xlsxwriter.xlsx", "pandas-openpyxl.xlsx", "pandas-xlsxwriter.xlsx",
    "pandas-odf.ods", "pyexcel.xlsx", "pyexcel.ods", "odfpy.ods",
  ])
  func `what each library writes is read as it is shown`(name: String) throws {
    let folder = try TemporaryDirectory()
    let made = try run(peerPython, ["\(packageRoot)/.ci/peers/makers.py", folder.path])
    #expect(made.exit == .code(0), "\(made.errorOutput)")
    for language in ["de-DE", "en-US"] {
      try setLanguage(language, in: folder)
      try compare(folder.path(of: name), in: folder, leastSure: 15)
    }
  }

  @Test func `a workbook of openpyxl`() throws {
    let folder = try TemporaryDirectory()
    try writeWithPython(folder)
    let (cells, remarks) = try read(folder.path(of: "openpyxl.xlsx"))
    let cover = CellProblem.covered(by: "A4")
    #expect(
      cells.map(\.description) == [
        "A1=001", "B1=Łódź", "C1=01067", "D1= a  b ", "E1=x\ny", "A2=05.01.2024",
        "B2=TRUE (truthValue)", "C2= (formulaWithoutValue)", "D2=12.5 (decimal)", "E2=東京 😀",
        "A4=merged", "B4= (\(cover))", "A5= (\(cover))", "B5= (\(cover))", "C5=beside",
      ])
    #expect(remarks.hiddenRows == 1)
    #expect(remarks.hiddenColumns == [5])
    #expect(remarks.hiddenSheets == ["Secret"])
    #expect(remarks.firstMerged == "A4:B5")
  }

  @Test func `a workbook of pandas`() throws {
    let folder = try TemporaryDirectory()
    try writeWithPython(folder)
    let (cells, _) = try read(folder.path(of: "pandas.xlsx"))
    // Its dates have a time, whose signs depend on the language.
    #expect(
      cells.map(\.description) == [
        "A1=id", "B1=number", "C1=part", "D1=day", "A2=001", "B2=1", "C2=1",
        "D2=2024-01-05 (dateOfLanguage)", "A3=002", "B3=20", "C3=2.5 (decimal)",
        "D3=2024-02-29 (dateOfLanguage)", "B4=4901234567890",
      ])
  }

  /// Compares each cell of which we are sure with what LibreOffice shows.
  private func compare(_ path: String, in folder: TemporaryDirectory, leastSure: Int) throws {
    try convert(
      path, to: "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,true", in: folder,
      as: "shown")
    let name = path.split(separator: "/").last?.split(separator: ".").first ?? ""
    let shown = parsed(try folder.read("shown/\(name).csv"))
    var sure = 0
    let cells = try read(path).cells
    let places = Set(cells.map { cellName(column: $0.column, row: $0.row) })
    for (row, fields) in shown.enumerated() {
      for (column, field) in fields.enumerated() where !field.isEmpty {
        let name = cellName(column: column + 1, row: row + 1)
        #expect(places.contains(name), "\(name) is shown as '\(field)', and we have nothing")
      }
    }
    // A line break in a value is an error of its own, and LibreOffice loses some.
    for cell in cells where cell.problem == nil && !cell.text.contains("\n") {
      let row = cell.row <= shown.count ? shown[cell.row - 1] : []
      let theirs = cell.column <= row.count ? row[cell.column - 1] : ""
      // A gap as wide as a bracket is no letter.
      let isNumber = cell.text.allSatisfy { !$0.isLetter && $0 != " " }
      #expect(
        cell.text == theirs || isNumber && cell.text == theirs.trimmed,
        "\(cell) is shown as '\(theirs)'")
      sure += 1
    }
    #expect(sure >= leastSure)
  }

  private func writeWithPython(_ folder: TemporaryDirectory) throws {
    let made = try run(peerPython, ["\(packageRoot)/.ci/peers/workbooks.py", folder.path])
    #expect(made.exit == .code(0), "\(made.errorOutput)")
  }

  /// The language of LibreOffice's numbers and dates, in a profile of its own.
  private func setLanguage(_ language: String, in folder: TemporaryDirectory) throws {
    let settings = """
      <?xml version="1.0" encoding="UTF-8"?>
      <oor:items xmlns:oor="http://openoffice.org/2001/registry"
       xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <item oor:path="/org.openoffice.Setup/L10N"><prop oor:name="ooSetupSystemLocale"
       oor:op="fuse"><value>\(language)</value></prop></item></oor:items>
      """
    _ = try run("mkdir", ["-p", folder.path(of: "profile/user")])
    try folder.write(settings, to: "profile/user/registrymodifications.xcu")
  }

  private func convert(
    _ path: String, to format: String, in folder: TemporaryDirectory, as place: String = ".",
    reading filter: String? = nil
  ) throws {
    let made = try run(
      "soffice",
      [
        "-env:UserInstallation=file://\(folder.path(of: "profile"))", "--headless",
        "--convert-to", format, "--outdir", folder.path(of: place),
      ] + (filter.map { ["--infilter=\($0)"] } ?? []) + [path], timeLimit: .seconds(300))
    #expect(made.exit == .code(0), "\(made.errorOutput)")
  }

  private struct Cell: CustomStringConvertible {
    let column: Int
    let row: Int
    let text: String
    let problem: CellProblem?

    var description: String {
      "\(cellName(column: column, row: row))=\(text)\(problem.map { " (\($0))" } ?? "")"
    }
  }

  private func read(_ path: String) throws -> (cells: [Cell], remarks: WorkbookRemarks) {
    var cells: [Cell] = []
    let remarks = try WorkbookReader(path: path).read { row in
      for cell in row.cells {
        cells.append(
          Cell(
            column: cell.column, row: row.number, text: row.text(cell), problem: cell.problem))
      }
      return true
    }
    return (cells, remarks)
  }
}

private let hasOffice = (try? run("soffice", ["--version"]))?.exit == .code(0)

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    if text.hasPrefix(" ") { text.removeFirst() }
    if text.hasSuffix(" ") { text.removeLast() }
    return String(text)
  }
}

/// The fields of a CSV file, all of them between commas.
private func parsed(_ bytes: [UInt8]) -> [[String]] {
  var rows: [[String]] = []
  var row: [String] = []
  var field: [UInt8] = []
  var isQuoted = false
  var last: UInt8?
  for byte in bytes {
    switch byte {
    case UInt8(ascii: "\""):
      // Two quotes are one.
      if last == byte, !isQuoted { field.append(byte) }
      isQuoted.toggle()
    case UInt8(ascii: ",") where !isQuoted, UInt8(ascii: "\n") where !isQuoted:
      row.append(String(decoding: field, as: UTF8.self))
      field = []
      if byte == UInt8(ascii: "\n") {
        rows.append(row)
        row = []
      }
    default: field.append(byte)
    }
    last = byte
  }
  return rows
}
