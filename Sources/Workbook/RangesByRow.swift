// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is said of ranges of cells, asked row by row.
struct RangesByRow<Note> {
  /// Those whose first row is still to come, the next one last.
  private var waiting: [(range: MergedRange, note: Note)] = []
  private var current: [(range: MergedRange, note: Note)] = []
  private var isSorted = true
  private var row = 0
  private var looks = 0
  private let looksMax: Int

  /// Excel's sheets have at most as many hyperlinks.
  private static var rangesMax: Int { 65_536 }
  /// Only ranges that were made to take long need more looks than that, which take a second or two.
  init(looksMax: Int = 1 << 28) {
    self.looksMax = looksMax
  }

  var isEmpty: Bool { waiting.isEmpty && current.isEmpty }
  /// Whether there are more, or they take more looks, than those of people.
  var isTooMuch: Bool { waiting.count > Self.rangesMax || looks > looksMax }

  mutating func add(_ range: MergedRange, _ note: Note) {
    waiting.append((range, note))
    isSorted = false
  }

  /// What is said of a cell; rows are asked in their order.
  mutating func notes(row: Int, column: Int) -> [Note] {
    if row > self.row { move(to: row) }
    looks += current.count
    return current.filter { $0.range.columns.contains(column) }.map(\.note)
  }

  private mutating func move(to row: Int) {
    self.row = row
    if !isSorted {
      waiting.sort { $0.range.rows.lowerBound > $1.range.rows.lowerBound }
      isSorted = true
    }
    looks += current.count
    current.removeAll { $0.range.rows.upperBound < row }
    while let next = waiting.last, next.range.rows.lowerBound <= row {
      waiting.removeLast()
      if next.range.rows.upperBound >= row { current.append(next) }
    }
  }
}
