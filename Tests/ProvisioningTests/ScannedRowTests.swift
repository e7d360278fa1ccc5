// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TagReading
import TestSupport
import Testing

@testable import Provisioning

/// A job of plain rows in a folder of its own.
private final class DeskBench {
  let uid = TagUID([4, 1, 2, 3, 4, 5, 6])
  private let folder: TemporaryDirectory
  private let ledger: Ledger

  init(rows count: Int) throws {
    folder = try TemporaryDirectory()
    ledger = try Ledger(at: folder.path(of: "spring.ledger"), job: "spring", now: .now)
    let rows = try #require(
      try ledger.importRows(of: [UInt8](repeating: 1, count: 32), at: .now))
    for number in 1...count {
      try rows.add(ImportedRow(id: "n\(number)")) { _ in "https://go.example.com/\(number)" }
    }
    _ = try rows.commit()
  }

  func desk(_ selection: RowSelection = .all, limit: Int? = nil) throws -> RowDesk {
    try RowDesk(ledger, .write, selection, limit: limit)
  }

  /// Begins a tag for a row, as another program does.
  func begin(_ id: String) throws {
    let other = try Ledger(at: ledger.path, job: "spring", now: .now)
    let row = try #require(try other.row(id: id))
    let presentation = Presentation(
      uid: [4, 9, 9, 9, 9, 9, 9], chip: "NTAG213", reader: "virtual", began: .now)
    _ = try other.begin(
      row, on: presentation,
      content: TagContent(link: row.link, messageHash: [UInt8](repeating: 0, count: 32)))
  }
}

/// Which row a tag gets when the code of one was scanned.
struct ScannedRowTests {
  private static func id(_ reservation: RowDesk.Reservation) -> String? {
    if case .row(let row) = reservation { row.id } else { nil }
  }

  private static func row(_ reservation: RowDesk.Reservation) throws -> PlannedRow {
    guard case .row(let row) = reservation else { throw NoRow() }
    return row
  }

  private struct NoRow: Error {}

  private static func chosen(_ choice: RowDesk.Choice) -> String? {
    switch choice {
    case .row(let row): row?.id
    case .unscanned: "unscanned"
    case .scannedRowGone(let row, let own): "gone \(row.id), has \(own?.id ?? "none")"
    }
  }

