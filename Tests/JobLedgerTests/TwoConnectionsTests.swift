// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import SampleLedgers
import TestSupport
import Testing
import Threads

@testable import JobLedger

struct TwoConnectionsTests {
  let store: SampleStore

  init() throws {
    store = try SampleStore()
  }

  @Test func theSecondToComeTakesTheNextRow() throws {
    let one = try store.ledger()
    let two = try store.ledger()
    try one.take(["a": "1", "b": "2"])
    let mine = try #require(try one.nextRow(after: 0))
    let same = try #require(try two.nextRow(after: 0))
    #expect(mine == same)
    guard case .begun(_, let attempt) = try one.begin(mine, on: tag(1), content: content("1"))
    else {
      Issue.record("the first one gets the row")
      return
    }
    #expect(try two.begin(same, on: tag(2), content: content("1")) == .rowTaken)
    let next = try #require(try two.nextRow(after: same.place ?? 0))
    #expect(next.id == "b")
    #expect(try two.begin(next, on: tag(1), content: content("2")) == .tagTaken)
    try one.finish(attempt, .done(lock: nil), at: moment(101))
    #expect(try two.claim(ofTag: uid(1))?.state == .done)
    try two.complete(2, row: "b")
  }

  @Test func aClaimThatSomeoneGaveUpIsNotFinished() throws {
    let one = try store.ledger()
    let two = try store.ledger()
    try one.take(["a": "1"])
    let attempt = try one.start(1, row: "a").attempt
    try two.void(row: "a", why: "broken", at: moment(101))
    #expect(fault { try one.finish(attempt, .done(lock: nil), at: moment(102)) } == .notOpen)
    #expect(try one.nextRow(after: 0)?.id == "a")
  }

