// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// What people said about a job, in the ledger and in its witness.
struct ConfirmationsTests {
  let folder: TemporaryDirectory
  let path: String

  private static let all = [
    JobStatement(.unconfirmed, hash: hash(1), count: 2, person: "root", at: moment(120)),
    JobStatement(.confirmed, hash: hash(2), count: 1, person: "Zoë\t\u{1B}[31m", at: moment(121)),
    JobStatement(.approved, hash: hash(3), count: 3, person: "Anna Schmidt", at: moment(122)),
  ]

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "spring.ledger")
  }

  private func make() throws {
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["n1": "1", "n2": "2", "n3": "3"])
    try ledger.complete(1, row: "n1")
    try ledger.record(Self.all)
  }

  private func said(_ access: Ledger.Access = .reading) throws -> [JobStatement] {
    try Ledger.sample(in: folder, access: access).confirmations()
  }

  @Test func itIsThereForWhoeverOpensTheLedgerNext() throws {
    #expect(try Ledger.sample(in: folder).confirmations() == [])
    try make()
    #expect(try said() == Self.all && said(.writing) == Self.all)
    let witness = String(decoding: try folder.read("spring.witness"), as: UTF8.self)
    // Nothing of a name reaches a terminal as it is.
    #expect(witness.contains("\tconfirmed\thash=") && witness.contains("by=Zoë\\x09\\x1B[31m\t"))
    #expect(witness.contains("\tapproved\t") && witness.contains("\tunconfirmed\t"))
  }

  /// The tags are safe in either case; what was said must not be lost on the way, either.
  @Test(arguments: ["spring.ledger", "spring.witness"])
  func itComesBackFromTheOtherRecord(_ lost: String) throws {
    try make()
    unlink(folder.path(of: lost))
    #expect(try Ledger.rebuild(at: path, moved: false, now: moment(200)) != .nothing)
    #expect(try said(.writing) == Self.all)
    // And once more from what was recreated.
    unlink(path)
    #expect(try Ledger.rebuild(at: path, moved: false, now: moment(201)) != .nothing)
    #expect(try said(.writing) == Self.all)
  }

  @Test func aCopyFromBeforeItWasSaidIsOld() throws {
    let old: [UInt8]
    do {
      let ledger = try Ledger.sample(in: folder)
      try ledger.take(["n1": "1", "n2": "2", "n3": "3"])
      try ledger.complete(1, row: "n1")
      try ledger.fold()
      old = try folder.read("spring.ledger")
      try ledger.record(Self.all)
    }
    #expect(try folder.write(old, to: "other.ledger") != "")
    try overwrite("spring.ledger", old)
    #expect(fault { _ = try Ledger.sample(in: folder) } != nil)
    guard case .ledger = try Ledger.rebuild(at: path, moved: true, now: moment(200)) else {
      Issue.record("the old ledger is believed")
      return
    }
    #expect(try said(.writing) == Self.all)
  }

  /// Someone else's statement is not made of one, whatever bit the disk changes.
  @Test func aFlippedBitChangesNoStatement() throws {
    try make()
    let (whole, witness) = (try folder.read("spring.ledger"), try folder.read("spring.witness"))
    var (refused, harmless) = (0, 0)
    for word in ["confirmed", "approved", "Anna Schmidt"] {
      for start in whole.ranges(of: Array(word.utf8)).map(\.lowerBound) {
        for bit in [0, 3, 5] {
          var bytes = whole
          bytes[start + 1] ^= 1 << bit
          try overwrite("spring.ledger", bytes)
          try overwrite("spring.witness", witness)
          do {
            let ledger = try Ledger.sample(in: folder, access: .reading)
            #expect(try ledger.confirmations() == Self.all, "\(word), byte \(start)")
            harmless += 1
          } catch {
            refused += 1
          }
        }
      }
    }
    #expect(refused >= 6, "\(refused) refused, \(harmless) harmless")
  }

  /// Only an earlier TagPress wrote tags before it had a place for what people say.
  @Test func aTagFromBeforeIsKnown() throws {
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["n1": "1", "n2": "2"])
    #expect(try !ledger.wasBegunUnasked())
    try ledger.complete(1, row: "n1", at: 100)
    #expect(try !ledger.wasBegunUnasked())
    try ledger.complete(2, row: "n2", at: 0)
    #expect(try ledger.wasBegunUnasked())
  }

  @Test func aPlanIsAnotherOneWhenAnythingOfItIs() throws {
    func hash(_ rows: KeyValuePairs<String, String>, _ byte: UInt8, head: String = "a") throws
      -> [UInt8]
    {
      let ledger = try Ledger.sample(in: folder)
      try ledger.take(rows, hash: byte)
      return try ledger.planHash(behind: Array(head.utf8))
    }
    let first = try hash(["n1": "1", "n2": "2"], 1)
    #expect(try hash(["n1": "1", "n2": "2"], 2) == first)
    #expect(try hash(["n2": "2", "n1": "1"], 3) != first)
    #expect(try hash(["n1": "1", "n2": "3"], 4) != first)
    #expect(try hash(["n1": "1"], 5) != first)
    #expect(try hash(["n1": "1", "n3": "2"], 6) != first)
    #expect(try hash(["n1": "1", "n2": "2"], 7, head: "b") != first)
    #expect(try hash(["n1": "1", "n2": "2"], 8) == first)
  }

  private func overwrite(_ name: String, _ bytes: [UInt8]) throws {
    let file = open(folder.path(of: name), O_WRONLY | O_TRUNC)
    defer { close(file) }
    #expect(write(file, bytes, bytes.count) == bytes.count)
  }
}
