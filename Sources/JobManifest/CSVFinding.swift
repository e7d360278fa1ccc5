// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Something in a CSV file that its owner should correct, and where.
package struct CSVFinding: Hashable, Sendable {
  package let problem: CSVProblem
  package let position: TextPosition
}

/// What can be wrong with a CSV file.
package enum CSVProblem: Hashable, Sendable {
  case empty
  /// The file of a spreadsheet program itself, not CSV.
  case workbook
  /// The file was taken for another encoding than UTF-8 because of the character here.
  case guessedEncoding(CSVEncoding)
  case badCharacter(CSVEncoding)
  case emptyColumnName(Int)
  case repeatedColumnName(String, first: Int, second: Int)
  case tooManyColumns
  case tooManyFields(Int, columns: Int)
  case missingFields(Int, columns: Int)
  case fieldTooLong
  case rowTooLong
  case unclosedQuote
  case textAfterQuote
  case strayQuote

  /// Whether the row cannot be used; otherwise it was read as it was most likely meant.
  package var isError: Bool {
    switch self {
    case .guessedEncoding, .emptyColumnName, .missingFields, .strayQuote: false
    default: true
    }
  }
}
