// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads a sheet of an .xlsx (xl/worksheets/sheet1.xml), row by row.
final class SheetPart: PartTarget {
  private let reading: CellReading
  private let visit: (borrowing WorkbookRow) -> Bool
  private var assembly = RowAssembly()
  private unowned(unsafe) var parser: PartParser?
  private var names: SheetNames?
  private var place = Place.start
  private var row = 0
  private var column = 0
  private var cell = CellReading.Cell()
  private var value: [UInt8] = []
  private var formula: [UInt8] = []
  private var conditional: RangesByRow<NumberFormat>
  private var hyperlinks: RangesByRow<CellNotes.Hyperlink>
  private let addresses: [String: String]
  /// The last row that a formula of another cell fills, for each column; empty as long as none does.
  private var filledThrough: [Int] = []
  private var filledColumns: Set<Int> = []
  private var filledCount = 0
  /// Those of this row that are in the file, even as an empty text.
  private var filledThere: Set<Int> = []

  /// In a lower row (in points) or a narrower column (in digits) nobody sees what is in it.
  private static let heightMin = 4
  private static let widthMin = 1

  private enum Place {
    case start, sheet, columns, rows, row, cell, value, formula, inline, inlineText, run, runText
  }

  init(
    reading: CellReading, notes: CellNotes, addresses: [String: String],
    visit: @escaping (borrowing WorkbookRow) -> Bool
  ) {
    self.reading = reading
    self.visit = visit
    (conditional, hyperlinks) = (notes.conditional, notes.hyperlinks)
    self.addresses = addresses
    assembly.merged = MergedRanges(notes.merged)
    // The parts of the file do not come in the order of the sheet.
    let first = notes.merged.min {
      ($0.rows.lowerBound, $0.columns.lowerBound) < ($1.rows.lowerBound, $1.columns.lowerBound)
    }
    assembly.note(merged: first)
  }

  var remarks: WorkbookRemarks { assembly.finalRemarks }

  func begin(_ parser: PartParser) {
    self.parser = parser
    names = SheetNames(parser)
  }

  func start(_ tag: borrowing PartTag) {
    guard let names, names.text.spaces.hold(tag.space) else {
      if place == .start { parser?.damage(.xml) }
      parser?.skip()
      return
    }
    switch place {
    case .row where tag.name == names.c: startCell(tag, names)
    case .cell where tag.name == names.v:
      place = .value
      cell.hasValue = true
    case .rows where tag.name == names.row: startRow(tag, names)
    case .cell where tag.name == names.f:
      place = .formula
      cell.hasFormula = true
      fill(tag, names)
    case .cell where tag.name == names.is:
      place = .inline
      cell.hasValue = true
    case .inline where tag.name == names.text.t: place = .inlineText
    case .inline where tag.name == names.text.r: place = .run
    case .run where tag.name == names.text.t: place = .runText
    case .start where tag.name == names.worksheet: place = .sheet
    case .start: parser?.damage(.xml)
    case .sheet where tag.name == names.sheetData: place = .rows
    case .sheet where tag.name == names.cols: place = .columns
    case .columns where tag.name == names.col:
      hideColumns(tag, names)
      parser?.skip()
    default: parser?.skip()
    }
  }

  func end() {
    switch place {
    case .value, .formula, .inline: place = .cell
    case .cell:
      place = .row
      endCell()
    case .row:
      place = .rows
      addFilledCells()
      if !assembly.finish(number: row, visit: visit) { parser?.stop(assembly.fault) }
    case .inlineText, .run: place = .inline
    case .runText: place = .run
    case .rows, .columns: place = .sheet
    case .sheet, .start: place = .start
    }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>) {
    if place == .formula, formula.count + bytes.count <= WorkbookLimits.formulaBytesMax {
      formula += bytes
    }
    guard place == .value || place == .inlineText || place == .runText else { return }
    guard value.count + bytes.count <= WorkbookLimits.cellTextBytesMax else {
      parser?.stop(.tooLarge(.cellText))
      return
    }
    value.append(contentsOf: bytes)
  }

  private func startRow(_ tag: borrowing PartTag, _ names: SheetNames) {
    place = .row
    column = 0
    if !filledThere.isEmpty { filledThere.removeAll() }
    // Some programs leave the numbers out.
    if let number = tag.value(names.r) {
      guard let number = number.wholeNumber, number > row else {
        parser?.damage(.order)
        return
      }
      row = number
    } else {
      row += 1
    }
    let isLow = tag.value(names.ht)?.isLess(than: Self.heightMin) ?? false
    assembly.begin(isHidden: isLow || tag.value(names.hidden)?.isTrue ?? false)
  }

  private func startCell(_ tag: borrowing PartTag, _ names: SheetNames) {
    place = .cell
    value.removeAll(keepingCapacity: true)
    if let name = tag.value(names.r) {
      guard let place = CellPlace(name), place.row == row else {
        // A place beyond the largest sheet is as wrong as one in another row.
        parser?.damage(.reference)
        return
      }
      column = place.column
    } else {
      column += 1
    }
    formula.removeAll(keepingCapacity: true)
    cell = CellReading.Cell(
      kind: CellKind(tag.value(names.t)), format: tag.value(names.s).map(\.wholeNumber) ?? 0)
  }

