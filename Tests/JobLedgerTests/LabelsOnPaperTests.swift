// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// The links of printed labels, in the ledger and in its witness.
struct LabelsOnPaperTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "spring.ledger")
  }

  private func label(_ id: String, _ link: String?, in ledger: Ledger) throws -> LabelOnPaper {
    LabelOnPaper(row: try #require(try ledger.row(id: id)).key, rowID: id, link: link)
  }

  private func labels(_ access: Ledger.Access = .reading) throws -> [String] {
    var found: [String] = []
    try Ledger.sample(in: folder, access: access).forEachLabelOnPaper { row, printed, claim in
      found.append("\(row.id) \(printed) \(claim?.state.rawValue ?? "free")")
      return true
    }
    return found
  }

  private func make() throws {
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["n1": "1", "n2": "2", "n3": "3"])
    try ledger.complete(1, row: "n1")
    let present = try #require(try ledger.manifest()?.number)
    try ledger.keep(
      [label("n1", "1", in: ledger), label("n2", "2", in: ledger), label("n3", "3", in: ledger)],
      of: present, at: moment(10))
    // Another link, and one that was thrown away.
    try ledger.keep(
      [label("n2", "two", in: ledger), label("n3", nil, in: ledger)], of: present, at: moment(11))
  }

  @Test func theyAreThereForWhoeverOpensTheLedgerNext() throws {
    try make()
    #expect(try labels() == ["n1 1 done", "n2 two free"])
    let ledger = try Ledger.sample(in: folder)
    let witness = try folder.read("spring.witness")
    // What is known already is not stored again.
    try ledger.keep(
      [label("n2", "two", in: ledger)], of: try #require(try ledger.manifest()?.number),
      at: moment(12))
    #expect(try folder.read("spring.witness") == witness)
    #expect(throws: LedgerError.self) {
      try ledger.keep([label("n2", "2", in: ledger)], of: 99, at: moment(12))
    }
    #expect(try labels(.writing) == ["n1 1 done", "n2 two free"])
  }

  @Test(arguments: ["spring.ledger", "spring.witness"])
  func theyComeBackFromTheOtherRecord(_ lost: String) throws {
    try make()
    unlink(folder.path(of: lost))
    #expect(try Ledger.rebuild(at: path, moved: false, now: moment(200)) != .nothing)
    #expect(Set(try labels(.writing)) == ["n1 1 done", "n2 two free"])
    unlink(path)
    #expect(try Ledger.rebuild(at: path, moved: false, now: moment(201)) != .nothing)
    #expect(Set(try labels(.writing)) == ["n1 1 done", "n2 two free"])
    #expect(try Ledger.sample(in: folder).health(full: true).damages == [])
  }
}
