// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Every question that is asked often enough to be kept prepared, and its SQL.
enum Query {
  case begin, commit, rollBack

  case presentManifest, insertManifest, presentRowCount
  case rowContent, insertRow, changeRow, moveRow
  case tokenOfRow, insertToken

  case nextRow, rowByID, rowByKey
  case liveClaimOfTag, deadClaimOfTag, liveClaimOfRow, deadClaimOfRow, claimByID
  case undecidedCount, isUndecided, keepUndecided, voidUndecided

  case insertClaim, renewClaim, insertAttempt, rowWithLink
  case beginStep, proveStep, stepsOfClaim, otherKey
  case openAttempt, endAttempt, endClaim, lockClaim
  case voidClaim, insertRefusal
  case witnessEnd, setWitness, runningLeases, imageOfClaim

  static let claimColumns = """
    c.id, c.row, r.id, c.uid, c.state, c.link, c.message_hash, c.manifest, c.chip, c.signature, \
    c.lock, c.since, c.done, c.ended, c.station, c.reader, c.why, c.kept, c.undecided, \
    c.message_size, c.capacity
    """
  static let rowColumns = "r.key, r.id, r.manifest, r.place, r.link, r.further, r.inputs"
  static let attemptColumns = """
    a.id, a.claim, r.id, a.uid, a.chip, a.signature, a.reader, a.station, a.began, a.ended, \
    a.result, a.reason, a.words, a.pages, a.exchanges
    """
  /// The number of the present manifest; NULL before the first.
  static let present = "(SELECT max(number) FROM manifest)"
  /// Whether the present manifest has the row otherwise than the claim took it over.
  static let isOtherThanPlanned = """
    (r.manifest = \(present) AND (r.link IS NOT claim.planned_link
      OR r.further IS NOT claim.planned_further OR r.inputs IS NOT claim.planned_inputs))
    """
  // The indexes are used only where a condition is spelt as they spell theirs.
  static let live = "state IN ('begun', 'done')"
  static let dead = "state IN ('failed', 'void')"

  /// The id of a row without the number of the copy.
  private static func source(_ row: String) -> String {
    "substr(\(row).id, 1, instr(\(row).id || '/', '/') - 1)"
  }

  private static let claims = "SELECT \(claimColumns) FROM claim c JOIN job_row r ON r.key = c.row"

