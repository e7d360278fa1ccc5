// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A workbook whose cells are texts, as .xlsx and as .ods.
package struct TableWorkbook {
  package var sheets: [(name: String, rows: [[String]])]
  /// Rows of the first sheet that are hidden, from 1.
  package var hiddenRows: Set<Int> = []
  /// Columns of the first sheet that are hidden, from 1.
  package var hiddenColumns: Set<Int> = []
  /// Texts in whose place there is a formula that no program has calculated.
  package var formulas: Set<String> = []

  /// The XML of the cells of an .xlsx that stand for these texts.
  package var cells: [String: String] = [:]
  /// The codes of the formats to which such cells refer as 1, 2, ….
  package var formats: [String] = []

  /// Where a click on a cell with this text goes, in the first sheet.
  package var hyperlinks: [String: String] = [:]

  package init(_ rows: [[String]], sheet: String = "Sheet1") {
    sheets = [(sheet, rows)]
  }

  private static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
  private static let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
  private static let package = "http://schemas.openxmlformats.org/package/2006/relationships"

  package var xlsx: [UInt8] {
    var entries = [
      ZipMaker.Entry(
        "_rels/.rels",
        "<Relationships xmlns=\"\(Self.package)\"><Relationship Id=\"r\""
          + " Type=\"\(Self.office)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>")
    ]
    var list = ""
    var relations = ""
    for (index, sheet) in sheets.enumerated() {
      list += "<sheet name=\"\(sheet.name)\" sheetId=\"\(index + 1)\" r:id=\"r\(index)\"/>"
      relations +=
        "<Relationship Id=\"r\(index)\" Type=\"\(Self.office)/worksheet\""
        + " Target=\"worksheets/\(index).xml\"/>"
      let rows = sheet.rows.enumerated().map { number, cells in
        let isHidden = index == 0 && hiddenRows.contains(number + 1)
        let texts = cells.map { cell in
          if cell.isEmpty { return "<c/>" }
          if formulas.contains(cell) { return "<c><f>A1</f></c>" }
          if let xml = self.cells[cell] { return xml }
          return
            "<c t=\"inlineStr\"><is><t xml:space=\"preserve\">\(escaped(cell))</t></is></c>"
        }
        return "<row r=\"\(number + 1)\"\(isHidden ? " hidden=\"1\"" : "")>\(texts.joined())</row>"
      }
      let columns =
        index > 0 || hiddenColumns.isEmpty
        ? ""
        : "<cols>"
          + hiddenColumns.sorted().map { "<col min=\"\($0)\" max=\"\($0)\" hidden=\"1\"/>" }
          .joined()
          + "</cols>"
      let (links, addresses) = index > 0 ? ("", "") : linksOfFirstSheet
      entries.append(
        ZipMaker.Entry(
          "xl/worksheets/\(index).xml",
          "<worksheet xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.office)\">\(columns)<sheetData>"
            + "\(rows.joined())</sheetData>\(links)</worksheet>"
        ))
      if !addresses.isEmpty {
        entries.append(
          ZipMaker.Entry(
            "xl/worksheets/_rels/\(index).xml.rels",
            "<Relationships xmlns=\"\(Self.package)\">\(addresses)</Relationships>"))
      }
    }
    if !formats.isEmpty {
      relations += "<Relationship Id=\"s\" Type=\"\(Self.office)/styles\" Target=\"styles.xml\"/>"
      entries.append(ZipMaker.Entry("xl/styles.xml", styles))
    }
    entries.append(
      ZipMaker.Entry(
        "xl/workbook.xml",
        "<workbook xmlns=\"\(Self.main)\" xmlns:r=\"\(Self.office)\"><sheets>\(list)</sheets></workbook>"
      ))
    entries.append(
      ZipMaker.Entry(
        "xl/_rels/workbook.xml.rels",
        "<Relationships xmlns=\"\(Self.package)\">\(relations)</Relationships>"))
    return ZipMaker(entries).bytes
  }

  private var styles: String {
    var (own, cells) = ("", "<xf numFmtId=\"0\"/>")
    for (index, code) in formats.enumerated() {
      own += "<numFmt numFmtId=\"\(164 + index)\" formatCode=\"\(escaped(code))\"/>"
      cells += "<xf numFmtId=\"\(164 + index)\"/>"
    }
    return "<styleSheet xmlns=\"\(Self.main)\"><numFmts>\(own)</numFmts>"
      + "<cellXfs>\(cells)</cellXfs></styleSheet>"
  }

  /// The hyperlinks of an .xlsx, and the relations with their addresses.
  private var linksOfFirstSheet: (String, String) {
    var (links, addresses) = ("", "")
    for (row, cells) in sheets[0].rows.enumerated() {
      for (column, cell) in cells.enumerated() {
        guard let address = hyperlinks[cell] else { continue }
        let id = "h\(row)x\(column)"
        // Such tables have few columns.
        let name = "\(Character(Unicode.Scalar(UInt8(65 + column))))\(row + 1)"
        links += "<hyperlink ref=\"\(name)\" r:id=\"\(id)\"/>"
        addresses +=
          "<Relationship Id=\"\(id)\" Type=\"\(Self.office)/hyperlink\""
          + " Target=\"\(escaped(address))\" TargetMode=\"External\"/>"
      }
    }
    return (links.isEmpty ? "" : "<hyperlinks>\(links)</hyperlinks>", addresses)
  }

  package var ods: [UInt8] {
    let names = ["office", "table", "text"].map {
      " xmlns:\($0)=\"urn:oasis:names:tc:opendocument:xmlns:\($0):1.0\""
    }
    let xlink = " xmlns:xlink=\"http://www.w3.org/1999/xlink\""
    var tables = ""
    for (index, sheet) in sheets.enumerated() {
      tables += "<table:table table:name=\"\(sheet.name)\">"
      if index == 0, let last = hiddenColumns.max() {
        for column in 1...last {
          let isHidden = hiddenColumns.contains(column)
          tables += "<table:table-column\(isHidden ? " table:visibility=\"collapse\"" : "")/>"
        }
      }
      for (number, cells) in sheet.rows.enumerated() {
        let isHidden = index == 0 && hiddenRows.contains(number + 1)
        tables += "<table:table-row\(isHidden ? " table:visibility=\"collapse\"" : "")>"
        for cell in cells {
          if cell.isEmpty {
            tables += "<table:table-cell/>"
          } else if formulas.contains(cell) {
            tables += "<table:table-cell table:formula=\"of:=[.A1]\"/>"
          } else {
            var text = spaced(cell)
            if index == 0, let address = hyperlinks[cell] {
              text =
                "<text:a xlink:href=\"\(escaped(address))\" xlink:type=\"simple\">\(text)</text:a>"
            }
            tables +=
              "<table:table-cell office:value-type=\"string\"><text:p>\(text)</text:p></table:table-cell>"
          }
        }
        tables += "</table:table-row>"
      }
      tables += "</table:table>"
    }
    let type = "application/vnd.oasis.opendocument.spreadsheet"
    return ZipMaker([
      ZipMaker.Entry("mimetype", type),
      ZipMaker.Entry(
        "META-INF/manifest.xml",
        "<m:manifest xmlns:m=\"urn:oasis:names:tc:opendocument:xmlns:manifest:1.0\">"
          + "<m:file-entry m:full-path=\"/\" m:media-type=\"\(type)\"/></m:manifest>"),
      ZipMaker.Entry(
        "content.xml",
        "<office:document-content\(names.joined())\(xlink) office:version=\"1.2\"><office:body>"
          + "<office:spreadsheet>\(tables)</office:spreadsheet></office:body></office:document-content>"
      ),
    ]).bytes
  }

  private func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }

  /// Spaces at the ends have an element of their own, as programs write them.
  private func spaced(_ text: String) -> String {
    var text = escaped(text)
    if text.hasPrefix(" ") { text = "<text:s/>" + text.dropFirst() }
    if text.hasSuffix(" ") { text = text.dropLast() + "<text:s/>" }
    return text
  }
}
