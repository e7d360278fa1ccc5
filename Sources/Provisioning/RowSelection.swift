// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger

/// Which rows of the job a run may write.
package enum RowSelection: Sendable, Equatable {
  case all
  /// By their places in the manifest, from 1.
  case places(ClosedRange<Int>)
  case ids([String])

  /// Whether a row is selected.
  package func contains(_ row: PlannedRow) -> Bool {
    guard let place = row.place else { return self == .all }
    return switch self {
    case .all: true
    case .places(let range): range.contains(place)
    case .ids(let ids): ids.contains(row.id)
    }
  }

  /// Whether every selected row has a finished tag.
  func isDone(in ledger: Ledger) throws(LedgerError) -> Bool {
    switch self {
    case .all:
      let counts = try ledger.counts()
      return counts.done == counts.rows
    case .places(let range):
      var isDone = true
      try ledger.forEachRow { reported in
        guard let place = reported.row.place, place <= range.upperBound else { return false }
        if place >= range.lowerBound, reported.claim?.state != .done { isDone = false }
        return isDone
      }
      return isDone
    case .ids(let ids):
      for id in ids {
        guard let row = try ledger.row(id: id), row.place != nil else { continue }
        let claim = try ledger.claim(ofRow: row.key)
        if claim?.state != .done { return false }
      }
      return true
    }
  }

  /// The first selected rows that have no tag.
  package func freeRows(in ledger: Ledger, most: Int) throws(LedgerError) -> [PlannedRow] {
    var cursor = RowCursor(self)
    var rows: [PlannedRow] = []
    while rows.count < most, let row = try cursor.next(in: ledger) { rows.append(row) }
    return rows
  }
}

/// Goes through the selected rows that have no tag, each once.
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
