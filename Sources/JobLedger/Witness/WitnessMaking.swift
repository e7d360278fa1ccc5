// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain

// A witness is made with a new ledger, for one of an earlier TagPress, and again when it is
// lost.

extension Database {
  /// Writes a witness of all that the ledger knows into an empty file, which gets its name later,
  /// and records that in the ledger.
  func makeWitness(
    _ file: String, called witness: String, of ledger: String, job: String, at now: Moment,
    lineage: [UInt8]? = nil
  ) throws(LedgerError) {
    let file = try WitnessFile(file, isReadOnly: false)
    let lineage = lineage ?? (0..<16).map { _ in UInt8.random(in: 0...255) }
    let places = try LedgerError.naming(path) { () throws(LedgerFault) in
      (
        ledger: try FilePlace(path: path, called: ledger),
        witness: try FilePlace(path: file.path, called: witness)
      )
    }
    var writer = WitnessWriter(file)
    try writer.add(
      WitnessLine(
        .witness, at: now,
        [
          "of": "TagPress", "job": job, "lineage": upperHex(lineage),
          "file": places.witness.code, "path": places.witness.path, "host": places.witness.host,
        ]))
    try retell { line throws(LedgerError) in try writer.add(line) }
    try writer.finish()
    try insertWitness(lineage: lineage, writer.end, pending: [], places.ledger)
  }

  /// Records how far the witness goes, which file this ledger is, and the sum of its rows.
  func insertWitness(
    lineage: [UInt8], _ end: WitnessEnd, pending: [UInt8], _ place: FilePlace
  ) throws(LedgerError) {
    try prepare(
      """
      INSERT INTO witness(only, lineage, bytes, lines, hash, pending, rows_hash, machine, device,
        inode, birth, path, host)
      VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      ON CONFLICT DO UPDATE SET bytes = excluded.bytes, lines = excluded.lines,
        hash = excluded.hash, pending = excluded.pending, strays = 0,
        rows_hash = excluded.rows_hash, machine = excluded.machine, device = excluded.device,
        inode = excluded.inode, birth = excluded.birth, path = excluded.path, host = excluded.host
      """
    ).run(
      [
        .blob(lineage), .number(end.bytes), .number(end.lines),
        .text(String(decoding: end.hash, as: UTF8.self)), .blob(pending), .blob(try rowsHash()),
      ] + place.values)
  }

  /// Writes everything in the ledger as lines of a witness, each manifest first.
  private func retell(
    _ add: (WitnessLine) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    try visit(.manifests) { columns throws(LedgerError) in
      try add(
        WitnessLine(
          .manifest, at: columns.moment(2) ?? Moment(microseconds: 0),
          [
            "number": "\(columns.number(0))",
            "hash": hex(columns.bytes(1)),
            "title": columns.optionalText(3), "protection": columns.optionalText(4),
          ]))
      return true
    }
    try visitTokens { (row, name, text) throws(LedgerError) in
      try add(
        WitnessLine(
          .token, at: Moment(microseconds: 0), ["row": row, "name": name, "text": text]))
    }
    let claims = try prepare(
      """
      SELECT \(Query.claimColumns), c.planned_link, c.planned_further, c.planned_inputs
      FROM claim c JOIN job_row r ON r.key = c.row ORDER BY c.id
      """)
    try claims.visitRows { columns throws(LedgerError) in
      let claim = try Claim(columns)
      let plan = WitnessLine.plan(
        link: columns.text(21), further: columns.optionalBytes(22),
        inputs: columns.optionalText(23))
      for line in WitnessLine.history(of: claim, plan: plan) { try add(line) }
      return true
    }
    try visitConfirmations { (said) throws(LedgerError) in try add(WitnessLine(said)) }
    let labels = try prepare(
      """
      SELECT r.id, l.link, l.at FROM label l JOIN job_row r ON r.key = l.row
      WHERE l.link IS NOT NULL ORDER BY l.row
      """)
    try labels.visitRows { columns throws(LedgerError) in
      guard let at = columns.moment(2) else { throw columns.damage }
      try add(
        WitnessLine(.label, at: at, ["row": columns.text(0), "link": columns.text(1)]))
      return true
    }
  }

  /// All tokens, by their rows.
  func visitTokens(
    _ visit: (_ row: String, _ name: String, _ text: String) throws(LedgerError) -> Void
  ) throws(LedgerError) {
    let tokens = try prepare(
      "SELECT r.id, t.name, t.text FROM token t JOIN job_row r ON r.key = t.row ORDER BY r.key")
    try tokens.visitRows { columns throws(LedgerError) in
      try visit(columns.text(0), columns.text(1), columns.text(2))
      return true
    }
  }
}

extension WitnessLine {
  /// A claim as it began, and its outcome.
  fileprivate static func history(of claim: Claim, plan: String?) -> [WitnessLine] {
    let tag = Presentation(
      uid: claim.uid, chip: claim.chip, signature: claim.signature, reader: claim.reader,
      station: claim.station, began: claim.since)
    let content = TagContent(
      link: claim.link, messageHash: claim.messageHash, messageSize: claim.messageSize,
      capacity: claim.capacity)
    var lines = [WitnessLine.claim(claim.rowID, on: tag, content, plan: plan)]
    if let done = claim.done {
      lines.append(
        WitnessLine(
          .done, of: claim, at: done,
          ["message": hex(claim.messageHash), "lock": claim.lock]))
    }
    if let ended = claim.ended, claim.state == .void {
      lines.append(.void(claim, wasDone: claim.done != nil, why: claim.why ?? "", at: ended))
    } else if let ended = claim.ended {
      lines.append(WitnessLine(.failed, of: claim, at: ended, ["words": claim.why]))
    }
    return lines
  }
}
