// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// The database itself refuses what is not allowed, no matter who asks for it.
struct RulesTests {
  let folder: TemporaryDirectory
  let raw: RawDatabase

  /// Rows 1 to 3 of manifest 1; row 1 is done by the tag 04…07, row 2 begun by 04…08.
  init() throws {
    folder = try TemporaryDirectory()
    let ledger = try Ledger.sample(in: folder)
    let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
    for id in ["a", "b", "c"] {
      let row = ImportedRow(id: id, tokens: [WantedToken(name: "t", length: 1)])
      try manifest.add(row, drawToken: { _ in id.uppercased() }, link: { $0[0] })
    }
    _ = try manifest.commit()
    try ledger.complete(7, row: "a")
    _ = try ledger.start(8, row: "b")
    raw = RawDatabase(ledger.path)
  }

  /// A claim of raw SQL with some of its columns changed.
  static func claim(_ changes: [String: String] = [:]) -> String {
    var columns = [
      "row": "3", "uid": "x'04000000000009'", "state": "'begun'", "link": "'x'",
      "message_hash": "zeroblob(32)", "manifest": "1", "planned_link": "'C'", "chip": "'NTAG213'",
      "reader": "'r'", "since": "5",
    ]
    columns.merge(changes) { $1 }
    let names = columns.keys.sorted()
    let values = names.compactMap { columns[$0] }
    return "INSERT INTO claim(\(names.joined(separator: ", "))) "
      + "VALUES (\(values.joined(separator: ", ")))"
  }

  static let seven = "x'04000000000007'"

  /// An attempt of the tag whose row is done.
  static func attempt(_ claim: String, _ row: String, _ rest: String) -> String {
    "INSERT INTO attempt(claim, row, uid, chip, reader, began, ended, result, reason, words) "
      + "VALUES (\(claim), \(row), \(seven), 'c', 'r', 1, \(rest))"
  }

