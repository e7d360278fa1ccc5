// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What a report is made of. Every answer is handed over row by row, so that a job of a million
// rows needs no more memory than one of ten.

extension Ledger {
  package func counts() throws(LedgerError) -> LedgerCounts {
    var counts = LedgerCounts()
    counts.rows = try database.first(.presentRowCount) { $0.number(0) } ?? 0
    counts.undecided = try undecidedCount()
    counts.attempts = try database.number("SELECT count(*) FROM attempt")
    try forEachCount("SELECT state, count(*) FROM claim GROUP BY state") { counts[$0] = $1 }
    // Seldom more than a few, which is why they are the ones that are subtracted.
    try forEachCount(
      """
      SELECT c.state, count(*) FROM job_row r
      JOIN claim c ON c.row = r.key AND c.\(Query.live)
      WHERE r.manifest < \(Query.present) GROUP BY c.state
      """
    ) {
      counts[$0] -= $1
      counts.retired += $1
    }
    return counts
  }

  /// Lets everything that is asked in between be of one moment, while other processes go on writing.
  ///
  /// In between nothing can be written.
  package func atOneMoment<Value>(
    _ body: () throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try beginMoment()
    defer { endMoment() }
    return try body()
  }

  /// Begins what `atOneMoment` does, for whoever cannot do it in one call.
  package func beginMoment() throws(LedgerError) {
    try database.execute("BEGIN")
    // The moment is that of the first question.
    _ = try database.number("SELECT count(*) FROM job")
  }

  package func endMoment() { database.rollBack() }

  /// Every manifest that was taken over, the first one first.
  package func manifests() throws(LedgerError) -> [ImportedManifest] {
    var manifests: [ImportedManifest] = []
    let statement = try database.prepare(
      "SELECT number, hash, at, title, protection FROM manifest ORDER BY number")
    try statement.visitRows { columns throws(LedgerError) in
      guard let moment = columns.moment(2) else { throw columns.damage }
      manifests.append(
        ImportedManifest(
          number: columns.number(0), hash: columns.bytes(1), at: moment,
          title: columns.optionalText(3),
          protection: columns.optionalText(4).flatMap(WantedProtection.init)))
      return true
    }
    return manifests
  }

  /// When something was noted last; nil while nothing was.
  package func lastMoment() throws(LedgerError) -> Moment? {
    let statement = try database.prepare(
      """
      SELECT max(moment) FROM (SELECT max(at) AS moment FROM manifest UNION ALL
        SELECT * FROM (SELECT max(began, coalesce(ended, began)) FROM attempt
          ORDER BY id DESC LIMIT 1))
      """)
    return try statement.first { $0.moment(0) } ?? nil
  }

  /// Every row of the present manifest in its order; false stops.
  package func forEachRow(_ visit: (ReportedRow) -> Bool) throws(LedgerError) {
    try forEachRow("WHERE r.manifest = \(Query.present) ORDER BY r.place", visit)
  }

  /// Every row that the present manifest has no more though a tag carries it; false stops.
  package func forEachRetiredRow(_ visit: (ReportedRow) -> Bool) throws(LedgerError) {
    try forEachRow(
      "WHERE r.manifest < \(Query.present) AND c.\(Query.live) ORDER BY r.key", visit)
  }

  private func forEachRow(
    _ which: String, _ visit: (ReportedRow) -> Bool
  ) throws(LedgerError) {
    let statement = try database.prepare(
      """
      SELECT \(Query.rowColumns), \(Query.present),
        (SELECT count(*) FROM attempt WHERE claim IN (
          SELECT id FROM claim WHERE row = r.key AND \(Query.live)
          UNION ALL SELECT id FROM claim WHERE row = r.key AND \(Query.dead))),
        \(Query.claimColumns)
      FROM job_row r LEFT JOIN claim c ON c.id = coalesce(
        (SELECT id FROM claim WHERE row = r.key AND \(Query.live)),
        (SELECT max(id) FROM claim WHERE row = r.key AND \(Query.dead)))
      \(which)
      """)
    try statement.visitRows { columns throws(LedgerError) in
      let claim = columns.behind(9)
      return visit(
        ReportedRow(
          row: PlannedRow(columns), claim: claim.isNull(0) ? nil : try Claim(claim),
          attempts: columns.number(8)))
    }
  }

