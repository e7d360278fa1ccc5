// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

struct RowImportTests {
  let store: SampleStore
  let ledger: Ledger

  init() throws {
    store = try SampleStore()
    ledger = try store.ledger()
  }

  /// Takes over rows that each want one token of two letters, drawn from a list.
  func take(_ ids: [String], hash byte: UInt8, drawing texts: [String]) throws -> [String] {
    let manifest = try #require(try ledger.importRows(of: hash(byte), at: moment(2)))
    var texts = texts.makeIterator()
    for id in ids {
      let row = ImportedRow(id: id, tokens: [WantedToken(name: "t", length: 2)])
      try manifest.add(
        row, drawToken: { _ in texts.next() ?? "" }, link: { "https://x.example/\($0[0])" })
    }
    _ = try manifest.commit()
    return try ids.map { try #require(try ledger.row(id: $0)).link }
  }

  @Test func rowsAreTakenOverInTheirOrder() throws {
    #expect(try ledger.manifest() == nil)
    #expect(try ledger.nextRow(after: 0) == nil)
    let summary = try ledger.take(["b": "https://x.example/b", "a": "https://x.example/a"])
    #expect(summary == ImportSummary(manifest: 1, rows: 2, added: 2))
    let manifest = try #require(try ledger.manifest())
    #expect(manifest.number == 1 && manifest.hash == hash(1) && manifest.rows == 2)
    let first = try #require(try ledger.nextRow(after: 0))
    #expect(
      first
        == PlannedRow(
          key: RowKey(number: 1), id: "b", place: 1, manifest: 1, link: "https://x.example/b",
          further: nil, inputs: nil))
    #expect(try ledger.nextRow(after: 1)?.id == "a")
    #expect(try ledger.nextRow(after: 2) == nil)
    #expect(try ledger.nextRow(after: 0, through: 0) == nil)
    #expect(try ledger.nextRow(after: 1, through: 1) == nil)
    #expect(try ledger.row(RowKey(number: 2))?.id == "a")
    #expect(try ledger.row(id: "A") == nil)
  }

