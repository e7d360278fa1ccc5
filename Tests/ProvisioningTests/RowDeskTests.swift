// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TestSupport
import Testing

@testable import Provisioning

/// The desk alone, with readers that do one thing after the other.
struct RowDeskTests {
  private let folder: TemporaryDirectory
  private let ledger: Ledger

  init() throws {
    folder = try TemporaryDirectory()
    ledger = try Ledger(at: folder.path(of: "spring.ledger"), job: "spring", now: .now)
    let hash = [UInt8](repeating: 1, count: 32)
    let rows = try #require(try ledger.importRows(of: hash, at: .now))
    for number in 1...9 {
      try rows.add(ImportedRow(id: "n\(number)")) { _ in "https://x.example/\(number)" }
    }
    _ = try rows.commit()
  }

  private func desk(limit: Int?) throws -> RowDesk {
    try RowDesk(ledger, .write, .all, limit: limit)
  }

  /// A row, as a tag that was begun in an earlier run brings it along.
  private func row(_ id: String) throws -> PlannedRow {
    try #require(try ledger.row(id: id))
  }

  /// What a reader is told that asks for its next row.
  private func reserve(_ desk: RowDesk, _ reader: Int) throws -> String {
    switch try desk.reserve(for: reader) {
    case .row(let row): row.id
    case .onlyUnfinished(let count): "\(count) unfinished"
    case .finished(let count): "\(count) finished"
    case .nothing: "nothing"
    case .nothingYet: "nothing yet"
    }
  }

  /// Takes a row and begins a tag that is to be put on the reader again.
  private func tear(_ desk: RowDesk, _ reader: Int) throws -> PlannedRow {
    guard case .row(let row) = try desk.reserve(for: reader) else {
      return try #require(nil, "no row is free")
    }
    let presentation = Presentation(
      uid: [4, 0, 0, 0, 0, 0, UInt8(reader)], chip: "NTAG213", reader: "virtual", began: .now)
    let content = TagContent(link: row.link, messageHash: [UInt8](repeating: 0, count: 32))
    _ = try ledger.begin(row, on: presentation, content: content)
    desk.settle(row, .unfinished, on: reader)
    return row
  }

  @Test func aTagOfAnEarlierRunTakesThePlaceOfATornOne() throws {
    let desk = try desk(limit: 1)
    let torn = try tear(desk, 0)
    #expect(try reserve(desk, 0) == "1 unfinished")
    let earlier = try row("n7")
    #expect(desk.exchange(forBegun: earlier, on: 0))
    desk.settle(earlier, .done, on: 0)
    #expect(try reserve(desk, 0) == "nothing")
    #expect(!desk.exchange(forBegun: torn, on: 0))
    #expect(try desk.isComplete() && desk.unfinishedCount == 1)
  }

