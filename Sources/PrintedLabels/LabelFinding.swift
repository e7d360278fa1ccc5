// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is wrong with the label of a row, or would be if it were printed.
package enum LabelFinding: Hashable, Sendable {
  /// No code is large enough for the link: nothing is printed.
  case linkTooLong(bytes: Int)
  /// The squares of the code are so small that many phones cannot read them.
  case smallSquares(Length)
  /// The tag is larger than what is left of the label.
  case noRoomForTag
  /// Neither name nor id is on the label.
  case noRoomForText
  /// The name or the id is printed with an ellipsis.
  case textCut
  /// No installed font has these.
  case missingLetters(Set<Unicode.Scalar>)
  /// The printer's own font may lack these.
  case printerLetters(Set<Unicode.Scalar>)

  /// What scripts know it by; it never changes.
  package var rule: String {
    switch self {
    case .linkTooLong: "link-too-long"
    case .smallSquares: "small-squares"
    case .noRoomForTag: "no-room-for-tag"
    case .noRoomForText: "no-room-for-text"
    case .textCut: "text-cut"
    case .missingLetters: "missing-letters"
    case .printerLetters: "printer-letters"
    }
  }

  /// Whether a row has no label, or one that lacks something of it.
  package var isError: Bool {
    switch self {
    case .linkTooLong, .missingLetters: true
    case .smallSquares, .noRoomForTag, .noRoomForText, .textCut, .printerLetters: false
    }
  }

  /// The worse of two of one rule, so that one sentence is true of both.
  fileprivate func joined(with other: LabelFinding) -> LabelFinding {
    switch (self, other) {
    case (.linkTooLong(let one), .linkTooLong(let two)): .linkTooLong(bytes: max(one, two))
    case (.smallSquares(let one), .smallSquares(let two)): .smallSquares(min(one, two))
    case (.missingLetters(let one), .missingLetters(let two)): .missingLetters(one.union(two))
    case (.printerLetters(let one), .printerLetters(let two)): .printerLetters(one.union(two))
    default: self
    }
  }
}

/// The findings of all labels: each once, with how many rows have it.
package struct FoundOnLabels: Sendable {
  package struct Entry: Hashable, Sendable {
    package fileprivate(set) var finding: LabelFinding
    /// The id of the first row that has it.
    package let firstRow: String
    package fileprivate(set) var rows: Int
  }

  package private(set) var entries: [Entry] = []

  package init() {}

  package mutating func add(_ finding: LabelFinding, row: String) {
    if let index = entries.firstIndex(where: { $0.finding.rule == finding.rule }) {
      entries[index].finding = entries[index].finding.joined(with: finding)
      entries[index].rows += 1
    } else {
      entries.append(Entry(finding: finding, firstRow: row, rows: 1))
    }
  }

  package var hasErrors: Bool { entries.contains { $0.finding.isError } }
}
