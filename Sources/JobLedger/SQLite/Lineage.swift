// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// The files that a job was last written in. A ledger that was copied, or restored from a backup,
// would give rows to other tags than the original does.

extension Database {
  /// Where the ledger and its witness were last written; nil if these are the files.
  func formerPlace(
    _ summary: WitnessSummary, _ witness: Witness
  ) throws(LedgerError) -> FilePlace? {
    let noted = try prepare("SELECT \(FilePlace.columns) FROM witness").first { FilePlace($0) }
    guard let noted else { throw error(.damaged) }
    return try LedgerError.naming(path) { () throws(LedgerFault) in
      let isLedgerSame = noted.isSame(try FilePlace(path: path))
      let isWitnessSame = summary.filePlace?.isSame(try witness.place()) == true
      return isLedgerSame && isWitnessSame ? nil : noted
    }
  }
}

extension Ledger {
  /// Records that the job is written in these files from now on, and where they came from.
  func noteMove(at moment: Moment) throws(LedgerError) {
    let witness = try openWitness()
    let places = try LedgerError.naming(path) { () throws(LedgerFault) in
      (ledger: try FilePlace(path: path), witness: try witness.place())
    }
    try record(.writing, .both) { lines throws(LedgerError) in
      let old = try database.prepare("SELECT path, host FROM witness").first {
        ($0.text(0), $0.text(1))
      }
      lines.append(
        WitnessLine(
          .moved, at: moment,
          [
            "from": old?.0, "of": old?.1, "path": places.witness.path,
            "host": places.witness.host, "file": places.witness.code,
          ]))
      try database.prepare(
        "UPDATE witness SET machine = ?1, device = ?2, inode = ?3, birth = ?4, path = ?5, host = ?6"
      ).run(places.ledger.values)
    }
  }

  /// Cleans up what a crash left open between the ledger and its witness.
  func settle() throws(LedgerError) {
    let file = try openWitness().file
    let (end, pending) = try database.witnessEnd()
    let size = try file.size()
    // This includes lines that are there already, because the disk may have changed them. If another
    // program is about to write the same lines, it writes the same bytes.
    let start = end.bytes - pending.count
    if !pending.isEmpty, size >= start {
      try file.write(pending, at: start)
      try file.sync()
    }
    guard size > end.bytes else { return }
    try database.transaction(.writing) { () throws(LedgerError) in _ = try witnessEnd() }
  }
}