  /// Every claim, or those in one state, in the order in which they were begun; false stops.
  package func forEachClaim(
    in state: Claim.State? = nil, _ visit: (Claim) -> Bool
  ) throws(LedgerError) {
    let statement = try database.prepare(
      """
      SELECT \(Query.claimColumns) FROM claim c JOIN job_row r ON r.key = c.row
      \(state == nil ? "" : "WHERE c.state = ?1") ORDER BY c.id
      """)
    try statement.visitRows(state.map { [.text($0.rawValue)] } ?? []) {
      columns throws(LedgerError) in
      visit(try Claim(columns))
    }
  }

  /// Every attempt in the order in which they began; false stops.
  package func forEachAttempt(_ visit: (RecordedAttempt) -> Bool) throws(LedgerError) {
    try forEachAttempt("ORDER BY a.id", visit)
  }

  /// The last attempts, the newest first.
  package func lastAttempts(_ count: Int) throws(LedgerError) -> [RecordedAttempt] {
    var attempts: [RecordedAttempt] = []
    try forEachAttempt("ORDER BY a.id DESC LIMIT \(max(0, count))") {
      attempts.append($0)
      return true
    }
    return attempts
  }

  /// The last attempt of a claim.
  package func lastAttempt(of claim: ClaimID) throws(LedgerError) -> RecordedAttempt? {
    var last: RecordedAttempt?
    try forEachAttempt("WHERE a.claim = \(claim.number) ORDER BY a.id DESC LIMIT 1") {
      last = $0
      return false
    }
    return last
  }

  /// How many tags were put aside before anything was claimed, and never got a row.
  package func refusedTags() throws(LedgerError) -> Int {
    try database.number(
      """
      SELECT count(DISTINCT uid) FROM attempt a WHERE result = 'refused'
        AND NOT EXISTS (SELECT 1 FROM claim c WHERE c.uid = a.uid AND c.\(Query.live))
        AND NOT EXISTS (SELECT 1 FROM claim c WHERE c.uid = a.uid AND c.\(Query.dead))
      """)
  }

  /// How often each reason put a tag aside or asked for it again, the most frequent first.
  package func reasons() throws(LedgerError) -> [ReasonCount] {
    var reasons: [ReasonCount] = []
    let statement = try database.prepare(
      """
      SELECT result, reason, count(*) FROM attempt WHERE reason IS NOT NULL
      GROUP BY result, reason ORDER BY count(*) DESC, reason, result
      """)
    try statement.visitRows { columns throws(LedgerError) in
      guard let result = RecordedAttempt.Result(rawValue: columns.text(0)) else {
        throw columns.damage
      }
      reasons.append(
        ReasonCount(result: result, code: columns.text(1), count: columns.number(2)))
      return true
    }
    return reasons
  }

  private func forEachAttempt(
    _ which: String, _ visit: (RecordedAttempt) -> Bool
  ) throws(LedgerError) {
    let statement = try database.prepare(
      """
      SELECT \(Query.attemptColumns) FROM attempt a LEFT JOIN job_row r ON r.key = a.row \(which)
      """)
    try statement.visitRows { columns throws(LedgerError) in visit(try RecordedAttempt(columns)) }
  }

  private func forEachCount(
    _ sql: String, _ visit: (Claim.State, Int) -> Void
  ) throws(LedgerError) {
    try database.prepare(sql).visitRows { columns throws(LedgerError) in
      guard let state = Claim.State(rawValue: columns.text(0)) else { throw columns.damage }
      visit(state, columns.number(1))
      return true
    }
  }
}

extension LedgerCounts {
  fileprivate subscript(state: Claim.State) -> Int {
    get {
      switch state {
      case .begun: begun
      case .done: done
      case .failed: failed
      case .void: void
      }
    }
    set {
      switch state {
      case .begun: begun = newValue
      case .done: done = newValue
      case .failed: failed = newValue
      case .void: void = newValue
      }
    }
  }
}

extension RecordedAttempt {
  /// From `Query.attemptColumns`.
  fileprivate init(_ columns: Columns) throws(LedgerError) {
    guard let began = columns.moment(8) else { throw columns.damage }
    id = AttemptID(number: columns.integer(0))
    claim = columns.isNull(1) ? nil : ClaimID(number: columns.integer(1))
    rowID = columns.optionalText(2)
    tag = Presentation(
      uid: columns.bytes(3), chip: columns.text(4), signature: columns.optionalText(5),
      reader: columns.text(6), station: columns.optionalText(7), began: began)
    ended = columns.moment(9)
    result = columns.optionalText(10).flatMap(Result.init)
    reason = columns.optionalText(11).map { Reason($0, columns.text(12)) }
    effort = Effort(pages: columns.number(13), exchanges: columns.number(14))
  }
}
