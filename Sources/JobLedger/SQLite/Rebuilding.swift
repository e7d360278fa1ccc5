// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// What was recreated, and where the old files are.
package enum RebuiltLedger: Hashable, Sendable {
  /// Nothing had to be recreated.
  case nothing
  /// It has no witness, because an earlier TagPress made it, and gets one with the next tag.
  case older
  /// The ledger, from its witness; the bytes after the witness's last line are now only in a file that
  /// was put aside.
  case ledger(putAside: [String], bytesBehind: Int = 0)
  /// The witness, from its ledger.
  case witness(putAside: [String])
}

extension Ledger {
  /// Recreates a ledger from its witness, or a witness from its ledger, whichever is damaged.
  ///
  /// The old file is kept under another name. If both are damaged, nothing is changed.
  /// `progress` gets the percentage of the witness that has been read.
  package static func rebuild(
    at path: String, moved: Bool, register: JobRegister? = nil, now: Moment,
    progress: (Int) -> Void = { _ in }
  ) throws(LedgerError) -> RebuiltLedger {
    let fault: LedgerFault
    do throws(LedgerError) {
      let ledger = try Ledger(reading: path, register: register)
      if !moved {
        switch ledger.remarks.first {
        case .restored: throw LedgerError(path: path, fault: .restored)
        case .later(let state): throw LedgerError(path: path, fault: .later(state))
        default: break
        }
      }
      if case .noWitness(let witness)? = ledger.remarks.first {
        fault = .noWitness(witness)
      } else if try ledger.health(full: true).damages?.isEmpty == false {
        fault = .damaged
      } else {
        return ledger.isWitnessed ? .nothing : .older
      }
    } catch {
      fault = error.fault
    }
    let rebuilding = Rebuilding(path, register)
    // A program that is writing has, for a moment, claims in only one of the two files.
    let alone = try rebuilding.keepWritersOut()
    defer { if let alone { ByteLock.close(alone) } }
    switch fault {
    case .noWitness, .witnessDamaged, .otherWitness:
      guard rebuilding.isLedgerWhole else { throw LedgerError(path: path, fault: .bothDamaged) }
      if try rebuilding.isLedgerOlder(for: fault) {
        return try rebuilding.makeLedger(for: fault, moved: moved, now: now, progress)
      }
      return .witness(putAside: try rebuilding.makeWitness(moved: moved, now: now))
    case .lost, .blank, .damaged, .altered, .behindWitness, .differsFromWitness, .onlyItsLog,
      .notALedger:
      return try rebuilding.makeLedger(for: fault, moved: moved, now: now, progress)
    default: throw LedgerError(path: path, fault: fault)
    }
  }
}

/// The files of one job, one of which is recreated.
private struct Rebuilding {
  private let path: String
  private let witness: String
  private let register: JobRegister?

  init(_ path: String, _ register: JobRegister?) {
    self.path = path
    self.register = register
    witness = Witness.path(besideLedger: path)
  }

