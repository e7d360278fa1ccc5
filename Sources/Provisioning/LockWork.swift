// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import JobManifest
internal import TagKeys
internal import TagMemory
internal import TagReading

/// Permanently locks one tag of the job, after it was verified again.
///
/// Locking changes no message, so it needs no state machine of its own: an interrupted tag is
/// verified and locked again when it comes back.
final class LockWork {
  private let shown: PresentedTag
  private let mayLock: Set<ClaimID>
  private(set) var ledgerError: LedgerError?

  init(_ shown: PresentedTag, mayLock: Set<ClaimID>) {
    self.shown = shown
    self.mayLock = mayLock
  }

  func run() -> TagResult {
    do throws(Obstacle) {
      guard try lock() else { return shown.result(.alreadyDone, nil) }
      return shown.result(.ok, nil)
    } catch {
      note(error)
      return shown.result(error.isPassing ? .again : .putAside, error)
    }
  }

  /// Verifies the tag and locks it; false if the ledger says that it is locked already.
  private func lock() throws(Obstacle) -> Bool {
    try shown.lookUp()
    if let claim = shown.claim, !claim.isLive { throw .givenUp }
    guard let claim = shown.claim, claim.state == .done, let row = shown.row else {
      throw .notFinished
    }
    let order = try verify(claim, row)
    var tag = try shown.open()
    let plan = try shown.onTag { () throws(TagError) in try tag.prepare(order) }
    guard plan.message == 0 else { throw .changedSinceDone }
    guard plan.protection == 0 else { throw .unprotectedSinceDone }
    if claim.lock != nil, plan.locks == 0 { return false }
    guard claim.lock != nil || mayLock.contains(claim.id) else { throw .finishedSince }
    let presentation = shown.presentation
    let (attempt, wait) = try timing { () throws(Obstacle) in
      try shown.onLedger { (ledger) throws(LedgerError) in
        try ledger.resume(claim.id, with: presentation, step: .lock)
      }
    }
    shown.attempt = attempt
    if wait > TagWork.longWait {
      try requireItsMessage()
      tag = try shown.open()
      _ = try shown.onTag { () throws(TagError) in try tag.prepare(order) }
    }
    let extent = try shown.onTag { () throws(TagError) in try tag.lock() }
    try requireItsMessage()
    let effort = shown.effort
    try shown.onLedger { (ledger) throws(LedgerError) in
      try ledger.finish(
        attempt, .done(lock: extent.rawValue), effort: effort, proven: [.lock], at: .now)
    }
    return true
  }

  /// While we waited for the ledger, another tag with this UID may have taken its place.
  private func requireItsMessage() throws(Obstacle) {
    try shown.forget()
    guard try shown.hasItsMessage() else {
      throw shown.claim?.state == .done ? .changedSinceDone : .givenUp
    }
  }

  /// What must be on the tag, if the ledger knows what was written.
  private func verify(_ claim: Claim, _ row: PlannedRow) throws(Obstacle) -> TagOrder {
    var order = try shown.batch.order(
      PlannedLink(claim.link), further: row.further, finishing: false)
    order.lock = true
    order.permissions = []
    let tag = try shown.open()
    try shown.onTag { () throws(TagError) in try tag.authenticate(for: order) }
    if sha256(order.message) == claim.messageHash { return order }
    // The manifest has changed since, or a resolver gave the records, so only the tag has them.
    let found = try shown.onTag { () throws(TagError) in try tag.content(forMessageOf: 0) }
    guard case .message(let bytes) = found, sha256(bytes) == claim.messageHash else {
      throw .changedSinceDone
    }
    order.message = bytes
    return order
  }

  /// Records why the tag is not locked.
  private func note(_ obstacle: Obstacle) {
    if case .ledger(let error) = obstacle {
      ledgerError = error
      return
    }
    let (presentation, effort, row) = (shown.presentation, shown.effort, shown.row)
    let (attempt, reason) = (shown.attempt, obstacle.reason(shown.batch.cures))
    shown.isSuspect = obstacle == .changedSinceDone || obstacle == .unprotectedSinceDone
    do throws(Obstacle) {
      try shown.onLedger { (ledger) throws(LedgerError) in
        if let attempt {
          let outcome: Outcome = obstacle.isPassing ? .again(reason) : .putAside(reason)
          try ledger.finish(attempt, outcome, effort: effort, at: .now)
        } else if !obstacle.isPassing {
          try ledger.refuse(presentation, for: row?.key, reason, effort: effort, at: .now)
        }
      }
    } catch {
      if case .ledger(let error) = error { ledgerError = error }
    }
  }
}
