// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// Makes the entries of a ledger from the lines of a witness.
///
/// What a manifest wants of its rows is not in a witness. A claim gets the hash of it instead, and
/// when the manifest is taken over, the rows that still have that hash count as unchanged.
struct Replay {
  private let database: Database
  private let statements: Statements
  private var manifest = 0
  private var place = 0

  init(into database: Database) {
    self.database = database
    statements = Statements(of: database)
  }

  /// Each is prepared once: with the rules of its table that takes longer than to run it.
  private final class Statements {
    private let database: Database
    private var prepared: [String: Statement] = [:]

    init(of database: Database) {
      self.database = database
    }

    subscript(_ sql: String) -> Statement {
      get throws(LedgerError) {
        if let statement = prepared[sql] { return statement }
        let statement = try database.prepare(sql)
        prepared[sql] = statement
        return statement
      }
    }
  }

  mutating func apply(_ line: WitnessLine) throws(LedgerError) {
    switch line.kind {
    case .witness, .token, .moved, .rebuilt: break
    case .manifest: try addManifest(line)
    case .claim: try begin(line)
    case .renew: try renew(line)
    case .step: try beginStep(line)
    case .done, .again, .failed, .putAside: try end(line)
    case .refused: try refuse(line)
    case .label: try keepLabel(line)
    case .void:
      try run(
        "UPDATE claim SET state = 'void', ended = ?2, why = ?3 WHERE id = ?1",
        [.integer(try claim(of: line)), .moment(line.at), .text(line["why"] ?? "?")])
    case .confirmed, .unconfirmed, .approved:
      guard let confirmation = JobStatement(line) else { throw database.error(.bothDamaged) }
      try database.insert(confirmation)
    case .keep:
      try run(
        "UPDATE claim SET planned_further = ?2, kept = ?3 WHERE id = ?1",
        [.integer(try claim(of: line)), .blob(line.bytes("plan") ?? []), .number(manifest)])
    }
  }

  /// A manifest after all others, whose hash no one has: so the next one is taken over.
  mutating func finish(at now: Moment) throws(LedgerError) {
    try insertManifest([UInt8](repeating: 0, count: 32), at: now, nil, nil)
  }

  private mutating func addManifest(_ line: WitnessLine) throws(LedgerError) {
    guard let hash = line.bytes("hash") else { throw database.error(.bothDamaged) }
    try insertManifest(hash, at: line.at, line["title"], line["protection"])
  }

  private mutating func insertManifest(
    _ hash: [UInt8], at moment: Moment, _ title: String?, _ protection: String?
  ) throws(LedgerError) {
    manifest += 1
    place = 0
    try database.run(
      .insertManifest,
      [.number(manifest), .blob(hash), .moment(moment), .text(title), .text(protection)])
  }

  private mutating func begin(_ line: WitnessLine) throws(LedgerError) {
    guard let id = line["row"], let uid = line.bytes("uid"), let content = TagContent(line) else {
      throw database.error(.bothDamaged)
    }
    // A claim without a manifest before it cannot be, but must not stop the others.
    if manifest == 0 { try insertManifest([UInt8](repeating: 0, count: 32), at: line.at, nil, nil) }
    try insertRow(id, content.link)
    try run(
      """
      INSERT INTO claim(row, uid, state, link, message_hash, manifest, planned_link,
        planned_further, chip, signature, station, reader, since, message_size, capacity)
      SELECT key, ?2, 'begun', ?3, ?4, ?5, '', ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13
      FROM job_row WHERE id = ?1
      """,
      [
        .text(id), .blob(uid), .text(content.link), .blob(content.messageHash),
        .number(manifest), .blob(line.bytes("plan") ?? []),
        .text(line["chip"] ?? Presentation.unknownChip),
        .text(line["signature"]), .text(line["station"]), .text(line["reader"] ?? "unknown"),
        .moment(line.at), .number(content.messageSize), .number(content.capacity),
      ])
    try beginAttempt(of: try claim(of: line), line)
  }

  private mutating func insertRow(_ id: String, _ link: String) throws(LedgerError) {
    place += 1
    try run(
      """
      INSERT INTO job_row(id, manifest, place, link) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (id) DO UPDATE SET manifest = ?2, place = ?3
      """, [.text(id), .number(manifest), .number(place), .text(link)])
  }

  private mutating func keepLabel(_ line: WitnessLine) throws(LedgerError) {
    guard let id = line["row"] else { throw database.error(.bothDamaged) }
    if let link = line["link"] { try insertRow(id, link) }
    try run(
      """
      INSERT INTO label(row, link, at) SELECT key, ?2, ?3 FROM job_row WHERE id = ?1
      ON CONFLICT (row) DO UPDATE SET link = excluded.link, at = excluded.at
      """, [.text(id), .text(line["link"]), .moment(line.at)])
  }

  private func renew(_ line: WitnessLine) throws(LedgerError) {
    guard let content = TagContent(line) else { throw database.error(.bothDamaged) }
    let claim = try claim(of: line)
    try run(
      """
      UPDATE claim SET link = ?2, message_hash = ?3, planned_further = ?4, message_size = ?5,
        capacity = ?6, chip = coalesce(?7, chip), reader = coalesce(?8, reader)
      WHERE id = ?1
      """,
      [
        .integer(claim), .text(content.link), .blob(content.messageHash),
        .blob(line.bytes("plan") ?? []), .number(content.messageSize), .number(content.capacity),
        .text(line["chip"]), .text(line["reader"]),
      ])
    try beginAttempt(of: claim, line)
  }

