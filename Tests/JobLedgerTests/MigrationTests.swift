// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// A ledger of every earlier version, as it is on someone's disk.
struct MigrationTests {
  let folder: TemporaryDirectory
  let path: String

  init() throws {
    folder = try TemporaryDirectory()
    path = folder.path(of: "spring.ledger")
  }

  /// Makes the ledger as the TagPress left it whose tables had this many steps.
  ///
  /// From the witness on, what a step added is taken away again: a witness belongs to its file, and
  /// cannot come from a text.
  private func make(_ version: Int) throws {
    for step in 1...min(version, Migration.witnessed - 1) {
      let sql = try contents(of: "\(packageRoot)/Tests/Fixtures/Ledgers/version-\(step).sql")
      try #require(RawDatabase(path).run(String(decoding: sql, as: UTF8.self)) == nil)
    }
    guard version >= Migration.witnessed else { return }
    do { _ = try Ledger.sample(in: folder) }
    try undo(to: version)
  }

  /// Takes away what the later steps added to the ledger that is there.
  private func undo(to version: Int) throws {
    let raw = RawDatabase(path)
    let rule = try #require(
      raw.rows("SELECT sql FROM sqlite_schema WHERE name = 'migration_remains'").first)
    let added = [
      6: ["ALTER TABLE job_row DROP COLUMN shown", "ALTER TABLE job_row DROP COLUMN label"],
      7: ["DROP TABLE confirmation"], 8: ["DROP TABLE label"],
    ]
    let steps = added.filter { $0.key > version }.sorted { $0.key > $1.key }.flatMap(\.value)
    for sql in steps + [
      "DROP TRIGGER migration_remains", "DELETE FROM migration WHERE number > \(version)", rule,
      "PRAGMA user_version = \(version)",
    ] {
      try #require(raw.run(sql) == nil, "\(sql)")
    }
  }

  /// Every row with its claim, one after the other.
  private func rows(of ledger: Ledger) throws -> [String] {
    var rows: [String] = []
    try ledger.forEachRow { reported in
      let claim = reported.claim
      let size = claim?.messageSize.map(String.init) ?? "-"
      rows.append(
        "\(reported.row.id) \(claim?.state.rawValue ?? "free") \(reported.attempts) \(size)")
      return true
    }
    return rows
  }

  @Test(arguments: 1..<Migration.witnessed)
  func writingMovesItOnAndLosesNothing(_ version: Int) throws {
    try make(version)
    let ledger = try Ledger.sample(in: folder)
    #expect(try rows(of: ledger) == ["a done 1 -", "b begun 1 -", "c free 0 -"])
    let content = TagContent(
      link: "https://x.example/c", messageHash: hash(3), messageSize: 14, capacity: 137)
    let row = try #require(try ledger.row(id: "c"))
    guard case .begun = try ledger.begin(row, on: tag(9), content: content) else {
      Issue.record("the row was not begun")
      return
    }
    #expect(try rows(of: ledger).last == "c begun 1 14")
    let raw = RawDatabase(path)
    #expect(
      raw.rows("SELECT number, name, at FROM migration") == [
        "1|rows, claims and attempts|1000000", "2|what reports show|1000000",
        "3|links that a resolver gives|1000000", "4|keys of passwords|1000000",
        "5|a witness|1000000", "6|names of rows|1000000", "7|what people confirmed|1000000",
        "8|labels on paper|1000000",
      ])
    // It is the same now as one that is recreated, to the letter.
    let other = try TemporaryDirectory()
    _ = try Ledger.sample(in: other)
    let tables = "SELECT type, name, sql FROM sqlite_schema ORDER BY name"
    #expect(raw.rows(tables) == RawDatabase(other.path(of: "spring.ledger")).rows(tables))
    #expect(try ledger.health(full: true).damages == [])
  }

  @Test(arguments: 1..<Migration.witnessed)
  func readingShowsItAndLeavesItAsItWas(_ version: Int) throws {
    try make(version)
    let before = try folder.read("spring.ledger")
    let ledger = try Ledger.sample(in: folder, access: .reading)
    #expect(try rows(of: ledger) == ["a done 1 -", "b begun 1 -", "c free 0 -"])
    #expect(try ledger.counts().done == 1)
    // No one noted the keys of passwords then.
    #expect(try ledger.trouble(withKey: "5057309A") == nil)
    #expect(
      try ledger.manifests() == [
        ImportedManifest(number: 1, hash: hash(1), at: moment(2), title: nil, protection: nil)
      ])
    #expect(try Ledger(reading: path).job == "spring")
    #expect(try folder.read("spring.ledger") == before)
  }

  @Test(arguments: 1..<Migration.witnessed)
  func aReaderCanStillReadItWhileSomeoneMigratesIt(_ version: Int) throws {
    try make(version)
    let reader = try Ledger.sample(in: folder, access: .reading)
    let writer = try Ledger.sample(in: folder)
    var content = content("https://x.example/c")
    content.messageSize = 14
    _ = try writer.begin(try #require(try writer.row(id: "c")), on: tag(9), content: content)
    #expect(try rows(of: reader) == ["a done 1 -", "b begun 1 -", "c begun 1 14"])
  }

  /// A ledger as it was before rows had names, next to its witness.
  private func makeWithoutNames() throws {
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["a": "https://x.example/a", "b": "https://x.example/b"])
    try ledger.complete(1, row: "a")
  }

  /// The hash over its rows is that of a TagPress that knew no names.
  @Test func rowsWithoutNamesAreStillAsTheyWereTakenOver() throws {
    try makeWithoutNames()
    try undo(to: Migration.witnessed)
    let before = try folder.read("spring.ledger")
    let reader = try Ledger.sample(in: folder, access: .reading)
    #expect(try rows(of: reader) == ["a done 1 -", "b free 0 -"])
    #expect(try reader.row(id: "a")?.label == nil && reader.shownNames() == [])
    #expect(try !reader.hasLabels() && folder.read("spring.ledger") == before)
    let writer = try Ledger.sample(in: folder)
    #expect(try rows(of: writer) == ["a done 1 -", "b free 0 -"])
    #expect(try rows(of: reader) == ["a done 1 -", "b free 0 -"])
    let manifest = try #require(try writer.importRows(of: hash(2), at: moment(3)))
    for id in ["a", "b"] {
      try manifest.add(ImportedRow(id: id, label: "Shop \(id)", shown: #"{"x":"1"}"#)) { _ in
        "https://x.example/\(id)"
      }
    }
    _ = try manifest.commit()
    #expect(try writer.row(id: "a")?.label == "Shop a" && reader.row(id: "b")?.label == "Shop b")
    #expect(try writer.health(full: true).damages == [])
  }
}
