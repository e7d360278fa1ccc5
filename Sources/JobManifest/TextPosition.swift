// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A place in a text file as editors show it; both numbers begin at 1.
package struct TextPosition: Hashable, Comparable, Sendable {
  package var line: Int
  /// Counted in characters (Unicode scalars), a tab as one.
  package var column: Int

  package init(line: Int = 1, column: Int = 1) {
    self.line = line
    self.column = column
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
