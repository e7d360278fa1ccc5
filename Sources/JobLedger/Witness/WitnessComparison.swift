// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// What a whole witness says, compared with a ledger.
struct WitnessSummary {
  var lineage: [UInt8]?
  var job: String?
  /// Which file it was, according to its last line about that.
  var filePlace: FilePlace?
  /// Where the ledger was before it was last moved.
  var formerPath: String?
  /// How far the file once went, according to its disk and the user's register.
  var stamps: [WitnessStamp] = []
  /// Those ends that the file still has, possibly with more after them.
  private var met: [WitnessStamp] = []
  private(set) var lines = 0
  /// The end of the last line that gives up a tag.
  private(set) var lastVoid = 0
  var live = LiveClaims()
  var confirmations = ConfirmationSum()
  /// Lines after the first, other than tokens and manifests.
  var entries = 0

  /// Reads a witness up to the first invalid line, and reports where and why it stopped.
  mutating func read(_ witness: WitnessFile) throws(LedgerError) -> WitnessScan {
    var scan = WitnessScan(witness)
    try scan.visitLines(upTo: try witness.size()) { line, end in add(line, end) }
    return scan
  }

  /// Whether the file once knew more than it does now, or something else.
  var isOlder: Bool { met.count < stamps.count }

  func isMet(_ stamp: WitnessStamp) -> Bool { met.contains(stamp) }

  /// Up to where someone outside the file vouches for it.
  var vouched: Int { met.map(\.bytes).max() ?? 0 }

  mutating func add(_ line: UnsafeRawBufferPointer, _ end: WitnessEnd) -> Bool {
    for stamp in stamps where stamp.bytes == end.bytes && stamp == WitnessStamp(end) {
      met.append(stamp)
    }
    lines = end.lines
    let text = WitnessText(line)
    switch text.kind {
    case .witness, .moved, .rebuilt:
      guard let whole = WitnessLine(line, number: end.lines) else { return false }
      if text.kind == .witness {
        lineage = whole.bytes("lineage")
        job = whole["job"]
      }
      if let place = FilePlace(whole) { filePlace = place }
      if text.kind == .moved { formerPath = whole["from"] }
      return true
    case .token, .manifest: return true
    case nil: return false
    case .confirmed, .unconfirmed, .approved:
      guard let line = WitnessLine(line, number: end.lines), let said = JobStatement(line) else {
        return false
      }
      entries += 1
      confirmations.add(said)
      return true
    default:
      entries += 1
      if text.kind == .void { lastVoid = end.bytes }
      return live.follow(text)
    }
  }
}

extension Database {
  /// Compares the ledger, as it is now, with its witness.
  ///
  /// Other programs may keep writing both, so the size of the witness is read first: the ledger
  /// knows everything up to there, except for a claim that is being made or that a crash left behind.
  func compare(
    with witness: WitnessFile, and registered: WitnessStamp?
  ) throws(LedgerError) -> WitnessSummary {
    let stamp = WitnessStamp(of: witness.path)
    let size = try witness.size()
    try begin(.reading)
    defer { rollBack() }
    let (known, pending) = try witnessEnd()
    // Pending lines are there by now, or will be in a moment, so they are believed.
    let start = known.bytes - pending.count
    let sizeNow = try witness.size()
    var summary = WitnessSummary()
    summary.stamps = [stamp, registered].compactMap(\.self)
    var scan = WitnessScan(witness)
    try scan.visitLines(upTo: min(start, sizeNow)) { line, end throws(LedgerError) in
      guard summary.add(line, end) else {
        throw error(.witnessDamaged(witness.path, line: end.lines))
      }
      return true
    }
    let next = scan.end.lines + 1
    switch scan.rest {
    case .broken(let line): throw error(.witnessDamaged(witness.path, line: line))
    // The file has a line where the ledger's line ends.
    case .unfinished where sizeNow > start: throw error(.otherWitness(witness.path))
    case .unfinished: throw error(.witnessDamaged(witness.path, line: next))
    case .nothing where sizeNow < start: throw error(.witnessDamaged(witness.path, line: next))
    case .nothing: break
    }
    guard try summary.add(pending, behind: scan.end, of: witness) == known else {
      throw error(.otherWitness(witness.path))
    }
    // That hash is also in the witness's first line, so only the ledger can be wrong here.
    guard summary.lineage == (try lineage()) else { throw error(.damaged) }
    guard summary.live == (try liveClaims()),
      summary.confirmations == (try confirmationSum())
    else {
      throw error(.differsFromWitness(witness.path))
    }
    let tail = try WitnessTail(of: witness, behind: known, size)
    guard tail.isOrdinary else {
      throw error(.behindWitness(witness.path, lines: tail.lines))
    }
    return summary
  }

  /// The live claims, without asking an index.
  func liveClaims() throws(LedgerError) -> LiveClaims {
    var live = LiveClaims()
    let statement = try prepare(
      """
      SELECT r.id, c.uid, c.state, c.message_hash
      FROM claim c NOT INDEXED CROSS JOIN job_row r ON r.key = c.row WHERE c.\(Query.live)
      """)
    try statement.visitRows { columns in
      var row: [UInt8] = []
      WitnessLine.escape(columns.text(0), into: &row)
      let uid = Array(upperHex(columns.bytes(1)).utf8)
      let message = hexDigits(of: columns.bytes(3))
      let isDone = columns.text(2) == Claim.State.done.rawValue
      row.withUnsafeBytes { row in
        uid.withUnsafeBytes { uid in
          live.begin(row: row, uid: uid)
          if isDone {
            message.withUnsafeBytes { live.finish(row: row, uid: uid, message: $0) }
          }
        }
      }
      return true
    }
    return live
  }
}

extension WitnessSummary {
  /// Skips the lines that the ledger keeps for its witness; returns their end, or nil if they do not
  /// belong there.
  fileprivate mutating func add(
    _ pending: [UInt8], behind end: WitnessEnd, of witness: WitnessFile
  ) throws(LedgerError) -> WitnessEnd? {
    var end = end
    for line in pending.split(separator: UInt8(ascii: "\n")).map(Array.init) {
      let isNext = try LedgerError.naming(witness.path) { () throws(LedgerFault) in
        try line.withUnsafeBytes { line in
          Result { () throws(LedgerFault) in try end.follow(line) }
        }.get()
      }
      guard isNext else { return nil }
      let isKnown = line.withUnsafeBytes {
        add(UnsafeRawBufferPointer(rebasing: $0.dropLast(WitnessEnd.hashDigits + 1)), end)
      }
      guard isKnown else { return nil }
    }
    return end
  }
}
