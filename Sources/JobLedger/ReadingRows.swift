// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Questions before a tag is changed. Nothing here writes.

extension Ledger {
  /// The current manifest: its number, its hash, and its number of rows.
  package func manifest() throws(LedgerError) -> (number: Int, hash: [UInt8], rows: Int)? {
    guard let (number, hash) = try presentManifest() else { return nil }
    return (number, hash, try database.number(.presentRowCount))
  }

  func presentManifest() throws(LedgerError) -> (number: Int, hash: [UInt8])? {
    try database.first(.presentManifest) { ($0.number(0), $0.bytes(1)) }
  }

  /// Refuses a manifest other than the one that was checked: the approval, protection and chips of the
  /// current one were not looked at here.
  package func requireTaken() throws(LedgerError) {
    guard let taken, try presentManifest()?.number != taken else { return }
    throw error(.manifestChanged)
  }

  /// The first row after a place, and not after `last`, that has no live claim.
  ///
  /// The caller remembers the place of the row that it got, so the whole job takes linear time.
  package func nextRow(after place: Int, through last: Int = .max) throws(LedgerError)
    -> PlannedRow?
  {
    try database.first(.nextRow, [.number(place), .number(last)], PlannedRow.init)
  }

  /// A row by its id, free or not.
  package func row(id: String) throws(LedgerError) -> PlannedRow? {
    try database.first(.rowByID, [.text(id)], PlannedRow.init)
  }

  package func row(_ key: RowKey) throws(LedgerError) -> PlannedRow? {
    try database.first(.rowByKey, [.integer(key.number)], PlannedRow.init)
  }

  /// The live claim of a tag, or else its last one.
  package func claim(ofTag uid: [UInt8]) throws(LedgerError) -> Claim? {
    try database.claim(ofTag: uid)
  }

  /// The live claim of a row, or else its last one.
  package func claim(ofRow row: RowKey) throws(LedgerError) -> Claim? {
    let key = [SQLValue.integer(row.number)]
    if let live = try database.first(.liveClaimOfRow, key, Claim.init) { return live }
    return try database.first(.deadClaimOfRow, key, Claim.init)
  }

  /// The pages of a claim's tag before and after, as given to `begin` or `resume`.
  package func image(of claim: ClaimID) throws(LedgerError) -> [UInt8]? {
    try database.first(.imageOfClaim, [.integer(claim.number)]) { $0.optionalBytes(0) } ?? nil
  }

  /// What to say about a key if tags of the job have passwords from another one; nil if none is
  /// known to have one.
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
