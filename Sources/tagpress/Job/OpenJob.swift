// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc
internal import JobLedger
internal import JobManifest
internal import NDEF
internal import Plain
internal import Provisioning
internal import TagKeys
internal import Terminal

/// A job in which nothing is wrong, with its key and its ledger: what `write` and `lock` begin with.
struct OpenJob {
  let job: Job
  let key: PasswordKey?
  let ledger: Ledger
  /// What was found in the job.
  let preflight: Preflight
  /// What taking the manifest over changed; nil when the ledger had just this one.
  let changes: ImportSummary?
  /// Why it cannot be noted how far the job has come, if that was said.
  private let toldTrouble: String?

  /// Checks the job and takes its rows over into the ledger next to it.
  ///
  /// The findings are shown before an error of the job is thrown. Code that only looks at finished
  /// tags needs none of the rows. Of reserved hosts only those are told who decide about the links;
  /// on a real reader they are refused. A rehearsal has ledger and key in a folder of its own. What
  /// someone has to agree to is asked of what was read, before anything is taken over.
  init(
    _ path: String, outside: Bool, takesOver: Bool = true, isResolvedLater: Bool = false,
    moved: Bool = false, namesReservedHosts: Bool = false, showsFindings: Bool = true,
    rehearsingIn folder: TemporaryFolder? = nil, on console: Console,
    agreeing agree: (Preflight) throws(Failure) -> Void = { _ in }
  ) throws(Failure) {
    let preflight = Preflight(
      path: path, mayLeaveFolder: outside, isResolvedLater: isResolvedLater || !takesOver,
      mayLackKey: folder != nil, isHashing: takesOver,
      isSampling: takesOver)
    if let reason = preflight.unreadable {
      throw Failure(name: "could-not-read-job", words: reason, kind: .couldNotRun, file: path)
    }
    let page = FindingsPage(preflight, of: path, showsSource: false) {
      namesReservedHosts || $0 != PreflightProblem.reservedHost
    }
    if showsFindings { page.forEachFinding { console.say(String($0.dropLast())) } }
    guard let job = preflight.job, preflight.findings.errorCount == 0 else {
      throw Failure(
        name: "job-has-errors",
        words: "Nothing was done. Correct these errors first.",
        kind: .differs, file: path, details: [("findings", preflight.findingsJSON)])
    }
    try agree(preflight)
    self.job = job
    self.preflight = preflight
    if case .password(let keys, _) = job.protection {
      key =
        if let folder {
          try makeKey(in: folder)
        } else {
          try readKey(neighbour(keys.value, of: path))
        }
    } else {
      key = nil
    }
    // What is approved names the key that was read first.
    if folder == nil, let key, let first = preflight.key, key.id != first {
      throw Failure(JobImportError.filesChanged, file: path)
    }
    let place =
      folder.map { "\($0.path)/rehearsal.ledger" } ?? Ledger.path(besideManifest: path)
    try OpenJob.refuseSecondLedger(of: job, at: place, manifest: path)
    do throws(JobImportError) {
      // What is rehearsed is nowhere else.
      ledger = try OpenJob.ledger(
        of: job, marks: preflight.marks, at: place, mayMake: takesOver, moved: moved,
        folder == nil ? .ofUser : nil)
    } catch {
      throw Failure(error, file: path)
    }
    let trouble =
      folder != nil ? nil : stateFolder() == nil ? noStateFolder : ledger.registerTrouble
    toldTrouble = trouble
    if let trouble { OpenJob.say(trouble, on: console) }
    guard takesOver else {
      changes = nil
      return
    }
    // What is refused stays as it is.
    for branches in ledger.branchesInSight() {
      if let refusal = branches.refusal {
        throw Failure(
          name: "copy-was-written", words: refusal, kind: .couldNotRun, file: path)
      }
      if let words = branches.words { console.say(words) }
    }
    do throws(JobImportError) {
      guard let hash = preflight.hash?.ofManifest(isResolvedLater: isResolvedLater) else {
        throw .filesChanged
      }
      let reader = JobReader(
        path: path, mayLeaveFolder: outside, isResolvedLater: isResolvedLater)
      changes = try ledger.takeOver(job, from: reader, hash: hash, at: .now)
    } catch {
      throw Failure(error, file: path)
    }
  }

  /// Says it of what began only while the job was worked on, such as a full disk.
  func sayWhatIsNotNoted(on console: Console) {
    guard toldTrouble == nil, let trouble = ledger.registerTrouble else { return }
    OpenJob.say(trouble, on: console)
  }

  private static func say(_ trouble: String, on console: Console) {
    let place = stateFolder().map { " in \(visible($0))" } ?? ""
    console.say(
      "How far this job has come cannot be noted\(place) (\(trouble)), so a copy of its folder "
        + "might not be noticed. Everything else works.")
  }

