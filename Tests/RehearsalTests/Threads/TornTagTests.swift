// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import LibNFCReader
import Provisioning
import TagMemory
import TagReading
import TestSupport
import Testing
import Threads
import VirtualReader
import Voices

@testable import tagpress

/// A tag that is taken away too early: its reader asks for that one, until it is back or lost.
struct TornTagTests {
  private static func bench(_ rows: Int, _ more: String = "") throws -> BatchBench {
    try BatchBench(
      "<link>https://go.example.com/s/{number}</link>\(more)"
        + #"<rows count="\#(rows)" id="n{number}"/>"#)
  }

  private static func run(
    _ bench: BatchBench, _ hand: TearingHand, limit: Int? = nil
  ) throws -> BatchEnd {
    var run = BatchRun(
      BatchJob(bench.job, key: bench.key, cures: Voice("write").cures),
      ledger: try bench.ledger())
    run.pace = .machine
    run.limit = limit
    return try run.run(on: hand.readers, obeying: hand.commands, telling: hand)
  }

  /// What is laid next, and what comes of it.
  private struct Course {
    var deeds: [TearingHand.Deed]
    var log: [String]
    var protect = ""
    var limit: Int?
  }

  private static let tear = ["0 ready n1", "0 AGAIN n1", "0 wants n1"]
  private static let courses: [String: Course] = [
    "the tag itself": Course(deeds: [.same], log: tear + ["0 OK n1", "0 ready n2", "0 OK n2"]),
    "a fresh one first": Course(
      deeds: [.fresh, .away, .same],
      log: tear + ["0 other", "0 wants n1", "0 OK n1", "0 ready n2", "0 OK n2"]),
    "two fresh ones": Course(
      deeds: [.fresh, .away, .fresh, .away, .same],
      log: tear + [
        "0 other", "0 wants n1", "0 other", "0 wants n1", "0 OK n1", "0 ready n2", "0 OK n2",
      ]),
    "it is lost": Course(
      deeds: [.lost], log: tear + ["lost n1", "0 ready n1", "0 OK n1", "0 ready n2", "0 OK n2"]),
    // The fresh one that lies there gets the row.
    "it is lost, and a fresh one lies there": Course(
      deeds: [.fresh, .lost],
      log: tear + ["0 other", "lost n1", "0 ready n1", "0 OK n1", "0 ready n2", "0 OK n2"]),
    "another person gives it up": Course(
      deeds: [.voided], log: tear + ["0 ready n1", "0 OK n1", "0 ready n2", "0 OK n2"]),
    "a limit": Course(
      deeds: [.fresh, .away, .same], log: tear + ["0 other", "0 wants n1", "0 OK n1"], limit: 1),
    "a password": Course(
      deeds: [.fresh, .away, .same],
      log: tear + ["0 other", "0 wants n1", "0 OK n1", "0 ready n2", "0 OK n2"],
      protect: #"<protect with="password" keys="bench.keys"/>"#),
    "a lock": Course(
      deeds: [.fresh, .away, .same],
      log: tear + ["0 other", "0 wants n1", "0 OK n1", "0 ready n2", "0 OK n2"],
      protect: #"<protect with="lock" when="written"/>"#),
  ]

  @Test(arguments: courses.keys.sorted()) func aTornTagIsAskedFor(_ name: String) throws {
    let course = try #require(Self.courses[name])
    let bench = try Self.bench(2, course.protect)
    let hand = try TearingHand(course.deeds, ledger: bench.ledgerPath)
    let end = try Self.run(bench, hand, limit: course.limit)
    #expect(hand.log == course.log)
    #expect(end.unfinished == 0 && end.isComplete, "\(hand.log)")
    // No fresh tag that was refused has a byte of the job.
    for tag in hand.strangers {
      #expect(hand.virtuals[0].state(of: tag) == chip(.ntag213, hand.number(of: tag)).state)
    }
  }

  /// Another tag may leave between any two looks, and what is waited for is said again before a tag comes.
  @Test(arguments: 1...4) func anotherTagLeavesAfterALook(_ looks: Int) throws {
    let bench = try Self.bench(1)
    let hand = try TearingHand([.fresh, .awayAfter(looks), .same], ledger: bench.ledgerPath)
    _ = try Self.run(bench, hand)
    #expect(hand.log == Self.tear + ["0 other", "0 wants n1", "0 OK n1"])
  }

  /// Before anything was claimed there is nothing to wait for.
  @Test func aTagThatLeavesBeforeItsRowIsClaimedIsNotAskedFor() throws {
    var options = VirtualReaderOptions()
    options.faults.atExchange[12] = .tagLeaves(exchanges: 3)
    let bench = try Self.bench(1)
    let hand = try TearingHand([], options, ledger: bench.ledgerPath)
    _ = try Self.run(bench, hand)
    #expect(!hand.log.contains { $0.contains("wants") } || hand.log.contains("0 AGAIN n1"))
    #expect(hand.log.last == "0 OK n1", "\(hand.log)")
  }

  /// The other reader goes on; there the tag is finished, too, and the first one goes on then.
  @Test func onlyItsReaderWaitsAndAnyReaderFinishesIt() throws {
    let bench = try Self.bench(40)
    let hand = try TearingHand([.fresh, .elsewhere], readers: 2, ledger: bench.ledgerPath)
    let end = try Self.run(bench, hand)
    #expect(end.isComplete && end.unfinished == 0, "\(hand.log)")
    let row = try #require(hand.wanted?.row.id)
    let wanted = try #require(hand.log.firstIndex(of: "0 wants \(row)"), "\(hand.log)")
    let finished = try #require(hand.log.firstIndex(of: "1 OK \(row)"), "\(hand.log)")
    #expect(wanted < finished)
    // Nothing was written on the first reader meanwhile, where a fresh tag lay.
    #expect(hand.log[wanted..<finished].contains("0 other"), "\(hand.log)")
    #expect(!hand.log[wanted..<finished].contains { $0.hasPrefix("0 OK") }, "\(hand.log)")
    #expect(hand.log[finished...].contains { $0.hasPrefix("0 ready") }, "\(hand.log)")
    #expect(Set(try bench.doneLinks().values).count == 40)
  }

  /// The run ends while a reader waits; the next one finishes the tag wherever it is laid.
  @Test func theNextRunKnowsIt() throws {
    let bench = try Self.bench(2)
    let hand = try TearingHand([.stop], ledger: bench.ledgerPath)
    let end = try Self.run(bench, hand)
    #expect(hand.log == Self.tear)
    #expect(end.cause == .stopped && end.unfinished == 1)
    let state = try #require(hand.first.flatMap { hand.virtuals[0].state(of: $0) })
    let box = try TagBox { $0 == 1 ? try? VirtualChipFile.read(state) : chip(.ntag213, 50) }
    _ = try bench.run(box)
    #expect(box.log == ["n2 OK ", "n1 OK "])
  }

  /// What was said to be lost comes back with all of its link on it, in this run and in the next, also
  /// where the job takes tags whatever is on them, or emptied.
  @Test(arguments: ["blank", "any"]) func aLostTagIsNeverRightForItsRow(_ content: String) throws {
    let bench = try Self.bench(1, #"<tags chips="NTAG213" content="\#(content)"/>"#)
    // All writes are done, and then the tag leaves.
    let hand = try TearingHand(
      [.lostAndStop], ledger: bench.ledgerPath, tearing: (write: 6, .pageNew))
    _ = try Self.run(bench, hand)
    #expect(hand.log.starts(with: Self.tear + ["lost n1"]), "\(hand.log)")
    let torn = try #require(hand.first.flatMap { hand.virtuals[0].state(of: $0) })
    let lost = try VirtualType2Chip(state: torn)
    let shown = try DataSheet.of(.ntag213).phone(reads: lost.allCells)
    #expect(shown == seen("https://go.example.com/s/1"), "the test must test something")
    func lay() throws -> TagBox {
      let state = lost.state
      let box = try TagBox { $0 == 0 ? try? VirtualChipFile.read(state) : nil }
      _ = try bench.run(box)
      return box
    }
    for _ in 1...2 { #expect(try lay().tagLog == ["n1 PUT ASIDE given-up"]) }
    // To whoever checks the tags it is none of them either.
    let verification = try Verification(
      BatchJob(bench.job, cures: Voice("verify").cures), associations: [], wantsSignature: false)
    let box = try TagBox { $0 == 0 ? try? VirtualChipFile.read(torn) : nil }
    _ = try bench.run(box, task: .verify(verification))
    #expect(box.tagLog == [] || box.tagLog == ["- PUT ASIDE given-up"])
    // Emptied, it may have any other row.
    _ = try BareReader(lost).open().erase()
    #expect(try lay().tagLog == ["n1 PUT ASIDE given-up"])
  }

  /// The word that it is lost and the tag itself come at one moment: either it is finished, and not lost,
  /// or lost, and not finished.
  @Test func aTagThatComesBackWhileItIsSaidToBeLostIsOneOfBoth() throws {
    for delay: UInt32 in [0, 500, 2_000, 5_000, 10_000, 20_000, 40_000] {
      let bench = try Self.bench(1)
      let hand = try TearingHand([.sameAndLost(delay)], ledger: bench.ledgerPath)
      let end = try Self.run(bench, hand)
      let ledger = try bench.ledger()
      let row = try #require(try ledger.row(id: "n1"))
      let claim = try #require(try ledger.claim(ofRow: row.key))
      let isLost = hand.log.contains("lost n1")
      let first = uid(0)
      #expect(claim.state == .done && end.isComplete, "\(delay): \(hand.log)")
      if !isLost { #expect(claim.uid == first, "\(delay): \(hand.log)") }
      #expect(try bench.doneLinks().count == 1)
    }
  }
}

/// Who takes the first tag of the first reader away too early, and then does as told.
private final class TearingHand: BatchObserver {
  enum Deed: Equatable {
    /// Lays the torn tag, or one from the box, on the first reader; or takes what lies there away.
    case same, fresh, away
    /// Takes what lies there away right after so many looks have found it.
    case awayAfter(Int)
    /// Lays the torn tag on the second reader when that waits for a tag.
    case elsewhere
    /// Says here that it is lost, or gives it up in another program.
    case lost, lostAndStop, voided
    /// Lays it and says a moment later that it is lost.
    case sameAndLost(UInt32)
    case stop
  }

  private(set) var log: [String] = []
  let commands = BatchCommands()
  let virtuals: [VirtualReader]
  private(set) var first: TagID?
  private(set) var strangers: [TagID] = []
  private var numbers: [TagID: UInt16] = [:]
  private var deeds: [Deed]
  private let path: String
  private(set) var wanted: TornTag?
  private var made: UInt16 = 0
  private var lying: [Int: TagID] = [:]
  private var rests = 0
  private var isNextElsewhere = false

  init(
    _ deeds: [Deed], _ options: VirtualReaderOptions? = nil, readers: Int = 1, ledger: String,
    tearing tear: (write: Int, tear: Tear) = (2, .pageOld)
  ) throws {
    self.deeds = deeds
    path = ledger
    let torn = VirtualReaderOptions(faults: FaultPlan(tearing: [tear]))
    virtuals = try (0..<readers).map {
      try VirtualReader($0 == 0 ? options ?? torn : VirtualReaderOptions())
    }
  }

  private let looksUntilAway = Guarded(0)

  var readers: [BatchReader] {
    virtuals.map { virtual in
      let found = virtual.batchReader
      return BatchReader(name: found.name) { [looksUntilAway] () throws(ReaderOpeningError) in
        LeftReader(try found.open(), of: virtual, after: looksUntilAway)
      }
    }
  }

  func number(of tag: TagID) -> UInt16 { numbers[tag] ?? 0 }

  func receive(_ event: BatchEvent) {
    switch event {
    case .ready(let reader, let row):
      log.append("\(reader) ready \(row.id)")
      // A tag that lies there is none that is laid now.
      if lying[reader] == nil { lay(on: reader) }
    case .waitingForSame(let reader, let tag):
      log.append("\(reader) wants \(tag.row.id)")
      wanted = tag
      act()
    case .otherTag(let reader, _, _):
      log.append("\(reader) other")
      act()
    case .waitingForUnfinished: break
    case .finished(let result, _):
      log.append("\(result.reader) \(result.word.rawValue) \(result.row?.id ?? "-")")
      for tag in virtuals[result.reader].tagsInField { virtuals[result.reader].lift(tag) }
      lying[result.reader] = nil
    default: break
    }
  }

  private func act() {
    guard !deeds.isEmpty else { return }
    let deed = deeds.removeFirst()
    switch deed {
    case .same: putBack()
    case .fresh:
      lay(on: 0)
      if let tag = lying[0] { strangers.append(tag) }
    case .away:
      if let tag = lying.removeValue(forKey: 0) { virtuals[0].lift(tag) }
    case .awayAfter(let looks):
      lying[0] = nil
      looksUntilAway.withLock { $0 = looks }
    case .elsewhere: isNextElsewhere = true
    case .lost: lose()
    case .lostAndStop:
      lose()
      commands.stop()
    case .voided:
      _ = try? Ledger(at: path, job: "bench", now: .now).void(
        row: "n1", why: "trodden on", at: .now)
    case .sameAndLost(let delay):
      putBack()
      Glibc.usleep(delay)
      lose()
    case .stop: commands.stop()
    }
  }

  private func putBack() {
    guard let first else { return }
    virtuals[0].putBack(first)
    lying[0] = first
  }

  private func lose() {
    guard let wanted, case .lost(let claim) = try? commands.lose(wanted.row.id, tag: wanted.uid)
    else { return }
    if strangers.last.map({ lying[0] == $0 }) == true { strangers.removeLast() }
    log.append("lost \(claim.rowID)")
  }

  private func lay(on reader: Int) {
    if reader == 1, isNextElsewhere, let state = first.flatMap({ virtuals[0].state(of: $0) }) {
      isNextElsewhere = false
      lying[1] = virtuals[1].place { (try? VirtualChipFile.read(state)) ?? chip(.ntag213, 0) }
      return
    }
    let number = made
    made += 1
    let tag = virtuals[reader].place { chip(.ntag213, number) }
    numbers[tag] = number
    lying[reader] = tag
    if reader == 0, first == nil { first = tag }
  }

  func rest() {
    rests += 1
    // A run that does not end on its own is ended, and fails.
    if rests == 300 { commands.stop() }
  }
}

/// A reader whose tags leave right after a look has found one.
private final class LeftReader: ReaderInFront {
  let reader: any TagReader
  private let virtual: VirtualReader
  private let looks: Guarded<Int>

  init(_ reader: any TagReader, of virtual: VirtualReader, after looks: Guarded<Int>) {
    (self.reader, self.virtual, self.looks) = (reader, virtual, looks)
  }

  func select(_ family: TagFamily, uid: TagUID?) throws(ReaderError) -> TagInField? {
    let found = try reader.select(family, uid: uid)
    guard found != nil, uid == nil else { return found }
    let isOver = looks.withLock { looks in
      looks -= 1
      return looks == 0
    }
    if isOver { for tag in virtual.tagsInField { virtual.lift(tag) } }
    return found
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    try reader.exchange(command, care)
  }
}
