// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

struct ReportsTests {
  let store: SampleStore
  let ledger: Ledger

  /// a done after one try that tore, b begun, c free after a tag failed, d void and free, e retired.
  init() throws {
    store = try SampleStore()
    ledger = try store.ledger()
    try ledger.take(["a": "1", "b": "2", "c": "3", "d": "4", "e": "5"], hash: 1)
    let (claim, first) = try ledger.start(1, row: "a", at: 10)
    try ledger.finish(first, .again(Reason("torn", "again")), at: moment(11))
    let second = try ledger.resume(claim, row: "a", 1, at: 12)
    try ledger.finish(second, .done(lock: nil), at: moment(13))
    _ = try ledger.start(2, row: "b", at: 14)
    let failed = try ledger.start(3, row: "c", at: 15).attempt
    try ledger.finish(failed, .failed(Reason("stuck", "page 5")), at: moment(16))
    try ledger.complete(4, row: "d", at: 17)
    try ledger.void(row: "d", why: "lost", at: moment(19))
    try ledger.complete(5, row: "e", at: 20)
    for number in 6...7 {
      try ledger.refuse(tag(number, at: 22), Reason("foreign", "what"), at: moment(23))
    }
    try ledger.take(["d": "4", "c": "3", "b": "2", "a": "1"], hash: 2)
  }

  @Test func everythingIsCounted() throws {
    #expect(
      try ledger.counts()
        == LedgerCounts(
          rows: 4, done: 1, begun: 1, retired: 1, failed: 1, void: 1, undecided: 0, attempts: 8))
    #expect(try ledger.counts().free == 2)
  }

  @Test func everyRowIsReportedWithItsTag() throws {
    var rows: [String] = []
    try ledger.forEachRow {
      let claim = $0.claim.map { "\($0.state) \($0.uid.last ?? 0)" } ?? "-"
      rows.append("\($0.row.place ?? 0) \($0.row.id) \(claim) \($0.attempts)")
      return true
    }
    #expect(rows == ["1 d void 4 1", "2 c failed 3 1", "3 b begun 2 1", "4 a done 1 2"])
    var count = 0
    try ledger.forEachRow { _ in
      count += 1
      return count < 2
    }
    #expect(count == 2)
  }

  @Test func aTagOfARowThatTheManifestHasNoMoreIsStillReported() throws {
    var rows: [String] = []
    try ledger.forEachRetiredRow {
      rows.append("\($0.row.place ?? 0) \($0.row.id) \($0.claim?.state.rawValue ?? "-")")
      return true
    }
    #expect(rows == ["0 e done"])
  }

  @Test func everyManifestIsKnown() throws {
    #expect(
      try ledger.manifests() == [
        ImportedManifest(number: 1, hash: hash(1), at: moment(2), title: nil, protection: nil),
        ImportedManifest(number: 2, hash: hash(2), at: moment(2), title: nil, protection: nil),
      ])
    let changed = try ledger.importRows(
      of: hash(3), title: "Spring", protection: .lockWhenWritten, at: moment(30))
    _ = try #require(changed).commit()
    #expect(
      try ledger.manifests().last
        == ImportedManifest(
          number: 3, hash: hash(3), at: moment(30), title: "Spring", protection: .lockWhenWritten))
  }

  @Test func theLastAttemptOfAClaimSaysWhyItIsNotDone() throws {
    let claim = try #require(try ledger.claim(ofTag: uid(3)))
    #expect(try ledger.lastAttempt(of: claim.id)?.reason == Reason("stuck", "page 5"))
    #expect(try ledger.lastAttempt(of: ClaimID(number: 99)) == nil)
  }

  @Test func tagsThatNeverGotARowAreCountedOnce() throws {
    try ledger.refuse(tag(6, at: 24), Reason("foreign", "what"), at: moment(25))
    try ledger.refuse(tag(1, at: 26), Reason("foreign", "what"), at: moment(27))
    #expect(try ledger.refusedTags() == 2)
  }

  @Test func aReportIsOfOneMoment() throws {
    let report = try store.ledger(.reading)
    #expect(report.job == "spring")
    try report.atOneMoment { () throws(LedgerError) in
      let before = try report.counts()
      try ledger.refuse(tag(8, at: 28), Reason("foreign", "what"), at: moment(29))
      #expect(try report.counts() == before)
    }
    #expect(try report.counts().attempts == 9)
  }

  @Test func claimsCanBeAskedForByState() throws {
    func ids(_ state: Claim.State?) throws -> String {
      var ids = ""
      try ledger.forEachClaim(in: state) {
        ids += $0.rowID
        return true
      }
      return ids
    }
    #expect(try ids(nil) == "abcde")
    #expect(try ids(.begun) == "b")
    #expect(try ids(.done) == "ae")
    #expect(try ids(.failed) == "c")
    #expect(try ids(.void) == "d")
  }

  @Test func attemptsComeInTheirOrderAndTheLastOnesBackwards() throws {
    var attempts: [String] = []
    try ledger.forEachAttempt {
      attempts.append("\($0.rowID ?? "-") \($0.result?.rawValue ?? "open")")
      return true
    }
    #expect(
      attempts == [
        "a again", "a done", "b open", "c failed", "d done", "e done", "- refused", "- refused",
      ])
    #expect(try ledger.lastAttempts(3).map(\.id.number) == [8, 7, 6])
    #expect(try ledger.lastAttempts(0) == [])
    #expect(try ledger.lastAttempts(-1) == [])
    #expect(try ledger.lastAttempts(99).count == 8)
  }

  @Test func reasonsAreCounted() throws {
    #expect(
      try ledger.reasons() == [
        ReasonCount(result: .refused, code: "foreign", count: 2),
        ReasonCount(result: .failed, code: "stuck", count: 1),
        ReasonCount(result: .again, code: "torn", count: 1),
      ])
  }

  @Test func aRowIsReportedWithWhatWasDoneToItsTag() throws {
    let attempt = try #require(try ledger.lastAttempts(99).first { $0.rowID == "b" }?.id)
    try ledger.begin(.password, in: attempt, at: moment(40))
    try ledger.begin(.lock, in: attempt, at: moment(41))
    let again = Outcome.again(Reason("torn", "put it back"))
    try ledger.finish(attempt, again, proven: [.password], at: moment(43))
    var seen: [String] = []
    try ledger.forEachRow(in: .begun) {
      #expect($0.steps == [.password: true, .lock: false] && $0.lastWords == "put it back")
      seen.append($0.row.id)
      return true
    }
    try ledger.forEachRow {
      if $0.row.id == "a" { #expect($0.steps.isEmpty && $0.lastWords == nil) }
      seen.append("\($0.row.id) \($0.lastWords ?? "-")")
      return true
    }
    #expect(seen == ["b", "d -", "c page 5", "b put it back", "a -"])
  }

  /// A store may take no second question before the answer to the first was read.
  @Test func nothingIsAskedWhileRowsAreVisited() throws {
    var refused: [LedgerFault?] = []
    try ledger.forEachRow { _ in
      refused.append(fault { _ = try ledger.counts() })
      return false
    }
    #expect(refused == [.sqlite(SQLITE_MISUSE)])
    #expect(try ledger.counts().rows == 4)
  }
}