  @Test func readerThatWaitedWithTheRowGetsTheOthers() throws {
    let bench = try DeskBench(rows: 4)
    let desk = try bench.desk()
    let (one, two) = (try Self.row(desk.reserve(for: 0)), try Self.row(desk.reserve(for: 1)))
    #expect(try desk.scan("n2") == .next(two))
    #expect(desk.scannedRow == two)
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "n2")
    #expect(desk.rowsOfReaders.mapValues(\.id) == [0: "n2", 1: "n1"])
    desk.writeUnscanned()
    // It still believes in its old row.
    #expect(Self.chosen(try desk.choose(forTagOn: 1, planned: two)) == "n1")
    desk.settle(two, .done, on: 0)
    desk.settle(one, .done, on: 1)
    #expect(Self.id(try desk.reserve(for: 0)) == "n3")
    #expect(Self.id(try desk.reserve(for: 1)) == "n4")
    #expect(Self.id(try desk.reserve(for: 2)) == nil)
  }

  @Test func wishStandsUntilItsRowIsDone() throws {
    let bench = try DeskBench(rows: 4)
    let desk = try bench.desk()
    let one = try Self.row(desk.reserve(for: 0))
    guard case .next(let wanted) = try desk.scan("https://go.example.com/3") else {
      Issue.record("not found by its link")
      return
    }
    for (planned, fate) in [(one, RowDesk.Fate.unused), (nil, .free)] {
      #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: planned)) == "n3")
      #expect(desk.scannedRow == nil)
      desk.settle(wanted, fate, on: 0)
      #expect(desk.scannedRow == wanted)
    }
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: nil)) == "n3")
    desk.settle(wanted, .done, on: 0)
    #expect(desk.scannedRow == nil)
    // Nothing was lost on the way.
    var left: [String] = []
    while left.count < 4, case .row(let row) = try desk.reserve(for: 0) {
      left.append(row.id)
      desk.settle(row, .done, on: 0)
    }
    // The ledger knows nothing of what was settled here.
    #expect(left.sorted() == ["n1", "n2", "n3", "n4"])
  }

  /// A tag that is put aside before anything is claimed settles nothing.
  @Test func labelOfARefusedTagIsGoodAtAnyReader() throws {
    let bench = try DeskBench(rows: 4)
    let desk = try bench.desk()
    let (one, two) = (try Self.row(desk.reserve(for: 0)), try Self.row(desk.reserve(for: 1)))
    let tag = try #require(bench.uid)
    guard case .next(let wanted) = try desk.scan("n4") else { return }
    #expect(desk.beginWork(on: tag, at: 0))
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "n4")
    _ = desk.endWork(on: tag, at: 0)
    #expect(desk.scannedRow == wanted)
    #expect(Self.chosen(try desk.choose(forTagOn: 1, planned: two)) == "n4")
    // The first reader has the second one's row now, and settles nothing of the wish.
    #expect(!desk.settle(wanted, .unused, on: 0))
    #expect(desk.scannedRow == nil)
    #expect(desk.settle(wanted, .done, on: 1))
    #expect(desk.scannedRow == nil)
    var left: [String] = []
    while case .row(let row) = try desk.reserve(for: 0), left.count < 9 {
      left.append(row.id)
      desk.settle(row, .done, on: 0)
    }
    // The ledger knows nothing of what was settled here, and offers it again.
    #expect(Set(left) == ["n1", "n2", "n3", "n4"])
    desk.close()
    #expect(try desk.scan("n1") == .notWriting)
  }

  @Test func rowThatIsTakenIsNotReplacedByAnother() throws {
    let bench = try DeskBench(rows: 3)
    let desk = try bench.desk()
    let one = try Self.row(desk.reserve(for: 0))
    _ = try desk.scan("n3")
    try bench.begin("n3")
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "gone n3, has n1")
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "unscanned")
    guard case .begun = try desk.scan("n3"), case .noRow = try desk.scan("n9") else {
      Issue.record("a row that has a tag is wished for")
      return
    }
  }

  /// After the first scan, refused or not, no tag gets a row that was not scanned.
  @Test(arguments: ["n2", "n9", "n3"])
  func afterAScanTagsGetScannedRowsOnly(_ code: String) throws {
    let bench = try DeskBench(rows: 4)
    let desk = try bench.desk()
    try bench.begin("n3")
    let one = try Self.row(desk.reserve(for: 0))
    #expect(!desk.wantsScans)
    _ = try desk.scan("n4")
    let answer = try desk.scan(code)
    #expect(desk.wantsScans)
    if case .next(let row) = answer {
      #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "n2")
      desk.settle(row, .done, on: 0)
    }
    // What was scanned before a refused code is forgotten, too.
    #expect(desk.scannedRow == nil)
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "unscanned")
    desk.writeUnscanned()
    #expect(!desk.wantsScans)
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "n1")
  }

  @Test func rowOnAReaderAtWorkIsNotTaken() throws {
    let bench = try DeskBench(rows: 3)
    let desk = try bench.desk()
    let (one, two) = (try Self.row(desk.reserve(for: 0)), try Self.row(desk.reserve(for: 1)))
    _ = try desk.scan("n2")
    #expect(desk.beginWork(on: try #require(bench.uid), at: 1))
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "gone n2, has n1")
    #expect(try desk.scan("n2") == .atWork(two))
    _ = desk.endWork(on: try #require(bench.uid), at: 1)
    #expect(try desk.scan("n2") == .next(two))
    desk.forgetScan()
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "unscanned")
  }

  @Test func limitAndSelectionStand() throws {
    let bench = try DeskBench(rows: 4)
    let desk = try bench.desk(.places(1...2), limit: 1)
    let one = try Self.row(desk.reserve(for: 0))
    guard case .notAsked = try desk.scan("n4") else {
      Issue.record("a row is wished for that the run is not about")
      return
    }
    _ = try desk.scan("n2")
    // A second reader has no place, whatever is wished for.
    #expect(Self.chosen(try desk.choose(forTagOn: 1, planned: nil)) == nil)
    #expect(Self.chosen(try desk.choose(forTagOn: 0, planned: one)) == "n2")
  }
}