  @Test func readersSideBySideHaveNoMorePlacesThanTheLimit() throws {
    let desk = try desk(limit: 2)
    let (first, second) = (try tear(desk, 0), try tear(desk, 1))
    for reader in 0..<3 { #expect(try reserve(desk, reader) == "2 unfinished") }
    let (seven, eight) = (try row("n7"), try row("n8"))
    #expect(desk.exchange(forBegun: seven, on: 0))
    #expect(desk.exchange(forBegun: eight, on: 1))
    #expect(!desk.exchange(forBegun: try row("n9"), on: 2))
    // Both places are taken, so no one is asked for a torn tag.
    #expect(try reserve(desk, 2) == "nothing yet")
    desk.settle(seven, .done, on: 0)
    // A tag that fails gives its place back.
    desk.settle(eight, .kept, on: 1)
    #expect(desk.exchange(forBegun: first, on: 2))
    #expect(!desk.exchange(forBegun: second, on: 1))
    desk.settle(first, .done, on: 2)
    #expect(try reserve(desk, 0) == "nothing")
  }

  @Test func aRowThatTwoReadersHaveTakesTwoPlaces() throws {
    let desk = try desk(limit: 2)
    #expect(try reserve(desk, 0) == "n1")
    // Another process has begun that very row, and its tag comes to the next reader.
    let row = try row("n1")
    #expect(desk.exchange(forBegun: row, on: 1))
    #expect(try reserve(desk, 2) == "nothing yet")
    desk.settle(row, .done, on: 1)
    #expect(try reserve(desk, 2) == "nothing yet")
    desk.settle(row, .taken, on: 0)
    #expect(try reserve(desk, 0) == "n2")
  }

  /// Giving up a begun tag gives its row to the next one.
  @Test func theRowOfABegunTagThatWasGivenUpIsTakenAgain() throws {
    let desk = try desk(limit: nil)
    let torn = try tear(desk, 0)
    for number in 2...9 { #expect(try reserve(desk, number) == "n\(number)") }
    #expect(try reserve(desk, 0) == "1 unfinished" && desk.unfinishedCount == 1)
    try ledger.void(row: torn.id, why: "lost", at: .now)
    #expect(try reserve(desk, 0) == "n1")
    #expect(desk.unfinishedCount == 0)
  }

  /// One that another process has finished is not waited for, and its row is no one's.
  @Test func theRowOfABegunTagThatWasFinishedElsewhereIsNotTakenAgain() throws {
    let desk = try desk(limit: nil)
    let torn = try tear(desk, 0)
    for number in 2...9 { #expect(try reserve(desk, number) == "n\(number)") }
    let claim = try #require(try ledger.claim(ofRow: torn.key))
    let attempt = try ledger.resume(
      claim.id,
      with: Presentation(uid: claim.uid, chip: claim.chip, reader: "other", began: .now))
    try ledger.finish(attempt, .done(lock: nil), effort: Effort(), at: .now)
    #expect(try reserve(desk, 0) == "nothing yet")
    #expect(desk.unfinishedCount == 0)
  }

  /// Someone gives up the tag of a row that the desk has passed.
  @Test func aRowThatIsFreedBehindTheOthersIsNotForgotten() throws {
    let desk = try desk(limit: nil)
    for number in 1...9 {
      guard case .row(let row) = try desk.reserve(for: 0) else {
        Issue.record("row \(number) is not free")
        return
      }
      let presentation = Presentation(
        uid: [4, 0, 0, 0, 0, 1, UInt8(number)], chip: "NTAG213", reader: "virtual", began: .now)
      let content = TagContent(link: row.link, messageHash: [UInt8](repeating: 0, count: 32))
      guard case .begun(_, let attempt) = try ledger.begin(row, on: presentation, content: content)
      else {
        Issue.record("row \(number) is not begun")
        return
      }
      try ledger.finish(attempt, .done(lock: nil), at: .now)
      desk.settle(row, .done, on: 0)
    }
    try ledger.void(row: "n2", why: "lost", at: .now)
    #expect(try reserve(desk, 0) == "n2")
  }

  /// Another program takes a changed manifest over: its rows were looked at by no one here.
  @Test func noRowOfAnotherManifestIsTaken() throws {
    let desk = try desk(limit: nil)
    #expect(try reserve(desk, 0) == "n1")
    let other = try Ledger(at: folder.path(of: "spring.ledger"), job: "spring", now: .now)
    let hash = [UInt8](repeating: 2, count: 32)
    let rows = try #require(try other.importRows(of: hash, at: .now))
    try rows.add(ImportedRow(id: "n2")) { _ in "https://y.example/2" }
    _ = try rows.commit()
    #expect {
      try desk.reserve(for: 1)
    } throws: {
      ($0 as? LedgerError)?.fault == .manifestChanged
    }
  }

  @Test func aReaderThatFinishesABegunTagGivesItsRowBack() throws {
    let desk = try desk(limit: nil)
    #expect(try reserve(desk, 0) == "n1")
    let earlier = try row("n7")
    #expect(desk.exchange(forBegun: earlier, on: 0))
    #expect(try reserve(desk, 1) == "n1")
    desk.settle(earlier, .done, on: 0)
    #expect(try reserve(desk, 0) == "n2")
  }
}
