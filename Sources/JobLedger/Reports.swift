// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What a report is made from. Every answer is visited row by row, so that a job of a million
// rows needs no more memory than one of ten.

extension Ledger {
  package func counts() throws(LedgerError) -> LedgerCounts {
    var counts = LedgerCounts()
    counts.rows = try database.number(.presentRowCount)
    counts.undecided = try undecidedCount()
    counts.attempts = try database.number(.attemptCount)
    try forEachCount(.claimCounts) { counts[$0] = $1 }
    // Seldom more than a few, so it is faster to subtract these.
    try forEachCount(.retiredCounts) {
      counts[$0] -= $1
      counts.retired += $1
    }
    return counts
  }

  /// Everything that is asked in the block is from one moment, while other processes keep writing.
  ///
  /// Nothing can be written in the block.
  package func atOneMoment<Value>(
    _ body: () throws(LedgerError) -> Value
  ) throws(LedgerError) -> Value {
    try beginMoment()
    defer { endMoment() }
    return try body()
  }

  /// Begins what `atOneMoment` does, for callers that cannot do it in one call.
  package func beginMoment() throws(LedgerError) { try database.begin(.reading) }

  package func endMoment() { database.rollBack() }

  /// Every manifest that was taken over, the oldest first.
  package func manifests() throws(LedgerError) -> [ImportedManifest] {
    var manifests: [ImportedManifest] = []
    try database.visit(.manifests) { columns throws(LedgerError) in
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

  /// When something was last recorded; nil if nothing was.
  package func lastMoment() throws(LedgerError) -> Moment? {
    try database.first(.lastMoment) { $0.moment(0) } ?? nil
  }

  // Ask nothing else while rows are visited.

  /// Every row of the current manifest in order; `false` stops.
  package func forEachRow(_ visit: (ReportedRow) -> Bool) throws(LedgerError) {
    try forEachRow(.presentRows, [], visit)
  }

  /// Every row that has a tag, but is no longer in the current manifest; `false` stops.
  package func forEachRetiredRow(_ visit: (ReportedRow) -> Bool) throws(LedgerError) {
    try forEachRow(.retiredRows, [], visit)
  }

  /// A row by its id, whether the current manifest has it or not.
  package func reportedRow(id: String) throws(LedgerError) -> ReportedRow? {
    try database.first(.reportedRow, [.text(id)], ReportedRow.init)
  }

  /// Whether rows of the current manifest have labels.
  package func hasLabels() throws(LedgerError) -> Bool { try database.number(.hasLabels) == 1 }

  /// The names of the values that are shown with the rows of the current manifest.
  package func shownNames() throws(LedgerError) -> [String] {
    var names: [String] = []
    try database.visit(.shownNames) { columns in
      // No column name contains a zero byte.
      for name in columns.text(0).split(separator: "\0").map(String.init)
      where !names.contains(name) {
        names.append(name)
      }
      return true
    }
    return names
  }

  /// Every row with a claim in this state, in the order in which the claims began; `false` stops.
  package func forEachRow(
    in state: Claim.State, _ visit: (ReportedRow) -> Bool
  ) throws(LedgerError) {
    try forEachRow(.rowsInState, [.text(state.rawValue)], visit)
  }

  /// Every claim, or those in one state, in the order in which they began; `false` stops.
  package func forEachClaim(
    in state: Claim.State? = nil, _ visit: (Claim) -> Bool
  ) throws(LedgerError) {
    let (query, values): (Query, [SQLValue]) =
      if let state { (.claimsInState, [.text(state.rawValue)]) } else { (.claims, []) }
    try database.visit(query, values) { columns throws(LedgerError) in visit(try Claim(columns)) }
  }

  /// Every attempt in the order in which they began; `false` stops.
  package func forEachAttempt(_ visit: (RecordedAttempt) -> Bool) throws(LedgerError) {
    try database.visit(.attempts) { columns throws(LedgerError) in
      visit(try RecordedAttempt(columns))
    }
  }

  /// The last attempts, the newest first.
  package func lastAttempts(_ count: Int) throws(LedgerError) -> [RecordedAttempt] {
    var attempts: [RecordedAttempt] = []
    try database.visit(.lastAttempts, [.number(max(0, count))]) { columns throws(LedgerError) in
      attempts.append(try RecordedAttempt(columns))
      return true
    }
    return attempts
  }

  /// The last attempt of a claim.
  package func lastAttempt(of claim: ClaimID) throws(LedgerError) -> RecordedAttempt? {
    try database.first(.lastAttemptOfClaim, [.integer(claim.number)], RecordedAttempt.init)
  }

  /// How many tags were put aside before anything was claimed, and never got a row.
  package func refusedTags() throws(LedgerError) -> Int { try database.number(.refusedTags) }

  /// How often each reason put a tag aside or asked for it again, the most frequent first.
  package func reasons() throws(LedgerError) -> [ReasonCount] {
    var reasons: [ReasonCount] = []
    try database.visit(.reasons) { columns throws(LedgerError) in
      guard let result = RecordedAttempt.Result(rawValue: columns.text(0)) else {
        throw columns.damage
      }
      reasons.append(
        ReasonCount(result: result, code: columns.text(1), count: columns.number(2)))
      return true
    }
    return reasons
  }

  private func forEachRow(
    _ query: Query, _ values: [SQLValue], _ visit: (ReportedRow) -> Bool
  ) throws(LedgerError) {
    try database.visit(query, values) { columns throws(LedgerError) in
      visit(try ReportedRow(columns))
    }
  }

  private func forEachCount(
    _ query: Query, _ visit: (Claim.State, Int) -> Void
  ) throws(LedgerError) {
    try database.visit(query) { columns throws(LedgerError) in
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

extension ReportedRow {
  fileprivate init(_ columns: Columns) throws(LedgerError) {
    row = PlannedRow(columns)
    attempts = columns.number(10)
    let claim = columns.behind(11)
    self.claim = claim.isNull(0) ? nil : try Claim(claim)
    let history = columns.behind(32)
    var steps: [ProtectionStep: Bool] = [:]
    for (index, step) in zip(Int32(0)..., ProtectionStep.allCases) {
      steps[step] = history.optionalNumber(index).map { $0 == 1 }
    }
    self.steps = steps
    let end = Int32(ProtectionStep.allCases.count)
    lastWords = history.optionalText(end)
    lastReason = history.optionalText(end + 1)
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
