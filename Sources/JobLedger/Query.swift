// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Every question that a ledger asks of its store, and its SQL.
///
/// Queries that only concern the file are elsewhere.
enum Query {
  case presentManifest, insertManifest, presentRowCount
  case lastRowKey, rowContent, insertRow, changeRow, moveRow, markUndecided, rowCountOfManifest
  case tokenOfRow, insertToken

  case nextRow, rowByID, rowByKey
  case liveClaimOfTag, deadClaimOfTag, voidClaimOfBoth, lostClaimOfBoth, liveClaimOfRow,
    deadClaimOfRow, claimByID
  case undecidedCount, isUndecided, undecidedRows, keepUndecided, voidUndecided

  case insertClaim, renewClaim, insertAttempt, rowWithLink
  case beginStep, proveStep, otherKey, lastKey
  case openAttempt, endAttempt, endClaim, lockClaim, setImage
  case voidClaim, insertRefusal
  case witnessEnd, setWitness, runningLeases, imageOfClaim

  case attemptCount, claimCounts, retiredCounts, refusedTags, reasons
  case manifests, lastMoment
  case presentRows, retiredRows, rowsInState, reportedRow, hasLabels, shownNames
  case claims, claimsInState
  case attempts, lastAttempts, lastAttemptOfClaim
  case confirmations, insertConfirmation, claimBeforeConfirmations, presentPlan
  case keepLabel, labelsOnPaper

  static let claimColumns = """
    c.id, c.row, r.id, c.uid, c.state, c.link, c.message_hash, c.manifest, c.chip, c.signature, \
    c.lock, c.since, c.done, c.ended, c.station, c.reader, c.why, c.kept, c.undecided, \
    c.message_size, c.capacity
    """
  static let rowColumns =
    "r.key, r.id, r.manifest, r.place, r.link, r.further, r.inputs, r.label, r.shown"
  static let attemptColumns = """
    a.id, a.claim, r.id, a.uid, a.chip, a.signature, a.reader, a.station, a.began, a.ended, \
    a.result, a.reason, a.words, a.pages, a.exchanges
    """
  /// The steps of a claim in order, each 1 if it is verified and 0 if it only began, and the sentence
  /// and the reason at the end of its last attempt.
  static let historyColumns: String = {
    let steps = ProtectionStep.allCases.map { step in
      """
      (SELECT CASE WHEN proven IS NULL THEN 0 ELSE 1 END FROM step
        WHERE claim = c.id AND kind = '\(step.rawValue)')
      """
    }
    let last = ["words", "reason"].map {
      "(SELECT \($0) FROM attempt WHERE claim = c.id ORDER BY id DESC LIMIT 1)"
    }
    return (steps + last).joined(separator: ", ")
  }()
  /// The number of the current manifest; NULL before the first.
  static let present = "(SELECT max(number) FROM manifest)"
  /// Whether the row differs in the current manifest from what the claim was made for.
  static let isOtherThanPlanned = """
    (r.manifest = \(present) AND (r.link <> claim.planned_link
      OR r.further IS DISTINCT FROM claim.planned_further
      OR r.inputs IS DISTINCT FROM claim.planned_inputs))
    """
  // SQLite uses the indexes only if a condition is written exactly as in their definition.
  static let live = "state IN ('begun', 'done')"
  static let dead = "state IN ('failed', 'void')"

  private static let selectClaims = """
    SELECT \(claimColumns) FROM claim c JOIN job_row r ON r.key = c.row
    """
  private static let selectAttempts = """
    SELECT \(attemptColumns) FROM attempt a LEFT JOIN job_row r ON r.key = a.row
    """
  /// Everything that reports say about a row and one of its claims.
  private static let selectRows = """
    SELECT \(rowColumns), \(present),
      (SELECT count(*) FROM attempt WHERE claim IN (
        SELECT id FROM claim WHERE row = r.key AND \(live)
        UNION ALL SELECT id FROM claim WHERE row = r.key AND \(dead))),
      \(claimColumns), \(historyColumns)
    FROM job_row r
    """
  private static let lastClaim = """
    LEFT JOIN claim c ON c.id = coalesce(
      (SELECT id FROM claim WHERE row = r.key AND \(live)),
      (SELECT max(id) FROM claim WHERE row = r.key AND \(dead)))
    """