  /// Says which links lead to no website, where that is not refused.
  func nameReservedHosts(of path: String, on console: Console) {
    FindingsPage(preflight, of: path, showsSource: false) { $0 == PreflightProblem.reservedHost }
      .forEachFinding { console.say(String($0.dropLast())) }
  }

  /// Refuses another key than the one that tags of the job have their passwords from: with it the
  /// rest of the job would be written without a word.
  func requireKey() throws(Failure) {
    guard let id = key?.id.description else { return }
    let trouble = try asking { (ledger) throws(LedgerError) in try ledger.trouble(withKey: id) }
    if let trouble { throw Failure(trouble) }
  }

  /// The finished tags whose rows have other links in the manifest now, about which no one has decided.
  func undecidedRows() throws(Failure) -> SeenTags {
    try asking { (ledger) throws(LedgerError) in try ledger.undecidedRows() }
  }

  /// Where tags are done there is a ledger: a command that would make one has a mistyped name, or
  /// was started in another folder.
  private static func ledger(
    of job: Job, marks: [String], at path: String, mayMake: Bool, moved: Bool,
    _ register: JobRegister?
  ) throws(JobImportError) -> Ledger {
    do throws(LedgerError) {
      return try Ledger(
        at: path, job: job.id, marks: marks, access: mayMake ? .writing : .continuing, moved: moved,
        register: register, now: .now)
    } catch {
      throw .ledger(error)
    }
  }

  /// Refuses to make a ledger next to another one of the same job: with a manifest that was renamed
  /// or copied every row would come onto a second tag.
  static func refuseSecondLedger(
    of job: Job, at path: String, manifest: String
  ) throws(Failure) {
    var status = stat()
    guard stat(path, &status) != 0 else { return }
    try refuseLink(to: job, manifest)
    for other in LedgerCheck.ledgers(beside: path) {
      guard other != path, Ledger.isOf(job: job.id, at: other) else { continue }
      throw Failure(
        name: "second-ledger",
        words: """
          \(other) is already the ledger of this job, and with a new one its rows would be written \
          to tags again. If the manifest was renamed, rename its ledger and witness too: \
          \(try renaming(other, to: path)). If it is a copy for other tags, give it another id.
          """,
        kind: .couldNotRun, file: manifest)
    }
  }

  /// Refuses a manifest that is a symbolic link to one in another folder, next to which the ledger
  /// is.
  private static func refuseLink(to job: Job, _ manifest: String) throws(Failure) {
    var link = stat()
    guard lstat(manifest, &link) == 0, link.st_mode & S_IFMT == S_IFLNK,
      let real = realpath(manifest, nil)
    else { return }
    defer { free(real) }
    let target = String(cString: real)
    guard Ledger.isOf(job: job.id, at: Ledger.path(besideManifest: target)) else { return }
    throw Failure(
      name: "second-ledger",
      words: """
        This is a link to \(target), and the ledger of this job is beside that file. With a new \
        ledger, its rows would be written to tags again. Name that file instead: \
        \(shellWord(target)).
        """,
      kind: .couldNotRun, file: manifest)
  }

  /// The commands that rename a ledger with all that belongs to it; after a crash its newest entries
  /// are in its log, which is folded into it here.
  private static func renaming(_ ledger: String, to path: String) throws(Failure) -> String {
    do throws(LedgerError) {
      return try Ledger.filesToRename(ledger, to: path)
        .map { "mv \(shellWord($0.old)) \(shellWord($0.new))" }.joined(separator: " && ")
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  /// Someone has to decide about so many finished rows first.
  ///
  /// A plan changes nothing, so it names the commands that do.
  static func changedRows(
    _ tags: SeenTags, file: String? = nil, inPlan: Bool = false
  ) -> Failure {
    let words = "The manifest now has other links for finished tags (\(grouped(tags.count)))."
    let cure = Cure.decideChanges(mark: tags.mark)
    return Failure(
      name: "changed-rows", words: inPlan ? "\(words) \(Report.voice.cures(cure))" : words,
      kind: .differs, cure: inPlan ? nil : cure, file: file, details: tags.members)
  }

  init(_ error: JobImportError, file: String) {
    switch error {
    case .ledger(let error): self.init(error)
    case .filesChanged:
      self.init(
        name: "files-changed",
        words: "The job's files changed while they were being read. Start again.",
        kind: .couldNotRun, file: file)
    case .records(let row, let error):
      self.init(
        name: "records", words: "The records of row \"\(row)\" cannot be made: \(error.words)",
        kind: .differs, file: file)
    }
  }
}

/// Makes a key that protects nothing of anyone's.
private func makeKey(in folder: TemporaryFolder) throws(Failure) -> PasswordKey {
  do throws(KeyFileError) {
    return try KeyFile.create(at: "\(folder.path)/throw-away.keys", name: "throw-away")
  } catch {
    throw Failure(error)
  }
}
