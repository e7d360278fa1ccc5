// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import TestSupport

@testable import JobLedger

/// The files of one job, and what is done to them.
///
/// One limit is known, and left out: where the newest entries are no longer in any file, nothing
/// can tell that they ever were. That is so when the ledger loses something and the witness is cut,
/// old of another moment, or gone as well.
struct TroubledFiles {
  static let names = ["spring.ledger", "spring.ledger-wal", "spring.ledger-shm", "spring.witness"]

  private var folder: TemporaryDirectory
  /// Older copies of the files, of moments when nothing was open.
  private var history: [[String: [UInt8]]] = []
  private var movedAway: [String] = []
  private var wasKilled = false
  private var isMoved = false
  private var isLedgerHit = false
  private(set) var isWitnessHit = false
  /// Whether the newest entries are in the ledger and no longer in its log.
  private(set) var isLedgerOld = false

  init() throws { folder = try Self.newFolder() }

  // In memory, where it costs nothing to wait for the disk.
  private static func newFolder() throws -> TemporaryDirectory {
    try TemporaryDirectory(in: access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp")
  }

  var ledger: String { folder.path(of: "spring.ledger") }
  /// A crash may leave the newest claim in the witness alone; that one may be hit then.
  var areBothHit: Bool { (isLedgerHit || wasKilled) && isWitnessHit }

  func contents() throws -> [String: [UInt8]] {
    var contents: [String: [UInt8]] = [:]
    for name in Self.names where folder.entries.contains(name) {
      contents[name] = try folder.read(name)
    }
    return contents
  }

  /// The ledger opened and is right: what happened before is over.
  mutating func areWell() {
    movedAway = []
    (wasKilled, isMoved, isLedgerHit, isWitnessHit, isLedgerOld) = (
      false, false, false, false, false
    )
  }

  mutating func ledgerIsNew() { isLedgerOld = false }

  /// Whether something happened that may be refused so.
  func explain(_ fault: LedgerFault) -> Bool {
    if case .copied = fault { return wasKilled || isMoved || isLedgerHit || isWitnessHit }
    return isLedgerHit || isWitnessHit || !movedAway.isEmpty
  }

  // MARK: Crashes and copies

  /// Continues with the files as they are now, as after a crash, in another folder.
  mutating func leaveAsACrash(
    _ before: [String: [UInt8]]? = nil, witnessOfNow: Bool = true
  ) throws {
    var files = try contents()
    for (name, bytes) in before ?? [:] where (name == "spring.witness") != witnessOfNow {
      files[name] = bytes
    }
    folder = try Self.newFolder()
    for (name, bytes) in files { try folder.write(bytes, to: name) }
    wasKilled = true
  }

  /// `cp -r` of the folder.
  mutating func copy() throws {
    let old = folder
    folder = try Self.newFolder()
    for name in old.entries { try folder.write(try old.read(name), to: name) }
    isMoved = true
  }

  /// What was moved away gets its name again; false if nothing was.
  mutating func bringBack() throws -> Bool {
    guard !movedAway.isEmpty else { return false }
    for name in movedAway { rename(folder.path(of: "away-\(name)"), folder.path(of: name)) }
    movedAway = []
    return true
  }

  // MARK: Trouble

  /// Keeps a copy of the files of a run that ended well, as a backup does.
  mutating func remember() throws {
    if !wasKilled { history.append(try contents()) }
  }

  /// Something from the seed, seldom two things at once.
  mutating func trouble(using random: inout Splitmix64) throws -> [String] {
    let now = try contents()
    var told: [String] = []
    for _ in 0..<(Int.random(in: 0..<4, using: &random) == 0 ? 2 : 1) {
      let words = try one(Int.random(in: 0..<13, using: &random), of: now, using: &random)
      if let words { told.append(words) }
    }
    return told
  }

  private mutating func one(
    _ kind: Int, of now: [String: [UInt8]], using random: inout Splitmix64
  ) throws -> String? {
    let there = try contents()
    guard let name = there.keys.sorted().randomElement(using: &random), let bytes = there[name]
    else { return nil }
    switch kind {
    case 0, 1:
      guard mayHit(name, .isTaken) else { return nil }
      let isForGood = Bool.random(using: &random)
      if isForGood {
        unlink(folder.path(of: name))
        hit(name, losesEntries: !bytes.isEmpty)
      } else {
        rename(folder.path(of: name), folder.path(of: "away-\(name)"))
        movedAway.append(name)
        hit(name, losesEntries: false)
      }
      return "\(name) is \(isForGood ? "lost" : "moved away")"
    case 2, 3:
      guard !bytes.isEmpty, mayHit(name, .isTaken) else { return nil }
      let count = Int.random(in: 0..<bytes.count, using: &random)
      try folder.write(Array(bytes[..<count]), to: name)
      hit(name, losesEntries: true)
      return "\(name) is cut at \(count) of \(bytes.count)"
    case 4, 5:
      guard !bytes.isEmpty, mayHit(name, .isChanged) else { return nil }
      var changed = bytes
      let count = Int.random(in: 1...3, using: &random)
      let bits = (0..<count).map { _ in Int.random(in: 0..<bytes.count * 8, using: &random) }
      for bit in bits { changed[bit / 8] ^= 1 << (bit % 8) }
      try folder.write(changed, to: name)
      hit(name, losesEntries: true)
      return "\(name) has other bits: \(bits)"
    case 6, 7:
      // In place: the file stays the same file, with an older content.
      let name = kind == 6 ? "spring.ledger" : "spring.witness"
      guard there[name] != nil, let old = history.dropLast().randomElement(using: &random)?[name],
        mayHit(name, .isTaken)
      else { return nil }
      try folder.write(old, to: name)
      hit(name, losesEntries: true)
      return "\(name) is an older copy, of \(old.count) bytes"
    case 8:
      guard there["spring.ledger"] != nil, mayHit("spring.ledger", .isTaken) else { return nil }
      try folder.write([UInt8](), to: "spring.ledger")
      hit("spring.ledger", losesEntries: true)
      return "the ledger is emptied"
    case 9:
      return try renameAndBack()
    case 11:
      return try overwriteBoth(using: &random)
    case 10:
      guard there["spring.ledger"] != nil else { return nil }
      link(ledger, folder.path(of: "backup"))
      isLedgerHit = true
      return "the ledger is linked"
    default:
      return try Bool.random(using: &random) ? copyTheLedgerAlone() : restoreBoth(using: &random)
    }
  }

  private func renameAndBack() throws -> String? {
    guard folder.entries.contains("spring.ledger"), !wasKilled, !isLedgerHit, !isWitnessHit else {
      return nil
    }
    for (from, to) in [("spring", "may"), ("may", "spring")] {
      for ending in ["ledger", "witness"] {
        rename(folder.path(of: "\(from).\(ending)"), folder.path(of: "\(to).\(ending)"))
      }
      if to == "may" {
        _ = try Ledger(at: folder.path(of: "may.ledger"), job: "spring", now: moment(99))
      }
    }
    return "both are renamed, opened, and renamed back"
  }

  /// Another program of ours must not write there.
  private func copyTheLedgerAlone() throws -> String? {
    guard let bytes = try contents()["spring.ledger"], !isLedgerHit else { return nil }
    let other = try Self.newFolder()
    try other.write(bytes, to: "spring.ledger")
    let found = fault { _ = try Ledger.sample(in: other, moved: true) }
    guard found == .noWitness(other.path(of: "spring.witness")) else {
      throw FileTrial.Conviction(
        words: "the ledger alone opens elsewhere: \(String(describing: found))")
    }
    return "the ledger alone is copied elsewhere"
  }

  /// Both from a backup, as new files.
  private mutating func restoreBoth(using random: inout Splitmix64) throws -> String? {
    guard !isLedgerHit, !isWitnessHit, let backup = history.dropLast().randomElement(using: &random)
    else {
      return nil
    }
    for name in Self.names { unlink(folder.path(of: name)) }
    for (name, bytes) in backup { try folder.write(bytes, to: name) }
    (isMoved, isLedgerOld, isLedgerHit, isWitnessHit) = (true, true, true, true)
    return "all files are restored from a backup"
  }

  /// Both from a backup, into the files that are there, as `cp -r` does.
  private mutating func overwriteBoth(using random: inout Splitmix64) throws -> String? {
    guard !isLedgerHit, !isWitnessHit, !wasKilled,
      let backup = history.dropLast().randomElement(using: &random),
      let ledger = backup["spring.ledger"], let witness = backup["spring.witness"]
    else { return nil }
    try folder.write(ledger, to: "spring.ledger")
    try folder.write(witness, to: "spring.witness")
    (isLedgerOld, isLedgerHit, isWitnessHit) = (true, true, true)
    return "both are older copies of one moment, of \(witness.count) bytes"
  }

  private enum Hit { case isTaken, isChanged }

  /// Whether the limit above stays untouched.
  private func mayHit(_ name: String, _ hit: Hit) -> Bool {
    name == "spring.witness" ? !isLedgerHit || hit == .isChanged : !isWitnessHit
  }

  private mutating func hit(_ name: String, losesEntries: Bool) {
    switch name {
    case "spring.witness": isWitnessHit = true
    case "spring.ledger-shm": isLedgerHit = true
    default:
      isLedgerHit = true
      if losesEntries { isLedgerOld = true }
    }
  }
}
