// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger

/// Which rows of the job a run may write.
package enum RowSelection: Sendable, Equatable {
  case all
  /// By their places in the manifest, from 1.
  case places(ClosedRange<Int>)
  case ids([String])

  /// The first rows of these that no tag has.
  package func freeRows(in ledger: Ledger, most: Int) throws(LedgerError) -> [PlannedRow] {
    var cursor = RowCursor(self)
    var rows: [PlannedRow] = []
    while rows.count < most, let row = try cursor.next(in: ledger) { rows.append(row) }
    return rows
  }
}

/// Goes through the rows of a selection that no tag has, each once.
struct RowCursor {
  private let selection: RowSelection
  private var place = 0
  private var nextID = 0

  init(_ selection: RowSelection) {
    self.selection = selection
    if case .places(let range) = selection { place = range.lowerBound - 1 }
  }

  mutating func next(in ledger: Ledger) throws(LedgerError) -> PlannedRow? {
    switch selection {
    case .all: return try next(in: ledger, through: .max)
    case .places(let range): return try next(in: ledger, through: range.upperBound)
    case .ids(let ids):
      while nextID < ids.count {
        nextID += 1
        guard let row = try ledger.row(id: ids[nextID - 1]), row.place != nil else { continue }
        if try ledger.claim(ofRow: row.key)?.isLive != true { return row }
      }
      return nil
    }
  }

  private mutating func next(
    in ledger: Ledger, through last: Int
  ) throws(LedgerError) -> PlannedRow? {
    guard let row = try ledger.nextRow(after: place, through: last) else { return nil }
    place = row.place ?? place
    return row
  }
}
