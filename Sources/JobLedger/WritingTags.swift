// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

// What is made durable while a tag is written: two transactions for a tag without protection.

extension Ledger {
  /// Claims a row for a tag and records the attempt: one durable transaction, before the first byte.
  package func begin(
    _ row: PlannedRow, on tag: Presentation, content: TagContent
  ) throws(LedgerError) -> Beginning {
    try record { lines throws(LedgerError) in
      try requireTaken()
      try refuseUndecided()
      guard let claim = try insertClaim(of: row, on: tag, content) else {
        return try whatIsTaken(row, tag)
      }
      try refuseRepeatedLink(content, of: row)
      lines.append(.claim(row, on: tag, content, kind: .claim))
      return .begun(claim, try insertAttempt(of: claim, tag, lease: witness?.lease))
    }
  }

  /// Records another attempt to finish a begun claim, with the content that the row has for the tag now.
  ///
  /// The content was made from the row as it was read; if another process has changed the row since,
  /// it is refused, as in `begin`.
  package func resume(
    _ claim: ClaimID, of row: PlannedRow, with tag: Presentation, content: TagContent
  ) throws(LedgerError) -> AttemptID {
    try record { lines throws(LedgerError) in
      try requireTaken()
      try refuseUndecided()
      switch try liveState(of: claim, on: tag) {
      case .begun: break
      case .done: throw error(.finishedElsewhere)
      default: throw error(.notOpen)
      }
      let renewed = try database.run(
        .renewClaim,
        [
          .integer(claim.number), .number(row.manifest), .text(content.link),
          .blob(content.messageHash), .text(tag.chip), .text(tag.signature), .text(tag.station),
          .text(tag.reader), .number(content.messageSize), .number(content.capacity),
          .blob(content.image),
        ])
      guard renewed == 1 else { throw error(.manifestChanged) }
      try refuseRepeatedLink(content, of: row)
      lines.append(.claim(row, on: tag, content, kind: .renew))
      return try insertAttempt(of: claim, tag, lease: witness?.lease)
    }
  }

  /// Records another attempt that writes nothing of the row, so that the claim keeps its content:
  /// for a begun tag that could not be written, or a finished one.
  ///
  /// With a step, which only a finished tag needs, attempt and step begin in one transaction.
  package func resume(
    _ claim: ClaimID, with tag: Presentation, step: ProtectionStep? = nil
  ) throws(LedgerError) -> AttemptID {
    try record { lines throws(LedgerError) in
      try refuseUndecided()
      let state = try liveState(of: claim, on: tag)
      guard step == nil || state == .done else { throw error(.notOpen) }
      let attempt = try insertAttempt(of: claim, tag, lease: witness?.lease)
      if let step {
        try insertStep(step, in: attempt, at: tag.began)
        lines.append(try line(.step, of: claim, at: tag.began, ["step": step.rawValue]))
      }
      return attempt
    }
  }

  /// Records durably that a step is about to change the tag, and the id of the key that a password
  /// comes from.
  package func begin(
    _ step: ProtectionStep, key: String? = nil, in attempt: AttemptID, at moment: Moment
  ) throws(LedgerError) {
    try record { lines throws(LedgerError) in
      let (claim, _) = try openAttempt(attempt)
      try key.map { key throws(LedgerError) in try requireKey(key) }
      try insertStep(step, key: key, in: attempt, at: moment)
      let parts: KeyValuePairs = ["step": step.rawValue, "key": key]
      lines.append(try line(.step, of: claim, at: moment, parts))
    }
  }

  /// Refuses a second key: another program may have been started with a different one before any tag
  /// had a password.
  private func requireKey(_ key: String) throws(LedgerError) {
    let last = try database.first(.lastKey, []) { $0.text(0) }
    if let last, last != key, let trouble = try trouble(withKey: key) { throw trouble }
  }

  /// Records the outcome of an attempt, and the steps that were verified with it.
  ///
  /// This is the second durable transaction; OK may only be reported after it returns. An
  /// unfinished tag is recognised by the image that is left to write.
  package func finish(
    _ attempt: AttemptID, _ outcome: Outcome, effort: Effort = Effort(),
    proven: [ProtectionStep] = [], image: [UInt8]? = nil, at moment: Moment
  ) throws(LedgerError) {
    try record(.writing, .both) { lines throws(LedgerError) in
      let (claim, state) = try openAttempt(attempt)
      var steps = proven.map { proof(of: $0, in: attempt, at: moment) }
      steps.append(
        (
          .endAttempt,
          [
            .integer(attempt.number), .moment(moment), .text(outcome.result.rawValue),
            .text(outcome.reason?.code), .text(outcome.reason?.words), .number(effort.pages),
            .number(effort.exchanges),
          ]
        ))
      switch (outcome, state) {
      case (.done(let lock), .begun): steps.append(end(of: claim, .done, at: moment, lock: lock))
      case (.done(let lock?), .done):
        steps.append((.lockClaim, [.integer(claim.number), .text(lock)]))
      case (.failed(let reason), .begun):
        steps.append(end(of: claim, .failed, at: moment, why: reason.words))
      case (.again, .begun), (.putAside, .begun):
        if let image { steps.append((.setImage, [.integer(claim.number), .blob(image)])) }
      default: break
      }
      // A step that never began cannot have been verified.
      guard try database.run(steps).allSatisfy({ $0 == 1 }) else { throw error(.notOpen) }
      lines.append(
        try line(of: outcome, claim, wasBegun: state == .begun, effort, proven, at: moment))
    }
  }

