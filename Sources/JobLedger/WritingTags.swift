// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// What is made durable while a tag is written: two transactions for a tag without protection.

extension Ledger {
  /// Claims a row for a tag and notes the attempt: one durable transaction, before the first byte.
  package func begin(
    _ row: PlannedRow, on tag: Presentation, content: TagContent
  ) throws(LedgerError) -> Beginning {
    try database.transaction { () throws(LedgerError) in
      try refuseUndecided()
      try database.run(
        .insertClaim,
        [
          .integer(row.key.number), .number(row.manifest), .blob(tag.uid), .text(content.link),
          .blob(content.messageHash), .text(tag.chip), .text(tag.signature), .text(tag.station),
          .text(tag.reader), .moment(tag.began), .number(content.messageSize),
          .number(content.capacity),
        ])
      guard database.changedRows == 1 else { return try whatIsTaken(row, tag) }
      let claim = ClaimID(number: database.lastInsertedKey)
      try refuseRepeatedLink(content, of: row.key)
      return .begun(claim, try insertAttempt(of: claim, tag))
    }
  }

  /// Notes another attempt to finish a begun claim, with what its row puts on the tag now.
  ///
  /// The content was made of the row as it was read; a row that another process has changed since
  /// is refused like one that begins.
  package func resume(
    _ claim: ClaimID, of row: PlannedRow, with tag: Presentation, content: TagContent
  ) throws(LedgerError) -> AttemptID {
    try database.transaction { () throws(LedgerError) in
      try refuseUndecided()
      guard try liveState(of: claim, on: tag) == .begun else { throw error(.notOpen) }
      try database.run(
        .renewClaim,
        [
          .integer(claim.number), .number(row.manifest), .text(content.link),
          .blob(content.messageHash), .text(tag.chip), .text(tag.signature), .text(tag.station),
          .text(tag.reader), .number(content.messageSize), .number(content.capacity),
        ])
      guard database.changedRows == 1 else { throw error(.manifestChanged) }
      try refuseRepeatedLink(content, of: row.key)
      return try insertAttempt(of: claim, tag)
    }
  }

  /// Notes another attempt that puts nothing of the row on the tag, so that the claim keeps its
  /// content: a begun tag that could not be written, or a done one.
  ///
  /// With a step, which only a done tag takes, the attempt and the step begin in one transaction.
  package func resume(
    _ claim: ClaimID, with tag: Presentation, step: ProtectionStep? = nil
  ) throws(LedgerError) -> AttemptID {
    try database.transaction { () throws(LedgerError) in
      try refuseUndecided()
      let state = try liveState(of: claim, on: tag)
      guard step == nil || state == .done else { throw error(.notOpen) }
      let attempt = try insertAttempt(of: claim, tag)
      if let step { try insertStep(step, in: attempt, at: tag.began) }
      return attempt
    }
  }

  /// Notes durably that a step is about to change the tag, and the id of the key that a password
  /// comes from.
  package func begin(
    _ step: ProtectionStep, key: String? = nil, in attempt: AttemptID, at moment: Moment
  ) throws(LedgerError) {
    try database.transaction { () throws(LedgerError) in
      _ = try openAttempt(attempt)
      try insertStep(step, key: key, in: attempt, at: moment)
    }
  }

  /// Notes durably that a step was proven on the tag.
  package func prove(
    _ step: ProtectionStep, in attempt: AttemptID, at moment: Moment
  ) throws(LedgerError) {
    try database.transaction { () throws(LedgerError) in
      _ = try openAttempt(attempt)
      try setProven(step, in: attempt, at: moment)
    }
  }

  /// Notes what came of an attempt, and the last steps that were proven with it.
  ///
  /// This is the second durable transaction, and only when it returns may anyone be told OK.
  package func finish(
    _ attempt: AttemptID, _ outcome: Outcome, effort: Effort = Effort(),
    proven: [ProtectionStep] = [], at moment: Moment
  ) throws(LedgerError) {
    try database.transaction { () throws(LedgerError) in
      let (claim, state) = try openAttempt(attempt)
      for step in proven { try setProven(step, in: attempt, at: moment) }
      try database.run(
        .endAttempt,
        [
          .integer(attempt.number), .moment(moment), .text(outcome.result.rawValue),
          .text(outcome.reason?.code), .text(outcome.reason?.words), .number(effort.pages),
          .number(effort.exchanges),
        ])
      switch (outcome, state) {
      case (.done(let lock), .begun): try end(claim, .done, at: moment, lock: lock)
      case (.done(let lock?), .done):
        try database.run(.lockClaim, [.integer(claim.number), .text(lock)])
      case (.failed(let reason), .begun): try end(claim, .failed, at: moment, why: reason.words)
      default: break
      }
    }
  }

