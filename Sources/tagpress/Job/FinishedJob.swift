// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobLedger
internal import JobManifest
internal import Provisioning
internal import TagKeys

/// A job whose tags were written: what its manifest says about all of them, and the ledger, which
/// is only read and knows the rows.
struct FinishedJob {
  let job: Job
  let key: PasswordKey?
  let ledger: Ledger
  /// What to say when the ledger does not know the manifest as it is now.
  let remark: String?
  /// What to say about a ledger that was copied or restored, or whose witness is missing.
  let ledgerRemarks: [String]
  /// What to say about a key that is not the one that the ledger has noted for tags: each of them
  /// may have got a new password since.
  let keyTrouble: LedgerError?

  init(_ path: String, outside: Bool, needsKey: Bool) throws(Failure) {
    var head: Job?
    // One row is enough to know that the head of the manifest was read.
    let outcome = JobReader(path: path, mayLeaveFolder: outside, isResolvedLater: true).read(
      begin: { head = $0 }, visit: { _ in false })
    for finding in outcome.findings.findings where finding.problem.isError {
      if case .cannotRead = finding.problem {
        // The rows of a spreadsheet that is no longer here are in the ledger.
        guard head == nil else { continue }
        throw Failure(
          name: "could-not-read-job", words: finding.problem.description, code: .couldNotRun,
          file: path)
      }
      throw Failure(
        name: "job-has-errors",
        words: "Nothing was verified. 'tagpress check JOB' shows where the errors are.",
        code: .couldNotRun, file: path)
    }
    guard let job = head else {
      throw Failure(
        name: "job-has-errors", words: "The job has no rows. 'tagpress check JOB' says more.",
        code: .couldNotRun, file: path)
    }
    self.job = job
    if needsKey, case .password(let keys, _) = job.protection {
      key = try readKey(neighbour(keys.value, of: path))
    } else {
      key = nil
    }
    let place = Ledger.path(besideManifest: path)
    try OpenJob.refuseSecondLedger(of: job, at: place, manifest: path)
    do throws(LedgerError) {
      let ledger = try Ledger(at: place, job: job.id, access: .reading, now: .now)
      self.ledger = ledger
      ledgerRemarks = ledger.wordsForReaders()
      remark = try ledger.remark(onManifest: path, mayLeaveFolder: outside)
      keyTrouble =
        if let key {
          try ledger.trouble(withKey: key.id.description)
        } else {
          nil
        }
    } catch {
      throw Failure(error)
    }
  }
}

extension Ledger {
  /// Whether any tag is done, of the present manifest or an earlier one.
  func hasFinishedTag() throws(LedgerError) -> Bool {
    var hasOne = false
    try forEachClaim(in: .done) { _ in
      hasOne = true
      return false
    }
    return hasOne
  }
}