  /// Statements, and how SQLite's answer to them begins.
  static let refused: [(sql: String, words: String)] = [
    // One row, one tag.
    (claim(["row": "1"]), "UNIQUE constraint failed: claim.row"),
    (claim(["row": "2"]), "UNIQUE constraint failed: claim.row"),
    (claim(["uid": seven]), "UNIQUE constraint failed: claim.uid"),
    (claim(["uid": "x'04000000000008'"]), "UNIQUE constraint failed: claim.uid"),
    // What a claim is.
    (claim(["row": "4"]), "the row is not of the present manifest"),
    (claim(["manifest": "2"]), "the row is not of the present manifest"),
    (claim(["row": "NULL"]), "the row is not of the present manifest"),
    (claim(["uid": "x'040000'"]), "CHECK constraint failed: length(uid) BETWEEN 4 AND 10"),
    (claim(["uid": "zeroblob(11)"]), "CHECK constraint failed: length(uid) BETWEEN 4 AND 10"),
    (claim(["uid": "'04000000'"]), "cannot store TEXT value in BLOB column claim.uid"),
    (claim(["message_hash": "x'00'"]), "CHECK constraint failed: length(message_hash) = 32"),
    (claim(["since": "'now'"]), "cannot store TEXT value in INTEGER column claim.since"),
    (claim(["state": "'done'", "done": "6"]), "a claim has to begin as begun"),
    (claim(["undecided": "1"]), "CHECK constraint failed: undecided = 0 OR state = 'done'"),
    // What may become of it.
    ("UPDATE claim SET row = 3 WHERE id = 1", "a claim keeps its row and its tag"),
    ("UPDATE claim SET uid = x'04000000000009'", "a claim keeps its row and its tag"),
    ("UPDATE claim SET since = 1", "a claim keeps its row and its tag"),
    ("UPDATE claim SET state = 'begun' WHERE id = 1", "a claim cannot go back"),
    (
      "UPDATE claim SET state = 'failed', ended = 9, why = 'x' WHERE id = 1",
      "a claim cannot go back"
    ),
    ("UPDATE claim SET link = 'y' WHERE id = 1", "what was read back cannot change"),
    (
      "UPDATE claim SET message_hash = zeroblob(32) WHERE id = 1",
      "what was read back cannot change"
    ),
    ("UPDATE claim SET done = 9 WHERE id = 1", "what was read back cannot change"),
    ("UPDATE claim SET state = 'lost' WHERE id = 2", "CHECK constraint failed: state IN"),
    ("UPDATE claim SET state = 'done' WHERE id = 2", "CHECK constraint failed: CASE state"),
    (
      "UPDATE claim SET state = 'void', ended = 9 WHERE id = 2",
      "CHECK constraint failed: CASE state"
    ),
    (
      "UPDATE claim SET state = 'void', ended = 9, why = '' WHERE id = 2",
      "CHECK constraint failed: CASE state"
    ),
    (
      "UPDATE claim SET state = 'failed', why = 'x' WHERE id = 2",
      "CHECK constraint failed: CASE state"
    ),
    ("UPDATE claim SET undecided = 1 WHERE id = 2", "CHECK constraint failed: undecided = 0"),
    // Attempts and steps.
    ("UPDATE attempt SET words = 'x' WHERE id = 1", "an attempt that ended cannot change"),
    ("UPDATE attempt SET result = 'done' WHERE id = 2", "CHECK constraint failed: (ended IS NULL)"),
    (
      attempt("NULL", "NULL", "NULL, NULL, NULL, NULL"),
      "CHECK constraint failed: (claim IS NULL)"
    ),
    (
      attempt("1", "1", "2, 'refused', 'x', 'y'"),
      "CHECK constraint failed: (claim IS NULL)"
    ),
    (
      attempt("1", "1", "2, 'failed', NULL, NULL"),
      "CHECK constraint failed: (reason IS NULL)"
    ),
    (
      attempt("1", "1", "2, 'lost', 'x', 'y'"),
      "CHECK constraint failed: result IN"
    ),
    (
      attempt("9", "1", "2, 'failed', 'x', 'y'"),
      "FOREIGN KEY constraint failed"
    ),
    ("INSERT INTO step VALUES (1, 'paint', 1, NULL, NULL)", "CHECK constraint failed: kind IN"),
    (
      "INSERT INTO step VALUES (1, 'lock', 1, NULL, '5057')",
      "CHECK constraint failed: length(key) = 8"
    ),
    ("INSERT INTO step VALUES (9, 'lock', 1, NULL, NULL)", "FOREIGN KEY constraint failed"),
    // Rows, tokens and manifests.
    ("UPDATE job_row SET id = 'z' WHERE key = 1", "a row keeps its id"),
    ("UPDATE job_row SET place = 2 WHERE key = 1", "UNIQUE constraint failed: job_row.manifest"),
    ("UPDATE job_row SET manifest = 9", "FOREIGN KEY constraint failed"),
    (
      "INSERT INTO job_row VALUES (9, 'a', 1, 9, 'x', NULL, NULL, 0, NULL, NULL)",
      "UNIQUE constraint failed: job"
    ),
    ("UPDATE job_row SET may_share_link = 2", "CHECK constraint failed: may_share_link IN"),
    ("INSERT INTO token VALUES ('A', 2, 'u')", "UNIQUE constraint failed: token.text"),
    ("INSERT INTO token VALUES ('Z', 2, 't')", "UNIQUE constraint failed: index 'token_of_row'"),
    ("INSERT INTO token VALUES ('ZZ', 9, 't')", "FOREIGN KEY constraint failed"),
    ("UPDATE token SET text = 'Z' WHERE row = 1", "nothing here changes"),
    ("UPDATE manifest SET at = 9", "nothing here changes"),
    (
      "INSERT INTO manifest(hash, at) VALUES (x'00', 3)",
      "CHECK constraint failed: length(hash) = 32"
    ),
    ("UPDATE job SET id = 'autumn'", "nothing here changes"),
    ("INSERT INTO job VALUES (2, 'autumn')", "CHECK constraint failed: only = 1"),
    ("UPDATE migration SET name = 'x'", "nothing here changes"),
    ("DELETE FROM claim", "nothing is removed from a ledger"),
    ("DELETE FROM attempt", "nothing is removed from a ledger"),
    ("DELETE FROM token", "nothing is removed from a ledger"),
    ("DELETE FROM job_row", "nothing is removed from a ledger"),
    ("DELETE FROM manifest", "nothing is removed from a ledger"),
    ("DELETE FROM migration", "nothing is removed from a ledger"),
    ("DELETE FROM job", "nothing is removed from a ledger"),
  ]

  @Test(arguments: refused)
  func whatMayNotBeIsRefused(_ sql: String, _ words: String) {
    let answer = raw.run(sql)
    #expect(answer?.hasPrefix(words) == true, "\(sql): \(answer ?? "taken")")
  }

  @Test func whatMayBeIsTaken() {
    #expect(raw.run(Self.claim()) == nil)
    #expect(raw.run("UPDATE claim SET state = 'done', done = 9 WHERE id = 2") == nil)
    #expect(raw.run("UPDATE claim SET state = 'void', ended = 9, why = 'x' WHERE id = 1") == nil)
    #expect(raw.run("UPDATE claim SET undecided = 1 WHERE id = 2") == nil)
    let next = Self.claim(["row": "1", "uid": Self.seven])
    #expect(raw.run(next) == "changed rows are undecided")
    #expect(raw.run("UPDATE claim SET undecided = 0") == nil)
    #expect(raw.run(next) == nil)
    #expect(raw.run("INSERT INTO step VALUES (2, 'lock', 1, NULL, NULL)") == nil)
    #expect(raw.run("DELETE FROM step") == "nothing is removed from a ledger")
  }
}
