// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
package import JobLedger
internal import JobManifest
package import JobSites
package import Provisioning
internal import TagMemory

// What is done with tags that are finished: locking them, and looking at them once more.

/// A job some of whose tags may be locked.
package struct LockWork {
  package let open: OpenJob
  /// The tags that are locked if a person says so.
  package let tags: LockableTags

  /// Nothing is asked yet.
  package init(_ open: OpenJob) throws(Failure) {
    try Self.requireLockable(open)
    let isFinished = try open.asking { (ledger) throws(LedgerError) in
      try ledger.hasFinishedTag()
    }
    // No one is asked to confirm what cannot be done, and no script is told that all is locked.
    guard isFinished else {
      throw Failure(
        name: "nothing-to-lock", words: "No tag of the job is finished, so nothing was locked.",
        kind: .differs, cure: .writeTags, file: open.path)
    }
    try open.requireKey()
    // Of tags whose rows have other links now, none could be locked, however often it is on the reader.
    let rows = try open.asking { (ledger) throws(LedgerError) in try ledger.undecidedRows() }
    if rows.count > 0 { throw .changedRows(rows, file: open.path) }
    self.open = open
    tags = try open.asking { (ledger) throws(LedgerError) in try ledger.lockableTags() }
  }

  /// Refuses a job none of whose chips is ever locked, before anyone confirms anything.
  private static func requireLockable(_ open: OpenJob) throws(Failure) {
    let chips = open.job.tags.chips.compactMap { TagChip(name: $0.value) }
    guard !chips.isEmpty, !chips.contains(where: \.takesLock) else { return }
    let names = chips.map(\.name).joined(separator: " and ")
    throw Failure(
      name: "lock-unsupported",
      words: """
        Locking \(names) needs a key of the card, so nothing was locked; the tags are fine as they \
        are. Use NTAG213 for tags that are to be locked permanently.
        """,
      kind: .differs, file: open.path)
  }

  package func run(
    on readers: [BatchReader], station: String?, obeying commands: BatchCommands,
    telling observer: any BatchObserver, cures: @escaping CureWords
  ) throws(Failure) -> BatchEnd {
    var run = BatchRun(
      BatchJob(open.job, key: open.key, station: station, cures: cures), ledger: open.ledger)
    run.task = .lock(tags)
    let ready = run
    return try orFail { () throws(LedgerError) in
      try ready.run(on: readers, obeying: commands, telling: observer)
    }
  }
}

/// A job whose tags come back and are compared with what was written to them.
package struct VerifyWork {
  package let finished: FinishedJob
  package let verification: Verification
  private let batch: BatchJob

  /// The association files are those that are given, or else those that the job's apps call for.
  package init(
    _ finished: FinishedJob, associations: [AssociationFile] = [], wantsSignature: Bool = false,
    cures: @escaping CureWords
  ) throws(Failure) {
    // Otherwise every tag that comes would be called wrong.
    let isFinished = try finished.ledger.asking { (ledger) throws(LedgerError) in
      try ledger.hasFinishedTag()
    }
    guard isFinished else {
      throw Failure(
        name: "nothing-to-verify",
        words: "No tag of the job is finished, so there is nothing to verify.", kind: .differs,
        cure: .writeTags, file: finished.path)
    }
    self.finished = finished
    batch = BatchJob(finished.job, key: finished.key, cures: cures)
    do throws(PreflightFinding) {
      verification = try Verification(
        batch, associations: associations, wantsSignature: wantsSignature)
    } catch {
      throw Failure(
        name: error.problem.rule, words: error.problem.description, kind: .couldNotRun,
        file: error.file.isEmpty ? finished.path : error.file)
    }
  }

  package func run(
    on readers: [BatchReader], obeying commands: BatchCommands, telling observer: any BatchObserver
  ) throws(Failure) -> BatchEnd {
    var run = BatchRun(batch, ledger: finished.ledger)
    run.task = .verify(verification)
    let ready = run
    return try orFail { () throws(LedgerError) in
      try ready.run(on: readers, obeying: commands, telling: observer)
    }
  }
}
