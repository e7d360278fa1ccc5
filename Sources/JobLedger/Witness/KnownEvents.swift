// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// The claims and outcomes that a ledger or a witness knows, to find out which of two is newer when
/// their chains of lines differ.
///
/// A recreated witness has different hashes throughout. An earlier copy of the ledger finds it too
/// short or too long, and only the common events show that the ledger is the old one.
struct KnownEvents {
  private(set) var events: Set<String> = []
  /// The manifests, and the tokens of rows.
  private(set) var plans: Set<String> = []
  private(set) var lineage: [UInt8]?
  /// Whether every line is valid, except for an unfinished last one of a witness.
  private(set) var areWhole = true

  init(of database: Database) throws(LedgerError) {
    lineage = try database.lineage()
    var (events, plans): (Set<String>, Set<String>) = ([], [])
    try database.visit(.claims) { columns throws(LedgerError) in
      let claim = try Claim(columns)
      let (row, uid) = (claim.rowID, upperHex(claim.uid))
      events.insert(Self.event(.claim, row, uid, claim.since))
      if claim.done != nil { events.insert(Self.event(.done, row, uid)) }
      if claim.state == .failed { events.insert(Self.event(.failed, row, uid)) }
      if claim.state == .void { events.insert(Self.event(.void, row, uid)) }
      return true
    }
    try database.visitConfirmations { (said) throws(LedgerError) in
      events.insert(Self.event(said))
    }
    try database.visit(.manifests) { columns throws(LedgerError) in
      plans.insert(Self.plan(manifest: hex(columns.bytes(1))))
      return true
    }
    try database.visitTokens { (row, name, text) throws(LedgerError) in
      plans.insert(Self.plan(token: text, name, row))
    }
    (self.events, self.plans) = (events, plans)
  }

  /// This includes lines after a damaged one, where each is checked against the hash in the line
  /// before it.
  init(of witness: WitnessFile) throws(LedgerError) {
    let size = try witness.size()
    var (events, plans, lineage): (Set<String>, Set<String>, [UInt8]?) = ([], [], nil)
    var scan = WitnessScan(witness)
    while true {
      try scan.visitLines(upTo: size) { text, end in
        guard let line = WitnessLine(text, number: end.lines) else { return true }
        if line.kind == .witness { lineage = line.bytes("lineage") }
        if line.kind == .manifest, let hash = line["hash"] {
          plans.insert(Self.plan(manifest: hash))
        }
        if line.kind == .token {
          plans.insert(
            Self.plan(token: line["text"] ?? "", line["name"] ?? "", line["row"] ?? ""))
        }
        if let said = JobStatement(line) { events.insert(Self.event(said)) }
        guard let row = line["row"], let uid = line["uid"] else { return true }
        switch line.kind {
        case .claim: events.insert(Self.event(.claim, row, uid, line.at))
        case .done, .failed, .void: events.insert(Self.event(line.kind, row, uid))
        default: break
        }
        return true
      }
      guard case .broken = scan.rest else { break }
      areWhole = false
      guard let next = try witness.end(ofBrokenLineAt: scan.end, size) else { break }
      scan = WitnessScan(witness, from: next)
    }
    (self.events, self.plans, self.lineage) = (events, plans, lineage)
  }

  /// Whether the other one knows everything that this one knows.
  func isKnown(to other: KnownEvents) -> Bool {
    lineage == other.lineage && events.isSubset(of: other.events) && plans.isSubset(of: other.plans)
  }

  private static func plan(manifest hash: String) -> String { "manifest\t\(hash)" }

  private static func plan(token text: String, _ name: String, _ row: String) -> String {
    "token\t\(row)\t\(name)\t\(text)"
  }

  private static func event(_ said: JobStatement) -> String {
    "\(said.kind.rawValue)\t\(hex(said.hash))\t\(said.person)\t\(said.at.microseconds)"
  }

  private static func event(
    _ kind: WitnessLine.Kind, _ row: String, _ uid: String, _ moment: Moment? = nil
  ) -> String {
    "\(kind.rawValue)\t\(row)\t\(uid)\t\(moment?.microseconds ?? 0)"
  }
}

extension WitnessFile {
  /// After an invalid line, with the hash in it; nil if there is no place to
  /// continue from.
  fileprivate func end(
    ofBrokenLineAt place: WitnessEnd, _ size: Int
  ) throws(LedgerError) -> WitnessEnd? {
    let text = try read(min(size - place.bytes, 1 << 20), at: place.bytes)
    guard let newline = text.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let hash = Array(text[..<newline].suffix(WitnessEnd.hashDigits))
    return WitnessEnd(bytes: place.bytes + newline + 1, lines: place.lines + 1, hash: hash)
  }
}
