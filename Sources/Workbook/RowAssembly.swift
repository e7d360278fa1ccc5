// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Puts the cells of a sheet together to rows, and hands these over.
///
/// What it says of a row is the same for every kind of workbook.
struct RowAssembly {
  private(set) var row = WorkbookRow()
  private(set) var remarks = WorkbookRemarks()
  private(set) var fault: WorkbookFault?
  var merged = MergedRanges()
  private var isInOrder = true
  private var cellsCount = 0
  /// Whether a column is hidden; empty as long as none is.
  private var hidden: [Bool] = []
  private var hiddenWithValue: Set<Int> = []

  mutating func note(merged range: MergedRange?) {
    if remarks.firstMerged == nil { remarks.firstMerged = range?.extent }
  }

  mutating func hide(columns: ClosedRange<Int>) {
    guard columns.lowerBound <= WorkbookLimits.columnsMax else { return }
    if hidden.isEmpty { hidden = [Bool](repeating: false, count: WorkbookLimits.columnsMax + 1) }
    for column in columns.clamped(to: 1...WorkbookLimits.columnsMax) { hidden[column] = true }
  }

  mutating func begin(isHidden: Bool) {
    row.isHidden = isHidden
    row.bytes.removeAll(keepingCapacity: true)
    row.cells.removeAll(keepingCapacity: true)
    if !row.hyperlinks.isEmpty { row.hyperlinks.removeAll() }
    isInOrder = true
  }

  /// Lets a text be added to the bytes of the row; `cell` makes a cell of it.
  mutating func withBytes<Result>(_ body: (inout [UInt8]) -> Result) -> Result { body(&row.bytes) }

  /// Adds a cell whose text are the last bytes; one without text and problem is left out.
  mutating func cell(
    column: Int, from start: Int, problem: CellProblem?, making: CellMaking = [], times: Int = 1
  ) {
    guard row.bytes.count > start || problem != nil else { return }
    guard row.bytes.count - start <= WorkbookLimits.cellTextBytesMax else {
      return fail(.tooLarge(.cellText))
    }
    guard row.bytes.count <= WorkbookLimits.rowBytesMax else { return fail(.tooLarge(.rowText)) }
    guard column + times - 1 <= WorkbookLimits.columnsMax else {
      return fail(.tooLarge(.columns))
    }
    if let last = row.cells.last, last.column >= column { isInOrder = false }
    for offset in 0..<times {
      row.cells.append(
        WorkbookRow.Cell(
          column: column + offset, range: start..<row.bytes.count, problem: problem,
          making: making))
    }
  }

  /// Notes where a click on a cell goes; an address that no link can be is none.
  mutating func hyperlink(to address: String, column: Int, times: Int = 1) {
    guard address.utf8.count <= WorkbookLimits.formulaBytesMax,
      row.hyperlinks.count + times <= WorkbookLimits.columnsMax
    else { return }
    for offset in 0..<times {
      row.hyperlinks.append(WorkbookRow.Hyperlink(column: column + offset, address: address))
    }
  }

  /// Hands the row over, as often as it is repeated; false if no more is wanted.
  mutating func finish(
    number: Int, times: Int = 1, visit: (borrowing WorkbookRow) -> Bool
  ) -> Bool {
    guard fault == nil else { return false }
    if !isInOrder, !sort() { return false }
    let isEmpty = row.cells.isEmpty
    if !merged.isEmpty { markCovered(number) }
    guard !isEmpty, fault == nil else { return fault == nil }
    guard number + times - 1 <= WorkbookLimits.rowsMax else {
      fail(.tooLarge(.rows))
      return false
    }
    cellsCount += row.cells.count * times
    guard cellsCount <= WorkbookLimits.cellsMax else {
      fail(.tooLarge(.cells))
      return false
    }
    remark(number, times)
    for offset in 0..<times {
      row.number = number + offset
      guard visit(row) else { return false }
    }
    return true
  }

  private mutating func fail(_ fault: WorkbookFault) {
    if self.fault == nil { self.fault = fault }
  }

  /// False if two cells have the same place.
  private mutating func sort() -> Bool {
    row.cells.sort { $0.column < $1.column }
    for (cell, next) in zip(row.cells, row.cells.dropFirst()) where cell.column == next.column {
      fail(.damaged(nil, .order))
      return false
    }
    return true
  }

  private mutating func markCovered(_ number: Int) {
    guard let looked = merged.move(to: number, cells: row.cells) else {
      return fail(.damaged(nil, .reference))
    }
    cellsCount += looked
    guard cellsCount <= WorkbookLimits.cellsMax else { return fail(.tooLarge(.cells)) }
    if !row.cells.isEmpty { row.cells = merged.covering(row.cells, row: number) }
  }

  private mutating func remark(_ number: Int, _ times: Int) {
    if row.isHidden {
      remarks.hiddenRows += times
      if remarks.firstHiddenRow == nil { remarks.firstHiddenRow = number }
    }
    guard !hidden.isEmpty else { return }
    for cell in row.cells where hidden[cell.column] { hiddenWithValue.insert(cell.column) }
  }

  /// What is known of the sheet now.
  var finalRemarks: WorkbookRemarks {
    var remarks = remarks
    remarks.hiddenColumns = hiddenWithValue.sorted()
    return remarks
  }
}
