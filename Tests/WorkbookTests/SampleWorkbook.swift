// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Workbook

/// An .xlsx of one sheet, and what can be different about it.
struct SampleWorkbook {
  /// What is in `sheetData`.
  var rows = ""
  /// What comes before and behind it.
  var before = ""
  var behind = ""
  /// The codes of the formats that cells refer to as 1, 2, …; or numbers of built-in ones, such as #14.
  var formats: [String] = []
  /// What is in each `si`.
  var texts: [String] = []
  /// What is in `dxfs`.
  var differing = "<dxf><numFmt numFmtId=\"164\" formatCode=\"0%\"/></dxf>"
  var properties = ""
  var calculation = ""

  static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

  init(rows: String = "") {
    self.rows = rows
  }

  var sheet: String {
    """
    <worksheet xmlns="\(Self.main)">\(before)<sheetData>\(rows)</sheetData>\(behind)</worksheet>
    """
  }

  var workbook: String {
    """
    <workbook xmlns="\(Self.main)" xmlns:r="\(Self.office)">\(properties)<sheets>\
    <sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>\(calculation)</workbook>
    """
  }

  var styles: String {
    var own = ""
    var cells = "<xf numFmtId=\"0\"/>"
    for (index, format) in formats.enumerated() {
      let builtIn = format.hasPrefix("#") ? Int(format.dropFirst()) : nil
      let number = builtIn ?? 164 + index
      if builtIn == nil {
        let code = format.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
          .replacing("<", with: "&lt;")
        own += "<numFmt numFmtId=\"\(number)\" formatCode=\"\(code)\"/>"
      }
      cells += "<xf numFmtId=\"\(number)\"/>"
    }
    return """
      <styleSheet xmlns="\(Self.main)"><numFmts>\(own)</numFmts>\
      <cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs>\(cells)</cellXfs>\
      <dxfs>\(differing)</dxfs></styleSheet>
      """
  }

  /// By their names.
  var parts: [(name: String, text: String)] {
    let list = texts.map { "<si>\($0)</si>" }.joined()
    return [
      ("[Content_Types].xml", "<Types/>"),
      ("_rels/.rels", Self.relations([("officeDocument", "xl/workbook.xml")])),
      ("xl/workbook.xml", workbook),
      (
        "xl/_rels/workbook.xml.rels",
        Self.relations([
          ("worksheet", "worksheets/sheet1.xml"), ("styles", "styles.xml"),
          ("sharedStrings", "sharedStrings.xml"),
        ])
      ),
      ("xl/worksheets/sheet1.xml", sheet), ("xl/styles.xml", styles),
      ("xl/sharedStrings.xml", "<sst xmlns=\"\(Self.main)\">\(list)</sst>"),
    ]
  }

  var bytes: [UInt8] { ZipMaker(parts.map { ZipMaker.Entry($0.name, $0.text) }).bytes }

  static func relations(_ all: [(kind: String, target: String)]) -> String {
    let list = all.enumerated().map { index, relation in
      "<Relationship Id=\"rId\(index + 1)\" Type=\"\(office)/\(relation.kind)\""
        + " Target=\"\(relation.target)\"/>"
    }
    return """
      <Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
      \(list.joined())</Relationships>
      """
  }
}

/// An .ods with what is in its `spreadsheet`.
struct SampleOpenDocument {
  var styles = ""
  var tables: String

  /// One sheet with these rows.
  init(rows: String, styles: String = "") {
    self.styles = styles
    tables = "<table:table table:name=\"Sheet1\">\(rows)</table:table>"
  }

  init(tables: String, styles: String = "") {
    self.tables = tables
    self.styles = styles
  }

  var content: String {
    let base = "urn:oasis:names:tc:opendocument:xmlns:"
    return """
      <office:document-content xmlns:office="\(base)office:1.0" xmlns:table="\(base)table:1.0"\
       xmlns:text="\(base)text:1.0" xmlns:style="\(base)style:1.0" xmlns:number="\(base)datastyle:1.0"\
       xmlns:draw="\(base)drawing:1.0"\
       xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">\
      <office:automatic-styles>\(styles)</office:automatic-styles>\
      <office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body>\
      </office:document-content>
      """
  }

  var entries: [ZipMaker.Entry] {
    [
      ZipMaker.Entry("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
      ZipMaker.Entry("content.xml", content),
      ZipMaker.Entry("META-INF/manifest.xml", "<manifest/>"),
    ]
  }

  var bytes: [UInt8] { ZipMaker(entries).bytes }
}

/// All that is read of a workbook: each cell as "A1=text (problem)".
struct WorkbookReading {
  var cells: [String] = []
  var rows: [Int] = []
  var remarks = WorkbookRemarks()

  init(_ bytes: [UInt8], sheet: String? = nil) throws {
    let folder = try TemporaryDirectory()
    let reader = try WorkbookReader(path: folder.write(bytes, to: "book"), sheet: sheet)
    remarks = try reader.read { row in
      rows.append(row.number)
      for cell in row.cells {
        let problem = cell.problem.map { " (\($0))" } ?? ""
        cells.append(
          "\(cellName(column: cell.column, row: row.number))=\(row.text(cell))\(problem)")
      }
      return true
    }
  }
}

/// The fault that a workbook is refused with; nil if it is read.
func fault(of bytes: [UInt8], sheet: String? = nil) throws -> WorkbookFault? {
  do {
    _ = try WorkbookReading(bytes, sheet: sheet)
    return nil
  } catch let fault as WorkbookFault {
    return fault
  }
}
