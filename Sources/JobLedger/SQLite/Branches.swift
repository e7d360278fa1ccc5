// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Two ledgers that were once the same: a job that was copied, and written in both places.
package struct LedgerBranches: Sendable {
  /// A row that has different tags in the two ledgers.
  package struct Twice: Hashable, Sendable {
    package let row: String
    package let uid: [UInt8]
    package let otherUID: [UInt8]
  }

  package struct Alone: Hashable, Sendable {
    package let row: String
    package let uid: [UInt8]
  }

  package let paths: (String, String)
  /// The rows that both have written.
  package let rows: [Twice]
  /// The rows that only the other one has written.
  package let otherRows: [Alone]

  private struct Event: Hashable {
    let row: String
    let uid: [UInt8]
    let since: Moment

    init(_ claim: Claim) { (row, uid, since) = (claim.rowID, claim.uid, claim.since) }
  }

  /// Nil if they were never the same, or if an earlier TagPress made one of them.
  package init?(_ one: Ledger, _ other: Ledger) throws(LedgerError) {
    guard let lineage = try one.database.lineage(), try other.database.lineage() == lineage
    else { return nil }
    var tags: [String: [UInt8]] = [:]
    // What this ledger also knows, even if it was given up since, was not written with the other one.
    var known: Set<Event> = []
    try one.forEachClaim { claim in
      known.insert(Event(claim))
      if claim.isLive { tags[claim.rowID] = claim.uid }
      return true
    }
    var (rows, otherRows): ([Twice], [Alone]) = ([], [])
    try other.forEachClaim { claim in
      guard claim.isLive, !known.contains(Event(claim)) else { return true }
      if let uid = tags[claim.rowID] {
        // Both may have written the same one.
        guard uid != claim.uid else { return true }
        rows.append(Twice(row: claim.rowID, uid: uid, otherUID: claim.uid))
      } else {
        otherRows.append(Alone(row: claim.rowID, uid: claim.uid))
      }
      return true
    }
    paths = (one.path, other.path)
    (self.rows, self.otherRows) = (rows, otherRows)
  }
}

extension Ledger {
  /// What a file is to this ledger: nil if it is not a readable copy of it.
  package func branches(with path: String) -> LedgerBranches? {
    // One line of its witness, if there is one, tells whether it is worth opening.
    let head = WitnessHead.found(besideLedger: path)
    guard let lineage = try? database.lineage(),
      head.map({ $0.line.bytes("lineage") == lineage }) ?? true,
      let own = try? FilePlace(path: self.path), let place = try? FilePlace(path: path),
      !own.isSame(place), let other = try? Ledger(reading: path, patience: .zero)
    else { return nil }
    return try? LedgerBranches(self, other)
  }
}
