// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Glibc
package import JobLedger
package import JobManifest
package import JobReport
package import Provisioning
internal import TagKeys
internal import Threads

/// What was read of jobs, for whoever only looks: it is read again when one of its files has changed.
///
/// Whatever takes rows over or writes hashes the bytes in the pass that uses them: a file can be changed
/// in ways that nothing here sees.
package final class JobDesk: Sendable {
  package let outside: Bool
  private let desks = Guarded<[String: Desk]>([:])

  /// More jobs than a folder shows.
  private static let desksMax = 1_000

  package init(outside: Bool) { self.outside = outside }

  /// All that can be said about a job before its first tag.
  package func preflight(of file: String) -> Preflight {
    desk(file).preflight.value {
      let preflight = Preflight(
        path: file, mayLeaveFolder: outside, isHashing: true, isSampling: true)
      return (preflight, preflight.inputs)
    }
  }

  /// A job to be worked on, as it was read for whoever looked at it; what uses its rows reads them.
  package func check(_ file: String) throws(Failure) -> CheckedJob {
    try CheckedJob(JobRequest(file, outside: outside), preflight(of: file), isKept: true)
  }

  /// The hashes of the manifest and its spreadsheets; nil when one of them cannot be read.
  ///
  /// Whoever has just looked at the job gives what was seen.
  package func hash(of file: String, seen: Preflight? = nil) -> JobFilesHash? {
    let desk = desk(file)
    // Of a job without errors all files were read, in the same order.
    if let known = seen ?? desk.preflight.known, known.findings.errorCount == 0 {
      return known.hash
    }
    return desk.hash.value { hashOfFiles(of: file, outside) }
  }

  /// What a manifest says before its rows; without a job, why there is none.
  package func head(of file: String, seen: Preflight? = nil) -> Head {
    let desk = desk(file)
    if let job = (seen ?? desk.preflight.known)?.job { return Head(job: job) }
    return desk.head.value {
      var head = Head()
      let outcome = JobReader(path: file, mayLeaveFolder: outside, isResolvedLater: true).read(
        begin: { head.job = $0 }, visit: { _ in false })
      head.trouble = outcome.findings.findings.first { $0.problem.isError }?.problem
      return (head, outcome.files)
    }
  }

  /// What the ledger beside a manifest says of the whole job; nil if there is none.
  package func ledger(of file: String, job: String) -> LedgerLook? {
    let desk = desk(file)
    if let known = desk.judged.known { return known }
    return desk.ledger.value(mayLack: true) { look(file, job) }
  }

  /// The same, and whether what is planned now is what was approved.
  package func ledger(of file: String, seen: Preflight) -> LedgerLook? {
    guard let job = seen.job else { return nil }
    return desk(file).judged.value(mayLack: true) {
      let (look, files) = look(file, job.id, plan: (job, seen))
      // What is planned belongs to the job as it was seen, which may be another one by now.
      guard desk(file).preflight.known?.hash == seen.hash else { return (look, nil) }
      return (look, files.map { $0 + seen.inputs })
    }
  }

  private func look(
    _ file: String, _ job: String, plan: (Job, Preflight)? = nil
  ) -> (LedgerLook?, files: [String]?) {
    let path = Ledger.path(besideManifest: file)
    let reader = JobReader(path: file, mayLeaveFolder: outside)
    let look = LedgerLook(at: path, job: job, plan: plan, reader)
    // What keeps it from being read may be over in a moment, without a change of these files.
    guard look?.trouble == nil else { return (look, nil) }
    return (look, [path, path + "-wal", path + "-journal", Ledger.witnessPath(ofLedger: path)])
  }

  package struct Head: Sendable {
    package var job: Job?
    package var trouble: Problem?
  }

  private func desk(_ file: String) -> Desk {
    desks.withLock { desks in
      if let known = desks[file] { return known }
      if desks.count >= Self.desksMax { desks = [:] }
      let desk = Desk()
      desks[file] = desk
      return desk
    }
  }

  private final class Desk: Sendable {
    let preflight = Kept<Preflight>()
    let hash = Kept<JobFilesHash?>()
    let head = Kept<Head>()
    let ledger = Kept<LedgerLook?>()
    /// With what it says of the approval.
    let judged = Kept<LedgerLook?>()
  }
}

