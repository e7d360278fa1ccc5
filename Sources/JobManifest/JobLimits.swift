// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a job may not exceed.
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
  package static let digitsMax = 18
  package static let tokenLengths = 4...64
  /// Findings of one kind that are kept; the others are counted.
  package static let findingsOfAKindMax = 100
}