  /// Locks the witness, if there is one, against writing programs.
  func keepWritersOut() throws(LedgerError) -> Int32? {
    let file = open(witness, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    guard Witness.keepWritersOut(file) else {
      ByteLock.close(file)
      throw LedgerError(path: path, fault: .locked)
    }
    return file
  }

  /// Whether the ledger can be trusted without its witness.
  var isLedgerWhole: Bool { (try? soundLedger()) != nil }

  private func soundLedger() throws(LedgerError) -> (Database, job: String) {
    let database = try Database(path: path, access: .writing, patience: .seconds(1))
    database.keepLog(true)
    let job = try database.openLedger()
    guard try database.hasWitness(), try database.damages("integrity_check").isEmpty else {
      throw LedgerError(path: path, fault: .damaged)
    }
    return (database, job)
  }

  /// Whether the witness knows everything that the ledger does, and more; throws if each knows
  /// something that the other does not.
  func isLedgerOlder(for fault: LedgerFault) throws(LedgerError) -> Bool {
    if case .noWitness = fault { return false }
    let ledger = try KnownEvents(of: try soundLedger().0)
    let witness = try KnownEvents(of: try WitnessFile(self.witness, isReadOnly: true))
    if case .otherWitness = fault, witness.lineage != ledger.lineage {
      throw LedgerError(path: path, fault: fault)
    }
    if witness.events.isSubset(of: ledger.events) {
      guard witness.areWhole, ledger.isKnown(to: witness) else { return false }
      // If both know the same, the one that the disk recorded last is the newer.
      return witness.isKnown(to: ledger) ? try isWitnessNoted() : true
    }
    if witness.areWhole, witness.lineage == ledger.lineage,
      ledger.events.isSubset(of: witness.events)
    {
      return true
    }
    // Nobody knows what a damaged one contained, so no file can be assigned to it.
    if case .otherWitness = fault, witness.areWhole { throw LedgerError(path: path, fault: fault) }
    throw LedgerError(path: path, fault: .bothDamaged)
  }

  /// Whether the witness is what its disk recorded, possibly with more after it.
  private func isWitnessNoted() throws(LedgerError) -> Bool {
    guard let stamp = WitnessStamp(of: witness) else { return false }
    var summary = WitnessSummary()
    summary.stamps = [stamp]
    _ = try summary.read(try WitnessFile(witness, isReadOnly: true))
    return summary.isMet(stamp)
  }

  // MARK: A witness from the ledger

  func makeWitness(moved: Bool, now: Moment) throws(LedgerError) -> [String] {
    let (database, job) = try soundLedger()
    let noted = try database.prepare("SELECT \(FilePlace.columns), lineage FROM witness").first {
      (FilePlace($0), $0.bytes(6))
    }
    guard let (place, lineage) = noted else { throw LedgerError(path: path, fault: .damaged) }
    try requireSame(place, path, moved: moved)
    let known = register?.entry(of: lineage)
    if !moved, let known, let end = known.end, end.stamp.isBehind(try database.witnessEnd().end) {
      throw LedgerError(path: path, fault: .later(try database.laterState(known, path)))
    }
    // The ledger must know everything up to the furthest end of the damaged witness.
    if let stamp = WitnessStamp(of: witness), stamp.isBehind(try database.witnessEnd().end) {
      throw LedgerError(path: path, fault: .bothDamaged)
    }
    let aside = try putAside([witness])
    try database.transaction(.writing) { () throws(LedgerError) in
      try LedgerMaking(path).addWitness(to: database, job: job, at: now, lineage: lineage)
    }
    let end = try database.witnessEnd().end
    WitnessStamp(end).put(on: witness)
    // The new witness is another chain.
    if known != nil { note(end, of: lineage, job) }
    database.keepLog(false)
    return aside
  }

  // MARK: A ledger from the witness

  func makeLedger(
    for fault: LedgerFault, moved: Bool, now: Moment, _ progress: (Int) -> Void
  ) throws(LedgerError) -> RebuiltLedger {
    guard LedgerFile.size(of: witness) != nil else {
      if fault == .notALedger { throw LedgerError(path: path, fault: fault) }
      throw LedgerError(path: path, fault: .bothDamaged)
    }
    let file = try WitnessFile(witness, isReadOnly: true)
    let size = try file.size()
    var summary = WitnessSummary()
    let lineage = WitnessHead.found(besideLedger: path)?.line.bytes("lineage")
    let known = lineage.flatMap { register?.entry(of: $0) }
    summary.stamps = [WitnessStamp(of: witness), known?.end?.stamp].compactMap(\.self)
    let scan = try summary.read(file)
    let isWhole =
      (scan.rest == .nothing || scan.rest == .unfinished) && size - scan.end.bytes < 1 << 20
    let isAllThere = try isWhole ? true : isAll(scan.end, of: file, size, summary, known)
    guard let job = summary.job, let own = summary.lineage, isAllThere else {
      throw LedgerError(path: path, fault: .bothDamaged)
    }
    if let place = summary.filePlace { try requireSame(place, witness, moved: moved) }
    if summary.isOlder, !moved {
      guard let known, let end = known.end, !summary.isMet(end.stamp) else {
        throw LedgerError(path: path, fault: .restored)
      }
      // No ledger says what this one knows; it has as many lines.
      let later = LaterState(known, path) { $0.line <= summary.lines }
      throw LedgerError(path: path, fault: .later(later))
    }
    // Giving up a tag is stored at once, and recorded outside the file.
    // If the register knows the job, the attribute of the file is no additional proof: whoever can
    // write one can write the other.
    let remembered = known?.end.map { summary.isMet($0.stamp) ? $0.stamp.bytes : 0 }
    let vouched = max(
      remembered ?? summary.vouched, (try? soundLedger().0.witnessEnd().end.bytes) ?? 0)
    if !moved, summary.lastVoid > vouched {
      let rows = try rowsGivenUp(in: file, behind: vouched, upTo: scan.end.bytes)
      throw LedgerError(path: path, fault: .unvouchedVoid(witness, rows: rows))
    }
    if summary.isOlder { WitnessStamp.remove(from: witness) }
    let making = LedgerMaking(path)
    try making.make(again: scan.end, from: file, summary, job: job, now: now, progress)
    // Nothing has been changed so far. From here on there is no ledger for a moment, and the witness
    // says so.
    let rest = isWhole ? 0 : size - scan.end.bytes
    let witnessAside = rest > 0 ? [try cutWitness(to: scan.end.bytes, from: file, size: size)] : []
    let aside = try putAside([path] + LedgerFile.endings.map { path + $0 })
    try making.giveName()
    // This settles what it says about tags that were given up.
    try file.sync()
    WitnessStamp(scan.end).put(on: witness)
    // The tags that were confirmed here are not asked about again later.
    if summary.isOlder, known != nil { note(scan.end, of: own, job) }
    return .ledger(putAside: aside + witnessAside, bytesBehind: rest)
  }

  private func rowsGivenUp(
    in file: WitnessFile, behind start: Int, upTo end: Int
  ) throws(LedgerError) -> [String] {
    var rows: [String] = []
    var scan = WitnessScan(file)
    try scan.visitLines(upTo: end) { text, place in
      guard place.bytes > start, let line = WitnessLine(text, number: place.lines),
        line.kind == .void, let row = line["row"], !rows.contains(row)
      else { return true }
      rows.append(row)
      return true
    }
    return rows
  }

  /// Whether nothing of what follows the last line is missing.
  ///
  /// The register knows every line, the attribute only the lines that someone waited for: others may
  /// have followed these.
  private func isAll(
    _ end: WitnessEnd, of file: WitnessFile, _ size: Int, _ summary: WitnessSummary,
    _ known: RegisterEntry?
  ) throws(LedgerError) -> Bool {
    guard summary.vouched == end.bytes else { return false }
    if known?.end?.stamp == WitnessStamp(end) { return true }
    for start in stride(from: end.bytes, to: size, by: 1 << 20) {
      let bytes = try file.read(min(1 << 20, size - start), at: start)
      guard bytes.allSatisfy({ $0 == 0 || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") })
      else { return false }
    }
    return true
  }

  /// Removes what follows the last line of the witness, and keeps all of it under another name.
  private func cutWitness(
    to end: Int, from file: WitnessFile, size: Int
  ) throws(LedgerError) -> String {
    let aside = freeName(for: witness)
    try LedgerError.naming(path) { () throws(LedgerFault) in
      let copy = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard copy >= 0 else { throw LedgerFault(errno: errno) }
      close(copy)
    }
    let copy = try WitnessFile(aside, isReadOnly: false)
    for start in stride(from: 0, to: size, by: 1 << 20) {
      try copy.write(try file.read(min(1 << 20, size - start), at: start), at: start)
    }
    try copy.sync()
    let whole = try WitnessFile(witness, isReadOnly: false)
    try whole.truncate(to: end)
    try whole.sync()
    return aside
  }

  // MARK: Both

  /// Records in the register that another chain, or an earlier state, goes on from here.
  private func note(_ end: WitnessEnd, of lineage: [UInt8], _ job: String) {
    guard let register else { return }
    let ledger = FilePlace.absolute(path)
    RegisterWriter(register, lineage: lineage, job: job, ledger: ledger, marks: [])
      .begin(at: end, anew: true)
  }

  private func requireSame(
    _ place: FilePlace, _ path: String, moved: Bool
  ) throws(LedgerError) {
    guard !moved else { return }
    let isSame = try LedgerError.naming(path) { () throws(LedgerFault) in
      place.isSame(try FilePlace(path: path))
    }
    if !isSame { throw LedgerError(path: self.path, fault: .copied(from: place)) }
  }

  /// Gives files new, unused names; missing files are left out.
  private func putAside(_ names: [String]) throws(LedgerError) -> [String] {
    let there = names.filter { LedgerFile.size(of: $0) != nil }
    let first = names[0]
    // A log keeps belonging to its ledger: SQLite finds it by its name.
    let free = freeName(for: first, and: there.map { $0.dropFirst(first.count) })
    func aside(_ name: String) -> String { free + name.dropFirst(first.count) }
    for name in there where rename(name, aside(name)) != 0 {
      throw LedgerError(path: path, fault: LedgerFault(errno: errno))
    }
    // The memory that SQLite shares between programs contains nothing worth keeping.
    return there.map(aside).filter { !$0.hasSuffix("-shm") && LedgerFile.size(of: $0) != 0 }
  }

  /// A name that is unused with all of these extensions.
  private func freeName(for name: String, and endings: [Substring] = [""]) -> String {
    var number = 1
    while endings.contains(where: { LedgerFile.size(of: "\(name).aside-\(number)\($0)") != nil }) {
      number += 1
    }
    return "\(name).aside-\(number)"
  }
}
