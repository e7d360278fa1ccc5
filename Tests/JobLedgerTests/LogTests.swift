// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

/// How often a tag makes SQLite wait for the disk.
struct LogTests {
  @Test func anUnprotectedTagCostsTwoTransactions() throws {
    let folder = try TemporaryDirectory()
    let ledger = try Ledger.sample(in: folder)
    try ledger.take(["a": "https://x.example/a", "b": "https://x.example/b"])
    let before = try committedTransactions(of: ledger.path)
    try ledger.complete(7, row: "a")
    #expect(try committedTransactions(of: ledger.path) - before == 2)
    try ledger.refuse(tag(8), Reason("foreign", "not of this job"), at: moment(102))
    #expect(try committedTransactions(of: ledger.path) - before == 3)
    _ = try ledger.nextRow(after: 0)
    _ = try ledger.claim(ofTag: uid(9))
    let b = try #require(try ledger.row(id: "b"))
    #expect(try ledger.begin(b, on: tag(7), content: content("x")) == .tagTaken)
    #expect(try committedTransactions(of: ledger.path) - before == 3)
  }
}

/// Counts the frames of the write-ahead log that end a transaction: those that name the size of the
/// database (SQLite's file format, section 4.1).
private func committedTransactions(of path: String) throws -> Int {
  let log = try contents(of: path + "-wal")
  // An import folds the log into the file.
  guard !log.isEmpty else { return 0 }
  let pageSize = log[8..<12].reduce(0) { $0 << 8 | Int($1) }
  let frames = stride(from: 32, to: log.count - 23, by: 24 + pageSize)
  let salt = log[16..<24]
  return frames.filter {
    log[($0 + 8)..<($0 + 16)] == salt && log[($0 + 4)..<($0 + 8)] != [0, 0, 0, 0]
  }
  .count
}
