// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CLinux
internal import Files
internal import Glibc

/// Makes a new ledger and its witness.
///
/// Both are made under other names, and get their own when they are complete and on the disk. So there
/// is never half a ledger, and a file with the name of a ledger can be trusted.
struct LedgerMaking {
  private let path: String
  private let witness: String
  private let newPath: String
  private let newWitness: String

  init(_ path: String) {
    self.path = path
    witness = Witness.path(besideLedger: path)
    newPath = Self.hidden(path)
    newWitness = Self.hidden(witness)
  }

  /// An unused name in the same folder.
  private static func hidden(_ path: String) -> String {
    let folder = LedgerFile.folder(of: path)
    return (folder == "." ? "" : folder) + ".\(lastName(of: path)).tagpress-new"
  }

  /// Makes them, unless another program just did; `alone` refuses if the job has another ledger.
  func make(job: String, alone: Bool = false, now: Moment) throws(LedgerError) {
    try LedgerError.naming(path) { () throws(LedgerFault) in
      let folder = try openFolder()
      defer {
        // A program that is being started has a copy of the descriptor for a moment.
        flock(folder, LOCK_UN)
        close(folder)
      }
      // Two programs that make the same ledger take turns.
      while flock(folder, LOCK_EX) != 0 {
        guard errno == EINTR else { throw LedgerFault(errno: errno) }
      }
      guard try !LedgerFile.look(path) else { return }
      // A copy of the manifest may have been started at the same moment.
      if alone, let other = other(of: job) { throw .elsewhere(FilePlace.absolute(other)) }
      removeLeftovers()
      do throws(LedgerError) {
        try fill(job: job, now: now)
      } catch {
        removeLeftovers()
        throw error.fault
      }
      // A crash between the two leaves only a witness with its first line behind, and it is
      // recreated.
      if try LedgerFile.status(of: witness) != nil { unlink(witness) }
      try name(newWitness, witness)
      try name(newPath, path)
      guard fsync(folder) == 0 else { throw LedgerFault(errno: errno) }
    }
  }

  private func other(of job: String) -> String? {
    let folder = LedgerFile.folder(of: path)
    return Ledger.names(among: folderNames(folder) ?? []).map { folder == "." ? $0 : folder + $0 }
      .first { $0 != path && Ledger.isOf(job: job, at: $0) }
  }

  /// Makes the witness of a ledger that has none, inside the transaction that records it.
  func addWitness(
    to database: Database, job: String, at now: Moment, lineage: [UInt8]? = nil
  ) throws(LedgerError) {
    try LedgerError.naming(path) { () throws(LedgerFault) in
      removeLeftovers()
      try makeEmpty(newWitness)
    }
    try database.makeWitness(
      newWitness, called: witness, of: path, job: job, at: now, lineage: lineage)
    try LedgerError.naming(path) { () throws(LedgerFault) in
      try refuseOtherWitness(than: newWitness)
      guard rename(newWitness, witness) == 0 else { throw LedgerFault(errno: errno) }
      try syncFolder()
    }
  }

  /// An existing witness that a crash left behind knows no more than the new one.
  private func refuseOtherWitness(than new: String) throws(LedgerFault) {
    guard try LedgerFile.status(of: witness) != nil else { return }
    var summaries: [WitnessSummary] = []
    for name in [witness, new] {
      do throws(LedgerError) {
        var summary = WitnessSummary()
        _ = try summary.read(try WitnessFile(name, isReadOnly: true))
        summaries.append(summary)
      } catch {
        throw error.fault
      }
    }
    guard summaries.count == 2, summaries[0].live == summaries[1].live else {
      throw .behindWitness(witness, lines: max(1, summaries.first?.entries ?? 1))
    }
  }

  private func syncFolder() throws(LedgerFault) {
    let folder = try openFolder()
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw LedgerFault(errno: errno) }
  }

  private func openFolder() throws(LedgerFault) -> Int32 {
    let folder = open(LedgerFile.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw LedgerFault(errno: errno) }
    return folder
  }

  /// Makes the ledger of an existing witness, under another name.
  func make(
    again end: WitnessEnd, from file: WitnessFile, _ summary: WitnessSummary, job: String,
    now: Moment, _ progress: (Int) -> Void
  ) throws(LedgerError) {
    removeLeftovers()
    try LedgerError.naming(path) { () throws(LedgerFault) in
      try makeEmpty(newPath)
    }
    let database = try Database(path: newPath, access: .writing, patience: .seconds(1))
    try database.makeTables(job: job, now: now)
    try database.transaction(.writing) { () throws(LedgerError) in
      var replay = Replay(into: database)
      var scan = WitnessScan(file)
      try scan.visitLines(upTo: end.bytes) { text, place throws(LedgerError) in
        guard let line = WitnessLine(text, number: place.lines) else {
          throw LedgerError(path: path, fault: .bothDamaged)
        }
        try replay.apply(line)
        progress(place.bytes * 100 / max(1, end.bytes))
        return true
      }
      try replay.finish(at: now)
      var next = end
      let (place, rebuilt) = try LedgerError.naming(path) { () throws(LedgerFault) in
        let witness = try FilePlace(path: file.path)
        let line = WitnessLine(
          .rebuilt, at: now,
          ["what": "ledger", "file": witness.code, "path": witness.path, "host": witness.host])
        return (try FilePlace(path: newPath, called: path), try next.append([line]))
      }
      try database.insertWitness(lineage: summary.lineage ?? [], next, pending: rebuilt, place)
      // The rows keep their tokens.
      try database.noteStrays(1)
    }
    try database.fold(.whole)
  }

  func giveName() throws(LedgerError) {
    try LedgerError.naming(path) { () throws(LedgerFault) in
      try name(newPath, path)
      try syncFolder()
    }
  }

  private func removeLeftovers() {
    for name in [newWitness, newPath] + LedgerFile.allEndings.map({ newPath + $0 }) {
      unlink(name)
    }
  }

  private func fill(job: String, now: Moment) throws(LedgerError) {
    try LedgerError.naming(path) { () throws(LedgerFault) in
      try makeEmpty(newPath)
      try makeEmpty(newWitness)
    }
    let database = try Database(path: newPath, access: .writing, patience: .seconds(1))
    try database.makeTables(job: job, now: now)
    try database.transaction(.writing) { () throws(LedgerError) in
      try database.makeWitness(newWitness, called: witness, of: path, job: job, at: now)
    }
    try database.fold(.whole)
  }

  private func makeEmpty(_ name: String) throws(LedgerFault) {
    let file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw LedgerFault(errno: errno) }
    close(file)
  }

  /// Gives a file its name, which must be unused.
  private func name(_ old: String, _ new: String) throws(LedgerFault) {
    if tagpress_rename_new(old, new) == 0 { return }
    // Some disks cannot tell; whoever makes a ledger has checked before, alone in the folder.
    guard errno == EINVAL || errno == ENOSYS, rename(old, new) == 0 else {
      throw LedgerFault(errno: errno)
    }
  }
}
