// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A row of a spreadsheet with all its columns, also those that the job does not use.
package struct ListedCells: Sendable {
  /// The heads of the columns, as they are in the file.
  package let heads: [String]
  /// As spreadsheet programs show them.
  package let texts: [String]

  init(_ row: borrowing CSVRow) {
    heads = row.columns
    var texts: [String] = []
    texts.reserveCapacity(row.fields.count)
    for column in row.fields.indices {
      texts.append(String(decoding: row.bytes[row.shownRange(column)], as: UTF8.self))
    }
    self.texts = texts
  }

  /// The cell of a column, counted from 0; empty where the row ends before it.
  package subscript(_ column: Int) -> String {
    texts.indices.contains(column) ? texts[column] : ""
  }
}
