// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
internal import Provisioning

/// What a ledger says of its job as a whole; the rows themselves are asked for one by one.
package struct JobSummary {
  let ledger: String
  package let job: String
  /// Whether nothing is said of its files that keeps programs from writing.
  let canContinue: Bool
  let counts: LedgerCounts
  /// Tags that were put aside before anything was written, and never got a row.
  let refused: Int
  let reasons: [ReasonCount]
  let manifests: [ImportedManifest]
  let witness: WitnessMark?
  let confirmations: [JobStatement]
  private(set) var pace = Pace()
  private(set) var chips = Tally()
  private(set) var protections = Tally()
  private(set) var signatures = Tally()
  /// Finished tags that are not read-only.
  package private(set) var unlocked = 0
  package private(set) var locked = 0
  /// When the first tag was put on the reader.
  package private(set) var first: Moment?
  /// The last entry of the ledger.
  ///
  /// A report asks no clock, so the same ledger gives the same report whenever it is made.
  package private(set) var last: Moment?

  package init(of ledger: Ledger) throws(LedgerError) {
    self.ledger = ledger.path
    job = ledger.job
    canContinue = ledger.remarks.isEmpty
    counts = try ledger.counts()
    refused = try ledger.refusedTags()
    reasons = try ledger.reasons()
    manifests = try ledger.manifests()
    witness = try ledger.witnessMark()
    confirmations = try ledger.confirmations()
    try takeMoments(of: ledger)
    try takeFinishedTags(of: ledger)
  }

  private mutating func takeMoments(of ledger: Ledger) throws(LedgerError) {
    var moments = manifests.map(\.at) + confirmations.map(\.at)
    for attempt in try ledger.lastAttempts(1) { moments.append(attempt.ended ?? attempt.tag.began) }
    try ledger.forEachClaim(in: .void) { claim in
      if let ended = claim.ended { moments = [max(ended, moments.max() ?? ended)] }
      return true
    }
    last = moments.max()
    try ledger.forEachAttempt { attempt in
      first = attempt.tag.began
      return false
    }
  }

  private mutating func takeFinishedTags(of ledger: Ledger) throws(LedgerError) {
    var unasked = 0
    try ledger.forEachRow(in: .done) { reported in
      guard let claim = reported.claim else { return true }
      pace.record(claim.since.microseconds)
      chips.add(claim.chip)
      if let signature = claim.signature { signatures.add(signature) } else { unasked += 1 }
      if claim.lock == nil { unlocked += 1 } else { locked += 1 }
      if let protection = reported.protection { protections.add(protection) }
      return true
    }
    // A job that asks for no signature has none to report.
    if !signatures.counts.isEmpty, unasked > 0 { signatures.add("not asked", times: unasked) }
  }

  /// What people call the job.
  package var title: String? { manifests.last?.title }
  var name: String { title ?? job }
  var isManifestRead: Bool { manifests.last?.isRead ?? true }

  /// What comes next, and how many rows are free; nil where nothing can be written.
  package var next: (step: LedgerStep, free: Int)? {
    guard canContinue else { return nil }
    return (LedgerStep(after: counts, of: manifests.last) { unlocked }, counts.free)
  }

  /// Whether every row has its tag and nothing waits for a decision.
  package var isWhole: Bool { counts.done == counts.rows && counts.undecided == 0 }

  /// The tags that carry a row, and with them those that were used up or put aside.
  var yield: (good: Int, all: Int) {
    (counts.done, counts.done + counts.failed + counts.void + refused)
  }
}
