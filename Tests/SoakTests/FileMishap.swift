// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite
import Glibc
import TestSupport

/// What befalls the files of a job between two runs, as people, disks and backups do it.
enum FileMishap: CaseIterable {
  case ledgerLost
  case ledgerMovedAway
  case ledgerEmptied
  case ledgerCut
  case ledgerFlipped
  /// A copy from before the last run, as a new file.
  case ledgerOlder
  case ledgerLinked
  case logLost
  case logFlipped
  case witnessLost
  case witnessMovedAway
  case witnessCut
  case witnessFlipped
  /// All files are new ones with the same bytes.
  case allCopied
  /// All files are as they were before the last run, in place and with their attributes: a backup that
  /// came over them with `cp -a`, or a snapshot that was rolled back.
  case allRolledBack

  var isOfWitness: Bool {
    switch self {
    case .witnessLost, .witnessMovedAway, .witnessCut, .witnessFlipped: true
    default: false
    }
  }
}

/// The ledger of a job and what belongs to it, as a person at a shell handles them.
struct JobFiles {
  static let ledger = "soak.ledger"
  private static let log = "soak.ledger-wal"
  private static let witness = "soak.witness"
  private static let index = "soak.ledger-shm"
  private static let ofLedger = [ledger, log, index]

  let folder: TemporaryDirectory
  /// The ledger as it was after an earlier run that had folded its log.
  private var backup: [UInt8]?
  /// The witness of that time, with its attribute.
  private var witnessThen: (bytes: [UInt8], end: [UInt8])?
  private var movedAway: [String] = []

  init(_ folder: TemporaryDirectory) { self.folder = folder }

  private func has(_ name: String) -> Bool { folder.entries.contains(name) }
  private func path(_ name: String) -> String { folder.path(of: name) }

  /// Does it; false if there is nothing that it could happen to.
  mutating func suffer(_ mishap: FileMishap, using random: inout Splitmix64) throws -> Bool {
    switch mishap {
    case .ledgerLost:
      guard has(Self.ledger) else { return false }
      remove(Self.ofLedger)
    case .ledgerMovedAway: return moveAway(Self.ofLedger)
    case .witnessMovedAway: return moveAway([Self.witness])
    case .ledgerEmptied: return try rewrite(Self.ledger) { _ in [] }
    case .ledgerCut, .witnessCut:
      let name = mishap == .ledgerCut ? Self.ledger : Self.witness
      return try rewrite(name) { Array($0.prefix(Int.random(in: 0..<$0.count, using: &random))) }
    case .ledgerFlipped: return try flip(Self.ledger, using: &random)
    case .logFlipped: return try flip(Self.log, using: &random)
    case .witnessFlipped: return try flip(Self.witness, using: &random)
    case .ledgerOlder:
      guard let backup, has(Self.ledger) else { return false }
      remove(Self.ofLedger)
      try folder.write(backup, to: Self.ledger)
    case .ledgerLinked:
      return link(path(Self.ledger), path("backup")) == 0
    case .logLost:
      guard has(Self.log) else { return false }
      remove([Self.log, Self.index])
    case .witnessLost: return unlink(path(Self.witness)) == 0
    case .allCopied: return try copyAll()
    case .allRolledBack: return try rollBack()
    }
    return true
  }

  /// Keeps a copy of the ledger that stands alone, as a backup between two runs does.
  mutating func remember() throws {
    guard has(Self.ledger), !has(Self.log) else { return }
    backup = try folder.read(Self.ledger)
    witnessThen = has(Self.witness) ? (try folder.read(Self.witness), attribute) : nil
  }

  private static let attribute = "user.tagpress.end"

  private var attribute: [UInt8] {
    var value = [UInt8](repeating: 0, count: 256)
    let count = getxattr(path(Self.witness), Self.attribute, &value, value.count)
    return Array(value.prefix(max(0, count)))
  }

  /// The newer files are kept elsewhere.
  private mutating func rollBack() throws -> Bool {
    guard let backup, let witnessThen, has(Self.ledger), has(Self.witness),
      try folder.read(Self.witness) != witnessThen.bytes
    else { return false }
    let all = (Self.ofLedger + [Self.witness]).filter(has)
    mkdir(path("away"), 0o755)
    for name in all where name != Self.index {
      try folder.write(try folder.read(name), to: "away/\(name)")
      movedAway.append(name)
    }
    remove([Self.log, Self.index])
    try folder.write(backup, to: Self.ledger)
    try folder.write(witnessThen.bytes, to: Self.witness)
    removexattr(path(Self.witness), Self.attribute)
    if !witnessThen.end.isEmpty {
      let end = witnessThen.end
      setxattr(path(Self.witness), Self.attribute, end, end.count, 0)
    }
    return true
  }

  mutating func moveAway(_ names: [String] = [Self.ledger]) -> Bool {
    let there = names.filter(has)
    mkdir(path("away"), 0o755)
    for name in there { rename(path(name), path("away/\(name)")) }
    movedAway += there
    return !there.isEmpty
  }

  var areAway: Bool { !movedAway.isEmpty }

  /// False if nothing was moved away.
  mutating func bringBack() -> Bool {
    defer { movedAway = [] }
    for name in movedAway { rename(path("away/\(name)"), path(name)) }
    return !movedAway.isEmpty
  }

  /// `cp -r` into another folder, which then gets the name of the old one.
  func copyAll() throws -> Bool {
    guard has(Self.ledger) else { return false }
    for name in Self.ofLedger + [Self.witness] where has(name) {
      let bytes = try folder.read(name)
      unlink(path(name))
      try folder.write(bytes, to: name)
    }
    return true
  }

  private func remove(_ names: [String]) {
    for name in names { unlink(path(name)) }
  }

  private func flip(_ name: String, using random: inout Splitmix64) throws -> Bool {
    try rewrite(name) { bytes in
      let bit = Int.random(in: 0..<bytes.count * 8, using: &random)
      var changed = bytes
      changed[bit / 8] ^= 1 << (bit % 8)
      return changed
    }
  }

  private func rewrite(_ name: String, _ change: ([UInt8]) -> [UInt8]) throws -> Bool {
    guard has(name) else { return false }
    let bytes = try folder.read(name)
    guard !bytes.isEmpty else { return false }
    try folder.write(change(bytes), to: name)
    return true
  }
}
