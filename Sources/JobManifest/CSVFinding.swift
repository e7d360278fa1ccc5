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
  /// The encoding is not stated, and the letters of a used value can be read in two ways.
  case guessedEncoding(GuessedText)
  /// The same, where only labels show any of the letters.
  case guessedLabel(GuessedText)
  /// The file is not what the manifest states.
  case statedEncoding(CSVEncoding, found: CSVEncoding)
  /// This machine lacks the C library's converter.
  case missingConverter(CSVEncoding)
  case badCharacter(CSVEncoding)
  /// The first row is a title, and the names of the columns are most likely in this one.
  case titleAboveNames(String, row: Int)
  /// The row that should have the names is empty or missing.
  case noNames(row: Int)
  /// All is one column, but every line has the same number of a sign that could separate columns.
  case otherSeparator(String)
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
    case .guessedLabel, .otherSeparator, .missingFields, .strayQuote: false
    default: true
    }
  }
}

/// The limits of a CSV file; real spreadsheets stay far below.
package enum CSVLimits {
  /// Excel's cells hold 32,767 characters.
  package static let fieldBytesMax = 131_072
  package static let rowBytesMax = 1_048_576
  package static let columnCountMax = 1_024
}
