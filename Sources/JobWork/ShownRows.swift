// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
package import JobLedger
internal import Plain
package import Provisioning

/// Rows that a person was shown and chose.
package enum ShownRows {
  /// From one row to another of the list, or to its end.
  case range(from: ShownRow, to: ShownRow?)
  case only([ShownRow])

  package struct ShownRow {
    let id: String
    /// The row's link; nil if that was not known yet.
    let link: String?

    package init(id: String, link: String?) {
      (self.id, self.link) = (id, link)
    }

    /// Its place in the list, if it is still the row that was shown.
    fileprivate func place(in ledger: Ledger) throws(Failure) -> Int {
      let row = try ledger.asking { (ledger) throws(LedgerError) in try ledger.row(id: id) }
      guard let row, let place = row.place else {
        throw .noSuchRow("The job has no row \"\(visible(shortened(id, to: 80)))\".")
      }
      guard link.map({ $0.utf8.elementsEqual(row.link.utf8) }) ?? true else {
        throw .refused(
          "row-changed",
          "\(visible(row.called)) is not as it was shown any more. Look for it once more.")
      }
      return place
    }
  }
}

extension RowSelection {
  /// The rows that were shown, every one of which the job still has.
  package init(_ shown: ShownRows, in ledger: Ledger) throws(Failure) {
    switch shown {
    case .only(let rows):
      for row in rows { _ = try row.place(in: ledger) }
      self = .ids(rows.map(\.id))
    case .range(let from, let to):
      let first = try from.place(in: ledger)
      let last =
        if let to { try to.place(in: ledger) } else {
          try ledger.asking { (ledger) throws(LedgerError) in try ledger.counts().rows }
        }
      guard first <= last else {
        throw .refused(
          "rows-backwards", "The first of these rows comes after the last one in the list.")
      }
      self = .places(first...last)
    }
  }
}
