// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TestSupport
import Testing

@testable import Provisioning

/// The rows that a run is asked for, and those of them that no tag has.
struct RowSelectionTests {
  private let folder: TemporaryDirectory
  private let ledger: Ledger

  /// A ledger with six rows, the second of which has a tag and the last of which is no longer a
  /// row.
  init() throws {
    folder = try TemporaryDirectory()
    ledger = try Ledger(at: folder.path(of: "spring.ledger"), job: "spring", now: .now)
    try take(6, hash: 1)
    try take(5, hash: 2)
    let row = try #require(try ledger.row(id: "n2"))
    let tag = Presentation(
      uid: [4, 0, 0, 0, 0, 0, 2], chip: "NTAG213", reader: "virtual", began: .now)
    let content = TagContent(link: row.link, messageHash: [UInt8](repeating: 0, count: 32))
    guard case .begun(_, let attempt) = try ledger.begin(row, on: tag, content: content) else {
      Issue.record("row n2 is taken")
      return
    }
    try ledger.finish(attempt, .done(lock: nil), effort: Effort(), at: .now)
  }

  private func take(_ count: Int, hash: UInt8) throws {
    let rows = try #require(
      try ledger.importRows(of: [UInt8](repeating: hash, count: 32), at: .now))
    for number in 1...count {
      try rows.add(ImportedRow(id: "n\(number)")) { _ in "https://x.example/\(number)" }
    }
    _ = try rows.commit()
  }

  @Test(
    arguments: [
      (.all, 9, ["n1", "n3", "n4", "n5"]), (.all, 2, ["n1", "n3"]), (.all, 0, []),
      (.places(2...3), 9, ["n3"]), (.places(4...99), 1, ["n4"]), (.places(7...9), 9, []),
      // In the order in which they were asked for; what is not a row is left out.
      (.ids(["n5", "n2", "n6", "x", "n1"]), 9, ["n5", "n1"]), (.ids(["n3", "n1"]), 1, ["n3"]),
    ] as [(RowSelection, Int, [String])])
  func theFirstRowsWithoutATagAreFree(
    selection: RowSelection, most: Int, ids: [String]
  ) throws {
    #expect(try selection.freeRows(in: ledger, most: most).map(\.id) == ids)
  }

  @Test(
    arguments: [
      (.all, false), (.places(2...2), true), (.places(2...3), false), (.ids(["n2", "n6"]), true),
      (.ids(["n2", "n1"]), false),
    ] as [(RowSelection, Bool)])
  func aSelectionIsDoneWhenEachOfItsRowsIs(selection: RowSelection, isDone: Bool) throws {
    #expect(try selection.isDone(in: ledger) == isDone)
  }
}
