// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A label that was printed before its tag was written, perhaps.
package struct LabelOnPaper: Hashable, Sendable {
  package let row: RowKey
  package let rowID: String
  /// The link in its code; nil says that people have thrown it away.
  package let link: String?

  package init(row: RowKey, rowID: String, link: String?) {
    (self.row, self.rowID, self.link) = (row, rowID, link)
  }
}

extension Ledger {
  /// Stores, durably, what is on paper from now on; what is known already is not stored again.
  ///
  /// The links are those of the manifest with this number, and refused if another one was taken over.
  package func keep(
    _ labels: [LabelOnPaper], of manifest: Int, at moment: Moment
  ) throws(LedgerError) {
    // Whoever writes tags meanwhile waits for some of a million labels, and not for all.
    for start in stride(from: 0, to: labels.count, by: Self.labelsAtOnce) {
      try keep(labels[start..<min(start + Self.labelsAtOnce, labels.count)], manifest, moment)
    }
  }

  private static let labelsAtOnce = 5_000

  private func keep(
    _ labels: ArraySlice<LabelOnPaper>, _ manifest: Int, _ moment: Moment
  ) throws(LedgerError) {
    try record(.writing, .both) { lines throws(LedgerError) in
      guard try presentManifest()?.number == manifest else { throw error(.manifestChanged) }
      for label in labels {
        let values: [SQLValue] = [
          .integer(label.row.number), .text(label.link), .moment(moment),
        ]
        guard try database.run(.keepLabel, values) > 0 else { continue }
        lines.append(
          WitnessLine(.label, at: moment, ["row": label.rowID, "link": label.link]))
      }
    }
  }

  /// Every row with a label on paper, with the live claim of its tag; `false` stops.
  ///
  /// Ask nothing else meanwhile.
  package func forEachLabelOnPaper(
    _ visit: (_ row: PlannedRow, _ printed: String, _ claim: Claim?) -> Bool
  ) throws(LedgerError) {
    try database.visit(.labelsOnPaper) { columns throws(LedgerError) in
      let claim = columns.behind(11)
      return visit(
        PlannedRow(columns), columns.text(10), claim.isNull(0) ? nil : try Claim(claim))
    }
  }
}
