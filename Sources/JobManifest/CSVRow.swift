// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Workbook

/// One row of a spreadsheet; its memory is reused for the next one.
package struct CSVRow: Sendable {
  /// The fields in UTF-8, one after the other.
  package internal(set) var bytes: [UInt8] = []
  package internal(set) var fields: [Field] = []

  /// The names of the columns, as the first row gives them.
  package internal(set) var columns: [String] = []

  /// Set if the encoding of letters other than ASCII is only a guess.
  package internal(set) var guess: EncodingGuess?

  package struct Field: Hashable, Sendable {
    /// Where the value is in the bytes of the row.
    package internal(set) var range: Range<Int>
    /// Where it is in the file; its opening quote, if it has one.
    package let position: TextPosition
  }

  /// The sheet of a workbook; nil in a text file.
  var sheet: String?
  /// Fields whose text may differ from what a person saw in the cell.
  var cellProblems: [(column: Int, problem: CellProblem)] = []
  /// The link behind a field, for the few that have one.
  var addresses: [(column: Int, address: String)] = []
  /// The origin of each field's text, if requested and the file is a workbook.
  var makings: [CellMaking] = []
  /// The number of the row in the sheet, from 1.
  package internal(set) var number = 0
  /// The number of the row that names the columns, and where each name is.
  var header = 0
  var headerPositions: [TextPosition] = []

  package var position: TextPosition { fields.first?.position ?? TextPosition() }

  var places: Places { Places(fields: fields, sheet: sheet, number: number) }

  /// Where the fields of the row are.
  struct Places {
    let fields: [Field]
    let sheet: String?
    let number: Int

    var ofRow: ValuePlace {
      ValuePlace(
        position: fields.first?.position ?? TextPosition(),
        cell: SheetCell(sheet: sheet, row: number, column: 1))
    }

    /// Where a field is, counted from 0.
    func of(_ column: Int) -> ValuePlace {
      ValuePlace(
        position: fields[column].position,
        cell: SheetCell(sheet: sheet, row: number, column: column + 1))
    }
  }

  /// Where the name of a column is.
  func headerPlace(_ column: Int) -> ValuePlace {
    ValuePlace(
      position: headerPositions.indices.contains(column) ? headerPositions[column] : position,
      cell: SheetCell(sheet: sheet, row: header, column: column + 1))
  }

  /// A field as a string.
  package func text(_ index: Int) -> String {
    String(decoding: bytes[fields[index].range], as: UTF8.self)
  }

  var isBlank: Bool { bytes.isEmpty }

  /// The number of fields up to the last that is not empty.
  var width: Int { (fields.lastIndex { !$0.range.isEmpty } ?? -1) + 1 }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    fields.removeAll(keepingCapacity: true)
    cellProblems.removeAll(keepingCapacity: true)
    if !addresses.isEmpty { addresses.removeAll() }
    if !makings.isEmpty { makings.removeAll(keepingCapacity: true) }
  }
}
