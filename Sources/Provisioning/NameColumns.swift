// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import JobManifest

/// The columns at the end of a table that show people the rows: the label, and one for each
/// value that any row shows.
package struct NameColumns: Sendable {
  package let heads: [String]
  private let hasLabel: Bool
  private let shown: [String]

  /// What the rows of a table have.
  package struct Found {
    fileprivate var hasLabel = false
    fileprivate var shown: [String] = []
    private var last: [String] = []

    package init() {}

    package init(in ledger: Ledger) throws(LedgerError) {
      hasLabel = try ledger.hasLabels()
      shown = try ledger.shownNames()
    }

    package mutating func note(_ row: borrowing JobRow) {
      if row.label != nil { hasLabel = true }
      // Most rows show the same values as the row before.
      guard !row.shown.lazy.map(\.name).elementsEqual(last) else { return }
      last = row.shown.map(\.name)
      for name in last where !shown.contains(name) { shown.append(name) }
    }
  }

  /// A heading that the table already has gets another name: programs that look up a column by its
  /// heading must find ours.
  package init(_ found: Found, beside columns: [String]) {
    hasLabel = found.hasLabel
    shown = found.shown
    var heads = columns + (hasLabel ? ["label"] : [])
    for name in shown {
      var head = name
      while heads.contains(head) { head = "shown.\(head)" }
      heads.append(head)
    }
    self.heads = Array(heads.dropFirst(columns.count))
  }

  package func cells(of row: RowNames) -> [String] {
    (hasLabel ? [row.label ?? ""] : [])
      + shown.map { name in row.shown.first { $0.name == name }?.text ?? "" }
  }
}