  var sql: String {
    switch self {
    case .presentManifest: "SELECT number, hash FROM manifest ORDER BY number DESC LIMIT 1"
    case .insertManifest:
      "INSERT INTO manifest(number, hash, at, title, protection) VALUES (?1, ?2, ?3, ?4, ?5)"
    case .presentRowCount:
      "SELECT coalesce(max(place), 0) FROM job_row WHERE manifest = \(Self.present)"
    case .lastRowKey: "SELECT max(key) FROM job_row"
    case .rowContent: "SELECT key, manifest, link, further, inputs FROM job_row WHERE id = ?1"
    case .insertRow:
      """
      INSERT INTO job_row(key, id, manifest, place, may_share_link, label, shown, link, further,
        inputs)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      ON CONFLICT (id) DO NOTHING
      """
    case .changeRow:
      """
      UPDATE job_row SET manifest = ?2, place = ?3, may_share_link = ?4, label = ?5, shown = ?6,
        link = ?7, further = ?8, inputs = ?9 WHERE key = ?1
      """
    case .moveRow:
      """
      UPDATE job_row SET manifest = ?2, place = ?3, may_share_link = ?4, label = ?5, shown = ?6
      WHERE key = ?1
      """
    case .markUndecided:
      """
      UPDATE claim SET undecided = 1 - undecided FROM job_row r
      WHERE r.key = claim.row AND claim.state = 'done'
        AND (claim.undecided = 1) IS DISTINCT FROM \(Self.isOtherThanPlanned)
      """
    case .rowCountOfManifest: "SELECT count(*) FROM job_row WHERE manifest = ?1"
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
    case .liveClaimOfTag: "\(Self.selectClaims) WHERE c.uid = ?1 AND c.\(Self.live)"
    case .deadClaimOfTag:
      "\(Self.selectClaims) WHERE c.uid = ?1 AND c.\(Self.dead) ORDER BY c.id DESC LIMIT 1"
    case .voidClaimOfBoth:
      "SELECT 1 FROM claim c WHERE c.uid = ?1 AND c.\(Self.dead) AND c.row = ?2 AND c.state = 'void'"
    case .lostClaimOfBoth:
      "\(Self.voidClaimOfBoth.sql) AND c.why = '\(RecordedWhy.lost.words)'"
    case .liveClaimOfRow: "\(Self.selectClaims) WHERE c.row = ?1 AND c.\(Self.live)"
    case .deadClaimOfRow:
      "\(Self.selectClaims) WHERE c.row = ?1 AND c.\(Self.dead) ORDER BY c.id DESC LIMIT 1"
    case .claimByID: "\(Self.selectClaims) WHERE c.id = ?1"
    case .undecidedCount: "SELECT count(*) FROM claim WHERE undecided = 1"
    case .isUndecided: "SELECT 1 FROM claim WHERE undecided = 1 LIMIT 1"

    case .undecidedRows:
      """
      SELECT \(Self.rowColumns), \(Self.present), \(Self.claimColumns)
      FROM claim c JOIN job_row r ON r.key = c.row WHERE c.undecided = 1 ORDER BY r.place
      """
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
      JOIN job_row r ON r.key = c.row AND r.id <> ?3
        AND substr(r.id, 1, length(?3) + 1) <> ?3 || '/'
      WHERE own.key = ?2 AND own.may_share_link = 0
      LIMIT 1
      """
    case .beginStep:
      """
      INSERT INTO step(claim, kind, begun, key)
      SELECT claim, ?2, ?3, ?4 FROM attempt WHERE id = ?1
      ON CONFLICT (claim, kind)
        DO UPDATE SET begun = excluded.begun, proven = NULL, key = excluded.key
      """
    case .proveStep:
      """
      UPDATE step SET proven = ?3
      WHERE kind = ?2 AND claim = (SELECT claim FROM attempt WHERE id = ?1)
      """
    case .otherKey:
      """
      SELECT s.key, count(*) FROM step s JOIN claim c ON c.id = s.claim
      WHERE s.key <> ?1 AND c.\(Self.live)
      GROUP BY s.key ORDER BY count(*) DESC, s.key LIMIT 1
      """
    case .lastKey: "SELECT key FROM step WHERE key IS NOT NULL ORDER BY claim DESC LIMIT 1"
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
      // The manifest may have changed while the tag was being written, when no one could decide about it.
      """
      UPDATE claim SET state = ?2, done = ?3, ended = ?4, lock = ?5, why = ?6,
        undecided = CASE WHEN ?2 = 'done' AND EXISTS (SELECT 1 FROM job_row r
          WHERE r.key = claim.row AND \(Self.isOtherThanPlanned)) THEN 1 ELSE 0 END
      WHERE id = ?1
      """
    case .setImage: "UPDATE claim SET image = ?2 WHERE id = ?1"
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

    case .attemptCount: "SELECT count(*) FROM attempt"
    case .claimCounts: "SELECT state, count(*) FROM claim GROUP BY state"
    case .retiredCounts:
      """
      SELECT c.state, count(*) FROM job_row r JOIN claim c ON c.row = r.key AND c.\(Self.live)
      WHERE r.manifest < \(Self.present) GROUP BY c.state
      """
    case .refusedTags:
      """
      SELECT count(DISTINCT uid) FROM attempt a WHERE result = 'refused'
        AND NOT EXISTS (SELECT 1 FROM claim c WHERE c.uid = a.uid AND c.\(Self.live))
        AND NOT EXISTS (SELECT 1 FROM claim c WHERE c.uid = a.uid AND c.\(Self.dead))
      """
    case .reasons:
      """
      SELECT result, reason, count(*) FROM attempt WHERE reason IS NOT NULL
      GROUP BY result, reason ORDER BY count(*) DESC, reason, result
      """
    case .manifests: "SELECT number, hash, at, title, protection FROM manifest ORDER BY number"
    case .lastMoment:
      """
      SELECT max(moment) FROM (SELECT max(at) AS moment FROM manifest UNION ALL
        SELECT last.moment FROM (
          SELECT CASE WHEN ended > began THEN ended ELSE began END AS moment FROM attempt
          ORDER BY id DESC LIMIT 1) AS last) AS moments
      """
    case .presentRows:
      "\(Self.selectRows) \(Self.lastClaim) WHERE r.manifest = \(Self.present) ORDER BY r.place"
    case .retiredRows:
      """
      \(Self.selectRows) \(Self.lastClaim)
      WHERE r.manifest < \(Self.present) AND c.\(Self.live) ORDER BY r.key
      """
    case .rowsInState:
      "\(Self.selectRows) JOIN claim c ON c.row = r.key WHERE c.state = ?1 ORDER BY c.id"
    case .reportedRow: "\(Self.selectRows) \(Self.lastClaim) WHERE r.id = ?1"
    case .hasLabels:
      "SELECT EXISTS (SELECT 1 FROM job_row WHERE label IS NOT NULL AND manifest = \(Self.present))"
    case .shownNames:
      """
      SELECT DISTINCT (SELECT group_concat(key, char(0)) FROM json_each(r.shown)) FROM job_row r
      WHERE r.shown IS NOT NULL AND r.manifest = \(Self.present)
      """
    case .claims: "\(Self.selectClaims) ORDER BY c.id"
    case .claimsInState: "\(Self.selectClaims) WHERE c.state = ?1 ORDER BY c.id"
    case .attempts: "\(Self.selectAttempts) ORDER BY a.id"
    case .lastAttempts: "\(Self.selectAttempts) ORDER BY a.id DESC LIMIT ?1"
    case .lastAttemptOfClaim: "\(Self.selectAttempts) WHERE a.claim = ?1 ORDER BY a.id DESC LIMIT 1"

    case .confirmations: "SELECT kind, hash, count, person, at FROM confirmation ORDER BY id"
    case .insertConfirmation:
      "INSERT INTO confirmation(kind, hash, count, person, at) VALUES (?1, ?2, ?3, ?4, ?5)"
    case .claimBeforeConfirmations:
      """
      SELECT count(*) FROM (SELECT 1 FROM claim WHERE since <
        (SELECT at FROM migration WHERE name = 'what people confirmed') LIMIT 1) AS earlier
      """
    case .presentPlan:
      """
      SELECT id, link, further, inputs FROM job_row WHERE manifest = \(Self.present)
      ORDER BY place
      """
    case .keepLabel:
      """
      INSERT INTO label(row, link, at) VALUES (?1, ?2, ?3)
      ON CONFLICT (row) DO UPDATE SET link = excluded.link, at = excluded.at
        WHERE link IS DISTINCT FROM excluded.link
      """
    case .labelsOnPaper:
      """
      SELECT \(Self.rowColumns), \(Self.present), l.link, \(Self.claimColumns)
      FROM label l JOIN job_row r ON r.key = l.row
      LEFT JOIN claim c ON c.row = r.key AND c.\(Self.live)
      WHERE l.link IS NOT NULL ORDER BY r.manifest DESC, r.place
      """
    }
  }
}
