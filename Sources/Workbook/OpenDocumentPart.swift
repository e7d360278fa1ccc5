// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads one sheet of an .ods (content.xml), row by row.
final class OpenDocumentPart: PartTarget {
  private let wanted: Int
  private let styles: OpenDocumentStyles
  private let visit: (borrowing WorkbookRow) -> Bool
  private var assembly = RowAssembly()
  private unowned(unsafe) var parser: PartParser?
  private var names: OpenDocumentNames?
  private var place = Place.start
  private var sheet = -1
  /// Whether each element around the row that only holds others, such as a group, hides them.
  private var groups: [Bool] = []
  /// Elements within a paragraph.
  private var spans = 0
  private var row = 1
  private var rowTimes = 1
  private var column = 1
  private var columnTimes = 1
  private var columnForWidth = 1
  private var cell = OpenDocumentCell()
  private var text = OpenDocumentText()
  private var mergedCount = 0
  /// Where a click on the cell goes.
  private var address: String?
  /// The styles of the cells that name none: by columns, each with the last one, and that of the row.
  private var columnStyles: [(last: Int, style: String?)] = []
  private var columnStyle = 0
  private var rowStyle: String?
  /// The look that was found last, and for which style.
  private var lastLook: (style: [UInt8], look: OpenDocumentStyles.Look?)?

  private enum Place { case start, document, body, spreadsheet, sheet, row, cell, paragraph }

  init(
    sheet wanted: Int, styles: OpenDocumentStyles,
    visit: @escaping (borrowing WorkbookRow) -> Bool
  ) {
    (self.wanted, self.styles) = (wanted, styles)
    self.visit = visit
  }

  var remarks: WorkbookRemarks { assembly.finalRemarks }

  func begin(_ parser: PartParser) {
    self.parser = parser
    names = OpenDocumentNames(parser)
  }

  func start(_ tag: borrowing PartTag) {
    guard let names else {
      parser?.skip()
      return
    }
    switch place {
    case .row where tag.space == names.table && tag.name == names.tableCell,
      .row where tag.space == names.table && tag.name == names.coveredCell:
      startCell(tag, names)
    case .cell where tag.space == names.text && (tag.name == names.p || tag.name == names.h):
      place = .paragraph
      text.beginParagraph()
    case .paragraph: startSpan(tag, names)
    case .sheet where tag.space == names.table: startInSheet(tag, names)
    case .spreadsheet where tag.space == names.table && tag.name == names.tableName:
      sheet += 1
      if sheet == wanted { place = .sheet } else { parser?.skip() }
    case .start: place = .document
    case .document where tag.space == names.office && tag.name == names.body: place = .body
    case .body where tag.space == names.office && tag.name == names.spreadsheet:
      place = .spreadsheet
    // Notes and drawings have texts too, and so has what was changed.
    default: parser?.skip()
    }
  }

