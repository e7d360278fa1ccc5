// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The durable record of one job: its rows, and which tag carries each of them.
///
/// It is one SQLite file in WAL mode with `synchronous=FULL`. What a call has made durable survives
/// the end of the process at any point; SQLite promises the same for the loss of power, provided
/// that the disk does not lie about what it has written. A ledger belongs to one thread at a time;
/// every thread and every process opens its own.
package final class Ledger {
  package let path: String
  package let job: String

  package enum Access: Sendable {
    /// For writing tags: made when it is missing.
    case writing
    /// For reports: must be there, and nothing in it changes.
    case reading
  }

  /// Opens the ledger of a job, or makes it.
  ///
  /// `patience` is how long another process may keep it locked.
  package init(
    at path: String, job: String, access: Access = .writing, patience: Duration = .seconds(10),
    now: Moment
  ) throws(LedgerError) {
    self.path = path
    self.job = job
  }

  // MARK: The manifest

  /// SHA-256 of the manifest that the ledger has, and its number; nil before the first import.
  package func manifest() throws(LedgerError) -> (number: Int, hash: [UInt8], rows: Int)? { nil }

  /// Begins to take over a manifest; nil if the ledger has just this one, in which case nothing needs to be read.
  ///
  /// `hash` covers everything that the rows come from: the manifest and its spreadsheets.
  package func importRows(
    of hash: [UInt8], at moment: Moment
  ) throws(LedgerError) -> RowImport? { nil }

  /// Done rows whose link, further records or inputs changed, in the order of the manifest.
  package func forEachUndecided(
    _ visit: (Claim, PlannedRow) -> Bool
  ) throws(LedgerError) {}

  package enum Decision: Sendable {
    /// The tags stay as they are, and their rows stay done.
    case keep
    /// The claims become void; the rows are free for other tags.
    case redo
  }

  /// Decides about every done row that changed, and returns how many there were.
  @discardableResult
  package func decide(_ decision: Decision, at moment: Moment) throws(LedgerError) -> Int { 0 }

  // MARK: Before a tag is touched (nothing here writes)

  /// The first row without a live claim behind a place; the cursor of the caller keeps it linear.
  package func nextRow(
    after place: Int, through last: Int = .max
  ) throws(LedgerError) -> PlannedRow? { nil }

  /// A row by its id, whether it is free or not.
  package func row(id: String) throws(LedgerError) -> PlannedRow? { nil }

  package func row(_ key: RowKey) throws(LedgerError) -> PlannedRow? { nil }

  /// The live claim of a tag, or else the last one that it had.
  package func claim(ofTag uid: [UInt8]) throws(LedgerError) -> Claim? { nil }

  /// The live claim of a row, or else the last one that it had.
  package func claim(ofRow row: RowKey) throws(LedgerError) -> Claim? { nil }

  // MARK: Writing a tag

  /// Claims a row for a tag and notes the attempt: one durable transaction, before the first byte.
  package func begin(
    _ row: PlannedRow, on tag: Presentation, content: TagContent
  ) throws(LedgerError) -> Beginning { .rowTaken }

  /// Notes another attempt for a live claim: a begun one to be finished, a done one to be locked.
  ///
  /// A begun claim takes the content, which a changed manifest may have changed; a done one has to
  /// be given none. With a step the attempt and the step begin in one transaction.
  package func resume(
    _ claim: ClaimID, with tag: Presentation, content: TagContent? = nil,
    step: ProtectionStep? = nil
  ) throws(LedgerError) -> AttemptID { AttemptID(number: 0) }

  /// Notes durably that a step is about to change the tag.
  package func begin(
    _ step: ProtectionStep, in attempt: AttemptID, at moment: Moment
  ) throws(LedgerError) {}

  /// Notes durably that a step was proven on the tag.
  package func prove(
    _ step: ProtectionStep, in attempt: AttemptID, at moment: Moment
  ) throws(LedgerError) {}

  /// Notes what came of an attempt, and the last steps that were proven with it: the second durable
  /// transaction. Only when this returns may anyone be told OK.
  package func finish(
    _ attempt: AttemptID, _ outcome: Outcome, effort: Effort = Effort(),
    proven: [ProtectionStep] = [], at moment: Moment
  ) throws(LedgerError) {}

  /// Notes a tag that was put aside before anything was claimed: one durable transaction.
  package func refuse(
    _ tag: Presentation, for row: RowKey? = nil, _ reason: Reason, effort: Effort = Effort(),
    at moment: Moment
  ) throws(LedgerError) {}

  /// The steps of a claim, and whether each is proven.
  package func steps(of claim: ClaimID) throws(LedgerError) -> [(
    step: ProtectionStep, isProven: Bool
  )] {
    []
  }

  // MARK: What the operator says

  /// Gives up the tag of a row, which then is free; returns the claim that was live.
  package func void(row id: String, why: String, at moment: Moment) throws(LedgerError) -> Claim {
    throw LedgerError(path: path, fault: .noRow(id: id))
  }

  /// Gives up every claim that is begun and whose last attempt has ended; returns how many.
  package func voidUnfinished(why: String, at moment: Moment) throws(LedgerError) -> Int { 0 }

  // MARK: Reports

  package func counts() throws(LedgerError) -> LedgerCounts { LedgerCounts() }

  /// Every row of the present manifest in its order; false stops.
  package func forEachRow(_ visit: (ReportedRow) -> Bool) throws(LedgerError) {}

  /// Every claim, or those in one state, in the order in which they were begun; false stops.
  package func forEachClaim(
    in state: Claim.State? = nil, _ visit: (Claim) -> Bool
  ) throws(LedgerError) {}

  /// Every attempt in the order in which they began; false stops.
  package func forEachAttempt(_ visit: (RecordedAttempt) -> Bool) throws(LedgerError) {}

  /// The last attempts, the newest first.
  package func lastAttempts(_ count: Int) throws(LedgerError) -> [RecordedAttempt] { [] }

  /// How often each reason put a tag aside or asked for it again, the most frequent first.
  package func reasons() throws(LedgerError) -> [ReasonCount] { [] }

  /// How the file is, without reading all of it; with `full`, every page and every index is read.
  package func health(full: Bool) throws(LedgerError) -> LedgerHealth {
    throw LedgerError(path: path, fault: .damaged)
  }
}
