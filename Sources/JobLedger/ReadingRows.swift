// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What is asked before a tag is touched. Nothing here writes.

extension Ledger {
  /// The present manifest: its number, what it was hashed to, and how many rows it has.
  package func manifest() throws(LedgerError) -> (number: Int, hash: [UInt8], rows: Int)? {
    guard let (number, hash) = try presentManifest() else { return nil }
    return (number, hash, try database.number(.presentRowCount))
  }

  func presentManifest() throws(LedgerError) -> (number: Int, hash: [UInt8])? {
    try database.first(.presentManifest) { ($0.number(0), $0.bytes(1)) }
  }

  /// Refuses what was gated for another manifest than the present one: its approval, its protection
  /// and its chips were not looked at here.
  package func requireTaken() throws(LedgerError) {
    guard let taken, try presentManifest()?.number != taken else { return }
    throw error(.manifestChanged)
  }

  /// The first row after a place, and not after `last`, that has no live claim.
  ///
  /// The caller keeps the place of the row that it got, which keeps the whole job linear.
  package func nextRow(after place: Int, through last: Int = .max) throws(LedgerError)
    -> PlannedRow?
  {
    try database.first(.nextRow, [.number(place), .number(last)], PlannedRow.init)
  }

  /// A row by its id, whether it is free or not.
  package func row(id: String) throws(LedgerError) -> PlannedRow? {
    try database.first(.rowByID, [.text(id)], PlannedRow.init)
  }

  package func row(_ key: RowKey) throws(LedgerError) -> PlannedRow? {
    try database.first(.rowByKey, [.integer(key.number)], PlannedRow.init)
  }

  /// The live claim of a tag, or else the last one that it had.
  package func claim(ofTag uid: [UInt8]) throws(LedgerError) -> Claim? {
    try database.claim(ofTag: uid)
  }

  /// The live claim of a row, or else the last one that it had.
  package func claim(ofRow row: RowKey) throws(LedgerError) -> Claim? {
    let key = [SQLValue.integer(row.number)]
    if let live = try database.first(.liveClaimOfRow, key, Claim.init) { return live }
    return try database.first(.deadClaimOfRow, key, Claim.init)
  }

  /// What the pages of a claim's tag were and will be, as `begin` or `resume` was given it.
  package func image(of claim: ClaimID) throws(LedgerError) -> [UInt8]? {
    try database.first(.imageOfClaim, [.integer(claim.number)]) { $0.optionalBytes(0) } ?? nil
  }

  /// What is to be said about a key when tags of the job have passwords from another one; nil when
  /// none that is known has.
  package func trouble(withKey id: String) throws(LedgerError) -> LedgerError? {
    try database.first(.otherKey, [.text(id)]) {
      error(.otherKey(ofTags: $0.text(0), tags: $0.number(1), given: id))
    }
  }
}

extension PlannedRow {
  /// From `Query.rowColumns` and, after them, the number of the present manifest.
  init(_ columns: Columns) {
    key = RowKey(number: columns.integer(0))
    id = columns.text(1)
    manifest = columns.number(2)
    place = columns.number(2) == columns.number(9) ? columns.number(3) : nil
    link = columns.text(4)
    further = columns.optionalBytes(5)
    inputs = columns.optionalText(6)
    label = columns.optionalText(7)
    shown = columns.optionalText(8)
  }
}

extension Claim {
  /// From `Query.claimColumns`.
  init(_ columns: Columns) throws(LedgerError) {
    guard let state = State(rawValue: columns.text(4)), let since = columns.moment(11) else {
      throw columns.damage
    }
    id = ClaimID(number: columns.integer(0))
    row = RowKey(number: columns.integer(1))
    rowID = columns.text(2)
    uid = columns.bytes(3)
    self.state = state
    link = columns.text(5)
    messageHash = columns.bytes(6)
    manifest = columns.number(7)
    chip = columns.text(8)
    signature = columns.optionalText(9)
    lock = columns.optionalText(10)
    self.since = since
    done = columns.moment(12)
    ended = columns.moment(13)
    station = columns.optionalText(14)
    reader = columns.text(15)
    why = columns.optionalText(16)
    kept = columns.optionalNumber(17)
    isUndecided = columns.number(18) == 1
    messageSize = columns.optionalNumber(19)
    capacity = columns.optionalNumber(20)
  }
}

extension Database {
  func claim(ofTag uid: [UInt8]) throws(LedgerError) -> Claim? {
    if let live = try first(.liveClaimOfTag, [.blob(uid)], Claim.init) { return live }
    return try first(.deadClaimOfTag, [.blob(uid)], Claim.init)
  }
}
