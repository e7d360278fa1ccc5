// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A range of cells that is shown as one, with the value of its first cell.
struct MergedRange: Hashable {
  let columns: ClosedRange<Int>
  let rows: ClosedRange<Int>
  /// Whether there is anything in the first cell.
  var hasValue = false

  var name: String { cellName(column: columns.lowerBound, row: rows.lowerBound) }

  /// Both ends, such as A1:D1.
  var extent: String {
    "\(name):\(cellName(column: columns.upperBound, row: rows.upperBound))"
  }
}

/// The merged ranges that reach into the row that is read.
struct MergedRanges {
  /// Those whose first row is still to come, the next one last.
  private var waiting: [MergedRange]
  private var current: [MergedRange] = []
  /// Every column of the current ones, ascending, with its range.
  private var columns: [(column: Int, range: Int)] = []
  private var isChanged = false

  /// All ranges of the sheet, in any order.
  init(_ ranges: [MergedRange] = []) {
    waiting = ranges.sorted { $0.rows.lowerBound > $1.rows.lowerBound }
  }

  var isEmpty: Bool { waiting.isEmpty && current.isEmpty }

  /// Adds one whose first row is being read.
  mutating func add(_ range: MergedRange) {
    current.append(range)
    isChanged = true
  }

  /// Goes to a row with these cells, and says how many columns of ranges had to be looked at; nil if
  /// ranges overlap, which no program allows.
  mutating func move(to row: Int, cells: [WorkbookRow.Cell]) -> Int? {
    let before = current.count
    current.removeAll { $0.rows.upperBound < row }
    if current.count < before { isChanged = true }
    while let next = waiting.last, next.rows.lowerBound <= row {
      waiting.removeLast()
      if next.rows.upperBound >= row { add(next) }
    }
    for index in current.indices where current[index].rows.lowerBound == row {
      let first = current[index].columns.lowerBound
      current[index].hasValue = cells.contains { $0.column == first }
    }
    guard isChanged else { return 0 }
    isChanged = false
    columns.removeAll(keepingCapacity: true)
    for (index, range) in current.enumerated() {
      guard columns.count + range.columns.count <= WorkbookLimits.columnsMax else { return nil }
      for column in range.columns { columns.append((column, index)) }
    }
    columns.sort { $0.column < $1.column }
    let isTwice = zip(columns, columns.dropFirst()).contains { $0.column == $1.column }
    return isTwice ? nil : columns.count
  }

  /// The cells, and an empty one in each column whose value is in another cell.
  func covering(_ cells: [WorkbookRow.Cell], row: Int) -> [WorkbookRow.Cell] {
    var all: [WorkbookRow.Cell] = []
    var rest = cells[...]
    for (column, index) in columns {
      let range = current[index]
      while let cell = rest.first, cell.column < column {
        all.append(cell)
        rest.removeFirst()
      }
      // The first cell of a range is covered by none.
      if row == range.rows.lowerBound, column == range.columns.lowerBound { continue }
      if let cell = rest.first, cell.column == column {
        all.append(
          WorkbookRow.Cell(
            column: column, range: cell.range, problem: .covered(by: range.name), making: []))
        rest.removeFirst()
      } else if range.hasValue {
        all.append(
          WorkbookRow.Cell(
            column: column, range: 0..<0, problem: .covered(by: range.name), making: []))
      }
    }
    return all + rest
  }
}

extension MergedRange {
  /// Reads a range such as A1:D4; nil if that is none.
  init?(_ text: some Collection<UInt8>) {
    let ends = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard ends.count == 2, let first = CellPlace(ends[0]), let last = CellPlace(ends[1]),
      first.column <= last.column, first.row <= last.row
    else { return nil }
    self.init(columns: first.column...last.column, rows: first.row...last.row)
  }
}

/// The place of a cell.
struct CellPlace: Hashable {
  let column: Int
  let row: Int

  /// Reads a name such as C17.
  init?(_ text: some Collection<UInt8>) {
    var column = 0
    var row = 0
    var rest = text[...]
    while let byte = rest.first, byte >= UInt8(ascii: "A"), byte <= UInt8(ascii: "Z") {
      column = column * 26 + Int(byte - UInt8(ascii: "A")) + 1
      guard column <= WorkbookLimits.columnsMax else { return nil }
      rest = rest.dropFirst()
    }
    while let byte = rest.first, byte >= 0x30, byte <= 0x39 {
      row = row * 10 + Int(byte - 0x30)
      guard row <= WorkbookLimits.rowsMax else { return nil }
      rest = rest.dropFirst()
    }
    guard rest.isEmpty, column > 0, row > 0 else { return nil }
    (self.column, self.row) = (column, row)
  }
}
