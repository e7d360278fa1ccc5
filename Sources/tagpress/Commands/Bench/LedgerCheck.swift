// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc
internal import JobLedger
internal import JobManifest
internal import JobSites
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Voices

/// A ledger and the disk under it, as `doctor` finds them.
///
/// If `write` would refuse, nothing is OK.
struct LedgerCheck {
  /// The ledger, or the manifest if that is what is wrong.
  let path: String
  private let outcome: Result<Finding, Complaint>

  /// What is wrong, and what helps.
  private struct Complaint: Error {
    let path: String
    let words: String

    init(_ path: String, _ words: String) {
      self.path = path
      self.words = words
    }

    init(_ path: String, _ fault: LedgerFault) {
      // Only a rebuild has --moved here, so the advice for a copied ledger is a command.
      let voice =
        switch fault {
        case .copied, .restored, .later, .elsewhere, .linked: Report.voice
        default: Doctor.voice
        }
      let words =
        if case .later(let state) = fault { state.allWords } else { fault.words(of: path) }
      self.init(path, "\(words) \(voice.cures(fault.cure(of: path)))")
    }
  }

  private struct Finding {
    let disk: LedgerDisk
    /// Nil before the first tag of the job.
    var ledger: (health: LedgerHealth, counts: LedgerCounts, last: Moment?)?
    var remarks: [String] = []
    /// Why rows would get second tags: a copy of the ledger has given them others.
    var refusal: String?
  }

  /// Looks at every ledger in a folder, at that of a manifest, or at a ledger itself.
  static func checks(of path: String) -> [LedgerCheck] {
    guard folderNames(path) != nil else { return [LedgerCheck(of: path)] }
    var folder = path == "." ? "" : path
    if !folder.isEmpty, folder.last != "/" { folder += "/" }
    return Ledger.names(in: path).map { LedgerCheck(of: folder + $0) }
  }

  private init(of job: String) {
    let ledger = Ledger.path(besideManifest: job)
    do throws(Complaint) {
      let known = try Self.known(ofJob: job, ledger)
      outcome = .success(try Self.check(ledger, ofJob: known))
      path = ledger
    } catch {
      outcome = .failure(error)
      path = error.path
    }
  }

  /// The id in a manifest, which is that of the job whose ledger is beside it, and its marks; nil
  /// if only the ledger can tell.
  private static func known(
    ofJob job: String, _ ledger: String
  ) throws(Complaint) -> (id: String, marks: [String])? {
    let names = [ledger, Ledger.witnessPath(ofLedger: ledger)]
    let isBegun = names.contains { access($0, F_OK) == 0 }
    guard isBegun || access(job, F_OK) == 0 else {
      throw Complaint(job, "There is no such file. Check the name.")
    }
    guard job != ledger else { return nil }
    var head: Job?
    var marks = JobMarks()
    let outcome = JobReader(path: job).read(
      begin: { head = $0 },
      visit: { row in
        marks.note(row)
        // Another ledger is only looked for if there is none here.
        return !isBegun
      })
    guard let head else {
      // A ledger may be all that is left of a job.
      if isBegun { return nil }
      let errors = outcome.findings.findings.filter { $0.problem.isError }
      throw Complaint(
        job,
        Failure(unreadable: errors, of: job)?.words
          ?? """
          This is not a job that can be read. \(typed("tagpress check \(shellWord(job))")) says why.
          """)
    }
    do throws(Failure) {
      try refuseSecondLedger(of: head, at: ledger, manifest: job)
    } catch {
      throw Complaint(job, error.sentence(Doctor.voice.cures))
    }
    return (head.id, marks.texts)
  }

  private static func check(
    _ path: String, ofJob known: (id: String, marks: [String])?
  ) throws(Complaint) -> Finding {
    let found: Finding
    do throws(LedgerFault) {
      found = try look(path, ofJob: known)
    } catch {
      throw Complaint(path, error)
    }
    if let refusal = found.refusal { throw Complaint(path, refusal) }
    return found
  }

