// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Workbook

/// A cell of a spreadsheet, by the numbers that the program beside its rows and columns shows.
package struct SheetCell: Hashable, Sendable {
  /// The sheet of a workbook; nil where the file is only one.
  package var sheet: String?
  /// Both begin at 1.
  package var row: Int
  package var column: Int

  /// As people name it: `C17`.
  package var name: String { cellName(column: column, row: row) }

  /// As formulas name it: `Sheet1!C17`.
  package var wholeName: String { (sheet.map { "\($0)!" } ?? "") + name }
}

/// Where a value is: in its file, and in its sheet if it is in one.
package struct ValuePlace: Hashable, Sendable {
  var position: TextPosition
  var cell: SheetCell?

  /// As people find it: the cell, or line and column.
  var name: String { cell?.name ?? "\(position.line):\(position.column)" }
}

extension ValuePlace {
  /// A cell of a workbook, which has no lines of its own.
  init(_ cell: SheetCell) {
    self.init(position: TextPosition(line: cell.row, column: cell.column), cell: cell)
  }
}