  /// A formula of an array, or a table of results, is in one cell, and fills others.
  private func fill(_ tag: borrowing PartTag, _ names: SheetNames) {
    guard let kind = tag.value(names.t),
      kind.elementsEqual("array".utf8) || kind.elementsEqual("dataTable".utf8),
      let range = tag.value(names.ref).flatMap({ MergedRange($0) })
    else { return }
    filledCount += range.columns.count
    guard filledCount <= WorkbookLimits.cellsMax else {
      parser?.stop(.tooLarge(.cells))
      return
    }
    if filledThrough.isEmpty {
      filledThrough = [Int](repeating: 0, count: WorkbookLimits.columnsMax + 1)
    }
    filledColumns.formUnion(range.columns)
    for column in range.columns {
      filledThrough[column] = max(filledThrough[column], range.rows.upperBound)
    }
  }

  /// Some libraries leave out the cells that a formula of another one fills.
  private func addFilledCells() {
    guard !filledColumns.isEmpty else { return }
    // What is looked at once more is a cell each time, and those are counted.
    filledColumns = filledColumns.filter { row <= filledThrough[$0] }
    for column in filledColumns.subtracting(filledThere).sorted() {
      let end = assembly.row.bytes.count
      assembly.cell(column: column, from: end, problem: .formulaWithoutValue)
    }
  }

  private func endCell() {
    if cell.hasValue || cell.hasFormula, filledThrough.indices.contains(column),
      row <= filledThrough[column]
    {
      cell.hasFormula = true
      filledThere.insert(column)
    }
    guard cell.hasValue || cell.hasFormula else { return }
    if !conditional.isEmpty { cell.conditional = conditional.notes(row: row, column: column) }
    noteHyperlink()
    let (value, cell, reading) = (value, cell, reading)
    let start = assembly.row.bytes.count
    do throws(WorkbookFault) {
      var fault: WorkbookFault?
      let problem = assembly.withBytes { bytes -> CellProblem? in
        do throws(WorkbookFault) {
          return try reading.append(value, of: cell, to: &bytes)
        } catch {
          fault = error
          return nil
        }
      }
      if let fault { throw fault }
      if conditional.isTooMuch { throw .tooLarge(.formats) }
      if hyperlinks.isTooMuch { throw .tooLarge(.hyperlinks) }
      assembly.cell(
        column: column, from: start, problem: problem,
        making: CellMaking(
          ofFormula: cell.hasFormula, isNumber: cell.kind == .number || cell.kind == .date,
          stored: value, seen: assembly.row.bytes[start...]))
      if let fault = assembly.fault { throw fault }
    } catch {
      parser?.stop(error)
    }
  }

  private func noteHyperlink() {
    if cell.hasFormula, let address = hyperlinkAddress(inFormula: formula) {
      return assembly.hyperlink(to: address, column: column)
    }
    guard !hyperlinks.isEmpty,
      let link = hyperlinks.notes(row: row, column: column).first, let relation = link.relation,
      let address = addresses[relation]
    else { return }
    // Another place in the workbook itself is no address.
    assembly.hyperlink(to: address + (link.place.map { "#\($0)" } ?? ""), column: column)
  }

  private func hideColumns(_ tag: borrowing PartTag, _ names: SheetNames) {
    let isNarrow = tag.value(names.width)?.isLess(than: Self.widthMin) ?? false
    guard isNarrow || tag.value(names.hidden)?.isTrue ?? false,
      let first = tag.value(names.min)?.wholeNumber, let last = tag.value(names.max)?.wholeNumber,
      first >= 1, last >= first
    else { return }
    assembly.hide(columns: first...last)
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether it is a number without sign, perhaps with decimals, that is less than a whole one.
  fileprivate func isLess(than limit: Int) -> Bool {
    let digits = prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard digits.count == count || self[digits.count] == UInt8(ascii: ".") else { return false }
    return UnsafeBufferPointer(rebasing: digits).wholeNumber.map { $0 < limit } ?? false
  }
}

/// The names of elements and attributes in a sheet.
struct SheetNames {
  let text: RichTextNames
  let worksheet, sheetData, cols, col, row, c, v, f, `is`: PartName
  let r, t, s, ref, hidden, ht, min, max, width: PartName
}

extension SheetNames {
  init(_ parser: PartParser) {
    self.init(
      text: RichTextNames(parser), worksheet: parser.name("worksheet"),
      sheetData: parser.name("sheetData"), cols: parser.name("cols"), col: parser.name("col"),
      row: parser.name("row"), c: parser.name("c"), v: parser.name("v"), f: parser.name("f"),
      is: parser.name("is"), r: parser.name("r"), t: parser.name("t"), s: parser.name("s"),
      ref: parser.name("ref"), hidden: parser.name("hidden"), ht: parser.name("ht"),
      min: parser.name("min"), max: parser.name("max"), width: parser.name("width"))
  }
}
