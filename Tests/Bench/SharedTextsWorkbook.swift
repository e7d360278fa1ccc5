// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport

/// Rows of texts in an .xlsx like those of Excel: each different text once, in a part of its
/// own, and packed.
struct SharedTextsWorkbook {
  private var texts: [UInt8] = []
  private var known: [String: Int] = [:]
  private var sheet: [UInt8] = []

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006/relationships"

  init(_ rows: some Sequence<[String]>) {
    for (index, row) in rows.enumerated() { addRow(index + 1, row.map { add($0) }) }
  }

  private mutating func add(_ text: String) -> Int {
    if let known = known[text] { return known }
    texts += "<si><t>\(text)</t></si>".utf8
    known[text] = known.count
    return known.count - 1
  }

  private mutating func addRow(_ number: Int, _ texts: [Int]) {
    sheet += "<row r=\"\(number)\" spans=\"1:\(texts.count)\">".utf8
    for (letter, text) in zip("ABCD", texts) {
      sheet += "<c r=\"\(letter)\(number)\" t=\"s\"><v>\(text)</v></c>".utf8
    }
    sheet += "</row>".utf8
  }

  /// The two parts that hold the rows.
  var sheetPart: [UInt8] {
    Array("<worksheet xmlns=\"\(Self.main)\"><sheetData>".utf8) + sheet
      + "</sheetData></worksheet>".utf8
  }

  var textsPart: [UInt8] {
    Array("<sst xmlns=\"\(Self.main)\" uniqueCount=\"\(known.count)\">".utf8) + texts
      + "</sst>".utf8
  }

  func bytes() throws -> [UInt8] {
    func part(_ name: String, _ text: String) throws -> ZipMaker.Entry {
      try ZipMaker.Entry(packing: name, Array(text.utf8))
    }
    func relation(_ id: String, _ kind: String, _ target: String) -> String {
      "<Relationship Id=\"\(id)\" Type=\"\(Self.office)/\(kind)\" Target=\"\(target)\"/>"
    }
    func relations(_ list: String) -> String {
      "<Relationships xmlns=\"\(Self.package)\">\(list)</Relationships>"
    }
    return try ZipMaker([
      part("[Content_Types].xml", Self.types),
      part("_rels/.rels", relations(relation("a", "officeDocument", "xl/workbook.xml"))),
      part(
        "xl/workbook.xml",
        "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.office)\"><sheets>"
          + "<sheet name=\"Sheet1\" sheetId=\"1\" r:id=\"a\"/></sheets></workbook>"),
      part(
        "xl/_rels/workbook.xml.rels",
        relations(
          relation("a", "worksheet", "worksheets/sheet1.xml")
            + relation("b", "sharedStrings", "sharedStrings.xml"))),
      ZipMaker.Entry(packing: "xl/worksheets/sheet1.xml", sheetPart),
      ZipMaker.Entry(packing: "xl/sharedStrings.xml", textsPart),
    ]).bytes
  }

  private static let types = """
    <Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
    <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
    <Override PartName="/xl/workbook.xml" \
    ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>\
    <Override PartName="/xl/worksheets/sheet1.xml" \
    ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>\
    <Override PartName="/xl/sharedStrings.xml" \
    ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/>\
    </Types>
    """
}
