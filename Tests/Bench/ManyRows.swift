// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport

/// What rows look like; what the search for damaged values costs depends on it.
struct RowForm: Sendable {
  let name: String
  let link: String
  /// The columns; in a manifest, those that the link has no use for are left out.
  let columns: [String]
  let isUsed: @Sendable (String) -> Bool
  let values: @Sendable (Int) -> [String]

  static let stores = RowForm(
    name: "`store-N`", link: "https://go.example.com/s/{code}{?campaign}",
    columns: ["id", "code", "campaign", "city"], isUsed: { $0 != "city" },
    values: { ["store-\($0)", code($0), "spring stickers", "Zürich"] })
  static let branches = RowForm(
    name: "`Bäckerei N`", link: "https://go.example.com/s/{code}?n={name}",
    columns: ["id", "code", "name"], isUsed: { _ in true },
    values: { ["r\($0)", "c\($0)", "Bäckerei \($0)"] })
  static let numbers = RowForm(
    name: "an id", link: "https://go.example.com/s/{id}", columns: ["id"], isUsed: { _ in true },
    values: { ["\($0)"] })
  static let links = RowForm(
    name: "a finished link", link: "{+link}", columns: ["id", "shop", "link"],
    isUsed: { $0 != "shop" },
    values: { ["\($0)", "Filiale \($0)", "https://go.example.com/s/\(code($0))"] })

  private static func code(_ number: Int) -> String {
    String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 36)
  }
}

/// The same rows in a manifest, in a spreadsheet as CSV, and in a workbook.
struct ManyRows {
  let inline: String
  let spreadsheet: String
  let workbook: String
  let xlsx: String
  /// The parts of the workbook that hold the rows, as files of their own.
  let parts: [String]
  let inlineSize: Int
  /// Takes the files away when no one needs them any more.
  private let folder: TemporaryDirectory

  init(_ count: Int, _ form: RowForm = .stores) throws {
    folder = try TemporaryDirectory()
    inline = folder.path(of: "inline.xml")
    spreadsheet = folder.path(of: "spreadsheet.xml")
    workbook = folder.path(of: "workbook.xml")
    xlsx = folder.path(of: "rows.xlsx")
    parts = [folder.path(of: "sheet1.xml"), folder.path(of: "sharedStrings.xml")]
    let head = """
      <job xmlns="urn:tagpress:job:1" id="many">
      <link>\(form.link)</link>
      <tags chips="NTAG213"/>

      """
    try folder.write(head + "<rows from=\"rows.csv\"/>\n</job>\n", to: "spreadsheet.xml")
    try folder.write(head + "<rows from=\"rows.xlsx\"/>\n</job>\n", to: "workbook.xml")
    let rows = 1_000_000..<(1_000_000 + count)
    let book = SharedTextsWorkbook([form.columns] + rows.map(form.values))
    try folder.write(book.bytes(), to: "rows.xlsx")
    try folder.write(book.sheetPart, to: "sheet1.xml")
    try folder.write(book.textsPart, to: "sharedStrings.xml")
    let manifest = try Self.open(inline)
    let sheet = try Self.open(folder.path(of: "rows.csv"))
    defer { fclose(sheet) }
    fputs(head + "<rows>\n", manifest)
    fputs(form.columns.joined(separator: ",") + "\n", sheet)
    for number in rows {
      let values = form.values(number)
      let attributes = zip(form.columns, values).filter { form.isUsed($0.0) }
        .map { " \($0)=\"\($1)\"" }.joined()
      fputs("<row\(attributes)/>\n", manifest)
      fputs(values.joined(separator: ",") + "\n", sheet)
    }
    fputs("</rows>\n</job>\n", manifest)
    inlineSize = ftell(manifest)
    fclose(manifest)
  }

  private static func open(_ path: String) throws -> UnsafeMutablePointer<FILE> {
    guard let file = fopen(path, "w") else { throw UnusablePage(path: path, errno: errno) }
    return file
  }
}