  func end() {
    switch place {
    case .paragraph where spans > 0: spans -= 1
    case .paragraph: place = .cell
    case .cell:
      place = .row
      endCell()
    case .row:
      place = .sheet
      endRow()
    case .sheet where !groups.isEmpty: groups.removeLast()
    case .sheet:
      place = .spreadsheet
      parser?.stop()
    case .spreadsheet: place = .body
    case .body: place = .document
    case .document, .start: place = .start
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard place == .paragraph else { return }
    guard text.bytes.count + bytes.count <= WorkbookLimits.cellTextBytesMax else {
      parser?.stop(.tooLarge(.cellText))
      return
    }
    text.add(bytes)
  }

  private func startInSheet(_ tag: borrowing PartTag, _ names: OpenDocumentNames) {
    if tag.name == names.row {
      place = .row
      column = 1
      columnStyle = 0
      rowStyle = tag.value(names.defaultCellStyleName, in: names.table)?.string
      rowTimes = times(tag.value(names.rowsRepeated, in: names.table))
      assembly.begin(isHidden: groups.contains(true) || isHidden(tag, isRow: true, names))
    } else if tag.name == names.column {
      let last = columnForWidth + times(tag.value(names.columnsRepeated, in: names.table)) - 1
      if groups.contains(true) || isHidden(tag, isRow: false, names) {
        assembly.hide(columns: columnForWidth...last)
      }
      if columnForWidth <= WorkbookLimits.columnsMax {
        columnStyles.append(
          (last, tag.value(names.defaultCellStyleName, in: names.table)?.string))
      }
      columnForWidth = min(last, WorkbookLimits.columnsMax) + 1
      parser?.skip()
    } else if names.containers.contains(tag.name) {
      groups.append(tag.value(names.display, in: names.table)?.elementsEqual("false".utf8) ?? false)
    } else {
      parser?.skip()
    }
  }

  private func isHidden(
    _ tag: borrowing PartTag, isRow: Bool, _ names: OpenDocumentNames
  ) -> Bool {
    // The others are "collapse" and "filter".
    if let word = tag.value(names.visibility, in: names.table), !word.elementsEqual("visible".utf8)
    {
      return true
    }
    guard styles.hasTooSmall, let style = tag.value(names.styleName, in: names.table) else {
      return false
    }
    return styles.isTooSmall(style.string, isOfRows: isRow)
  }

  /// How often something is repeated; more than any sheet can hold is as good as the most.
  private func times(_ text: UnsafeBufferPointer<UInt8>?) -> Int {
    guard let text else { return 1 }
    return min(max(1, text.wholeNumber ?? WorkbookLimits.rowsMax), WorkbookLimits.rowsMax)
  }

  private func startCell(_ tag: borrowing PartTag, _ names: OpenDocumentNames) {
    place = .cell
    text.clear()
    cell = OpenDocumentCell()
    address = nil
    columnTimes = times(tag.value(names.columnsRepeated, in: names.table))
    if let formula = tag.value(names.formula, in: names.table) {
      cell.hasFormula = true
      address = hyperlinkAddress(inFormula: formula.prefix(WorkbookLimits.formulaBytesMax))
    }
    cell.isError =
      tag.value(names.valueType, in: names.calcext)?.elementsEqual("error".utf8) ?? false
    if let kind = tag.value(names.valueType, in: names.office) { readValue(kind, tag, names) }
    if cell.kind == .number || cell.kind == .date { cell.look = look(of: tag, names) }
    let columns = times(tag.value(names.columnsSpanned, in: names.table))
    let rows = times(tag.value(names.rowsSpanned, in: names.table))
    guard columns > 1 || rows > 1, column <= WorkbookLimits.columnsMax else { return }
    mergedCount += 1
    guard mergedCount <= WorkbookLimits.mergedRangesMax else {
      parser?.stop(.tooLarge(.mergedRanges))
      return
    }
    let range = MergedRange(
      columns: column...min(column + columns - 1, WorkbookLimits.columnsMax),
      rows: row...(row + rows - 1))
    assembly.note(merged: range)
    assembly.merged.add(range)
  }

  private func readValue(
    _ kind: UnsafeBufferPointer<UInt8>, _ tag: borrowing PartTag, _ names: OpenDocumentNames
  ) {
    var value = tag.value(names.value, in: names.office)
    switch kind.string {
    case "string":
      cell.kind = .text
      value = tag.value(names.stringValue, in: names.office)
    case "float": cell.kind = .number
    case "percentage": cell.kind = .percentage
    case "currency": cell.kind = .money
    case "date":
      cell.kind = .date
      value = tag.value(names.dateValue, in: names.office)
    case "time":
      cell.kind = .date
      value = tag.value(names.timeValue, in: names.office)
    case "boolean":
      cell.kind = .truthValue
      value = tag.value(names.booleanValue, in: names.office)
    default: cell.kind = .other
    }
    guard let value else { return }
    guard value.count <= WorkbookLimits.cellTextBytesMax else {
      parser?.stop(.tooLarge(.cellText))
      return
    }
    cell.value = Array(value)
  }

  private func look(
    of tag: borrowing PartTag, _ names: OpenDocumentNames
  ) -> OpenDocumentStyles.Look? {
    guard let own = tag.value(names.styleName, in: names.table) else {
      while columnStyle < columnStyles.count, columnStyles[columnStyle].last < column {
        columnStyle += 1
      }
      let ofColumn = columnStyle < columnStyles.count ? columnStyles[columnStyle].style : nil
      return styles.look(of: rowStyle ?? ofColumn)
    }
    // Cells of one style mostly follow each other.
    if let lastLook, lastLook.style.elementsEqual(own) { return lastLook.look }
    let look = styles.look(of: own.string)
    lastLook = (Array(own), look)
    return look
  }

  private func startSpan(_ tag: borrowing PartTag, _ names: OpenDocumentNames) {
    guard tag.space == names.text, tag.name != names.note, tag.name != names.rubyText else {
      parser?.skip()
      return
    }
    if tag.name == names.a {
      address = address ?? tag.value(names.href, in: names.xlink)?.string
    } else if tag.name == names.s {
      let times = times(tag.value(names.c, in: names.text))
      guard text.bytes.count + times <= WorkbookLimits.cellTextBytesMax else {
        parser?.stop(.tooLarge(.cellText))
        return
      }
      text.add(UInt8(ascii: " "), times: times)
    } else if tag.name == names.tab {
      text.add(UInt8(ascii: "\t"))
    } else if tag.name == names.lineBreak {
      text.add(UInt8(ascii: "\n"))
    }
    spans += 1
  }

  private func endCell() {
    defer { column += columnTimes }
    guard text.hasParagraph || cell.kind != .none || cell.hasFormula else { return }
    var seen = text.bytes
    let problem = cell.problem(with: &seen)
    let start = assembly.row.bytes.count
    assembly.withBytes { $0 += seen }
    assembly.cell(
      column: column, from: start, problem: problem,
      making: CellMaking(
        ofFormula: cell.hasFormula, isNumber: cell.kind == .number || cell.kind == .date,
        stored: cell.value, seen: seen[...]),
      times: columnTimes)
    if let address { assembly.hyperlink(to: address, column: column, times: columnTimes) }
    if let fault = assembly.fault { parser?.stop(fault) }
  }

  private func endRow() {
    if !assembly.finish(number: row, times: rowTimes, visit: visit) { parser?.stop(assembly.fault) }
    row += rowTimes
  }
}
