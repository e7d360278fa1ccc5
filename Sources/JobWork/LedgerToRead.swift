// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
package import JobLedger
internal import JobManifest
internal import Provisioning

/// The ledger of a job for a command that changes nothing; JOB is the manifest or the ledger beside it.
package func ledgerToRead(of job: String) throws(Failure) -> Ledger {
  let path = Ledger.path(besideManifest: job)
  var head: Job?
  if path != job {
    _ = JobReader(path: job, isResolvedLater: true).read(
      begin: { head = $0 }, visit: { _ in false })
  }
  // A renamed manifest has its ledger in the same folder.
  if let head { try refuseSecondLedger(of: head, at: path, manifest: job) }
  do throws(LedgerError) {
    // A manifest beside the ledger of another job is a mistake that no one should pay for; a
    // manifest that can no longer be read is not.
    guard let head else { return try Ledger(reading: path, register: .ofUser) }
    return try Ledger(at: path, job: head.id, access: .reading, register: .ofUser, now: .now)
  } catch {
    if case .missing = error.fault {
      if job != "-" { try requireFile(job) }
      try JobRegister.refuseLost(at: path)
    }
    throw Failure(error)
  }
}

/// A mistyped name is worth another sentence than a job of which nothing was written.
package func requireFile(_ path: String) throws(Failure) {
  do throws(InputError) {
    _ = try InputFile(path).next(1)
  } catch {
    throw Failure(error, file: path)
  }
}

extension Ledger {
  /// Asks it something; what goes wrong is told in the words of the program.
  package func asking<Answer>(
    _ question: (Ledger) throws(LedgerError) -> Answer
  ) throws(Failure) -> Answer {
    try orFail { () throws(LedgerError) in
      try question(self)
    }
  }
}