/// A ledger as it is at one moment.
package struct LedgerLook: Sendable {
  package private(set) var counts: LedgerCounts?
  /// What was said about the job, the first first.
  package private(set) var statements: [JobStatement] = []
  /// The finished tags about which a person has to decide.
  package private(set) var undecided: SeenTags?
  /// The first of these, with the links on their tags.
  package private(set) var firstUndecided: [(row: PlannedRow, onTag: String)] = []
  /// The first rows whose tags are begun and not finished.
  package private(set) var firstBegun: [(row: PlannedRow, uid: [UInt8])] = []
  package private(set) var next: LedgerStep?
  /// Labels that were printed with other links than the job has now.
  package private(set) var outdated: OutdatedLabels?
  /// Why it cannot be read.
  package private(set) var trouble: Failure?
  private var taken: [UInt8]?
  /// Where the files were last written, if that was elsewhere.
  package private(set) var movedFrom: String?

  fileprivate init?(
    at path: String, job: String, plan: (job: Job, seen: Preflight)?, _ reader: JobReader
  ) {
    do throws(LedgerError) {
      let ledger = try Ledger(at: path, job: job, access: .reading, now: .now)
      try ledger.atOneMoment { () throws(LedgerError) in
        let (counts, manifest) = (try ledger.counts(), try ledger.manifests().last)
        (self.counts, taken) = (counts, manifest?.hash)
        statements = try ledger.confirmations()
        for case .otherPlace(let place) in ledger.remarks { movedFrom = place.words }
        undecided = try ledger.undecidedRows()
        try ledger.forEachUndecided { claim, row in
          firstUndecided.append((row, claim.link))
          return firstUndecided.count < Self.namedMax
        }
        try ledger.forEachRow(in: .begun) { reported in
          if let claim = reported.claim { firstBegun.append((reported.row, claim.uid)) }
          return firstBegun.count < Self.namedMax
        }
        next = try LedgerStep(after: counts, of: manifest) { () throws(LedgerError) in
          try ledger.lockableTags().seen.count
        }
        if let approval, let plan {
          isApproved =
            try ApprovedPlan(plan.job, key: plan.seen.key, in: ledger).hash == approval.hash
        }
        if let plan {
          let isNewer = plan.seen.hash?.isTaken(as: taken) == false
          let labels = try OutdatedLabels(in: ledger, from: isNewer ? reader : nil)
          outdated = labels.count > 0 ? labels : nil
        }
      }
    } catch {
      if case .missing = error.fault { return nil }
      trouble = Failure(error)
    }
  }

  /// More names than these no one reads before a start.
  private static let namedMax = 5

  package var approval: JobStatement? { statements.last { $0.kind == .approved } }
  /// Whether what is planned now is what was approved last.
  package private(set) var isApproved = false

  /// Whether it has taken over a manifest as that is now; of what cannot be read nothing is said.
  package func knows(_ files: JobFilesHash?) -> Bool {
    trouble != nil || files?.isTaken(as: taken) ?? true
  }
}

/// A value with the files that it was read from.
///
/// Who comes while it is read waits for it.
private final class Kept<Value: Sendable>: Sendable {
  private typealias Stamps = [(path: String, stamp: FileStamp?)]
  private let kept = Guarded<(value: Value, stamps: Stamps)?>(nil)

  /// The value, if nothing has changed since.
  var known: Value? { kept.withLock { Self.current($0) } }

  private static func current(_ kept: (value: Value, stamps: Stamps)?) -> Value? {
    guard let kept, kept.stamps.allSatisfy({ $0.stamp == FileStamp($0.path) }) else { return nil }
    return kept.value
  }

  /// What is not there is looked for each time, unless the value is the same without it; without files,
  /// the value is not kept.
  func value(mayLack: Bool = false, _ read: () -> (Value, files: [String]?)) -> Value {
    kept.withLock { kept in
      if let current = Self.current(kept) { return current }
      kept = nil
      let start = FileStamp.now
      let (value, files) = read()
      guard let stamps: Stamps = files?.map({ ($0, FileStamp($0)) }) else { return value }
      // What was changed so shortly before that it may have been changed since is looked at anew.
      if stamps.allSatisfy({ $0.stamp.map { $0.isOlder(than: start) } ?? mayLack }) {
        kept = (value, stamps)
      }
      return value
    }
  }
}

/// Which file is at a path, and when it was changed.
private struct FileStamp: Equatable, Sendable {
  private let device: UInt64
  private let node: UInt64
  private let size: Int
  private let written: Time
  private let changed: Time

  private struct Time: Equatable, Sendable {
    let seconds: Int
    let nanoseconds: Int

    init(_ time: timespec) { (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec) }
  }

  /// Clocks of files are coarse, and those of other machines are not ours.
  private static let settlingSeconds = 2

  /// Nil if nothing can be seen there.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    (device, node) = (UInt64(status.st_dev), UInt64(status.st_ino))
    size = Int(status.st_size)
    (written, changed) = (Time(status.st_mtim), Time(status.st_ctim))
  }

  static var now: Int { time(nil) }

  func isOlder(than moment: Int) -> Bool {
    max(written.seconds, changed.seconds) < moment - Self.settlingSeconds
  }
}