  @Test func aManifestThatChangesWhileATagIsWrittenAsksAboutThatTag() throws {
    let one = try store.ledger()
    let two = try store.ledger()
    try one.take(["a": "1", "b": "2", "c": "3", "d": "4", "e": "5"])
    var attempts: [AttemptID] = []
    for (number, id) in ["a", "b", "c", "d"].enumerated() {
      attempts.append(try one.start(number, row: id).attempt)
    }
    // Nothing is done yet, so nothing can be asked; c leaves the job.
    #expect(
      try two.take(["a": "one", "b": "2", "d": "four", "e": "5"], hash: 2)?.undecided == 0)
    for attempt in attempts.dropLast() {
      try one.finish(attempt, .done(lock: nil), at: moment(101))
    }
    try one.finish(attempts[3], .failed(Reason("stuck", "a page is worn out")), at: moment(101))
    var undecided: [String] = []
    try two.forEachUndecided { claim, row in
      undecided.append("\(claim.rowID): \(claim.link) -> \(row.link)")
      return true
    }
    #expect(undecided == ["a: 1 -> one"])
    #expect(fault { _ = try two.start(9, row: "e") } == .undecided(rows: 1))
    #expect(try two.decide(.keep, at: moment(200)) == 1)
    // The first one was started for the links of the manifest before.
    #expect(fault { _ = try one.start(9, row: "e") } == .manifestChanged)
    _ = try two.start(9, row: "e")
  }

  /// Approval, protection and chips were looked at for one manifest; rows of another one are not begun,
  /// whether they are taken, scanned or were begun before.
  @Test func noTagIsBegunOfAManifestThatAnotherProgramTookOver() throws {
    let one = try store.ledger()
    let two = try store.ledger()
    try one.take(["a": "1", "b": "2", "c": "3"])
    let (claim, attempt) = try one.start(1, row: "a")
    try one.finish(attempt, .again(Reason("torn", "again")), at: moment(101))
    let open = try one.start(2, row: "b").attempt
    try two.take(["a": "one", "b": "two", "c": "three"], hash: 2)
    // The tag in hand is finished.
    try one.finish(open, .done(lock: nil), at: moment(102))
    _ = try two.decide(.keep, at: moment(103))
    let rows = try ["a", "c"].map { try #require(try one.row(id: $0)) }
    #expect(rows.map(\.link) == ["one", "three"])
    #expect(
      fault { _ = try one.resume(claim, of: rows[0], with: tag(1), content: content("one")) }
        == .manifestChanged)
    #expect(
      fault { _ = try one.begin(rows[1], on: tag(3), content: content("three")) }
        == .manifestChanged)
    _ = try two.resume(claim, of: rows[0], with: tag(1), content: content("one"))
  }

  /// What a person is to decide about stands in the manifest that the other program took over, and this
  /// run ends without asking about it.
  @Test func aRunIsNotAskedAboutTheRowsOfAnotherManifest() throws {
    let one = try store.ledger()
    let two = try store.ledger()
    try one.take(["a": "1", "b": "2"])
    try one.finish(try one.start(1, row: "a").attempt, .done(lock: nil), at: moment(101))
    let (claim, attempt) = try one.start(2, row: "b")
    try one.finish(attempt, .again(Reason("torn", "again")), at: moment(101))
    try two.take(["a": "one", "b": "2"], hash: 2)
    #expect(fault { _ = try one.resume(claim, with: tag(2)) } == .manifestChanged)
    #expect(fault { _ = try two.resume(claim, with: tag(2)) } == .undecided(rows: 1))
  }

  /// The run that they are given up for would end at once.
  @Test func noTagIsGivenUpForAManifestThatAnotherProgramTookOver() throws {
    let one = try store.ledger()
    let two = try store.ledger()
    try one.take(["a": "1", "b": "2", "c": "3"])
    let done = try one.start(1, row: "a").attempt
    try one.finish(done, .done(lock: nil), at: moment(101))
    let torn = try one.start(2, row: "b").attempt
    try one.finish(torn, .putAside(Reason("torn", "again")), at: moment(101))
    try two.take(["a": "one", "b": "2", "c": "3"], hash: 2)
    for give in [
      { try one.redo(row: "a", why: "again", at: moment(102)) != nil },
      { try one.decide(.redo, at: moment(102)) > 0 },
      { try one.voidUnfinished(why: "again", at: moment(102)) > 0 },
    ] as [() throws -> Bool] {
      #expect(fault { _ = try give() } == .manifestChanged)
    }
    let counts = try two.counts()
    #expect(counts.done == 1 && counts.begun == 1 && counts.void == 0)
  }

  /// The second one looks at the manifest before the first has taken it over, and waits for it.
  @Test func aManifestThatTwoTakeOverAtOnceIsTakenOverOnce() throws {
    let steps = Guarded(0)
    let second = Guarded<Result<Bool, any Error>?>(nil)
    let thread = Thread { [store] in
      let answer = Result {
        let two = try store.ledger()
        steps.withLock { $0 = 1 }
        while steps.withLock({ $0 }) == 1 { usleep(1_000) }
        steps.withLock { $0 = 3 }
        return try two.importRows(of: hash(1), at: moment(3)) == nil
      }
      second.withLock { $0 = answer }
    }
    let one = try store.ledger()
    while steps.withLock({ $0 }) == 0, second.withLock({ $0 == nil }) { usleep(1_000) }
    let first = try #require(try one.importRows(of: hash(1), at: moment(2)))
    try first.add(ImportedRow(id: "a")) { _ in "1" }
    steps.withLock { $0 = 2 }
    while steps.withLock({ $0 }) == 2 { usleep(1_000) }
    // Its wait for the lock has no sign outside; a machine that is slower tests less, and passes.
    usleep(100_000)
    _ = try first.commit()
    let row = try #require(try one.nextRow(after: 0))
    thread.wait()
    #expect(try second.withLock { try $0?.get() } == true)
    guard case .begun = try one.begin(row, on: tag(1), content: content("1")) else {
      Issue.record("the first one's row is still what it was")
      return
    }
  }

  /// Several threads take rows as fast as they can, each by a connection of its own; some tags are
  /// shown to all of them.
  @Test func manyAtOnceNeverShareARowOrATag() throws {
    let rows = 120
    do {
      let ledger = try store.ledger()
      let manifest = try #require(try ledger.importRows(of: hash(1), at: moment(2)))
      for number in 0..<rows { try manifest.add(ImportedRow(id: "\(number)")) { _ in "x" } }
      _ = try manifest.commit()
    }
    let failures = Guarded<[String]>([])
    let threads = (0..<3).map { [store] worker in
      Thread {
        do {
          let ledger = try store.ledger()
          var place = 0
          var number = 0
          while let row = try ledger.nextRow(after: place) {
            number += 1
            // Every fourth tag is one that the others have too.
            let uid = number % 4 == 0 ? number : worker * 10_000 + number
            switch try ledger.begin(row, on: tag(uid), content: content("x")) {
            case .begun(_, let attempt):
              try ledger.finish(attempt, .done(lock: nil), at: moment(101))
              place = row.place ?? place
            case .rowTaken: place = row.place ?? place
            case .tagTaken: break
            }
          }
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    for thread in threads { thread.wait() }
    #expect(failures.withLock { $0 } == [])
    #expect(
      store.rows("SELECT count(*), count(DISTINCT row), count(DISTINCT uid) FROM claim")
        == ["\(rows)|\(rows)|\(rows)"])
    #expect(store.rows("SELECT DISTINCT state FROM claim") == ["done"])
    #expect(try store.ledger().health(full: true).damages == [])
  }

  /// What is compared at an opening is of one moment, however much is written meanwhile.
  @Test func aLedgerIsOpenedWhileAnotherProgramWrites() throws {
    let rows = 1_500
    let writer = try store.ledger()
    let manifest = try #require(try writer.importRows(of: hash(1), at: moment(2)))
    for number in 0..<rows { try manifest.add(ImportedRow(id: "\(number)")) { _ in "x" } }
    _ = try manifest.commit()
    let failures = Guarded<[String]>([])
    let isOver = Guarded(false)
    let openings = Guarded(0)
    let readers = [Ledger.Access.writing, .reading].map { [store] access in
      Thread {
        while !isOver.withLock({ $0 }) {
          do { _ = try store.ledger(access) } catch {
            failures.withLock { $0.append("\(access): \(error)") }
          }
          openings.withLock { $0 += 1 }
        }
      }
    }
    for number in 0..<rows { try writer.complete(number, row: "\(number)") }
    isOver.withLock { $0 = true }
    for reader in readers { reader.wait() }
    #expect(failures.withLock { $0 } == [])
    #expect(openings.withLock { $0 } > 10)
  }

  @Test func manyMayMakeTheLedgerAtOnce() throws {
    let folder = store.folder
    let failures = Guarded<[String]>([])
    for _ in 0..<50 {
      let threads = (0..<4).map { [store] _ in
        Thread {
          do { _ = try store.ledger().counts() } catch {
            failures.withLock { $0.append("\(error)") }
          }
        }
      }
      for thread in threads { thread.wait() }
      #expect(store.rows("SELECT count(*) FROM migration") == ["\(Migration.all.count)"])
      for name in folder.entries { unlink(folder.path(of: name)) }
    }
    #expect(failures.withLock { $0 } == [])
  }
}

/// A thread of the system: SQLite blocks, which the two threads of Swift's tasks must not.
private final class Thread {
  private var handle = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Body(body)).toOpaque()
    pthread_create(
      &handle, nil,
      { box in
        guard let box else { return nil }
        Unmanaged<Body>.fromOpaque(box).takeRetainedValue().run()
        return nil
      }, box)
  }

  func wait() { pthread_join(handle, nil) }

  private final class Body {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
      self.run = run
    }
  }
}
