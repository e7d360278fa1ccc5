// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// What was recreated, and where the old files are.
package enum RebuiltLedger: Hashable, Sendable {
  /// Nothing had to be.
  case nothing
  /// The ledger, from its witness.
  case ledger(putAside: [String])
  /// The witness, from its ledger.
  case witness(putAside: [String])
}

extension Ledger {
  /// Recreates a ledger from its witness, or a witness from its ledger, whichever is not whole.
  ///
  /// What was there before is kept under another name. When neither is whole, nothing is changed.
  package static func rebuild(
    at path: String, moved: Bool, now: Moment
  ) throws(LedgerError) -> RebuiltLedger {
    let fault: LedgerFault
    do throws(LedgerError) {
      let ledger = try Ledger(reading: path)
      if ledger.remarks == [.restored], !moved { throw LedgerError(path: path, fault: .restored) }
      if case .noWitness(let witness)? = ledger.remarks.first {
        fault = .noWitness(witness)
      } else if try ledger.health(full: true).damages?.isEmpty == false {
        fault = .damaged
      } else {
        return .nothing
      }
    } catch {
      fault = error.fault
    }
    let rebuilding = Rebuilding(path)
    switch fault {
    case .noWitness, .witnessDamaged, .otherWitness:
      guard rebuilding.isLedgerWhole else { throw LedgerError(path: path, fault: .bothDamaged) }
      if try rebuilding.isLedgerOlder(for: fault) {
        return .ledger(putAside: try rebuilding.makeLedger(for: fault, moved: moved, now: now))
      }
      return .witness(putAside: try rebuilding.makeWitness(moved: moved, now: now))
    case .lost, .blank, .damaged, .altered, .behindWitness, .differsFromWitness, .onlyItsLog,
      .notALedger:
      return .ledger(putAside: try rebuilding.makeLedger(for: fault, moved: moved, now: now))
    default: throw LedgerError(path: path, fault: fault)
    }
  }
}

/// The files of one job, one of which is recreated.
private struct Rebuilding {
  private let path: String
  private let witness: String

  init(_ path: String) {
    self.path = path
    witness = Witness.path(besideLedger: path)
  }

  /// Whether the ledger can be believed without its witness.
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

  /// Whether the witness knows all that the ledger does, and more; refused when each knows what the
  /// other does not.
  func isLedgerOlder(for fault: LedgerFault) throws(LedgerError) -> Bool {
    if case .noWitness = fault { return false }
    let ledger = try KnownEvents(of: try soundLedger().0)
    let witness = try KnownEvents(of: try WitnessFile(self.witness, isReadOnly: true))
    if case .otherWitness = fault, witness.lineage != ledger.lineage {
      throw LedgerError(path: path, fault: fault)
    }
    if witness.events.isSubset(of: ledger.events) { return false }
    if witness.areWhole, witness.lineage == ledger.lineage,
      ledger.events.isSubset(of: witness.events)
    {
      return true
    }
    // Of a damaged one it is not known what it knew, so that no file can be said to belong here.
    if case .otherWitness = fault, witness.areWhole { throw LedgerError(path: path, fault: fault) }
    throw LedgerError(path: path, fault: .bothDamaged)
  }

  // MARK: A witness from the ledger

  func makeWitness(moved: Bool, now: Moment) throws(LedgerError) -> [String] {
    let (database, job) = try soundLedger()
    let noted = try database.prepare("SELECT \(FilePlace.columns), lineage FROM witness").first {
      (FilePlace($0), $0.bytes(6))
    }
    guard let (place, lineage) = noted else { throw LedgerError(path: path, fault: .damaged) }
    try requireSame(place, path, moved: moved)
    // What the damaged witness had come to once, the ledger must know.
    if let stamp = WitnessStamp(of: witness), stamp.isBehind(try database.witnessEnd().end) {
      throw LedgerError(path: path, fault: .bothDamaged)
    }
    let aside = try putAside([witness])
    try database.transaction(.job) { () throws(LedgerError) in
      try LedgerMaking(path).addWitness(to: database, job: job, at: now, lineage: lineage)
    }
    database.keepLog(false)
    return aside
  }

  // MARK: A ledger from the witness

  func makeLedger(
    for fault: LedgerFault, moved: Bool, now: Moment
  ) throws(LedgerError) -> [String] {
    guard LedgerFile.size(of: witness) != nil else {
      if fault == .notALedger { throw LedgerError(path: path, fault: fault) }
      throw LedgerError(path: path, fault: .bothDamaged)
    }
    let file = try WitnessFile(witness, isReadOnly: true)
    let size = try file.size()
    var summary = WitnessSummary()
    summary.stamp = WitnessStamp(of: witness)
    let scan = try summary.read(file)
    guard let job = summary.job, summary.lineage != nil,
      scan.rest == .nothing || scan.rest == .unfinished, size - scan.end.bytes < 1 << 20
    else { throw LedgerError(path: path, fault: .bothDamaged) }
    if let place = summary.filePlace { try requireSame(place, witness, moved: moved) }
    if summary.isOlder, !moved { throw LedgerError(path: path, fault: .restored) }
    if summary.isOlder { WitnessStamp.remove(from: witness) }
    let making = LedgerMaking(path)
    try making.make(again: scan.end, from: file, summary, job: job, now: now)
    // Until here nothing was changed. From here on there is no ledger for a moment, and the witness
    // says so.
    let aside = try putAside([path] + LedgerFile.endings.map { path + $0 })
    try making.giveName()
    return aside
  }

  // MARK: Both

  private func requireSame(
    _ place: FilePlace, _ path: String, moved: Bool
  ) throws(LedgerError) {
    guard !moved else { return }
    let isSame = try LedgerError.naming(path) { () throws(LedgerFault) in
      place.isSame(try FilePlace(path: path))
    }
    if !isSame { throw LedgerError(path: self.path, fault: .copied(from: place)) }
  }

  /// Gives files other names, which no one has; those that are not there are left out.
  private func putAside(_ names: [String]) throws(LedgerError) -> [String] {
    let there = names.filter { LedgerFile.size(of: $0) != nil }
    let first = names[0]
    var number = 1
    // A log keeps belonging to its ledger: SQLite finds it by its name.
    func aside(_ name: String) -> String {
      "\(first).aside-\(number)\(name.dropFirst(first.count))"
    }
    while there.contains(where: { LedgerFile.size(of: aside($0)) != nil }) { number += 1 }
    for name in there where rename(name, aside(name)) != 0 {
      throw LedgerError(path: path, fault: LedgerFault(errno: errno))
    }
    // What SQLite shares between programs has nothing in it that anyone would look for.
    return there.map(aside).filter { !$0.hasSuffix("-shm") && LedgerFile.size(of: $0) != 0 }
  }
}
