// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
package import Files
internal import Glibc
package import JobLedger
package import JobManifest
internal import Plain
package import Provisioning
package import TagKeys

/// Which job is to be worked on, and how.
package struct JobRequest: Sendable {
  package let path: String
  /// Whether spreadsheets may lie outside the manifest's folder.
  package var outside = false
  /// Whether the ledger gets the rows of the manifest; code that only looks at finished tags needs none.
  package var takesOver = true
  package var isResolvedLater = false
  /// Whether the job was moved here, and is not continued elsewhere.
  package var moved = false
  /// A rehearsal has ledger and key in a folder of its own.
  package var rehearsal: TemporaryFolder?

  package init(_ path: String, outside: Bool = false) {
    (self.path, self.outside) = (path, outside)
  }

  /// Reads the files of the job.
  package func check() throws(Failure) -> CheckedJob {
    try CheckedJob(
      self,
      Preflight(
        path: path, mayLeaveFolder: outside, isResolvedLater: isResolvedLater || !takesOver,
        mayLackKey: rehearsal != nil, isHashing: takesOver, isSampling: takesOver),
      isKept: false)
  }
}

/// A job whose files were read; something may be wrong with it.
package struct CheckedJob {
  package let request: JobRequest
  package let preflight: Preflight
  /// Whether it was read earlier, for someone who only looked.
  private let isKept: Bool

  init(_ request: JobRequest, _ preflight: Preflight, isKept: Bool) throws(Failure) {
    if let reason = preflight.unreadable {
      throw Failure(
        name: "could-not-read-job", words: reason, kind: .couldNotRun, file: request.path)
    }
    (self.request, self.preflight, self.isKept) = (request, preflight, isKept)
  }

  /// Opens the ledger beside the manifest, which takes the rows over; a job with errors is refused.
  package func open() throws(Failure) -> OpenJob {
    guard let job = preflight.job, preflight.findings.errorCount == 0 else {
      throw Failure(
        name: "job-has-errors", words: "Nothing was done.", kind: .differs, cure: .correctErrors,
        file: request.path, details: [("findings", preflight.findingsJSON)])
    }
    let key = try key(of: job)
    let ledger = try ledger(of: job)
    var remarks: [OpenJob.Remark] = []
    if request.rehearsal == nil {
      let trouble = stateFolder() == nil ? noStateFolder : ledger.registerTrouble
      if let trouble { remarks.append(.notNoted(trouble)) }
    }
    var changes: ImportSummary?
    if request.takesOver {
      // What is refused stays as it is.
      for branches in ledger.branchesInSight() {
        if let refusal = branches.refusal(in: request.path) { throw refusal }
        remarks.append(.copy(branches))
      }
      changes = try takeOver(job, into: ledger)
    }
    return OpenJob(
      path: request.path, job: job, key: key, ledger: ledger, preflight: preflight,
      changes: changes, remarks: remarks)
  }

  private func key(of job: Job) throws(Failure) -> PasswordKey? {
    guard case .password(let keys, _) = job.protection else { return nil }
    guard request.rehearsal == nil else { return try throwAwayKey() }
    let key = try readKey(neighbour(keys.value, of: request.path))
    // What is approved names the key that was read first.
    if let first = preflight.key, key.id != first {
      throw Failure(.filesChanged, file: request.path)
    }
    return key
  }

  /// A key that protects nothing of anyone's.
  private func throwAwayKey() throws(Failure) -> PasswordKey? {
    guard let folder = request.rehearsal else { return nil }
    return try orFail { () throws(KeyFileError) in
      try KeyFile.create(at: "\(folder.path)/throw-away.keys", name: "throw-away")
    }
  }

  private func ledger(of job: Job) throws(Failure) -> Ledger {
    let place =
      request.rehearsal.map { "\($0.path)/rehearsal.ledger" }
      ?? Ledger.path(besideManifest: request.path)
    try refuseSecondLedger(of: job, at: place, manifest: request.path)
    return try orFail { () throws(LedgerError) in
      // Where tags are done there is a ledger: a command that would make one has a mistyped name, or
      // was started in another folder. What is rehearsed is nowhere else.
      try Ledger(
        at: place, job: job.id, marks: preflight.marks,
        access: request.takesOver ? .writing : .continuing, moved: request.moved,
        register: request.rehearsal == nil ? .ofUser : nil, now: .now)
    }
  }

  private func takeOver(_ job: Job, into ledger: Ledger) throws(Failure) -> ImportSummary? {
    let (path, isLate) = (request.path, request.isResolvedLater)
    guard let hash = preflight.hash?.ofManifest(isResolvedLater: isLate) else {
      throw Failure(.filesChanged, file: path)
    }
    let reader = JobReader(
      path: path, mayLeaveFolder: request.outside, isResolvedLater: isLate)
    do throws(JobImportError) {
      if let changes = try ledger.takeOver(job, from: reader, hash: hash, at: .now) {
        return changes
      }
    } catch {
      throw Failure(error, file: path)
    }
    // The ledger has just these rows, and read nothing; whoever looked earlier saw perhaps other bytes.
    if isKept, hashOfFiles(of: path, request.outside).0?.ofManifest(isResolvedLater: isLate) != hash
    {
      throw Failure(.filesChanged, file: path)
    }
    return nil
  }
}

/// A job in which nothing is wrong, with its key and its ledger.
package struct OpenJob {
  package let path: String
  package let job: Job
  package let key: PasswordKey?
  package let ledger: Ledger
  /// What was found in the job.
  package let preflight: Preflight
  /// What taking the manifest over changed; nil when the ledger had just this one.
  package let changes: ImportSummary?
  /// What a person should know, though the work goes on.
  package let remarks: [Remark]

  package enum Remark {
    /// How far the job has come cannot be noted outside of it.
    case notNoted(String)
    /// A copy of the ledger with which tags were written, perhaps.
    case copy(LedgerBranches)

    /// What is the case, as everyone says it; nil of what is said in commands.
    package var fact: Saying? {
      guard case .notNoted(let trouble) = self else { return nil }
      let place = stateFolder().map { " in \(visible($0))" } ?? ""
      return Saying(
        "How far this job has come cannot be noted\(place) (\(visible(trouble))), so a copy of its "
          + "folder might not be noticed. Everything else works.",
        [Told("not-noted", ["place": stateFolder().map { visible($0) } ?? "–"])])
    }
  }

  /// What began only while the job was worked on, such as a full disk.
  package var laterRemark: Remark? {
    for case .notNoted in remarks { return nil }
    return ledger.registerTrouble.map { .notNoted($0) }
  }

  /// Refuses another key than the one that tags of the job have their passwords from: with it the
  /// rest of the job would be written without a word.
  package func requireKey() throws(Failure) {
    guard let id = key?.id.description else { return }
    let trouble = try asking { (ledger) throws(LedgerError) in try ledger.trouble(withKey: id) }
    if let trouble { throw Failure(trouble) }
  }

  /// Asks the ledger something.
  package func asking<Answer>(
    _ question: (Ledger) throws(LedgerError) -> Answer
  ) throws(Failure) -> Answer {
    try ledger.asking(question)
  }
}

/// Reads the key from which the passwords of tags are made.
package func readKey(_ path: String) throws(Failure) -> PasswordKey {
  try orFail { () throws(KeyFileError) in try KeyFile.read(at: path) }
}
