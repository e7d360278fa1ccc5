// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite
import Glibc
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// Which of ledger and witness is recreated from the other, when the words ask for it.
struct RebuildingTests {
  let folder: TemporaryDirectory
  let path: String

  private static let rows: KeyValuePairs = [
    "n1": "1", "n2": "2", "n3": "3", "n4": "4", "n5": "5", "n6": "6",
  ]

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "spring.ledger")
  }

  private func overwrite(_ name: String, _ bytes: [UInt8]) throws {
    let file = open(folder.path(of: name), O_WRONLY | O_TRUNC)
    defer { close(file) }
    #expect(write(file, bytes, bytes.count) == bytes.count)
  }

  private func job(_ tags: ClosedRange<Int>) throws {
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(Self.rows)
    for number in tags { try ledger.complete(number, row: "n\(number)") }
  }

  private func rebuild() throws(LedgerError) -> RebuiltLedger {
    try Ledger.rebuild(at: path, moved: false, now: moment(200))
  }

  /// The chain of the witness is the ledger's own, so its lineage is what the disk has changed.
  @Test func aChangedLineageIsDamageOfTheLedger() throws {
    try job(1...2)
    let raw = RawDatabase(path)
    let rule = try #require(
      raw.rows("SELECT sql FROM sqlite_schema WHERE name = 'lineage_stays'").first)
    for sql in [
      "DROP TRIGGER lineage_stays", "UPDATE witness SET lineage = zeroblob(16)", rule,
    ] {
      try #require(raw.run(sql) == nil, "\(sql)")
    }
    #expect(fault { _ = try Ledger.sample(in: folder) } == .damaged)
    guard case .ledger = try rebuild() else {
      Issue.record("the ledger was not recreated")
      return
    }
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(Self.rows)
    #expect(try ledger.counts().done == 2)
  }

  /// A program that is being started has a copy of every descriptor until it runs.
  @Test func whoIsDoneLocksNothingThoughADescriptorIsCopied() throws {
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    func copyDescriptors() {
      var (witness, file) = (stat(), stat())
      stat(folder.path(of: "spring.witness"), &witness)
      for number in Int32(3)..<1_024 where fstat(number, &file) == 0 {
        if file.st_ino == witness.st_ino, file.st_dev == witness.st_dev {
          copies.append(dup(number))
        }
      }
    }
    try job(1...2)
    do {
      let ledger = try Ledger.sample(in: folder)
      try ledger.complete(3, row: "n3")
      copyDescriptors()
      try #require(!copies.isEmpty)
    }
    try overwrite("spring.ledger", [])
    let before = copies.count
    _ = try Ledger.rebuild(at: path, moved: false, now: moment(200)) { _ in
      if copies.count == before { copyDescriptors() }
    }
    try #require(copies.count > before)
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(Self.rows)
    #expect(try ledger.counts().done == 3)
  }

  /// What no promise hangs on may be damaged too, and then the same words have to lead on.
  @Test func whatIsRefusedForWritingIsRecreated() throws {
    try job(1...2)
    do {
      let ledger = try Ledger.sample(in: folder)
      try ledger.finish(
        try ledger.start(3, row: "n3").attempt, .failed(Reason("s", "w")), at: moment(9))
    }
    let (whole, witness) = (try folder.read("spring.ledger"), try folder.read("spring.witness"))
    var refused = 0
    for word in ["done", "failed", "begun"] {
      for start in whole.ranges(of: Array(word.utf8)).map(\.lowerBound) {
        var bytes = whole
        bytes[start + 2] ^= 4
        try overwrite("spring.ledger", bytes)
        try overwrite("spring.witness", witness)
        guard let fault = fault({ _ = try Ledger.sample(in: folder) }) else { continue }
        refused += 1
        guard fault == .damaged else { continue }
        if let seen = try? Ledger(reading: path) {
          #expect(try seen.health(full: true).damages?.isEmpty == false, "byte \(start)")
        }
        guard case .ledger = try rebuild() else {
          Issue.record("byte \(start) is left as it is")
          continue
        }
        let ledger = try Ledger.sample(in: folder)
        try ledger.take(Self.rows)
        #expect(try ledger.counts().done == 2, "byte \(start)")
      }
    }
    #expect(refused > 5)
  }

  /// The chains are different ones then, so their ends alone do not tell which of the two is old.
  @Test(arguments: [2, 3, 5])
  func aLedgerFromBeforeTheWitnessWasRecreatedIsOld(_ last: Int) throws {
    try job(1...2)
    let old = try folder.read("spring.ledger")
    unlink(folder.path(of: "spring.witness"))
    _ = try rebuild()
    if last > 2 { try job(3...last) }
    try overwrite("spring.ledger", old)
    #expect(fault { try job(6...6) } != nil)
    #expect(try rebuild() == .ledger(putAside: [path + ".aside-1"]))
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(Self.rows)
    #expect(try ledger.counts().done == last)
  }

  @Test func aWitnessFromBeforeItWasRecreatedIsOld() throws {
    try job(1...2)
    let old = try folder.read("spring.witness")
    unlink(folder.path(of: "spring.witness"))
    _ = try rebuild()
    try job(3...3)
    try overwrite("spring.witness", old)
    #expect(fault { try job(6...6) } != nil)
    guard case .witness = try rebuild() else {
      Issue.record("the ledger was rebuilt from an old witness")
      return
    }
    #expect(try Ledger.sample(in: folder).counts().done == 3)
  }

  /// Also when it is from before its witness was recreated, and looks like the ledger of another.
  @Test(arguments: [false, true])
  func anOldLedgerIsNotBelievedBecauseItsWitnessIsDamaged(wasRecreated: Bool) throws {
    try job(1...2)
    let old = try folder.read("spring.ledger")
    if wasRecreated {
      unlink(folder.path(of: "spring.witness"))
      _ = try rebuild()
    }
    try job(3...4)
    try overwrite("spring.ledger", old)
    var bytes = try folder.read("spring.witness")
    bytes[wasRecreated ? bytes.count - 100 : 300] ^= 1
    try overwrite("spring.witness", bytes)
    #expect(fault { _ = try rebuild() } == .bothDamaged)
    #expect(try folder.read("spring.ledger") == old)
    #expect(try folder.read("spring.witness") == bytes)
  }

  /// What a person has said of it once is not asked again.
  @Test func aVoidThatAPersonConfirmedIsVouchedFor() throws {
    try job(1...2)
    do { try Ledger.sample(in: folder).void(row: "n2", why: "torn", at: moment(150)) }
    removexattr(folder.path(of: "spring.witness"), "user.tagpress.end")
    func lose() throws {
      try overwrite("spring.ledger", Array(try folder.read("spring.ledger").dropLast(5_000)))
    }
    try lose()
    let witness = folder.path(of: "spring.witness")
    #expect(fault { _ = try rebuild() } == .unvouchedVoid(witness, rows: ["n2"]))
    _ = try Ledger.rebuild(at: path, moved: true, now: moment(200))
    try lose()
    guard case .ledger = try rebuild() else {
      Issue.record("the person is asked again")
      return
    }
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(Self.rows)
    #expect(try ledger.counts().done == 1)
  }

  /// Each of the two has a tag that the other does not know.
  @Test func twoBranchesAreNotMadeOne() throws {
    try job(1...2)
    let other = try TemporaryDirectory()
    for name in folder.entries { try other.write(try folder.read(name), to: name) }
    do { try Ledger.sample(in: other, moved: true).complete(9, row: "n3") }
    try job(3...3)
    try overwrite("spring.witness", try other.read("spring.witness"))
    let before = try folder.read("spring.witness")
    #expect(fault { _ = try rebuild() } == .otherWitness(folder.path(of: "spring.witness")))
    #expect(try folder.read("spring.witness") == before)
  }
}
