// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// How the ledger and its witness work together.
//
// A claim is in the witness before the ledger commits it; everything else is committed together with
// the text that goes to the witness afterwards, so a crash between the two leaves no doubt. So
// the witness knows at most one thing more than the ledger, a claim whose program was interrupted,
// and lacks only what the ledger keeps as pending.

extension Ledger {
  /// What has to be on the disk after a commit.
  enum Durability {
    /// The ledger now, and the witness soon: what is lost can be restored from the ledger.
    case ledger
    /// Both, because the result is reported now.
    case both
  }

  /// Does everything or nothing, durably, and records it in the witness.
  ///
  /// A claim's line is in the witness before the commit, all others after it.
  func record<Value>(
    _ kind: Transaction = .writing, _ durability: Durability = .ledger,
    _ body: (inout [WitnessLine]) throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    var behind: (text: [UInt8], start: Int)?
    var synced: WitnessEnd?
    var noted: (end: WitnessEnd, lines: [WitnessLine])?
    let value = try database.transaction(kind) { () throws(LedgerError) -> Value in
      try requirePlace()
      var (end, pending) = try witnessEnd()
      var lines: [WitnessLine] = []
      let value = try body(&lines)
      guard !lines.isEmpty else { return value }
      let (start, before) = (end.bytes, end)
      let file = try openWitness().file
      if WitnessStamp(of: file.path)?.isBehind(end) == true { throw error(.replaced(path)) }
      let text = try chained(lines, to: &end)
      noted = (end, lines)
      if lines.contains(where: { $0.kind == .claim }) {
        try refuseStranger(to: before)
        try file.write(text, at: start)
        try file.sync()
        try database.setWitness(end, pending: nil)
        synced = end
      } else {
        // What is not certainly on the disk stays pending, because the power may fail.
        if pending.count > LedgerLimits.pendingBytesMax {
          try file.sync()
          pending = []
        }
        behind = (text, start)
        if durability == .both { synced = end }
        try database.setWitness(end, pending: pending + text)
      }
      return value
    }
    if let (text, start) = behind {
      let file = try openWitness().file
      try file.write(text, at: start)
      if durability == .both { try file.sync() }
    }
    if let synced { WitnessStamp(synced).put(on: try openWitness().file.path) }
    if let noted { register?.note(noted.end, noted.lines) }
    // Nothing is reported unless it is in the file that will be read later.
    if durability == .both { try requirePlace() }
    return value
  }

  /// Refuses to continue if the files were removed or replaced: whatever was stored then would be
  /// lost.
  func requirePlace() throws(LedgerError) {
    if database.hasMoved { throw error(.replaced(path)) }
    if let witness, !witness.isInPlace() { throw error(.replaced(witness.file.path)) }
  }

  /// Refuses to begin a tag if a copy with the same numbers and attributes has begun others, such as one
  /// on a cloned disk.
  private func refuseStranger(to end: WitnessEnd) throws(LedgerError) {
    guard let other = register?.stranger(to: end) else { return }
    throw error(.later(try database.laterState(other, path)))
  }

  func openWitness() throws(LedgerError) -> Witness {
    guard let witness else { throw error(.noWitness(Witness.path(besideLedger: path))) }
    return witness
  }

  func chained(_ lines: [WitnessLine], to end: inout WitnessEnd) throws(LedgerError) -> [UInt8] {
    try LedgerError.naming(path) { () throws(LedgerFault) in try end.append(lines) }
  }

  /// The end of the witness, inside a transaction, and its last lines if they may not be on the disk
  /// yet; what a crash left open there is settled first.
  func witnessEnd() throws(LedgerError) -> (WitnessEnd, pending: [UInt8]) {
    let file = try openWitness().file
    let (end, pending) = try database.witnessEnd()
    let size = try file.size()
    if size > end.bytes { return (try settle(behind: end, size), []) }
    if size < end.bytes {
      guard size >= end.bytes - pending.count else {
        throw error(.witnessDamaged(file.path, line: end.lines))
      }
      try file.write(pending, at: end.bytes - pending.count)
    }
    return (end, pending)
  }

  /// Reads in what the witness has after everything that the ledger knows.
  private func settle(
    behind known: WitnessEnd, _ size: Int
  ) throws(LedgerError) -> WitnessEnd {
    let file = try openWitness().file
    let tail = try WitnessTail(of: file, behind: known, size)
    guard tail.isOrdinary else { throw error(.behindWitness(file.path, lines: tail.lines)) }
    if let claim = tail.claim, try !settle(claim) {
      throw error(.behindWitness(file.path, lines: tail.lines))
    }
    if tail.end.bytes < size { try file.truncate(to: tail.end.bytes) }
    try database.setWitness(tail.end, pending: nil)
    if tail.strays > 0 { try database.noteStrays(tail.strays) }
    return tail.end
  }

  /// Stores a claim that its program could not store; false if that is impossible.
  private func settle(_ line: WitnessLine) throws(LedgerError) -> Bool {
    guard let id = line["row"], let uid = line.bytes("uid"), let reader = line["reader"],
      let content = TagContent(line), let row = try row(id: id)
    else { return false }
    let tag = Presentation(
      uid: uid, chip: line["chip"] ?? Presentation.unknownChip, signature: line["signature"],
      reader: reader,
      station: line["station"], began: line.at)
    guard let claim = try insertClaim(of: row, on: tag, content) else { return false }
    // Its attempt is over, because its program has ended.
    _ = try insertAttempt(of: claim, tag, lease: nil)
    return true
  }
}

extension TagContent {
  /// The content that a claim writes on its tag, from its line.
  init?(_ line: WitnessLine) {
    guard let link = line["link"], let hash = line.bytes("message") else { return nil }
    self.init(
      link: link, messageHash: hash, messageSize: line.number("size"),
      capacity: line.number("capacity"))
  }
}

extension Database {
  /// How far the witness goes, and its last lines if they may not be in it yet.
  func witnessEnd() throws(LedgerError) -> (end: WitnessEnd, pending: [UInt8]) {
    let found = try first(.witnessEnd) { columns in
      (
        WitnessEnd(
          bytes: columns.number(0), lines: columns.number(1), hash: Array(columns.text(2).utf8)),
        columns.bytes(3)
      )
    }
    // A number that the disk damaged must not overflow.
    guard let found, LedgerLimits.witnessBytes.contains(found.0.bytes),
      LedgerLimits.witnessBytes.contains(found.0.lines), found.1.count <= found.0.bytes,
      found.0.hash.count == WitnessEnd.hashDigits
    else { throw error(.damaged) }
    return found
  }

  func setWitness(_ end: WitnessEnd, pending: [UInt8]?) throws(LedgerError) {
    try run(
      .setWitness,
      [
        .number(end.bytes), .number(end.lines), .text(String(decoding: end.hash, as: UTF8.self)),
        .blob(pending),
      ])
  }

  /// What only the ledger and its witness have in common; nil before there is a witness.
  func lineage() throws(LedgerError) -> [UInt8]? {
    guard try hasWitness() else { return nil }
    return try prepare("SELECT lineage FROM witness").first { $0.bytes(0) }
  }

  /// Records that the witness has tokens of a failed import: the next one gives its rows the
  /// same.
  func noteStrays(_ count: Int) throws(LedgerError) {
    try prepare("UPDATE witness SET strays = strays + ?1").run([.number(count)])
  }
}
