// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import TestSupport
import Testing

@testable import JobLedger

struct DecidingTests {
  let store: SampleStore
  let ledger: Ledger

  init() throws {
    store = try SampleStore()
    ledger = try store.ledger()
    try ledger.take(["a": "1", "b": "2", "c": "3", "d": "4"], hash: 1)
    for (number, id) in ["a", "b", "c"].enumerated() { try ledger.complete(number, row: id) }
    _ = try ledger.start(3, row: "d")
  }

  func undecided() throws -> [String] {
    var rows: [String] = []
    try ledger.forEachUndecided {
      rows.append("\($0.rowID): \($0.link) -> \($1.link)")
      return true
    }
    return rows
  }

  func states() throws -> [String] {
    var states: [String] = []
    try ledger.forEachClaim {
      states.append("\($0.rowID) \($0.state)")
      return true
    }
    return states
  }

  @Test func nothingBeginsBeforeItIsDecided() throws {
    // c is gone and d was only begun: neither asks for a decision.
    let summary = try ledger.take(["e": "5", "b": "two", "a": "one", "d": "four"], hash: 2)
    #expect(
      summary
        == ImportSummary(
          manifest: 2, rows: 4, added: 1, kept: 0, changed: 3, retired: 1, undecided: 2))
    #expect(try undecided() == ["b: 2 -> two", "a: 1 -> one"])
    #expect(try ledger.undecidedCount() == 2)
    #expect(fault { _ = try ledger.start(9, row: "e") } == .undecided(rows: 2))
    let begun = try #require(try ledger.claim(ofTag: uid(3)))
    #expect(fault { _ = try ledger.resume(begun.id, row: "d", 3) } == .undecided(rows: 2))
    #expect(fault { _ = try ledger.resume(begun.id, with: tag(3)) } == .undecided(rows: 2))
    #expect(try store.ledger().undecidedCount() == 2)
  }

  @Test func keptTagsStayDone() throws {
    try ledger.take(["a": "one", "b": "2"], hash: 2)
    #expect(try ledger.decide(.keep, at: moment(300)) == 1)
    #expect(try undecided() == [])
    let kept = try #require(try ledger.claim(ofTag: uid(0)))
    #expect(kept.state == .done && kept.link == "1" && kept.kept == 2)
    // Another change of other rows does not ask again, one of this row does.
    #expect(try ledger.take(["a": "one", "b": "2", "f": "6"], hash: 3)?.undecided == 0)
    #expect(try ledger.take(["a": "uno", "b": "2"], hash: 4)?.undecided == 1)
    #expect(try ledger.decide(.keep, at: moment(301)) == 1)
    #expect(try ledger.claim(ofTag: uid(0))?.kept == 4)
  }

  @Test func redoneRowsAreFree() throws {
    try ledger.take(["a": "one", "b": "2"], hash: 2)
    #expect(try ledger.decide(.redo, at: moment(300)) == 1)
    #expect(try states() == ["a void", "b done", "c done", "d begun"])
    let void = try #require(try ledger.claim(ofTag: uid(0)))
    #expect(void.done == moment(101) && void.ended == moment(300) && void.why?.isEmpty == false)
    #expect(try ledger.nextRow(after: 0)?.id == "a")
    // The same tag may take its row again.
    try ledger.complete(0, row: "a", at: 400)
    #expect(try ledger.claim(ofTag: uid(0))?.link == "one")
    #expect(try ledger.decide(.redo, at: moment(401)) == 0)
  }

  @Test func aManifestThatIsPutBackAsksNothing() throws {
    try ledger.take(["a": "one", "b": "2"], hash: 2)
    #expect(try ledger.undecidedCount() == 1)
    #expect(
      try ledger.take(["a": "1", "b": "2", "c": "3", "d": "4"], hash: 1)?.undecided == 0)
    #expect(try ledger.take(["a": "one"], hash: 2)?.undecided == 1)
    // Nor does one that no longer has the row.
    #expect(try ledger.take(["b": "2"], hash: 3)?.undecided == 0)
  }

  @Test func furtherRecordsAndInputsCountAsWell() throws {
    for (byte, further, inputs) in [(2, [1], nil), (3, nil, "{}")] as [(UInt8, [UInt8]?, String?)] {
      let manifest = try #require(try ledger.importRows(of: hash(byte), at: moment(2)))
      try manifest.add(ImportedRow(id: "a", further: further, inputs: inputs)) { _ in "1" }
      #expect(try manifest.commit().undecided == 1)
    }
  }

  @Test func aTagIsGivenUpWithAReason() throws {
    #expect(fault { try ledger.void(row: "a", why: "", at: moment(5)) } == .noReason)
    #expect(fault { try ledger.void(row: "x", why: "lost", at: moment(5)) } == .noRow(id: "x"))
    let claim = try ledger.void(row: "a", why: "broken by the client", at: moment(200))
    #expect(claim.state == .done && claim.uid == uid(0))
    let void = try #require(try ledger.claim(ofRow: claim.row))
    #expect(void.state == .void && void.why == "broken by the client")
    #expect(void.done == moment(101) && void.ended == moment(200))
    #expect(
      fault { try ledger.void(row: "a", why: "again", at: moment(201)) } == .nothingToVoid(id: "a"))
    #expect(try ledger.nextRow(after: 0)?.id == "a")
    // One that is undecided takes the question with it.
    try ledger.take(["b": "two"], hash: 2)
    try ledger.void(row: "b", why: "lost", at: moment(202))
    #expect(try ledger.undecidedCount() == 0)
  }

  /// An order that comes late, or twice, is about the rows that were shown, and about no others.
  @Test func whatWasShownIsDecidedAndNothingElse() throws {
    func redo(_ shown: SeenTags) throws -> Int {
      try ledger.decide(.redo, seen: shown, at: moment(300))
    }
    try ledger.take(["a": "one", "b": "2", "c": "3", "d": "4"], hash: 2)
    let shown = try ledger.undecidedRows()
    #expect(shown.count == 1)
    try ledger.take(["a": "one", "b": "two", "c": "3", "d": "4"], hash: 3)
    #expect(fault { _ = try redo(shown) } == .seenOtherwise(now: 2))
    // As many, but others; and the same row with another link.
    try ledger.take(["a": "1", "b": "two", "c": "3", "d": "4"], hash: 4)
    #expect(fault { _ = try redo(shown) } == .seenOtherwise(now: 1))
    try ledger.take(["a": "uno", "b": "2", "c": "3", "d": "4"], hash: 5)
    #expect(fault { _ = try redo(shown) } == .seenOtherwise(now: 1))
    #expect(try states() == ["a done", "b done", "c done", "d begun"])
    try ledger.take(["a": "one", "b": "2", "c": "3", "d": "4"], hash: 2)
    #expect(try redo(shown) == 1)
    #expect(fault { _ = try redo(shown) } == .seenOtherwise(now: 0))
    #expect(try states() == ["a void", "b done", "c done", "d begun"])
  }

  /// Its row has another tag meanwhile, or none.
  @Test func theTagThatWasShownIsGivenUpAndNoOther() throws {
    func shown(_ row: String, _ number: Int) throws -> ShownTag {
      let row = try #require(try ledger.row(id: row))
      let claim = try #require(try ledger.claim(ofRow: row.key))
      #expect(claim.uid == uid(number))
      return ShownTag(uid: claim.uid, link: claim.link)
    }
    let (first, second) = (try shown("a", 0), try shown("b", 1))
    // The same tag, with another link since.
    let old = ShownTag(uid: uid(1), link: "https://go.example.com/old")
    #expect(
      fault { try ledger.void(row: "b", tag: old, why: "lost", at: moment(200)) }
        == .otherTagNow(id: "b", uid: uid(1)))
    #expect(try ledger.redo(row: "a", tag: first, why: "again", at: moment(200))?.uid == uid(0))
    try ledger.complete(9, row: "a", at: 201)
    let other = LedgerFault.otherTagNow(id: "a", uid: uid(9))
    #expect(
      fault { _ = try ledger.redo(row: "a", tag: first, why: "again", at: moment(300)) } == other)
    #expect(
      fault { try ledger.void(row: "a", tag: first, why: "lost", at: moment(300)) } == other)
    try ledger.void(row: "b", tag: second, why: "lost", at: moment(301))
    for redo in [true, false] {
      #expect(
        fault {
          if redo {
            _ = try ledger.redo(row: "b", tag: second, why: "again", at: moment(302))
          } else {
            try ledger.void(row: "b", tag: second, why: "lost", at: moment(302))
          }
        } == .nothingToVoid(id: "b"))
    }
    #expect(try states() == ["a void", "b void", "c done", "d begun", "a done"])
  }

  @Test func onlyAFinishedTagIsMadeAgain() throws {
    #expect(fault { _ = try ledger.redo(row: "a", why: "", at: moment(5)) } == .noReason)
    #expect(fault { _ = try ledger.redo(row: "x", why: "again", at: moment(5)) } == .noRow(id: "x"))
    #expect(try ledger.redo(row: "a", why: "again", at: moment(200))?.uid == uid(0))
    #expect(try ledger.redo(row: "a", why: "again", at: moment(201)) == nil)
    let unfinished = LedgerFault.unfinished(id: "d", uid: uid(3))
    #expect(fault { _ = try ledger.redo(row: "d", why: "again", at: moment(202)) } == unfinished)
    // Nor is it when the attempt has ended: the tag may show the link all the same.
    try ledger.finish(
      AttemptID(number: 4), .putAside(Reason("silent", "no answer")), at: moment(203))
    #expect(fault { _ = try ledger.redo(row: "d", why: "again", at: moment(204)) } == unfinished)
    #expect(try states() == ["a void", "b done", "c done", "d begun"])
  }

  @Test func unfinishedTagsAreGivenUpOnlyWhenNoOneWritesThem() throws {
    #expect(fault { try ledger.voidUnfinished(why: "", at: moment(5)) } == .noReason)
    #expect(try ledger.voidUnfinished(why: "redone", at: moment(200)) == 0)
    try ledger.finish(
      AttemptID(number: 4), .putAside(Reason("silent", "no answer")), at: moment(150))
    let claim = try #require(try ledger.claim(ofTag: uid(3)))
    let second = try ledger.resume(claim.id, row: "d", 3)
    #expect(try ledger.voidUnfinished(why: "redone", at: moment(200)) == 0)
    try ledger.finish(second, .again(Reason("torn", "again")), at: moment(201))
    #expect(try ledger.voidUnfinished(why: "redone", at: moment(202)) == 1)
    #expect(try states() == ["a done", "b done", "c done", "d void"])
  }
}
