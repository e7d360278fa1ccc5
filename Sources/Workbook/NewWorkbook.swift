// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// A cell of a workbook that is made.
package enum NewCell {
  case empty
  /// Always a text, also where it looks like a number, a time or a formula.
  case text(String)
  case number(Int)
  /// A time as clocks show it: the days since 1970-01-01, and the seconds of the day.
  case time(day: Int, seconds: Int)
}

/// A column of a sheet: what stands above it, and how many characters wide it is.
package struct NewColumn {
  package let head: String
  package let width: Int

  package init(_ head: String, width: Int) {
    self.head = head
    self.width = width
  }
}

/// A workbook (.xlsx) that is written row by row, however many there are.
///
/// Every sheet has one line of heads that stays in sight, and a filter over its columns.
package final class NewWorkbook {
  private let zip: NewZipFile
  private let program: String
  private var sheets: [String] = []
  /// `A`, `B` and so on, for each column.
  private var letters: [String] = []
  private var rows = 0
  private var buffer: [UInt8] = []

  /// The rows of a sheet, with its heads.
  package static let rowsMax = 1_048_576
  /// The characters of a cell, as UTF-16 counts them.
  package static let cellLettersMax = 32_767
  private static let bufferBytes = 1 << 16
  private static let types = "http://schemas.openxmlformats.org/"

  /// What a workbook of this program has near its beginning, and hardly another file.
  package static func mark(of program: String) -> [UInt8] { Array("<Application>\(program)".utf8) }

  /// Begins a workbook whose parts wait in this folder.
  package init(by program: String, in folder: String) throws(NewWorkbookFault) {
    zip = try NewZipFile(in: folder)
    self.program = program
    // What looks at the beginning of a file to say what it is looks for this one.
    try put("[Content_Types].xml", Self.contentTypes)
    try put(
      "docProps/app.xml", isPacked: false,
      """
      <Properties xmlns="\(Self.types)officeDocument/2006/extended-properties">\
      <Application>\(cellXML(program))</Application></Properties>
      """)
    try put(
      "_rels/.rels",
      Self.related([
        ("officeDocument", "xl/workbook.xml"), ("extended-properties", "docProps/app.xml"),
      ]))
  }

  /// Begins a sheet; the one before it is whole.
  package func beginSheet(_ name: String, _ columns: [NewColumn]) throws(NewWorkbookFault) {
    try endSheet()
    sheets.append(name)
    letters = columns.indices.map { columnName($0 + 1) }
    rows = 0
    try zip.begin("xl/worksheets/sheet\(sheets.count).xml")
    let widths = columns.enumerated().map { number, column in
      "<col min=\"\(number + 1)\" max=\"\(number + 1)\" width=\"\(column.width)\" customWidth=\"1\"/>"
    }
    let selected = sheets.count == 1 ? " tabSelected=\"1\"" : ""
    add(
      """
      \(Self.head)<worksheet xmlns="\(Self.types)spreadsheetml/2006/main">\
      <sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>\
      <sheetView\(selected) workbookViewId="0"><pane ySplit="1" topLeftCell="A2" \
      activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>\
      <cols>\(widths.joined())</cols><sheetData>
      """)
    try add(columns.map { .text($0.head) }, isHead: true)
  }

  package func add(_ cells: [NewCell]) throws(NewWorkbookFault) { try add(cells, isHead: false) }

  /// Packs the workbook and hands it over piece by piece; false stops.
  package func finish(_ put: ([UInt8]) -> Bool) throws(NewWorkbookFault) {
    try endSheet()
    try addFrame()
    try zip.finish(put)
  }

  private func add(_ cells: [NewCell], isHead: Bool) throws(NewWorkbookFault) {
    guard rows < Self.rowsMax else { throw .tooManyRows(limit: Self.rowsMax - 1) }
    rows += 1
    let number = String(rows)
    add("<row r=\"")
    add(number)
    add("\">")
    for (column, cell) in Swift.zip(letters, cells) {
      switch cell {
      case .empty: continue
      case .text(let text):
        if text.isEmpty { continue }
        begin(column, number, isHead ? 1 : 2)
        add(" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
        add(cellXML(cellText(text)))
        add("</t></is></c>")
      case .number(let value):
        begin(column, number, 0)
        add("><v>")
        add(String(value))
        add("</v></c>")
      case .time(let day, let seconds):
        // Spreadsheets count from 1899-12-30, so that their 1900 may have a day too many.
        let days = Double(day + 25_569) + Double(seconds) / 86_400
        begin(column, number, 3)
        add("><v>")
        add(days.description)
        add("</v></c>")
      }
    }
    add("</row>")
    if buffer.count >= Self.bufferBytes { try flush() }
  }

  private func begin(_ column: String, _ row: String, _ style: Int) {
    add("<c r=\"")
    add(column)
    add(row)
    add("\" s=\"")
    add(String(style))
    add("\"")
  }

  private func endSheet() throws(NewWorkbookFault) {
    guard !sheets.isEmpty else { return }
    add("</sheetData><autoFilter ref=\"A1:\(letters.last ?? "A")\(max(1, rows))\"/>")
    // Whoever prints it wants all columns beside each other.
    add("<pageSetup orientation=\"landscape\" fitToWidth=\"1\" fitToHeight=\"0\"/></worksheet>")
    try flush()
  }

  private func add(_ text: String) { buffer += text.utf8 }

  private func flush() throws(NewWorkbookFault) {
    try zip.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  // MARK: What holds the sheets together

  private static let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"

  private func put(
    _ name: String, isPacked: Bool = true, _ text: String
  ) throws(NewWorkbookFault) {
    try zip.begin(name, isPacked: isPacked)
    try zip.write(Array((Self.head + text).utf8))
  }

  private static let package = "\(types)package/2006"
  private static let relations = "\(types)officeDocument/2006/relationships"

  private static let contentTypes: String = {
    let kind = "application/vnd.openxmlformats-officedocument"
    let others = [
      ("/xl/workbook.xml", "spreadsheetml.sheet.main"), ("/xl/styles.xml", "spreadsheetml.styles"),
      ("/docProps/app.xml", "extended-properties"),
    ].map { "<Override PartName=\"\($0)\" ContentType=\"\(kind).\($1)+xml\"/>" }
    return """
      <Types xmlns="\(package)/content-types"><Default Extension="rels" \
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
      <Default Extension="xml" ContentType="\(kind).spreadsheetml.worksheet+xml"/>\
      \(others.joined())</Types>
      """
  }()

  private static func related(_ parts: [(kind: String, place: String)]) -> String {
    let entries = parts.enumerated().map { number, part in
      """
      <Relationship Id="r\(number + 1)" Type="\(relations)/\(part.kind)" Target="\(part.place)"/>
      """
    }
    return "<Relationships xmlns=\"\(package)/relationships\">\(entries.joined())</Relationships>"
  }

  private func addFrame() throws(NewWorkbookFault) {
    let numbers = sheets.indices.map { $0 + 1 }
    let places = numbers.map { (kind: "worksheet", place: "worksheets/sheet\($0).xml") }
    try put(
      "xl/_rels/workbook.xml.rels", Self.related(places + [(kind: "styles", place: "styles.xml")]))
    let list = Swift.zip(numbers, sheets).map { number, name in
      "<sheet name=\"\(cellXML(name))\" sheetId=\"\(number)\" r:id=\"r\(number)\"/>"
    }
    try put(
      "xl/workbook.xml",
      """
      <workbook xmlns="\(Self.types)spreadsheetml/2006/main" xmlns:r="\(Self.relations)">\
      <sheets>\(list.joined())</sheets></workbook>
      """)
    try put("xl/styles.xml", Self.styles)
  }

  /// Numbers, heads, texts and times, in this order.
  private static let styles = """
    <styleSheet xmlns="\(types)spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" \
    formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/>\
    <name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
    <fills count="2"><fill><patternFill patternType="none"/></fill><fill>\
    <patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/>\
    <top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" \
    fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="4">\
    <xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
    <xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" \
    applyFont="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" \
    applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" \
    applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" \
    builtinId="0"/></cellStyles></styleSheet>
    """
}

/// A text as a cell can have it: not too long, and what no eye could see by number.
private func cellText(_ text: String) -> String {
  let shown = visible(text)
  guard shown.utf8.count > NewWorkbook.cellLettersMax else { return shown }
  var (cut, letters) = ("", 0)
  for scalar in shown.unicodeScalars {
    letters += UTF16.width(scalar)
    guard letters < NewWorkbook.cellLettersMax else { return cut + "…" }
    cut.unicodeScalars.append(scalar)
  }
  return cut
}

/// A text between tags or quotes.
private func cellXML(_ text: String) -> String {
  if text.utf8.allSatisfy({ !isMarked($0) }) { return text }
  var bytes: [UInt8] = []
  let source = Array(text.utf8)
  for (index, byte) in source.enumerated() {
    switch byte {
    case UInt8(ascii: "&"): bytes += "&amp;".utf8
    case UInt8(ascii: "<"): bytes += "&lt;".utf8
    case UInt8(ascii: ">"): bytes += "&gt;".utf8
    case UInt8(ascii: "\""): bytes += "&quot;".utf8
    case UInt8(ascii: "_") where beginsEscape(source[index...]):
      // `_x0041_` stands for an A in a workbook, and `_x005F_` for this character.
      bytes += "_x005F_".utf8
    default: bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}

/// Whether the byte may mean something else than itself.
private func isMarked(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
    UInt8(ascii: "_"):
    true
  default: false
  }
}

private func beginsEscape(_ rest: ArraySlice<UInt8>) -> Bool {
  let piece = Array(rest.prefix(7))
  return piece.count == 7 && (piece[1] | 0x20) == UInt8(ascii: "x") && piece[6] == UInt8(ascii: "_")
    && piece[2...5].allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 6 }
}