  var sql: String {
    switch self {
    case .begin: "BEGIN IMMEDIATE"
    case .commit: "COMMIT"
    case .rollBack: "ROLLBACK"

    case .presentManifest: "SELECT number, hash FROM manifest ORDER BY number DESC LIMIT 1"
    case .insertManifest:
      "INSERT INTO manifest(hash, at, title, protection) VALUES (?1, ?2, ?3, ?4)"
    case .presentRowCount:
      "SELECT coalesce(max(place), 0) FROM job_row WHERE manifest = \(Self.present)"
    case .rowContent: "SELECT key, manifest, link, further, inputs FROM job_row WHERE id = ?1"
    case .insertRow:
      """
      INSERT INTO job_row(key, id, manifest, place, may_share_link, link, further, inputs)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT (id) DO NOTHING
      """
    case .changeRow:
      """
      UPDATE job_row SET manifest = ?2, place = ?3, may_share_link = ?4, link = ?5, further = ?6,
        inputs = ?7 WHERE key = ?1
      """
    case .moveRow:
      "UPDATE job_row SET manifest = ?2, place = ?3, may_share_link = ?4 WHERE key = ?1"
    case .tokenOfRow:
      "SELECT text FROM token WHERE row = ?1 AND name = ?2 AND length(text) = ?3"
    case .insertToken:
      "INSERT INTO token(text, row, name) VALUES (?1, ?2, ?3) ON CONFLICT (text) DO NOTHING"

    case .nextRow:
      """
      SELECT \(Self.rowColumns), r.manifest FROM job_row r
      WHERE r.manifest = \(Self.present) AND r.place > ?1 AND r.place <= ?2
        AND NOT EXISTS (SELECT 1 FROM claim c WHERE c.row = r.key AND c.\(Self.live))
      ORDER BY r.place LIMIT 1
      """
    case .rowByID: "SELECT \(Self.rowColumns), \(Self.present) FROM job_row r WHERE r.id = ?1"
    case .rowByKey: "SELECT \(Self.rowColumns), \(Self.present) FROM job_row r WHERE r.key = ?1"
    case .liveClaimOfTag: "\(Self.claims) WHERE c.uid = ?1 AND c.\(Self.live)"
    case .deadClaimOfTag:
      "\(Self.claims) WHERE c.uid = ?1 AND c.\(Self.dead) ORDER BY c.id DESC LIMIT 1"
    case .liveClaimOfRow: "\(Self.claims) WHERE c.row = ?1 AND c.\(Self.live)"
    case .deadClaimOfRow:
      "\(Self.claims) WHERE c.row = ?1 AND c.\(Self.dead) ORDER BY c.id DESC LIMIT 1"
    case .claimByID: "\(Self.claims) WHERE c.id = ?1"
    case .undecidedCount: "SELECT count(*) FROM claim WHERE undecided = 1"
    case .isUndecided: "SELECT EXISTS (SELECT 1 FROM claim WHERE undecided = 1)"

    case .keepUndecided:
      """
      UPDATE claim SET undecided = 0, kept = \(Self.present), planned_link = r.link,
        planned_further = r.further, planned_inputs = r.inputs
      FROM job_row r WHERE r.key = claim.row AND claim.undecided = 1
      """
    case .voidUndecided:
      """
      UPDATE claim SET state = 'void', ended = ?1, why = ?2, undecided = 0 WHERE undecided = 1
      """

    case .insertClaim:
      """
      INSERT INTO claim(row, uid, state, link, message_hash, manifest, planned_link,
        planned_further, planned_inputs, chip, signature, station, reader, since, message_size,
        capacity, image)
      SELECT key, ?3, 'begun', ?4, ?5, manifest, link, further, inputs, ?6, ?7, ?8, ?9, ?10, ?11,
        ?12, ?13
      FROM job_row WHERE key = ?1 AND manifest = ?2 AND manifest = \(Self.present)
      ON CONFLICT DO NOTHING
      """
    case .renewClaim:
      """
      UPDATE claim SET link = ?3, message_hash = ?4, manifest = \(Self.present),
        planned_link = r.link, planned_further = r.further, planned_inputs = r.inputs,
        chip = ?5, signature = ?6, station = ?7, reader = ?8, message_size = ?9, capacity = ?10,
        image = ?11
      FROM job_row r WHERE r.key = claim.row AND r.manifest = ?2 AND claim.id = ?1
      """
    case .insertAttempt:
      """
      INSERT INTO attempt(claim, row, uid, chip, signature, station, reader, began, lease)
      SELECT id, row, uid, ?2, ?3, ?4, ?5, ?6, ?7 FROM claim WHERE id = ?1
      """
    case .rowWithLink:
      """
      SELECT r.id FROM job_row own
      JOIN claim c ON c.link = ?1 AND c.\(Self.live) AND c.planned_inputs IS NOT NULL
      JOIN job_row r ON r.key = c.row AND \(Self.source("r")) <> \(Self.source("own"))
      WHERE own.key = ?2 AND own.may_share_link = 0
      LIMIT 1
      """
    case .beginStep:
      """
      INSERT INTO step(claim, kind, begun, key)
      SELECT claim, ?2, ?3, ?4 FROM attempt WHERE id = ?1
      ON CONFLICT DO UPDATE SET begun = excluded.begun, proven = NULL, key = excluded.key
      """
    case .proveStep:
      """
      UPDATE step SET proven = ?3
      WHERE kind = ?2 AND claim = (SELECT claim FROM attempt WHERE id = ?1)
      """
    case .stepsOfClaim: "SELECT kind, proven IS NOT NULL FROM step WHERE claim = ?1"
    case .otherKey:
      """
      SELECT s.key, count(*) FROM step s JOIN claim c ON c.id = s.claim
      WHERE s.key <> ?1 AND c.\(Self.live)
      GROUP BY s.key ORDER BY count(*) DESC, s.key LIMIT 1
      """
    case .openAttempt:
      """
      SELECT c.id, c.state FROM attempt a JOIN claim c ON c.id = a.claim
      WHERE a.id = ?1 AND a.ended IS NULL AND c.\(Self.live)
      """
    case .endAttempt:
      """
      UPDATE attempt SET ended = ?2, result = ?3, reason = ?4, words = ?5, pages = ?6,
        exchanges = ?7 WHERE id = ?1
      """
    case .endClaim:
      // The manifest may have changed while the tag was written, when nobody could decide about it.
      """
      UPDATE claim SET state = ?2, done = ?3, ended = ?4, lock = ?5, why = ?6,
        undecided = (?2 = 'done' AND EXISTS (SELECT 1 FROM job_row r
          WHERE r.key = claim.row AND \(Self.isOtherThanPlanned)))
      WHERE id = ?1
      """
    case .lockClaim: "UPDATE claim SET lock = ?2 WHERE id = ?1"
    case .voidClaim:
      "UPDATE claim SET state = 'void', ended = ?2, why = ?3, undecided = 0 WHERE id = ?1"
    case .insertRefusal:
      """
      INSERT INTO attempt(row, uid, chip, signature, station, reader, began, ended, result,
        reason, words, pages, exchanges)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 'refused', ?9, ?10, ?11, ?12)
      """
    case .witnessEnd: "SELECT bytes, lines, hash, pending FROM witness"
    case .setWitness: "UPDATE witness SET bytes = ?1, lines = ?2, hash = ?3, pending = ?4"
    case .runningLeases:
      "SELECT lease FROM attempt WHERE claim = ?1 AND ended IS NULL AND lease IS NOT NULL"
    case .imageOfClaim: "SELECT image FROM claim WHERE id = ?1"
    }
  }
}
