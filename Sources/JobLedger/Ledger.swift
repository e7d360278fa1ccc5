// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files

/// The durable record of one job: its rows, and which tag carries each of them.
///
/// It is one SQLite file in WAL mode with `synchronous=FULL`. What a call has made durable survives
/// the end of the process at any point. SQLite promises the same for a power cut, provided that the
/// disk tells the truth about what it has written; killing processes cannot prove that. A call that
/// throws while it commits may have become durable all the same: then a row is begun that no one
/// wrote, or done although no one was told, but never the other way round.
///
/// A ledger belongs to one thread at a time; every thread and every process opens its own.
package final class Ledger {
  /// What the file is opened for.
  package enum Access: Sendable {
    /// For writing tags: it is made if it is missing.
    case writing
    /// For work with written tags: it must exist.
    case continuing
    /// For reports: it must exist, and is not changed.
    case reading
  }

  package let path: String
  package let job: String
  /// What its readers need to know about it.
  package let remarks: [LedgerRemark]
  /// Where it was before it was copied or moved; even on another machine.
  package let formerPath: String?
  let database: Database
  /// Nil for a ledger of an earlier TagPress that is only read, or whose witness is gone.
  let witness: Witness?
  /// The ledgers of other jobs; they are looked up once, when a tag requires it.
  package private(set) lazy var beside = LedgersBeside(of: job, at: path)
  /// The manifest that this connection took over, or found taken over; nil if no rows are written.
  ///
  /// Tags are begun for no other manifest, because it was not checked here.
  var taken: Int?
  /// Also records outside the job how far it has come.
  let register: RegisterWriter?
  /// Whether a crash left the log behind; only known to a read-only connection.
  private let leftLog: Bool?

  /// Why the register could not record how far the job has come.
  package var registerTrouble: String? { register?.trouble.map { systemWords($0) } }

  /// Whether a witness belongs to it; a ledger of an earlier TagPress has none.
  package var isWitnessed: Bool { witness != nil || remarks.contains { $0.isAboutNoWitness } }

  /// Opens the ledger of a job, or makes it.
  ///
  /// `patience` is how long another process may keep it locked. `moved` means that a person has
  /// confirmed why these are not the files that were last written. The register may know another
  /// ledger of this job, if that had one of these marks, or a later state of this one.
  package convenience init(
    at path: String, job: String, marks: [String] = [], access: Access = .writing,
    moved: Bool = false, register: JobRegister? = nil, patience: Duration = .seconds(10),
    now: Moment
  ) throws(LedgerError) {
    switch access {
    case .reading:
      try self.init(reading: path, register: register, patience: patience)
      guard self.job == job else { throw error(.otherJob(self.job)) }
    case .writing, .continuing:
      try self.init(
        writing: path, mayMake: access == .writing, job: job, marks: marks, moved: moved,
        register: register, patience: patience, now: now)
    }
  }

  /// Opens a ledger for reading, whichever job it belongs to: it may be all that is left.
  package init(
    reading path: String, register: JobRegister? = nil, patience: Duration = .seconds(10)
  ) throws(LedgerError) {
    let access = try LedgerError.naming(path) { () throws(LedgerFault) in
      guard try LedgerFile.look(path) else { throw .missing }
      return try LedgerFile.wayToRead(path)
    }
    database = try Database(path: path, access: access, patience: patience)
    job = try database.openLedger()
    try database.execute("PRAGMA query_only = ON")
    self.path = path
    self.register = nil
    guard let lineage = try database.lineage() else {
      (witness, remarks, formerPath, leftLog) = (nil, [], nil, nil)
      return
    }
    let name = Witness.path(besideLedger: path)
    guard LedgerFile.size(of: name) != nil else {
      (witness, remarks, formerPath, leftLog) = (nil, [.noWitness(name)], nil, nil)
      return
    }
    let witness = try Witness(name, isReadOnly: true)
    let known = register?.entry(of: lineage)
    let summary = try database.compare(with: witness.file, and: known?.end?.stamp)
    self.witness = witness
    leftLog = access != .reading && !witness.hasWriter()
    let place = try database.formerPlace(summary, witness)
    remarks =
      try database.laterState(known, than: summary, path).map { [.later($0)] }
      ?? place.map { [.otherPlace($0)] } ?? (summary.isOlder ? [.restored] : [])
    formerPath = place?.path ?? summary.formerPath
  }

  private init(
    writing path: String, mayMake: Bool, job: String, marks: [String], moved: Bool,
    register: JobRegister?, patience: Duration, now: Moment
  ) throws(LedgerError) {
    // Until it is recorded which ledger is made, no other program makes one for the job.
    var lock: FolderLock?
    defer { withExtendedLifetime(lock) {} }
    let isThere = try LedgerError.naming(path) { () throws(LedgerFault) in
      guard try !LedgerFile.look(path) else { return true }
      guard mayMake else { throw .missing }
      lock = register?.locked()
      guard try !LedgerFile.look(path) else { return true }
      if !moved { try register?.refuseSecond(of: job, marks: marks, at: path) }
      return false
    }
    if !isThere {
      try LedgerMaking(path).make(job: job, alone: !moved, now: now)
    }
    try LedgerError.naming(path) { () throws(LedgerFault) in try LedgerFile.requireWritable(path) }
    let hasLog = LedgerFile.size(of: path + "-wal") ?? 0 > 0
    database = try Database(path: path, access: .writing, patience: patience)
    // What is refused stays as it is, including its log.
    database.keepLog(hasLog)
    try database.openLedger(job: job, whole: hasLog || moved, now: now)
    let name = Witness.path(besideLedger: path)
    guard LedgerFile.size(of: name) != nil else {
      throw LedgerError(path: path, fault: .noWitness(name))
    }
    let witness = try Witness(name, isReadOnly: false)
    guard let lineage = try database.lineage() else {
      throw LedgerError(path: path, fault: .damaged)
    }
    let known = register?.entry(of: lineage)
    let summary = try database.compare(with: witness.file, and: known?.end?.stamp)
    let former = try database.formerPlace(summary, witness)
    if !moved {
      // This names the rows that would get second tags.
      let later = try database.laterState(known, than: summary, path)
      let fault: LedgerFault? =
        later.map { .later($0) } ?? former.map { .copied(from: $0) }
        ?? (summary.isOlder ? .restored : nil)
      if let fault { throw LedgerError(path: path, fault: fault) }
    }
    self.witness = witness
    self.register = register.map {
      RegisterWriter($0, lineage: lineage, job: job, ledger: FilePlace.absolute(path), marks: marks)
    }
    self.path = path
    self.job = job
    remarks = []
    leftLog = nil
    formerPath = former?.path ?? summary.formerPath
    if summary.isOlder { WitnessStamp.remove(from: name) }
    try settle()
    if former != nil || summary.isOlder { try noteMove(at: now) }
    self.register?.begin(at: try database.witnessEnd().end, anew: summary.isOlder)
    database.keepLog(false)
    try database.fold(.asFarAsPossible)
  }

  /// The last connection to close the log removes it, unless a crash left it behind.
  ///
  /// SQLite finds out which one is the last by locks, but a process loses those whenever it closes
  /// the file; it does not lose the locks of the witness.
  deinit {
    if let leftLog, let witness { database.keepLog(leftLog || witness.hasWriter()) }
  }

  /// Where the ledger of a manifest is: next to it, with another extension.
  package static func path(besideManifest manifest: String) -> String {
    let name = manifest.lastIndex(of: "/").map(manifest.index(after:)) ?? manifest.startIndex
    let dot = manifest[name...].lastIndex(of: ".")
    return manifest[..<(dot.flatMap { $0 > name ? $0 : nil } ?? manifest.endIndex)] + ".ledger"
  }

  /// Where the witness of a ledger is.
  package static func witnessPath(ofLedger path: String) -> String {
    Witness.path(besideLedger: path)
  }

  /// Whether a ledger, or what is left of one, belongs to a job.
  package static func isOf(job: String, at path: String) -> Bool {
    if let ledger = try? Ledger(reading: path, patience: .seconds(1)) { return ledger.job == job }
    // Its witness tells even if the ledger is refused or gone.
    return WitnessHead.found(besideLedger: path)?.line["job"] == job
  }

  /// The names of the ledgers in a folder, including those of which only the witness is left; some
  /// disks use capitals for all letters.
  package static func names(among names: [String]) -> [String] {
    let ledgers = names.filter { $0.hasEnding(".ledger") }
    let lost = names.filter { $0.hasEnding(".witness") }.map {
      String($0.dropLast(7)) + ($0.hasSuffix("WITNESS") ? "LEDGER" : "ledger")
    }
    return ledgers + lost.filter { !ledgers.contains($0) }
  }

  /// The files to rename so that a ledger gets another name; its log is folded into it first.
  ///
  /// Copied files are not written before a person confirms that they are the job's newest, and that
  /// happens under the new name: their log is renamed, too.
  package static func filesToRename(
    _ ledger: String, to path: String
  ) throws(LedgerError) -> [(old: String, new: String)] {
    let witness = Witness.path(besideLedger: ledger)
    var files = [
      (old: ledger, new: path), (old: witness, new: Witness.path(besideLedger: path)),
    ]
    let (job, now) = try jobAndLastMoment(of: ledger)
    do throws(LedgerError) {
      _ = try Ledger(at: ledger, job: job, patience: .seconds(1), now: now)
    } catch {
      switch error.fault {
      case .copied, .restored: break
      default: throw error
      }
      let log = "-wal"
      if LedgerFile.size(of: ledger + log) ?? 0 > 0 {
        files.insert((old: ledger + log, new: path + log), at: 0)
      }
    }
    return files
  }

  /// The ledger is closed again afterwards: reading one with a log from a crash locks it.
  private static func jobAndLastMoment(
    of ledger: String
  ) throws(LedgerError) -> (String, Moment) {
    let known = try Ledger(reading: ledger, patience: .seconds(1))
    return (known.job, try known.lastMoment() ?? Moment(microseconds: 0))
  }

  /// Moves what is in the log into the file, while no one waits for anything.
  package func fold() throws(LedgerError) { try database.fold(.asFarAsPossible) }

  func error(_ fault: LedgerFault) -> LedgerError { LedgerError(path: path, fault: fault) }
}

extension String {
  /// Whether it has this ending, in capitals or not.
  func hasEnding(_ ending: String) -> Bool { lowercased().hasSuffix(ending) }
}

extension LedgerRemark {
  fileprivate var isAboutNoWitness: Bool { if case .noWitness = self { true } else { false } }
}

/// Faults that do not stop anyone from reading a ledger.
package enum LedgerRemark: Hashable, Sendable {
  /// Its witness is not next to it, so nothing tells whether it is the newest.
  case noWitness(String)
  /// These are not the files that were last written.
  case otherPlace(FilePlace)
  /// They once knew more: an older copy was written over them.
  case restored
  /// A copy of them has gone on, or they are an earlier state themselves.
  case later(LaterState)
}
