// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is to be said of a sheet beside its cells; known after it was read.
package struct WorkbookRemarks: Hashable, Sendable {
  /// Hidden rows with something in them, also those that a filter hides.
  package internal(set) var hiddenRows = 0
  package internal(set) var firstHiddenRow: Int?
  /// Hidden columns with something in them, from 1, ascending.
  package internal(set) var hiddenColumns: [Int] = []
  package internal(set) var hiddenSheets: [String] = []
  /// It has macros, which were not looked at.
  package internal(set) var hasMacros = false
  /// The first merged range, such as A1:D1.
  package internal(set) var firstMerged: String?

  package init() {}
}
