// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TagReading
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
    case .torn(let tag, _): "the tag of \(tag.row.id)"
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

  /// A torn tag at a reader, which is to come back there.
  private func tearAway(_ desk: RowDesk, _ reader: Int) throws -> TornTag {
    let row = try tear(desk, reader)
    let uid = try #require(TagUID([4, 0, 0, 0, 0, 0, UInt8(reader)]))
    desk.settle(row, .torn(uid), on: reader)
    return TornTag(row: row, uid: uid)
  }

  @Test func onlyTheReaderOfATornTagWaitsForIt() throws {
    let desk = try desk(limit: nil)
    let torn = try tearAway(desk, 0)
    for _ in 1...2 { #expect(try reserve(desk, 0) == "the tag of n1") }
    #expect(try reserve(desk, 1) == "n2")
    guard case .torn(let tag, let isOver) = try desk.reserve(for: 0) else { return }
    #expect(tag == torn && !isOver.isRaised)
    // It is laid on the other reader, and torn once more there.
    #expect(desk.exchange(forBegun: torn.row, on: 1))
    #expect(!isOver.isRaised)
    desk.settle(torn.row, .torn(torn.uid), on: 1)
    #expect(isOver.isRaised)
    #expect(try reserve(desk, 0) == "n2")
    #expect(try reserve(desk, 1) == "the tag of n1")
    #expect(desk.exchange(forBegun: torn.row, on: 0))
    desk.settle(torn.row, .done, on: 0)
    #expect(try reserve(desk, 1) == "n2")
  }

  /// A reader waits for one tag; what is torn there besides is waited for where it was torn before.
  @Test func aReaderWaitsForOneTagAlone() throws {
    let desk = try desk(limit: nil)
    let (one, two) = (try tearAway(desk, 0), try tearAway(desk, 1))
    #expect(desk.exchange(forBegun: two.row, on: 0))
    desk.settle(two.row, .torn(two.uid), on: 0)
    #expect(try reserve(desk, 0) == "the tag of n1")
    #expect(try reserve(desk, 1) == "the tag of n2")
    // A copy of it says nothing about it.
    #expect(desk.exchange(forBegun: one.row, on: 0))
    desk.settle(one.row, .unfinished, on: 0)
    #expect(try reserve(desk, 0) == "the tag of n1")
    desk.settle(one.row, .kept, on: 0)
    #expect(try reserve(desk, 0) == "n3")
  }

  @Test func aLostTagSetsItsReaderFree() throws {
    let desk = try desk(limit: nil)
    let torn = try tearAway(desk, 0)
    guard case .torn(_, let isOver) = try desk.reserve(for: 0) else { return }
    let other = try #require(TagUID([4, 7, 7, 7, 7, 7, 7]))
    func lose(_ row: String, _ uid: TagUID) throws -> String {
      switch try desk.lose(row, tag: uid) {
      case .lost(let claim): "lost \(claim.rowID)"
      case .isBack: "is back"
      case .isOther: "is another"
      case .notWriting: "not writing"
      }
    }
    #expect(try lose("n1", other) == "is another")
    #expect(try lose("n2", torn.uid) == "is another")
    #expect(try lose("none", torn.uid) == "is another")
    #expect(desk.beginWork(on: torn.uid, at: 1))
    #expect(try lose("n1", torn.uid) == "is back")
    _ = desk.endWork(on: torn.uid, at: 1)
    #expect(!isOver.isRaised)
    #expect(try lose("n1", torn.uid) == "lost n1")
    #expect(isOver.isRaised)
    #expect(try lose("n1", torn.uid) == "is another")
    // The row is free for another tag, and the ledger knows which one it must not be.
    #expect(try reserve(desk, 0) == "n1")
    #expect(try ledger.wasGivenUp(torn.uid.bytes, for: torn.row.key))
    #expect(try !ledger.wasGivenUp(other.bytes, for: torn.row.key))
    #expect(try !ledger.wasGivenUp(torn.uid.bytes, for: row("n2").key))
    desk.close()
    #expect(try lose("n1", torn.uid) == "not writing")
  }

  /// Another program has finished it, or given it up.
  @Test func whatAnotherProgramEndsIsNotWaitedFor() throws {
    let desk = try desk(limit: nil)
    _ = try tearAway(desk, 0)
    try desk.forgetTornElsewhere()
    #expect(try reserve(desk, 0) == "the tag of n1")
    let other = try Ledger(at: ledger.path, job: "spring", now: .now)
    try other.void(row: "n1", why: "trodden on", at: .now)
    try desk.forgetTornElsewhere()
    #expect(try reserve(desk, 0) == "n1")
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