  @Test func everythingOfARowIsKept() throws {
    let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
    let row = ImportedRow(id: "Straße/1", further: [0, 255, 1], inputs: #"{"k":"ä\u0000"}"#)
    try manifest.add(row) { _ in "https://x.example/{tag.uid}" }
    try manifest.add(ImportedRow(id: "empty", further: [], inputs: "")) { _ in "" }
    _ = try manifest.commit()
    let found = try #require(try ledger.row(id: "Straße/1"))
    #expect(found.further == [0, 255, 1] && found.inputs == #"{"k":"ä\u0000"}"#)
    #expect(found.link == "https://x.example/{tag.uid}")
    let empty = try #require(try ledger.row(id: "empty"))
    #expect(empty.further == [] && empty.inputs == "" && empty.link == "")
  }

  /// Takes over one row with these names.
  private func take(_ byte: UInt8, _ label: String?, _ shown: String?) throws -> ImportSummary {
    let manifest = try #require(try ledger.importRows(of: hash(byte), at: moment(2)))
    try manifest.add(ImportedRow(id: "a", label: label, shown: shown)) { _ in "x" }
    return try manifest.commit()
  }

  @Test func theNewestNamesOfARowAreKeptAndChangeNothingElse() throws {
    #expect(try take(1, "Zoo, Berlin", #"{"phone":"1"}"#).added == 1)
    try ledger.complete(1, row: "a")
    let names: [(String?, String?, [String])] = [
      ("Zoo", #"{"phone":"","city":"Bonn"}"#, ["phone", "city"]), ("Café\n", nil, []),
      (nil, nil, []),
      ("", #"{}"#, []),
    ]
    for (number, (label, shown, columns)) in zip(UInt8(2)..., names) {
      let summary = try take(number, label, shown)
      #expect(summary == ImportSummary(manifest: Int(number), rows: 1, kept: 1))
      let row = try #require(try ledger.row(id: "a"))
      #expect(row.label == label && row.shown == shown)
      #expect(try ledger.hasLabels() == (label != nil) && ledger.shownNames() == columns)
    }
    #expect(try ledger.undecidedCount() == 0)
  }

  @Test(arguments: ["label = 'Zoo'", "label = NULL", "shown = '{}'", "shown = NULL"])
  func namesThatTheDiskHasChangedAreNoticed(_ change: String) throws {
    _ = try take(1, "Café", #"{"phone":"1"}"#)
    store.run("UPDATE job_row SET \(change)")
    #expect(fault { _ = try store.ledger() } == .damaged)
  }

  @Test func theSameManifestIsNotReadAgain() throws {
    try ledger.take(["a": "x"], hash: 1)
    #expect(try ledger.importRows(of: hash(1), at: moment(3)) == nil)
    #expect(try ledger.manifest()?.number == 1)
  }

  @Test func aChangedManifestSaysWhatChanged() throws {
    try ledger.take(["a": "1", "b": "2", "c": "3", "d": "4"], hash: 1)
    let summary = try ledger.take(["n": "9", "d": "4", "b": "two", "a": "1"], hash: 2)
    #expect(
      summary
        == ImportSummary(manifest: 2, rows: 4, added: 1, kept: 2, changed: 1, retired: 1))
    var ids: [String] = []
    try ledger.forEachRow {
      ids.append($0.row.id)
      return true
    }
    #expect(ids == ["n", "d", "b", "a"])
    let retired = try #require(try ledger.row(id: "c"))
    #expect(retired.place == nil && retired.manifest == 1)
    #expect(try ledger.row(id: "b")?.link == "two")
    // A row that comes back is new, and yet the same.
    let back = try ledger.take(["c": "3", "a": "1"], hash: 3)
    #expect(
      back == ImportSummary(manifest: 3, rows: 2, added: 1, kept: 1, changed: 0, retired: 3))
    #expect(try ledger.row(id: "c")?.key == retired.key)
  }

  @Test func anImportThatIsLetGoOfLeavesNothing() throws {
    try ledger.take(["a": "1"], hash: 1)
    do {
      let manifest = try #require(try ledger.importRows(of: hash(2), at: moment(3)))
      try manifest.add(ImportedRow(id: "b")) { _ in "2" }
    }
    #expect(try ledger.manifest()?.number == 1)
    #expect(try ledger.row(id: "b") == nil)
    #expect(try ledger.row(id: "a")?.place == 1)
    try ledger.complete(7, row: "a")
  }

  @Test func aRepeatedRowEndsTheImport() throws {
    for byte in 1...2 as ClosedRange<UInt8> {
      let manifest = try #require(try ledger.importRows(of: hash(byte), at: moment(3)))
      try manifest.add(ImportedRow(id: "a")) { _ in "1" }
      #expect(
        fault { try manifest.add(ImportedRow(id: "a")) { _ in "2" } } == .repeatedRow(id: "a"))
      #expect(fault { try manifest.add(ImportedRow(id: "b")) { _ in "3" } } == .notOpen)
      #expect(fault { _ = try manifest.commit() } == .notOpen)
      #expect(try ledger.manifest()?.number == (byte == 1 ? nil : 1))
      if byte == 1 { try ledger.take(["a": "1"], hash: 9) }
    }
  }

  @Test func tokensAreDrawnOnceAndAreUnique() throws {
    let first = try take(
      ["a", "b", "c"], hash: 1, drawing: ["AA", "AA", "", "BB", "AA", "BB", "CC"])
    #expect(first == ["https://x.example/AA", "https://x.example/BB", "https://x.example/CC"])
    // The rows of a later manifest keep theirs; only the new one draws.
    let second = try take(["d", "b", "a"], hash: 2, drawing: ["CC", "DD", "EE"])
    #expect(second == ["https://x.example/DD", "https://x.example/BB", "https://x.example/AA"])
    // So does one that had retired.
    #expect(try take(["c"], hash: 3, drawing: ["FF"]) == ["https://x.example/CC"])
  }

  @Test func aLongerTokenIsAnotherOne() throws {
    for (byte, text) in ["AA", "AAA", "BB"].enumerated() {
      let length = text.utf8.count
      let manifest = try #require(try ledger.importRows(of: hash(UInt8(byte)), at: moment(2)))
      let row = ImportedRow(id: "a", tokens: [WantedToken(name: "t", length: length)])
      try manifest.add(row, drawToken: { _ in text }, link: { $0[0] })
      _ = try manifest.commit()
      #expect(try ledger.row(id: "a")?.link == (length == 2 ? "AA" : "AAA"))
    }
  }

  @Test func severalTokensOfOneRowDiffer() throws {
    let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
    let tokens = [WantedToken(name: "s", length: 1), WantedToken(name: "t", length: 1)]
    var drawn = ["A", "A", "B"].makeIterator()
    try manifest.add(
      ImportedRow(id: "a", tokens: tokens), drawToken: { _ in drawn.next() ?? "" },
      link: { $0.joined(separator: "-") })
    _ = try manifest.commit()
    #expect(try ledger.row(id: "a")?.link == "A-B")
  }

  @Test func tokensCanBeUsedUp() throws {
    let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
    let row = ImportedRow(id: "a", tokens: [WantedToken(name: "t", length: 1)])
    try manifest.add(row, drawToken: { _ in "A" }, link: { $0[0] })
    var other = row
    other.id = "b"
    #expect(
      fault { try manifest.add(other, drawToken: { _ in "A" }, link: { $0[0] }) }
        == .tokensUsedUp(name: "t", length: 1))
    #expect(try ledger.manifest() == nil)
  }