  private func beginStep(_ line: WitnessLine) throws(LedgerError) {
    guard let step = line["step"] else { throw database.error(.bothDamaged) }
    try run(
      """
      INSERT INTO step(claim, kind, begun, key) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT DO UPDATE SET begun = excluded.begun, proven = NULL, key = excluded.key
      """,
      [.integer(try claim(of: line)), .text(step), .moment(line.at), .text(line["key"])])
  }

  private func end(_ line: WitnessLine) throws(LedgerError) {
    let claim = try claim(of: line)
    for step in (line["steps"] ?? "").split(separator: ",") {
      try run(
        "UPDATE step SET proven = ?3 WHERE claim = ?1 AND kind = ?2",
        [.integer(claim), .text(String(step)), .moment(line.at)])
    }
    try endAttempt(of: claim, line)
    switch line.kind {
    case .done where line["message"] != nil:
      try run(
        "UPDATE claim SET state = 'done', done = ?2, lock = ?3 WHERE id = ?1",
        [.integer(claim), .moment(line.at), .text(line["lock"])])
    case .done:
      try run(
        "UPDATE claim SET lock = coalesce(?2, lock) WHERE id = ?1",
        [.integer(claim), .text(line["lock"])])
    case .failed:
      try run(
        "UPDATE claim SET state = 'failed', ended = ?2, why = ?3 WHERE id = ?1",
        [.integer(claim), .moment(line.at), .text(line["words"] ?? "?")])
    default: break
    }
  }

  private func refuse(_ line: WitnessLine) throws(LedgerError) {
    guard let uid = line.bytes("uid") else { throw database.error(.bothDamaged) }
    try run(
      """
      INSERT INTO attempt(row, uid, chip, station, reader, began, ended, result, reason, words)
      VALUES ((SELECT key FROM job_row WHERE id = ?1), ?2, ?3, ?4, ?5, ?6, ?6, 'refused', ?7, ?8)
      """,
      [
        .text(line["row"]), .blob(uid), .text(line["chip"] ?? Presentation.unknownChip),
        .text(line["station"]),
        .text(line["reader"] ?? "unknown"), .moment(line.at), .text(line["reason"] ?? "?"),
        .text(line["words"] ?? "?"),
      ])
  }

  // MARK: Attempts

  private func beginAttempt(of claim: Int64, _ line: WitnessLine) throws(LedgerError) {
    try run(
      """
      INSERT INTO attempt(claim, row, uid, chip, signature, station, reader, began)
      SELECT id, row, uid, chip, signature, ?2, coalesce(?3, reader), ?4 FROM claim WHERE id = ?1
      """,
      [.integer(claim), .text(line["station"]), .text(line["reader"]), .moment(line.at)])
  }

  private func endAttempt(of claim: Int64, _ line: WitnessLine) throws(LedgerError) {
    let open =
      try statements["SELECT max(id) FROM attempt WHERE claim = ?1 AND ended IS NULL"]
      .first([.integer(claim)]) { $0.optionalNumber(0) } ?? nil
    if open == nil { try beginAttempt(of: claim, line) }
    let isDone = line.kind == .done
    try run(
      """
      UPDATE attempt SET ended = ?2, result = ?3, reason = ?4, words = ?5, pages = ?6,
        exchanges = ?7
      WHERE id = (SELECT max(id) FROM attempt WHERE claim = ?1 AND ended IS NULL)
      """,
      [
        .integer(claim), .moment(line.at), .text(line.kind.rawValue),
        .text(isDone ? nil : line["reason"] ?? "?"), .text(isDone ? nil : line["words"] ?? "?"),
        .number(max(0, line.number("pages") ?? 0)), .number(max(0, line.number("exchanges") ?? 0)),
      ])
  }

  /// The live claim that a line is about.
  private func claim(of line: WitnessLine) throws(LedgerError) -> Int64 {
    let found = try statements[
      """
      SELECT c.id FROM claim c JOIN job_row r ON r.key = c.row
      WHERE r.id = ?1 AND c.uid = ?2 AND c.\(Query.live)
      """
    ].first([.text(line["row"]), .blob(line.bytes("uid"))]) { $0.integer(0) }
    guard let found else { throw database.error(.bothDamaged) }
    return found
  }

  private func run(_ sql: String, _ values: [SQLValue]) throws(LedgerError) {
    try statements[sql].run(values)
  }
}

extension Database {
  /// Says of claims that a replay made what their rows want, where it is what they wanted then.
  func resolvePlans() throws(LedgerError) {
    var same: [Int64] = []
    let replayed = try prepare(
      """
      SELECT c.id, c.planned_further, r.link, r.further, r.inputs
      FROM claim c JOIN job_row r ON r.key = c.row
      WHERE c.planned_link = '' AND r.manifest = \(Query.present)
      """)
    try replayed.visitRows { columns in
      let plan = WitnessLine.plan(
        link: columns.text(2), further: columns.optionalBytes(3),
        inputs: columns.optionalText(4))
      if let plan, bytes(ofHexDigits: plan.utf8) == columns.bytes(1) {
        same.append(columns.integer(0))
      }
      return true
    }
    let update = try prepare(
      """
      UPDATE claim SET planned_link = r.link, planned_further = r.further,
        planned_inputs = r.inputs
      FROM job_row r WHERE r.key = claim.row AND claim.id = ?1
      """)
    for claim in same { try update.run([.integer(claim)]) }
  }
}
