// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The limits of a job.
package enum JobLimits {
  /// Elements within elements; the format itself needs four.
  package static let depthMax = 16
  /// The longest tag or comment that is read, in bytes.
  package static let markupBytesMax = 131_072
  package static let attributesMax = 256
  /// The text of a link: what a URI template may have, and white space around it.
  package static let linkTextBytesMax = 16_384
  package static let jobIDCharactersMax = 64
  package static let rowIDBytesMax = 128
  package static let rowCountMax = 10_000_000
  package static let copiesMax = 1_000_000
  /// Where counting may begin, so that no number has more digits than `digitsMax`.
  package static let rowNumberMax = 1_000_000_000_000_000
  package static let digitsMax = 18
  /// The last row of a spreadsheet that can have the names of its columns.
  package static let headerRowMax = 1_000
  package static let tokenLengths = 4...64
  /// Including copies; more would keep a check busy for minutes.
  package static let tagCountMax = 100_000_000
  // What is kept in memory while the rows pass by.
  package static let recordsMax = 16
  package static let appsMax = 256
  package static let patternsMax = 1_024
  package static let tokensMax = 16
  /// Columns that have another name.
  package static let columnsMax = 256
  // What people see of a row beside its id.
  package static let shownColumnsMax = 16
  package static let nameCharactersMax = 200
  package static let nameBytesMax = 4_096
  /// How many findings of one kind are kept; the others are counted.
  package static let findingsOfAKindMax = 100
  /// Cells that are shown for a person to compare.
  package static let sampledCellsMax = 60
}