  @Test func aProgramWithAnOldRowCannotBegin() throws {
    try ledger.take(["a": "1", "b": "2"], hash: 1)
    let old = try #require(try ledger.row(id: "a"))
    try store.ledger().take(["a": "one"], hash: 2)
    #expect(
      fault { _ = try ledger.begin(old, on: tag(7), content: content("x")) } == .manifestChanged)
    // Once it has looked at the other manifest, only its old rows are refused.
    #expect(try ledger.take(["a": "one"], hash: 2) == nil)
    #expect(
      fault { _ = try ledger.begin(old, on: tag(7), content: content("x")) } == .manifestChanged)
    let retired = try #require(try ledger.row(id: "b"))
    #expect(
      fault { _ = try ledger.begin(retired, on: tag(7), content: content("x")) }
        == .manifestChanged)
    try ledger.complete(7, row: "a")
  }

  @Test func aProgramWithAnOldRowCannotFinishItsTag() throws {
    try ledger.take(["a": "1", "b": "2"], hash: 1)
    let (claim, _) = try ledger.start(7, row: "a")
    let (retired, _) = try ledger.start(8, row: "b")
    let old = try #require(try ledger.row(id: "a"))
    try store.ledger().take(["a": "one"], hash: 2)
    // What was made of the old row must not count as what the new manifest wants.
    #expect(
      fault { _ = try ledger.resume(claim, of: old, with: tag(7), content: content("1")) }
        == .manifestChanged)
    #expect(try ledger.claim(ofTag: uid(7))?.manifest == 1)
    #expect(try ledger.counts().attempts == 2)
    // Nor does it count when the program has looked at the other manifest since.
    #expect(try ledger.take(["a": "one"], hash: 2) == nil)
    #expect(
      fault { _ = try ledger.resume(claim, of: old, with: tag(7), content: content("1")) }
        == .manifestChanged)
    let attempt = try ledger.resume(claim, row: "a", 7)
    try ledger.finish(attempt, .done(lock: nil), at: moment(200))
    let done = try #require(try ledger.claim(ofTag: uid(7)))
    #expect(done.link == "one" && done.manifest == 2 && !done.isUndecided)
    // A begun tag whose row has left the job shows what that row had.
    _ = try ledger.resume(retired, row: "b", 8)
  }

  @Test func aDamagedCountOfRowsIsNotCountedOn() throws {
    try ledger.take(["a": "1"], hash: 1)
    for key in [Int64.max, Int64.max - 1] {
      store.run(
        "INSERT INTO job_row VALUES (\(key), '\(key)', 1, \(key), 'x', NULL, NULL, 0, NULL, NULL)")
      #expect(fault { _ = try ledger.importRows(of: hash(2), at: moment(2)) } == .damaged)
    }
    try ledger.complete(7, row: "a")
  }
}