  /// Records a tag that was put aside before anything was claimed: one durable transaction.
  package func refuse(
    _ tag: Presentation, for row: RowKey? = nil, _ reason: Reason, effort: Effort = Effort(),
    at moment: Moment
  ) throws(LedgerError) {
    try record { lines throws(LedgerError) in
      try database.run(
        .insertRefusal,
        [
          .integer(row?.number), .blob(tag.uid), .text(tag.chip), .text(tag.signature),
          .text(tag.station),
          .text(tag.reader), .moment(tag.began), .moment(moment), .text(reason.code),
          .text(reason.words), .number(effort.pages), .number(effort.exchanges),
        ])
      let id = try row.flatMap { (key) throws(LedgerError) in try self.row(key)?.id }
      lines.append(
        WitnessLine(
          .refused, at: moment,
          [
            "row": id, "uid": upperHex(tag.uid), "reason": reason.code,
            "words": reason.words, "chip": tag.chip, "reader": tag.reader,
            "station": tag.station,
          ]))
    }
  }

  /// A run may not decide about rows of another manifest, so it ends.
  private func refuseUndecided() throws(LedgerError) {
    if try database.first(.isUndecided, [], { _ in true }) == true {
      try requireTaken()
      throw error(.undecided(rows: try undecidedCount()))
    }
  }

  /// Refuses a link that another row's tag has, or may have; copies of a row share theirs.
  private func refuseRepeatedLink(
    _ content: TagContent, of row: PlannedRow
  ) throws(LedgerError) {
    guard content.comparesLink else { return }
    let original = row.id.unicodeScalars.prefix { $0 != "/" }
    let values: [SQLValue] = [
      .text(content.link), .integer(row.key.number), .text(String(original)),
    ]
    let other = try database.first(.rowWithLink, values) { $0.text(0) }
    if let other { throw error(.linkTaken(id: other)) }
  }

  /// Why nothing was claimed; the indexes of the database have decided that.
  private func whatIsTaken(
    _ row: PlannedRow, _ tag: Presentation
  ) throws(LedgerError) -> Beginning {
    if let claim = try claim(ofTag: tag.uid), claim.isLive { return .tagTaken }
    if let claim = try claim(ofRow: row.key), claim.isLive { return .rowTaken }
    throw error(.manifestChanged)
  }

  /// The claim to continue with; it must exist.
  func knownClaim(_ id: ClaimID) throws(LedgerError) -> Claim {
    let claim = try database.first(.claimByID, [.integer(id.number)], Claim.init)
    guard let claim else { throw error(.notOpen) }
    return claim
  }

  /// Whether a claim is live, belongs to the tag, and is begun or done.
  private func liveState(
    of claim: ClaimID, on tag: Presentation
  ) throws(LedgerError) -> Claim.State {
    let found = try knownClaim(claim)
    guard found.isLive else { throw error(.notOpen) }
    guard found.uid == tag.uid else { throw error(.otherTag(uid: found.uid)) }
    // If two tags with one UID were at two programs, both would be reported OK.
    try requireFree(claim)
    return found.state
  }

  /// Refuses a claim that another program is working on.
  func requireFree(_ claim: ClaimID) throws(LedgerError) {
    try database.visit(.runningLeases, [.integer(claim.number)]) { columns throws(LedgerError) in
      if witness?.isHeldElsewhere(columns.integer(0)) == true { throw error(.runsElsewhere) }
      return true
    }
  }

  /// Stores that a row belongs to a tag; nil if the row or the tag is taken, or the manifest has changed.
  func insertClaim(
    of row: PlannedRow, on tag: Presentation, _ content: TagContent
  ) throws(LedgerError) -> ClaimID? {
    let key = try database.insert(
      .insertClaim,
      [
        .integer(row.key.number), .number(row.manifest), .blob(tag.uid), .text(content.link),
        .blob(content.messageHash), .text(tag.chip), .text(tag.signature), .text(tag.station),
        .text(tag.reader), .moment(tag.began), .number(content.messageSize),
        .number(content.capacity), .blob(content.image),
      ])
    return key.map { ClaimID(number: $0) }
  }

  func insertAttempt(
    of claim: ClaimID, _ tag: Presentation, lease: Int64?
  ) throws(LedgerError) -> AttemptID {
    let key = try database.insert(
      .insertAttempt,
      [
        .integer(claim.number), .text(tag.chip), .text(tag.signature), .text(tag.station),
        .text(tag.reader), .moment(tag.began), .integer(lease),
      ])
    guard let key else { throw error(.notOpen) }
    return AttemptID(number: key)
  }

  private func insertStep(
    _ step: ProtectionStep, key: String? = nil, in attempt: AttemptID, at moment: Moment
  ) throws(LedgerError) {
    try database.run(
      .beginStep,
      [.integer(attempt.number), .text(step.rawValue), .moment(moment), .text(key)])
  }

  private func proof(
    of step: ProtectionStep, in attempt: AttemptID, at moment: Moment
  ) -> (query: Query, values: [SQLValue]) {
    (.proveStep, [.integer(attempt.number), .text(step.rawValue), .moment(moment)])
  }

  private func openAttempt(
    _ attempt: AttemptID
  ) throws(LedgerError) -> (claim: ClaimID, state: Claim.State) {
    let found = try database.first(.openAttempt, [.integer(attempt.number)]) {
      (ClaimID(number: $0.integer(0)), Claim.State(rawValue: $0.text(1)))
    }
    guard let (claim, state) = found, let state else { throw error(.notOpen) }
    return (claim, state)
  }

  private func end(
    of claim: ClaimID, _ state: Claim.State, at moment: Moment, lock: String? = nil,
    why: String? = nil
  ) -> (query: Query, values: [SQLValue]) {
    let isDone = state == .done
    return (
      .endClaim,
      [
        .integer(claim.number), .text(state.rawValue), .moment(isDone ? moment : nil),
        .moment(isDone ? nil : moment), .text(lock), .text(why),
      ]
    )
  }
}
