// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
package import JobLedger
package import JobManifest
internal import Provisioning
package import TagKeys

/// A job whose tags were written: what its manifest says about all of them, and the ledger, which
/// is only read and knows the rows.
package struct FinishedJob {
  package let job: Job
  package let key: PasswordKey?
  package let ledger: Ledger
  package let path: String
  private let outside: Bool
  /// What the manifest was read from; nil if a spreadsheet is no longer here.
  private let files: JobFilesHash?
  /// Which manifest was the present one at the beginning.
  private let taken: Int?
  /// What to say about a key that is not the one that the ledger has noted for tags: each of them
  /// may have got a new password since.
  package let keyTrouble: LedgerError?

  package init(_ path: String, outside: Bool, needsKey: Bool) throws(Failure) {
    var head: Job?
    // One row is enough to know that the head of the manifest was read.
    var reader = JobReader(path: path, mayLeaveFolder: outside, isResolvedLater: true)
    reader.isHashing = true
    let outcome = reader.read(begin: { head = $0 }, visit: { _ in false })
    for finding in outcome.findings.findings where finding.problem.isError {
      if case .cannotRead = finding.problem {
        // The rows of a spreadsheet that is no longer here are in the ledger.
        guard head == nil else { continue }
        throw Failure(
          name: "could-not-read-job", words: finding.problem.description, kind: .couldNotRun,
          file: path)
      }
      throw Failure(
        name: "job-has-errors",
        words: "The job has errors, so nothing was verified.",
        kind: .couldNotRun, cure: .seeErrors, file: path)
    }
    guard let job = head else {
      throw Failure(
        name: "job-has-errors", words: "The job has no rows.", kind: .couldNotRun, cure: .seeErrors,
        file: path)
    }
    (self.job, self.path, self.outside, files) = (job, path, outside, outcome.hash)
    if needsKey, case .password(let keys, _) = job.protection {
      key = try readKey(neighbour(keys.value, of: path))
    } else {
      key = nil
    }
    let place = Ledger.path(besideManifest: path)
    try refuseSecondLedger(of: job, at: place, manifest: path)
    do throws(LedgerError) {
      let ledger = try Ledger(
        at: place, job: job.id, access: .reading, register: .ofUser, now: .now)
      self.ledger = ledger
      taken = try ledger.manifest()?.number
      keyTrouble =
        if let key {
          try ledger.trouble(withKey: key.id.description)
        } else {
          nil
        }
    } catch {
      if case .missing = error.fault { try JobRegister.refuseLost(at: place) }
      throw Failure(error)
    }
  }
}

extension FinishedJob {
  /// What to say when the ledger does not know the manifest as it is now, or knew another one at the
  /// beginning.
  package func remark() throws(Failure) -> ManifestRemark? {
    do throws(LedgerError) {
      guard try ledger.manifest()?.number == taken else {
        return ManifestRemark(
          whatIsWrong:
            "Another program took over a changed manifest meanwhile, and tags were still compared "
            + "with the one before it.",
          cure: .runAgain)
      }
      return try ledger.remark(onManifest: path, mayLeaveFolder: outside, judgedBy: files)
    } catch {
      throw Failure(error)
    }
  }
}

extension Ledger {
  /// Whether any tag is done, of the present manifest or an earlier one.
  package func hasFinishedTag() throws(LedgerError) -> Bool {
    var hasOne = false
    try forEachClaim(in: .done) { _ in
      hasOne = true
      return false
    }
    return hasOne
  }
}