  /// Notes a tag that was put aside before anything was claimed: one durable transaction.
  package func refuse(
    _ tag: Presentation, for row: RowKey? = nil, _ reason: Reason, effort: Effort = Effort(),
    at moment: Moment
  ) throws(LedgerError) {
    let row = row.map { SQLValue.integer($0.number) } ?? .null
    try database.transaction { () throws(LedgerError) in
      try database.run(
        .insertRefusal,
        [
          row, .blob(tag.uid), .text(tag.chip), .text(tag.signature), .text(tag.station),
          .text(tag.reader), .moment(tag.began), .moment(moment), .text(reason.code),
          .text(reason.words), .number(effort.pages), .number(effort.exchanges),
        ])
    }
  }

  private func refuseUndecided() throws(LedgerError) {
    guard try database.first(.isUndecided, [], { $0.number(0) }) == 1 else { return }
    throw error(.undecided(rows: try undecidedCount()))
  }

  /// Refuses a link that another row's tag has, or may have.
  private func refuseRepeatedLink(_ content: TagContent, of row: RowKey) throws(LedgerError) {
    guard content.comparesLink else { return }
    let values: [SQLValue] = [.text(content.link), .integer(row.number)]
    let other = try database.first(.rowWithLink, values) { $0.text(0) }
    if let other { throw error(.linkTaken(id: other)) }
  }

  /// Why no claim came of it; the indexes of the database have decided that.
  private func whatIsTaken(
    _ row: PlannedRow, _ tag: Presentation
  ) throws(LedgerError) -> Beginning {
    if let claim = try claim(ofTag: tag.uid), claim.isLive { return .tagTaken }
    if let claim = try claim(ofRow: row.key), claim.isLive { return .rowTaken }
    throw error(.manifestChanged)
  }

  /// Whether a claim that lives, and belongs to the tag, is begun or done.
  private func liveState(
    of claim: ClaimID, on tag: Presentation
  ) throws(LedgerError) -> Claim.State {
    let found = try database.first(.claimByID, [.integer(claim.number)], Claim.init)
    guard let found, found.isLive else { throw error(.notOpen) }
    guard found.uid == tag.uid else { throw error(.otherTag(uid: found.uid)) }
    return found.state
  }

  private func insertAttempt(
    of claim: ClaimID, _ tag: Presentation
  ) throws(LedgerError) -> AttemptID {
    try database.run(
      .insertAttempt,
      [
        .integer(claim.number), .text(tag.chip), .text(tag.signature), .text(tag.station),
        .text(tag.reader), .moment(tag.began),
      ])
    return AttemptID(number: database.lastInsertedKey)
  }

  private func insertStep(
    _ step: ProtectionStep, key: String? = nil, in attempt: AttemptID, at moment: Moment
  ) throws(LedgerError) {
    try database.run(
      .beginStep,
      [.integer(attempt.number), .text(step.rawValue), .moment(moment), .text(key)])
  }

  private func setProven(
    _ step: ProtectionStep, in attempt: AttemptID, at moment: Moment
  ) throws(LedgerError) {
    try database.run(
      .proveStep, [.integer(attempt.number), .text(step.rawValue), .moment(moment)])
    // A step that never began cannot have been proven.
    guard database.changedRows == 1 else { throw error(.notOpen) }
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
    _ claim: ClaimID, _ state: Claim.State, at moment: Moment, lock: String? = nil,
    why: String? = nil
  ) throws(LedgerError) {
    let isDone = state == .done
    try database.run(
      .endClaim,
      [
        .integer(claim.number), .text(state.rawValue), isDone ? .moment(moment) : .null,
        isDone ? .null : .moment(moment), .text(lock), .text(why),
      ])
  }
}

extension Outcome {
  fileprivate var result: RecordedAttempt.Result {
    switch self {
    case .done: .done
    case .again: .again
    case .failed: .failed
    case .putAside: .putAside
    }
  }

  fileprivate var reason: Reason? {
    switch self {
    case .done: nil
    case .again(let reason), .failed(let reason), .putAside(let reason): reason
    }
  }
}
