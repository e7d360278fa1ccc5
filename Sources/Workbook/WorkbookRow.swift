// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A sheet of a workbook.
package struct WorkbookSheet: Hashable, Sendable {
  package let name: String
  package let isHidden: Bool
}

/// One row of a sheet.
///
/// Rows without anything in them are left out.
/// A row's memory is used again for the next one.
package struct WorkbookRow: Sendable {
  /// As spreadsheet programs show it, from 1.
  package internal(set) var number = 0
  package internal(set) var isHidden = false
  /// The texts of the cells in UTF-8, one after the other.
  package internal(set) var bytes: [UInt8] = []
  /// Ascending by column; cells without anything in them are left out.
  package internal(set) var cells: [Cell] = []

  /// Where a click on a cell goes, for the few that have such an address, by column.
  package internal(set) var hyperlinks: [Hyperlink] = []

  package struct Hyperlink: Hashable, Sendable {
    package let column: Int
    package let address: String
  }

  package struct Cell: Hashable, Sendable {
    /// From 1.
    package let column: Int
    package let range: Range<Int>
    package let problem: CellProblem?
    package let making: CellMaking
  }

  package func text(_ cell: Cell) -> String { String(decoding: bytes[cell.range], as: UTF8.self) }
}

/// How the text of a cell came about, if not by typing it.
package struct CellMaking: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  init(ofFormula: Bool, isNumber: Bool, stored: [UInt8], seen: ArraySlice<UInt8>) {
    self = ofFormula ? .formula : []
    guard isNumber else { return }
    insert(.number)
    if !seen.elementsEqual(stored) { insert(.formatted) }
  }

  package static let number = CellMaking(rawValue: 1)
  /// A number or a day that looks otherwise than it is stored.
  package static let formatted = CellMaking(rawValue: 2)
  package static let formula = CellMaking(rawValue: 4)
}

/// Why the text of a cell may not be what a person saw there.
///
/// The text may still be there, as the best known reading.
package enum CellProblem: Hashable, Sendable {
  /// #REF! and the like; the text has it.
  case errorValue
  /// A formula whose result was never stored, or is not the one that a program would show.
  case formulaWithoutValue
  /// A date or time whose look depends on the language of the program. The text is its ISO form.
  case dateOfLanguage
  /// A date before March 1900, where spreadsheet programs disagree. The text is what Excel shows.
  case earlyDate
  /// A number that looks otherwise while a condition holds: the code of the format that it has then.
  case conditionalFormat(String)
  /// A number with a format that is not drawn here: the code of the format.
  case numberFormat(String)
  /// A number such as 12.5, whose decimal sign depends on the language. The text has a dot.
  case decimal
  /// A number of more than 15 digits; the last ones were lost when it was typed.
  case inexact
  /// TRUE, WAHR and the like, whose word depends on the language. The text is the word in the file.
  case truthValue
  /// The cell refers to a text, or is of a kind, that is not there.
  case brokenReference
  /// It lies in a merged range; the value is in the cell with this name.
  case covered(by: String)
}

/// The name of a cell as spreadsheet programs show it, such as C17.
package func cellName(column: Int, row: Int) -> String { columnName(column) + "\(row)" }

/// The name of a column as spreadsheet programs show it, such as C or AB.
package func columnName(_ column: Int) -> String {
  var letters: [UInt8] = []
  var rest = column
  while rest > 0 {
    letters.append(UInt8(ascii: "A") + UInt8((rest - 1) % 26))
    rest = (rest - 1) / 26
  }
  return String(decoding: letters.reversed(), as: UTF8.self)
}
