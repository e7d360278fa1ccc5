// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import CSQLite
import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

struct WritingTagsTests {
  let store: SampleStore
  let ledger: Ledger

  init() throws {
    store = try SampleStore()
    ledger = try store.ledger()
    try ledger.take(["a": "https://x.example/a", "b": "https://x.example/b"])
  }

  @Test func aTagIsClaimedBeforeItIsWrittenAndThenDone() throws {
    let row = try #require(try ledger.nextRow(after: 0))
    #expect(row.id == "a" && row.place == 1 && row.link == "https://x.example/a")
    var tag = tag(7)
    tag.signature = "genuine"
    let content = TagContent(
      link: row.link + "?u=1", messageHash: hash(9), messageSize: 46, capacity: 137)
    let beginning = try ledger.begin(row, on: tag, content: content)
    let claim = ClaimID(number: 1)
    #expect(beginning == .begun(claim, AttemptID(number: 1)))
    let begun = try #require(try ledger.claim(ofTag: uid(7)))
    #expect(begun.state == .begun && begun.since == moment(100) && begun.done == nil)
    #expect(begun.rowID == "a" && begun.link == row.link + "?u=1" && begun.messageHash == hash(9))
    #expect(begun.messageSize == 46 && begun.capacity == 137)
    #expect(try ledger.nextRow(after: 0)?.id == "b")

    let effort = Effort(pages: 12, exchanges: 30)
    try ledger.finish(
      AttemptID(number: 1), .done(lock: "open"), effort: effort, at: moment(101))
    let done = try #require(try ledger.claim(ofRow: row.key))
    #expect(done.state == .done && done.done == moment(101) && done.ended == nil)
    #expect(done.uid == uid(7) && done.lock == "open" && done.signature == "genuine")
    #expect(
      try ledger.lastAttempts(1) == [
        RecordedAttempt(
          id: AttemptID(number: 1), claim: claim, rowID: "a", tag: tag, ended: moment(101),
          result: .done, reason: nil, effort: effort)
      ])
  }

  @Test func aTagThatWasLostInTheMiddleIsFinishedLater() throws {
    let (claim, attempt) = try ledger.start(7, row: "a")
    try ledger.finish(attempt, .again(Reason("torn", "put it back")), at: moment(101))
    #expect(try ledger.claim(ofTag: uid(7))?.state == .begun)
    let row = try #require(try ledger.row(id: "a"))
    var changed = content("https://x.example/A")
    changed.messageSize = 15
    let next = try ledger.resume(claim, of: row, with: tag(7, at: 200), content: changed)
    try ledger.finish(next, .done(lock: nil), at: moment(201))
    let done = try #require(try ledger.claim(ofTag: uid(7)))
    #expect(done.state == .done && done.link == "https://x.example/A" && done.messageSize == 15)
    #expect(done.since == moment(100) && done.done == moment(201))
    #expect(try ledger.counts().attempts == 2)
  }

  @Test func anAttemptThatPutsNothingOnTheTagLeavesItsClaimAsItIs() throws {
    let (claim, attempt) = try ledger.start(7, row: "a")
    try ledger.finish(attempt, .again(Reason("torn", "put it back")), at: moment(101))
    let begun = try ledger.claim(ofTag: uid(7))
    try ledger.take(["a": "https://x.example/A"], hash: 2)
    let next = try ledger.resume(claim, with: tag(7, at: 200))
    try ledger.finish(next, .again(Reason("silent", "it answers no more")), at: moment(201))
    #expect(try ledger.claim(ofTag: uid(7)) == begun)
    #expect(try ledger.lastAttempts(1).first?.reason?.code == "silent")
  }

  @Test func aTagThatFailedForCertainFreesItsRow() throws {
    let (_, attempt) = try ledger.start(7, row: "a")
    try ledger.finish(attempt, .failed(Reason("stuck", "page 5 keeps its bytes")), at: moment(101))
    let claim = try #require(try ledger.claim(ofTag: uid(7)))
    #expect(claim.state == .failed && claim.why == "page 5 keeps its bytes")
    #expect(claim.ended == moment(101) && claim.done == nil)
    #expect(try ledger.nextRow(after: 0)?.id == "a")
    try ledger.complete(8, row: "a")
    #expect(try ledger.claim(ofRow: claim.row)?.uid == uid(8))
  }

  @Test func aTagThatWasPutAsideWithUnknownContentKeepsItsRow() throws {
    let (_, attempt) = try ledger.start(7, row: "a")
    try ledger.finish(attempt, .putAside(Reason("silent", "it answers no more")), at: moment(101))
    #expect(try ledger.claim(ofTag: uid(7))?.state == .begun)
    #expect(try ledger.nextRow(after: 0)?.id == "b")
  }

  @Test func aRefusedTagLeavesOnlyAnAttempt() throws {
    let row = try #require(try ledger.nextRow(after: 0))
    let reason = Reason("too-small", "it holds 46 bytes")
    try ledger.refuse(tag(7), for: row.key, reason, effort: Effort(exchanges: 3), at: moment(101))
    try ledger.refuse(tag(8), reason, at: moment(102))
    #expect(try ledger.claim(ofTag: uid(7)) == nil)
    #expect(try ledger.lastAttempts(5).map(\.rowID) == [nil, "a"])
    #expect(try ledger.reasons() == [ReasonCount(result: .refused, code: "too-small", count: 2)])
  }

  @Test func oneRowGoesToOneTagAndOneTagToOneRow() throws {
    let a = try #require(try ledger.row(id: "a"))
    let b = try #require(try ledger.row(id: "b"))
    try ledger.start(7, row: "a").attempt.finishDone(in: ledger)
    #expect(try ledger.begin(a, on: tag(8), content: content("x")) == .rowTaken)
    #expect(try ledger.begin(b, on: tag(7), content: content("x")) == .tagTaken)
    #expect(try ledger.begin(a, on: tag(7), content: content("x")) == .tagTaken)
    #expect(store.rows("SELECT count(*) FROM claim") == ["1"])
    #expect(store.rows("SELECT count(*) FROM attempt") == ["1"])
  }

  /// Another key would protect the rest of a job, and no one would know which tag has which.
  @Test func theKeyOfAPasswordIsKept() throws {
    for (number, row) in [(7, "a"), (8, "b")] {
      let (_, attempt) = try ledger.start(number, row: row)
      try ledger.begin(.password, key: "5057309A", in: attempt, at: moment(101))
      #expect(try ledger.trouble(withKey: "5057309A") == nil)
      let fault = try ledger.trouble(withKey: "0A0B0C0D")?.fault
      #expect(fault == .otherKey(ofTags: "5057309A", tags: number - 6, given: "0A0B0C0D"))
    }
    // A program that was started with another key when no tag had one yet.
    try ledger.void(row: "b", why: "lost", at: moment(103))
    let (_, late) = try ledger.start(9, row: "b")
    #expect(throws: LedgerError.self) {
      try ledger.begin(.password, key: "0A0B0C0D", in: late, at: moment(103))
    }
    // A tag that is given up no longer belongs to anyone.
    for row in ["a", "b"] { try ledger.void(row: row, why: "wrong key", at: moment(110)) }
    #expect(try ledger.trouble(withKey: "0A0B0C0D") == nil)
  }

  private var steps: [String] {
    store.rows("SELECT kind, begun / 1000000, proven / 1000000 FROM step")
  }

  @Test func protectionIsDurableBeforeAndAfter() throws {
    let (_, attempt) = try ledger.start(7, row: "a")
    try ledger.begin(.password, in: attempt, at: moment(101))
    try ledger.begin(.lock, in: attempt, at: moment(102))
    #expect(steps == ["lock|102|", "password|101|"])
    try ledger.finish(attempt, .done(lock: nil), proven: [.password], at: moment(104))
    #expect(steps == ["lock|102|", "password|101|104"])
    #expect(fault { try ledger.begin(.lock, in: attempt, at: moment(105)) } == .notOpen)
  }

  @Test func aStepThatBeginsAgainIsNoLongerProven() throws {
    let (claim, first) = try ledger.start(7, row: "a")
    try ledger.begin(.password, in: first, at: moment(101))
    try ledger.finish(first, .again(Reason("torn", "again")), proven: [.password], at: moment(102))
    let attempt = try ledger.resume(claim, with: tag(7, at: 103))
    try ledger.begin(.password, in: attempt, at: moment(103))
    #expect(steps == ["password|103|"])
    #expect(
      fault { try ledger.finish(attempt, .done(lock: nil), proven: [.lock], at: moment(104)) }
        == .notOpen)
    #expect(try ledger.claim(ofTag: uid(7))?.state == .begun)
  }

  @Test func aDoneTagIsLockedLater() throws {
    let claim = try ledger.complete(7, row: "a")
    let attempt = try ledger.resume(claim, with: tag(7, at: 300), step: .lock)
    #expect(steps == ["lock|300|"])
    try ledger.finish(attempt, .done(lock: "locked"), proven: [.lock], at: moment(301))
    let locked = try #require(try ledger.claim(ofTag: uid(7)))
    #expect(locked.lock == "locked" && locked.state == .done && locked.done == moment(101))
    let other = try ledger.resume(claim, with: tag(7, at: 400), step: .lock)
    try ledger.finish(other, .failed(Reason("bits", "a lock bit stays 0")), at: moment(401))
    #expect(try ledger.claim(ofTag: uid(7)) == locked)
  }

  @Test func onlyTheRightTagIsResumedAndOnlyWhileItsClaimLives() throws {
    let (claim, attempt) = try ledger.start(7, row: "a")
    let other = LedgerFault.otherTag(uid: uid(7))
    #expect(fault { _ = try ledger.resume(claim, row: "a", 8) } == other)
    #expect(fault { _ = try ledger.resume(claim, with: tag(8)) } == other)
    #expect(fault { _ = try ledger.resume(claim, with: tag(7), step: .lock) } == .notOpen)
    try ledger.finish(attempt, .done(lock: nil), at: moment(101))
    #expect(fault { _ = try ledger.resume(claim, row: "a", 7) } == .finishedElsewhere)
    #expect(
      fault { try ledger.finish(attempt, .done(lock: nil), at: moment(102)) } == .notOpen)
    try ledger.void(row: "a", why: "lost", at: moment(103))
    #expect(fault { _ = try ledger.resume(claim, with: tag(7)) } == .notOpen)
    #expect(
      fault { _ = try ledger.resume(ClaimID(number: 99), with: tag(7)) } == .notOpen)
    #expect(store.rows("SELECT count(*) FROM attempt") == ["1"])
  }

  /// Takes rows over whose links come with their tags, and has those of this job's files retire.
  private func takeResolved(_ ids: String..., sharing: Set<String> = []) throws {
    let manifest = try #require(try ledger.importRows(of: hash(2), at: moment(3)))
    for id in ids {
      let row = ImportedRow(id: id, inputs: "{}", mayShareLink: sharing.contains(id))
      try manifest.add(row) { _ in "https://x.example/{n}" }
    }
    _ = try manifest.commit()
  }

  @Test func aLinkThatComesWithItsTagIsOnNoOtherRowsTag() throws {
    try takeResolved("c", "d/1", "d/2", "e", sharing: ["e"])
    var same = content("https://x.example/1")
    same.comparesLink = true
    func isBegun(_ number: Int, _ id: String) throws -> Bool {
      let row = try #require(try ledger.row(id: id))
      guard case .begun = try ledger.begin(row, on: tag(number), content: same) else {
        return false
      }
      return true
    }
    #expect(try isBegun(1, "d/1"))
    #expect(fault { _ = try isBegun(2, "c") } == .linkTaken(id: "d/1"))
    #expect(try ledger.claim(ofTag: uid(2)) == nil)
    // A copy is meant to have the same, and a row may be allowed to.
    #expect(try isBegun(3, "d/2"))
    #expect(try isBegun(4, "e"))
    for id in ["d/1", "d/2", "e"] { try ledger.void(row: id, why: "lost", at: moment(101)) }
    #expect(try isBegun(2, "c"))
  }

  @Test func aTagThatComesBackGetsNoLinkOfAnotherRow() throws {
    try takeResolved("c", "d")
    let (claim, _) = try ledger.start(7, row: "c")
    let c = try #require(try ledger.row(id: "c"))
    var other = content("https://x.example/1")
    let d = try #require(try ledger.row(id: "d"))
    _ = try ledger.begin(d, on: tag(8), content: other)
    other.comparesLink = true
    #expect(
      fault { _ = try ledger.resume(claim, of: c, with: tag(7), content: other) }
        == .linkTaken(id: "d"))
    #expect(try ledger.claim(ofTag: uid(7))?.link == "https://x.example/{n}")
  }
}

extension AttemptID {
  fileprivate func finishDone(in ledger: Ledger) throws {
    try ledger.finish(self, .done(lock: nil), at: moment(101))
  }
}
