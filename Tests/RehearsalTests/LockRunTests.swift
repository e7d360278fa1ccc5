// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import JobManifest
import Provisioning
import TagReading
import TestSupport
import Testing
import VirtualReader

/// Finished tags of a job that come back to be permanently locked, judged by their whole memories.
struct LockRunTests {
  private static let three =
    #"<link>https://go.example.com/s/{number}</link><protect with="lock"/>"#
    + #"<rows count="3" id="n{number}"/>"#

  /// Writes a job whose tags are these chips, and gives the states of the tags in their order.
  private static func written(_ bench: BatchBench) throws -> [[UInt8]] {
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box).cause == .noRowLeft)
    return try states(in: box)
  }

  /// What the tags of a box hold, in the order of their UIDs, which is that of their rows.
  private static func states(in box: TagBox) throws -> [[UInt8]] {
    try box.tags.sorted { $0.key < $1.key }.map { _, laid in
      try #require(laid.1.state(of: laid.0))
    }
  }

  /// An operator who puts these chips on the reader one after the other.
  private static func box(
    _ states: [[UInt8]], _ faults: FaultPlan = .none
  ) throws -> TagBox {
    try TagBox(VirtualReaderOptions(faults: faults)) { number in
      states.indices.contains(number) ? try? VirtualType2Chip(state: states[number]) : nil
    }
  }

  /// Locks the tags that are done now, as someone has confirmed.
  private static func lock(
    _ bench: BatchBench, _ box: TagBox, on readers: [BatchReader]? = nil
  ) throws -> BatchEnd {
    try bench.run(box, task: .lock(try bench.ledger().lockableTags()), on: readers)
  }

  private static func cells(_ state: [UInt8]) throws -> [[UInt8]] {
    try VirtualType2Chip(state: state).allCells
  }

  /// What is on an NTAG213 once it is locked: its container says so, and every lock bit of ours is set.
  private static func locked(_ state: [UInt8]) throws -> [[UInt8]] {
    var cells = try cells(state)
    cells[2] = [cells[2][0], cells[2][1], 0xFF, 0xFF]
    cells[3][3] = 0x0F
    cells[0x28] = hex("FF0F3FBD")
    return cells
  }

  /// The whole memory of the tag with this number.
  private static func memory(_ number: UInt16, in box: TagBox) throws -> [[UInt8]] {
    let name = try #require(TagUID(uid(number))).description
    let (tag, virtual) = try #require(box.tags[name])
    return try RehearsalTests.memory(of: tag, in: virtual)
  }

  @Test func everyTagIsLockedAndNoOtherByteOfItChanges() throws {
    let bench = try BatchBench(Self.three)
    let states = try Self.written(bench)
    let box = try Self.box(states)
    let end = try Self.lock(bench, box)
    #expect(box.log == ["n1 OK ", "n2 OK ", "n3 OK "])
    #expect(end.cause == .noRowLeft && end.unfinished == 0)
    #expect(end.counts == BatchCounts(ok: 3, rows: 3, done: 3))
    for (number, state) in states.enumerated() {
      #expect(try Self.memory(UInt16(number), in: box) == Self.locked(state))
    }
    var claims: [String] = []
    try bench.ledger().forEachClaim(in: .done) { claim in
      claims.append("\(claim.rowID) \(claim.lock ?? "open")")
      return true
    }
    #expect(claims == ["n1 whole", "n2 whole", "n3 whole"])
    // Container, dynamic bits and static bits are a page each.
    #expect(box.results.map(\.effort.pages) == [3, 3, 3])
  }

  @Test func whatIsLockedAlreadyIsLeftAlone() throws {
    let bench = try BatchBench(Self.three)
    let states = try Self.written(bench)
    let first = try Self.box([states[0]])
    #expect(try Self.lock(bench, first).cause == .stopped)
    let (tag, virtual) = try #require(first.tags.values.first)
    let again = try Self.box([try #require(virtual.state(of: tag)), states[1], states[2]])
    let end = try Self.lock(bench, again)
    #expect(again.log == ["n1 ALREADY DONE ", "n2 OK ", "n3 OK "])
    #expect(again.results[0].effort.pages == 0 && again.results[0].reason == nil)
    #expect(end.cause == .noRowLeft)
    #expect(end.counts == BatchCounts(ok: 2, alreadyDone: 1, rows: 3, done: 3))
    #expect(try Self.memory(0, in: again) == Self.locked(states[0]))
  }

  /// A foreign tag, one that is only begun, one that was given up and one that was changed.
  @Test func whatIsNoFinishedTagOfTheJobIsNotTouched() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="4" id="n{number}"/>"#)
    let writing = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(writing, limit: 3).cause == .enough)
    try bench.begin("n4", on: uid(800))
    _ = try bench.ledger().void(row: "n2", why: "lost", at: .now)
    let states = try Self.states(in: writing)
    let changed = try VirtualType2Chip(state: states[0])
    try changed.replace("/s/1", with: "/s/x")
    let chips = [
      chip(.ntag213, 900), chip(.ntag213, 800), try VirtualType2Chip(state: states[1]), changed,
    ].map(\.state)
    let box = try Self.box(chips + [states[2]])
    let end = try Self.lock(bench, box)
    #expect(
      box.log == [
        "- PUT ASIDE not-finished", "n4 PUT ASIDE not-finished", "- PUT ASIDE given-up",
        "n1 PUT ASIDE changed-since-done", "n3 OK ",
      ])
    #expect(end.cause == .stopped && end.unfinished == 1)
    for (number, state) in [(900, 0), (800, 1), (1, 2), (0, 3)] {
      #expect(try Self.memory(UInt16(number), in: box) == Self.cells(chips[state]))
    }
    #expect(try Self.memory(2, in: box) == Self.locked(states[2]))
  }

  @Test func aTagThatIsTornWhileItIsLockedIsLockedWhenItComesBack() throws {
    let bench = try BatchBench(Self.three)
    let states = try Self.written(bench)
    let box = try Self.box(
      states, FaultPlan(tearing: [(write: 0, tear: .pageOld), (write: 1, tear: .pageHalf)]))
    let end = try Self.lock(bench, box)
    #expect(
      box.log == [
        "n1 AGAIN interrupted", "n1 AGAIN interrupted", "n1 OK ", "n2 OK ", "n3 OK ",
      ])
    #expect(end.cause == .noRowLeft)
    for (number, state) in states.enumerated() {
      #expect(try Self.memory(UInt16(number), in: box) == Self.locked(state))
    }
    // Three that wrote, three that locked, and the two that were torn.
    #expect(try bench.ledger().counts().attempts == 8)
  }

  /// Whoever confirmed was told of the tags that were done then; the others are waited for all the same.
  @Test func whatWasFinishedSinceIsNotLocked() throws {
    let bench = try BatchBench(Self.three)
    let writing = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(writing, limit: 2).cause == .enough)
    let confirmed = try bench.ledger().lockableTags()
    let late = try TagBox { $0 == 0 ? chip(.ntag213, 2) : nil }
    #expect(try bench.run(late).cause == .noRowLeft)
    let states = try Self.states(in: writing) + Self.states(in: late)
    let box = try Self.box([states[2], states[0], states[1]])
    let end = try bench.run(box, task: .lock(confirmed))
    #expect(box.log == ["n3 PUT ASIDE finished-since", "n1 OK ", "n2 OK "])
    #expect(end.cause == .noRowLeft && end.unfinished == 0)
    #expect(try Self.memory(2, in: box) == Self.cells(states[2]))
  }

  /// While the ledger notes that a tag is going to be locked, another one takes its place.
  @Test func aTwinThatIsLockedInPlaceOfTheTagIsNotCalledLocked() throws {
    let bench = try BatchBench(Self.three)
    let states = try Self.written(bench)
    let twin = try VirtualType2Chip(state: states[0])
    try twin.replace("/s/1", with: "/s/x")
    let state = twin.state
    let box = try Self.box([states[0]])
    let virtual = box.virtuals[0]
    let readers = box.readers.map { reader in
      BatchReader(name: reader.name) { () throws(ReaderOpeningError) in
        DisturbedReader(try reader.open(), before: 0xA2) {
          virtual.swap(
            try #require(virtual.tagsInField.first),
            for: { (try? VirtualChipFile.read(state)) ?? chip(.ntag213, 0) })
        }
      }
    }
    let end = try Self.lock(bench, box, on: readers)
    #expect(box.log == ["n1 PUT ASIDE changed-since-done"])
    #expect(box.alarms.map(\.row) == ["n1"])
    #expect(end.cause == .stopped && end.unfinished == 3)
    #expect(try bench.ledger().claim(ofTag: uid(0))?.lock == nil)
  }

  /// The ledger has no records of such a row; the tag shows what the resolver gave.
  @Test func recordsOfAResolverAreTakenFromTheTagItself() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><record text="{name}" language="en"/>"#
        + #"<rows count="2" id="n{number}"/>"#, resolver: Names())
    let states = try Self.written(bench)
    let changed = try VirtualType2Chip(state: states[1])
    try changed.replace("Ada", with: "Ida")
    let box = try Self.box([states[0], changed.state])
    _ = try Self.lock(bench, box)
    #expect(box.log == ["n1 OK ", "n2 PUT ASIDE changed-since-done"])
    #expect(try Self.memory(0, in: box) == Self.locked(states[0]))
    #expect(try Self.memory(1, in: box) == Self.cells(changed.state))
  }

  @Test func aTagWithThePasswordOfTheJobIsLockedToo() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link>"#
        + #"<protect with="password" keys="bench.keys"/><rows count="2" id="n{number}"/>"#)
    let states = try Self.written(bench)
    let box = try Self.box(states)
    #expect(try Self.lock(bench, box).cause == .noRowLeft)
    #expect(box.log == ["n1 OK ", "n2 OK "])
    for (number, state) in states.enumerated() {
      #expect(try Self.memory(UInt16(number), in: box) == Self.locked(state))
    }
  }

  /// Someone takes a changed manifest over meanwhile: nothing is locked before it is decided.
  @Test func aLedgerThatTakesNothingEndsTheRun() throws {
    let bench = try BatchBench(Self.three)
    let states = try Self.written(bench)
    let box = try Self.box(states)
    box.beforeTag = { box, _ in
      box.beforeTag = { _, _ in }
      bench.changeLinks(rows: 3)
    }
    let end = try Self.lock(bench, box)
    #expect(box.log == ["n1 AGAIN ledger"])
    guard case .ledger(let error) = end.cause else {
      Issue.record("\(end.cause)")
      return
    }
    #expect(error.fault == .undecided(rows: 3))
    #expect(try Self.memory(0, in: box) == Self.cells(states[0]))
  }
}

/// Gives every row the same name.
private final class Names: RowResolver {
  func values(for question: ResolverQuestion) throws(ResolverTrouble) -> [RowValue] {
    [RowValue(name: "name", text: "Ada")]
  }
}