  /// Opens the ledger read-only, and also asks what `write` would refuse.
  private static func look(
    _ path: String, ofJob known: (id: String, marks: [String])?
  ) throws(LedgerFault) -> Finding {
    let disk = try fault { () throws(LedgerError) in try LedgerDisk(under: path) }
    // Trouble with the disk keeps every tag from being written, so it comes first.
    if let fault = disk.fault { throw fault }
    let ledger: Ledger
    do throws(LedgerError) {
      ledger = try Ledger(reading: path, register: .ofUser)
    } catch {
      guard error.fault == .missing, let known else { throw error.fault }
      try JobRegister.ofUser?.refuseSecond(of: known.id, marks: known.marks, at: path)
      return Finding(disk: disk)
    }
    if let known, ledger.job != known.id { throw .otherJob(ledger.job) }
    switch ledger.remarks.first {
    case .noWitness(let name)?: throw .noWitness(name)
    case .otherPlace(let place)?: throw .copied(from: place)
    case .restored?: throw .restored
    case .later(let state)?: throw .later(state)
    case nil: break
    }
    let health = try fault { () throws(LedgerError) in try ledger.health(full: true) }
    guard health.damages?.isEmpty ?? true else { throw .damaged }
    // A user who may write only to the folder could not write a tag.
    // A ledger of an earlier TagPress gets its witness with the next tag.
    let witness = ledger.isWitnessed ? [Ledger.witnessPath(ofLedger: path)] : []
    for file in [path] + witness where access(file, W_OK) != 0 {
      throw .readOnly
    }
    let (counts, last) = try fault { () throws(LedgerError) in
      (try ledger.counts(), try ledger.lastMoment())
    }
    let branches = ledger.branchesInSight()
    return Finding(
      disk: disk, ledger: (health, counts, last), remarks: branches.compactMap(\.words),
      refusal: branches.compactMap { $0.refusal(in: path)?.sentence(Doctor.voice.cures) }.first)
  }

  private static func fault<Value>(
    _ body: () throws(LedgerError) -> Value
  ) throws(LedgerFault) -> Value {
    do throws(LedgerError) { return try body() } catch { throw error.fault }
  }

  var isWell: Bool {
    if case .success = outcome { true } else { false }
  }

  /// When the ledger last recorded something.
  var lastMoment: Moment? { (try? outcome.get())?.ledger?.last }

  var line: String {
    switch outcome {
    case .failure(let complaint):
      return "  FAIL  \(visible(path)): \(visible(complaint.words))"
    case .success(let found):
      let room = size(found.disk.freeBytes)
      guard let (health, counts, _) = found.ledger else {
        return
          "  OK    \(visible(path)): There is no ledger yet; 'tagpress write JOB' creates it. "
          + "Its disk has \(room) free."
      }
      return "  OK    \(visible(path)): job \(visible(health.job)), \(grouped(counts.done)) of "
        + "\(count(counts.rows, "row")) done, \(size(health.bytes + health.logBytes)); \(room) "
        + "free on its disk"
        + found.remarks.map { ". \($0)" }.joined()
    }
  }

  var json: JSONValue {
    switch outcome {
    case .failure(let complaint):
      return ["path": .string(path), "works": false, "error": .string(complaint.words)]
    case .success(let found):
      let begun = found.ledger
      return [
        "path": .string(path), "works": true,
        "job": .optional(begun?.health.job),
        "rows": .optional(begun?.counts.rows),
        "done": .optional(begun?.counts.done),
        "bytes": .optional(begun.map { $0.health.bytes + $0.health.logBytes }),
        "freeBytes": .integer(found.disk.freeBytes),
        "remarks": .array(found.remarks.map { .string($0) }),
      ]
    }
  }
}

/// A number of bytes in words.
private func size(_ bytes: Int) -> String {
  let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
  guard let (name, unit) = units.first(where: { bytes >= $0.1 }) else { return "\(bytes) bytes" }
  let tenths = bytes / (unit / 10)
  return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(name)" : "\(grouped(tenths / 10)) \(name)"
}
