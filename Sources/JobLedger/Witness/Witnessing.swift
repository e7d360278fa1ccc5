// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// How the ledger and its witness go together.
//
// A claim is in the witness before the ledger commits it; everything else is committed with the
// text that then goes to the witness, so that a crash between the two leaves nothing to guess. So
// the witness has at most one thing that the ledger does not know, a claim whose program ended in
// between, and lacks nothing but what the ledger holds as pending.

extension Ledger {
  /// What has to be on the disk when a record is made.
  enum Durability {
    /// The ledger is, and the witness soon: what is lost can be made of the ledger.
    case ledger
    /// Both are, because someone is told so now.
    case both
  }

  /// Does everything or nothing, durably, and has the witness say so.
  ///
  /// A line that claims a row is in the witness before this is committed, all others are after it.
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
        // What is not on the disk for certain stays pending, as the power may go.
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
    // Someone is told so only of what is where it will be looked for.
    if durability == .both { try requirePlace() }
    return value
  }

  /// Refuses to continue when someone has taken away the files, or put others in their place: what
  /// is stored then is nowhere.
  func requirePlace() throws(LedgerError) {
    if database.hasMoved { throw error(.replaced(path)) }
    if let witness, !witness.isInPlace() { throw error(.replaced(witness.file.path)) }
  }

  /// Refuses to begin a tag once a copy with the same numbers and attributes has begun others, as that of
  /// a disk that was copied whole.
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

  /// Takes what is in the witness after all that the ledger knows.
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

  /// Stores a claim that its program could not; false if that is not possible.
  private func settle(_ line: WitnessLine) throws(LedgerError) -> Bool {
    guard let id = line["row"], let uid = line.bytes("uid"), let reader = line["reader"],
      let content = TagContent(line), let row = try row(id: id)
    else { return false }
    let tag = Presentation(
      uid: uid, chip: line["chip"] ?? Presentation.unknownChip, signature: line["signature"],
      reader: reader,
      station: line["station"], began: line.at)
    guard let claim = try insertClaim(of: row, on: tag, content) else { return false }
    // Its attempt is over, as its program is.
    _ = try insertAttempt(of: claim, tag, lease: nil)
    return true
  }
}

extension TagContent {
  /// What a claim puts on its tag, from its line.
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
    // What the disk made of a number must not overflow.
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

  /// What the ledger and its witness have in common with no others; nil before there is a witness.
  func lineage() throws(LedgerError) -> [UInt8]? {
    guard try hasWitness() else { return nil }
    return try prepare("SELECT lineage FROM witness").first { $0.bytes(0) }
  }

  /// Notes that the witness has tokens of an import that came to nothing: the next one gives its
  /// rows the same.
  func noteStrays(_ count: Int) throws(LedgerError) {
    try prepare("UPDATE witness SET strays = strays + ?1").run([.number(count)])
  }
}
