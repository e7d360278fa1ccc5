// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TagMemory
import TagReading
import TestSupport
import Testing
import Threads
import VirtualReader
import Voices

@testable import Provisioning
@testable import tagpress

/// A job from the first tag to the last, on virtual readers, judged by the tags' own memories.
struct BatchRunTests {
  private static let ten =
    #"<link>https://go.example.com/s/{number}</link>"#
    + #"<rows count="10" id="n{number}"/>"#

  @Test func everyRowIsOnOneTagAndEveryTagReadsItsRow() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let end = try bench.run(box)
    #expect(end.cause == .noRowLeft)
    #expect(end.counts == BatchCounts(ok: 10, rows: 10, done: 10))
    #expect(box.log == (1...10).map { "n\($0) OK " })
    let done = try bench.doneLinks()
    #expect(Set(done.values) == Set((1...10).map { "https://go.example.com/s/\($0)" }))
    for (uid, link) in done { #expect(try box.phoneReads(uid) == seen(link)) }
    // After the select no more than put needs: GET_VERSION, FAST_READ, seven pages, FAST_READ.
    #expect(box.results.last?.effort == Effort(pages: 7, exchanges: 10))
  }

  @Test func aRunContinuesWhereTheLastOneStopped() throws {
    let bench = try BatchBench(Self.ten)
    let first = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(first, limit: 3).cause == .enough)
    // The same three tags again, before new ones.
    let second = try TagBox { chip(.ntag213, UInt16($0)) }
    for (number, uid) in try bench.doneLinks().keys.sorted().enumerated() {
      #expect(TagUID(chip(.ntag213, UInt16(number)).identity.uid)?.description == uid)
    }
    let end = try bench.run(second)
    #expect(end.counts == BatchCounts(ok: 7, putAside: 3, rows: 10, done: 10))
    // They came back blank, so they are copies.
    #expect(second.log.prefix(3).allSatisfy { $0.hasSuffix("PUT ASIDE changed-since-done") })
  }

  @Test func theLedgerKeepsHowFullEveryTagIs() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { chip($0 == 0 ? .ntag213 : .ntag215, UInt16($0)) }
    _ = try bench.run(box, limit: 2)
    var rooms: [String] = []
    try bench.ledger().forEachClaim(in: .done) { claim in
      rooms.append("\(claim.chip) \(claim.messageSize ?? 0) of \(claim.capacity ?? 0)")
      return true
    }
    #expect(rooms == ["NTAG213 23 of 137", "NTAG215 23 of 492"])
  }

  @Test(
    arguments: [
      ("", .nothing), (#"<protect with="lock"/>"#, .lock),
      (#"<protect with="lock" when="written"/>"#, .lockWhenWritten),
      (#"<protect with="password" keys="k"/>"#, .password),
      (#"<protect with="password" keys="k" reading="yes"/>"#, .passwordForReading),
    ] as [(String, WantedProtection)])
  func theLedgerKeepsWhatTheManifestWants(_ element: String, _ wanted: WantedProtection) throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link>"# + element
        + #"<rows count="1" id="n{number}"/>"#)
    #expect(try bench.ledger().manifests().last?.protection == wanted)
  }

  @Test func onlyTheWantedRowsAreWritten() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box, selection: .places(3...4)).cause == .enough)
    #expect(try bench.run(box, selection: .ids(["n9", "n3", "n1"])).cause == .enough)
    #expect(box.log == ["n3 OK ", "n4 OK ", "n9 OK ", "n1 OK "])
  }

  @Test(arguments: [RowSelection.ids(["n1"]), .places(1...1)])
  func aBegunTagOfTheWantedRowsIsWaitedFor(_ selection: RowSelection) throws {
    let bench = try BatchBench(Self.ten)
    // A program ended in the middle of a tag, and of another one that is not asked for now.
    try bench.begin("n1", on: uid(0))
    try bench.begin("n7", on: uid(1))
    // The operator puts nothing on the reader: the run waits, and does not call the rows done.
    let nothing = try TagBox { _ in nil }
    let stopped = try bench.run(nothing, selection: selection)
    #expect(stopped.cause == .stopped && stopped.unfinished == 1 && !stopped.isComplete)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let end = try bench.run(box, selection: selection)
    #expect(box.log == ["n1 OK "])
    #expect(end.cause == .enough && end.unfinished == 0 && end.isComplete)
    #expect(end.counts == BatchCounts(ok: 1, rows: 10, done: 1))
  }

  @Test(arguments: [1, 2])
  func aBegunTagCountsForTheLimit(readers: Int) throws {
    let bench = try BatchBench(Self.ten)
    try bench.begin("n1", on: uid(0))
    let box = try TagBox(readers: readers) { chip(.ntag213, UInt16($0)) }
    let end = try bench.run(box, limit: readers)
    #expect(end.cause == .enough && end.isComplete)
    #expect(end.counts == BatchCounts(ok: readers, rows: 10, done: readers))
    #expect(box.log.contains("n1 OK "))
    #expect(try bench.doneLinks().count == readers)
  }

  @Test(arguments: [1, 2])
  func tagsThatWereBegunBeforeDoNotExceedTheLimit(readers: Int) throws {
    let bench = try BatchBench(Self.ten)
    for number in 0..<readers {
      try bench.begin("n\(7 + number)", on: uid(UInt16(readers + number)))
    }
    let options = VirtualReaderOptions(faults: FaultPlan(tearing: [(write: 2, tear: .pageOld)]))
    let box = try TagBox(readers: readers, options) { chip(.ntag213, UInt16($0)) }
    // A reader waits for its own torn tag, and is handed one of an earlier run.
    box.mixedUpTags = 2 * readers
    let end = try bench.run(box, limit: readers)
    #expect(box.log.contains { $0.contains(" AGAIN ") }, "the test must test something")
    #expect(end.cause == .enough && end.isComplete)
    #expect(end.counts.ok == readers && end.counts.done == readers)
    #expect(try bench.doneLinks().count == readers)
    if readers == 1 {
      #expect(box.log == ["n1 AGAIN interrupted", "n7 OK "])
      // The torn tag is reported, and finished by the next run.
      #expect(end.unfinished == 1)
    }
  }

  @Test func whatTheJobDoesNotTakeIsPutAside() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG213"/>"#
        + #"<rows count="2" id="n{number}"/>"#)
    let box = try TagBox { number in
      switch number {
      case 0: chip(.ntag215, 0)
      case 1: make(.ntag213, 1, holding: link(size: 20))
      default: chip(.ntag213, UInt16(number))
      }
    }
    let end = try bench.run(box)
    #expect(
      box.log == [
        "n1 PUT ASIDE wrong-chip", "n1 PUT ASIDE not-blank", "n1 OK ", "n2 OK ",
      ])
    #expect(end.counts == BatchCounts(ok: 2, putAside: 2, rows: 2, done: 2))
    #expect(box.results[0].effort.pages == 0 && box.results[1].effort.pages == 0)
  }

  @Test func twoTagsAreNeitherWritten() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    // A reader that misses an answer on a busy machine may take two tags for one; then there is
    // another foreign tag next to the next one.
    var strangers: UInt16 = 900
    box.beside = { box in
      guard !box.log.contains("TWO TAGS") else { return nil }
      strangers += 1
      return chip(.ntag213, strangers)
    }
    let end = try bench.run(box)
    #expect(end.cause == .noRowLeft)
    #expect(end.counts.ok == 10)
    #expect(box.log.contains("TWO TAGS"))
  }

  /// A tag that is put beside a finished one is told of, and neither is touched.
  @Test(arguments: [
    BatchPace(betweenLooks: .none, looksUntilGone: 2, bounce: .zero, looksUntilAnother: 3), .people,
  ])
  func aSecondTagBesideAFinishedOneIsTold(_ pace: BatchPace) throws {
    let bench = try BatchBench(Self.ten)
    let hand = try CarelessHand()
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = pace
    let end = try run.run(on: [hand.reader], unless: hand.stop, telling: hand)
    #expect(hand.log == ["ready", "OK", "two tags", "there alone", "ready"])
    #expect(end.counts.ok == 1)
  }

  @Test func oneBadTagThatComesAgainAndAgainEndsNoRun() throws {
    let bench = try BatchBench(Self.ten)
    var count = 0
    let box = try TagBox { _ in
      count += 1
      return count <= 8
        ? make(.ntag213, 500, holding: link(size: 20)) : chip(.ntag213, UInt16(count))
    }
    let end = try bench.run(box)
    #expect(end.cause == .noRowLeft && end.counts.ok == 10 && end.counts.putAside == 8)
  }

  @Test func whenFiveOfTheLastTenFailTheRunStops() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { number in
      number % 2 == 0 ? chip(.ntag213, UInt16(number)) : make(.ntag213, UInt16(number), holding: [])
    }
    let worn = try TagBox { make(.ntag213, UInt16($0), holding: link(size: 20)) }
    let notBlank = [FailureReason(code: "not-blank", count: 5)]
    #expect(try bench.run(worn).cause == .tooManyFailures(notBlank, of: 5))
    #expect(worn.results.count == 5)
    // An empty message is as good as none.
    #expect(try bench.run(box).cause == .noRowLeft)
  }

  @Test func aTagThatIsSilentBeforeItIsClaimedIsNoBadTag() throws {
    let bench = try BatchBench(Self.ten)
    var options = VirtualReaderOptions()
    options.faults.atFrame = Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, .frameLost) })
    let box = try TagBox(readers: 1, options) { chip(.ntag213, UInt16($0)) }
    let end = try bench.run(box)
    let silences = box.log.count { $0.hasPrefix("n1 AGAIN") || $0.hasPrefix("- AGAIN") }
    #expect(silences > 5, "the test must test something")
    #expect(end.cause == .noRowLeft)
    #expect(end.counts == BatchCounts(ok: 10, again: silences, rows: 10, done: 10))
    // An attempt is what changed a tag, or what a tag or the job refused.
    #expect(try bench.ledger().counts().attempts == 10)
  }

  @Test func aReaderThatIsUnpluggedComesBack() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    box.beforeTag = { box, reader in
      guard box.results.count == 3 else { return }
      try? box.virtuals[reader].unplug()
      try? box.virtuals[reader].replug()
      box.beforeTag = { _, _ in }
    }
    let end = try bench.run(box)
    #expect(end.counts.ok == 10)
    #expect(box.log.contains("lost reader-gone") && box.log.contains("back"))
  }

  @Test func anIdleReaderTakesTheRowOfOneThatIsLost() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="1" id="n{number}"/>"#)
    let box = try TagBox(readers: 2) { chip(.ntag213, UInt16($0)) }
    // Whichever reader is to get the only row is unplugged, and stays so.
    box.beforeTag = { box, reader in
      box.beforeTag = { _, _ in }
      try? box.virtuals[reader].unplug()
    }
    let end = try bench.run(box)
    #expect(end.cause == .noRowLeft)
    #expect(end.counts == BatchCounts(ok: 1, rows: 1, done: 1))
    #expect(box.log.filter { !$0.hasPrefix("lost ") } == ["n1 OK "])
  }

  @Test(arguments: [0x5EED_0001, 0x5EED_0002, 0x5EED_0003])
  func onABadReaderEveryRowIsOnOneTagAllTheSame(seed: UInt64) throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/{tag.uid}/{number}</link><tags chips="NTAG213" format="yes"/>"#
        + #"<rows count="60" id="n{number}"/>"#)
    var odds = FaultOdds()
    odds.tagMissesFrame = Ratio(1, of: 60)
    odds.tagAnswerLost = Ratio(1, of: 60)
    odds.tagAnswerCorrupted = Ratio(1, of: 60)
    odds.tagLeaves = Ratio(1, of: 120)
    odds.tornWrite = Ratio(1, of: 80)
    odds.wornPage = Ratio(1, of: 20)
    let options = VirtualReaderOptions(faults: FaultPlan(seed: seed, odds: odds))
    let box = try TagBox(readers: 2, options) { chip(.ntag213, UInt16($0)) }
    box.stopsWithoutUnfinished = true
    var end = try bench.run(box)
    // Someone looked, and continues. A run waits for the tags that an earlier one has begun, and
    // those that were put aside never come: their rows are given up, as `--redo failed` does it.
    for _ in 0..<20 where end.cause != .noRowLeft {
      try bench.ledger().voidUnfinished(why: "put aside", at: .now)
      box.stop = StopFlag()
      end = try bench.run(box)
    }
    #expect(end.cause == .noRowLeft, "\(options.faults)")
    let done = try bench.doneLinks()
    for (uid, link) in done {
      #expect(try box.phoneReads(uid) == seen(link), "\(options.faults)")
    }
    #expect(Set(done.values).count == done.count)
    // Every tag that was called OK is done, and no other tag shows a row of its own.
    for result in box.results where result.word == .ok {
      #expect(done[result.uid.description] == result.link)
    }
    let isKept = try bench.ledger().counts().begun
    #expect(done.count + isKept == 60, "\(options.faults)")
    #expect(box.log.contains { $0.contains("AGAIN") }, "the test must test something")
  }

  @Test func protectionIsPartOfOK() throws {
    let jobs = [
      #"<protect with="password" keys="bench.keys"/>"#, #"<protect with="lock" when="written"/>"#,
    ]
    for protect in jobs {
      let bench = try BatchBench(
        #"<link>https://go.example.com/s/{number}</link>"# + protect
          + #"<rows count="3" id="n{number}"/>"#)
      let box = try TagBox { chip(.ntag213, UInt16($0)) }
      #expect(try bench.run(box).counts.ok == 3)
      let reader = box.virtuals[0]
      for (tag, _) in box.tags.values {
        let cells = try memory(of: tag, in: reader)
        if bench.key == nil {
          #expect(cells[2][2...] == [0xFF, 0xFF] && cells[3][3] == 0x0F)
        } else {
          #expect(cells[0x29][3] == 4)
        }
      }
    }
  }

  @Test func aWishToStopEndsTheWaiting() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { $0 < 4 ? chip(.ntag213, UInt16($0)) : nil }
    let end = try bench.run(box)
    #expect(end.cause == .stopped)
    #expect(end.counts.ok == 4)
  }

  @Test func aTagThatAnotherReaderIsNotDoneWithIsToComeAgain() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let ledger = try bench.ledger()
    let room = BatchRoom(
      task: .write, batch: BatchJob(bench.job, cures: Voice("write").cures),
      desk: try RowDesk(ledger, .write, .all, limit: nil),
      progress: BatchProgress(.write, try ledger.counts()), events: EventQueue(), pace: .machine,
      commands: BatchCommands(stop: box.stop))
    // As if another reader were at a tag with this UID.
    let other = try #require(TagUID(uid(0)))
    #expect(room.desk.beginWork(on: other, at: 1))
    let source = try #require(box.readers.first)
    room.events.addSender()
    let thread = try #require(
      startThread { ReaderLoop(number: 0, source: source, room: room).run() })
    while let events = room.events.next(milliseconds: 100) {
      for event in events { box.receive(event) }
      guard !box.results.isEmpty else { continue }
      box.stop.raise()
      room.halt.raise()
    }
    thread.join()
    #expect(box.log == ["- AGAIN on-another-reader"])
    #expect(box.results.first?.reason?.words.hasSuffix("and compare them.") == true)
    #expect(box.results.first?.effort.pages == 0)
    #expect(box.results.first?.isFailure == false)
  }

  @Test func noTagIsBegunAfterAWishToStopThoughNoOneTakesTheEvents() throws {
    let bench = try BatchBench(Self.ten)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    box.beforeTag = { box, _ in
      guard box.results.count == 1 else { return }
      // The observer puts the next tag on the reader, leaves it there, and takes no further event.
      box.stop.raise()
      box.pause = 300_000
    }
    let end = try bench.run(box)
    #expect(end.cause == .stopped)
    #expect(end.counts == BatchCounts(ok: 1, rows: 10, done: 1))
    #expect(box.log == ["n1 OK "])
  }

  @Test func aPauseLetsNoTagBeBegunUntilTheBatchContinues() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let commands = BatchCommands(stop: box.stop)
    let hand = PausingHand(box, commands)
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    let end = try run.run(on: box.readers, obeying: commands, telling: hand)
    #expect(end.cause == .noRowLeft && end.counts.done == 2)
    #expect(hand.log == ["OK", "paused", "went on", "OK"])
  }

  @Test func aPausedRunMayStop() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let commands = BatchCommands()
    let hand = PausingHand(box, commands, stops: true)
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    let end = try run.run(on: box.readers, obeying: commands, telling: hand)
    #expect(end.cause == .stopped && end.counts.done == 1)
    #expect(hand.log == ["OK", "paused"])
  }

  @Test func anIdleRunEndsWhenAnotherProcessHasFinishedTheLastTag() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="3" id="n{number}"/>"#)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    let idle = try TagBox { _ in nil }
    // First the row that the idle reader waits with, then those that it would take after it.
    let hand = IdleHand { number in
      if number < 2 { _ = try bench.run(box, limit: number == 0 ? 1 : nil) }
    }
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    let end = try run.run(on: idle.readers, unless: hand.stop, telling: hand)
    #expect(box.log == ["n1 OK ", "n2 OK ", "n3 OK "])
    #expect(end.cause == .noRowLeft)
    #expect(end.counts == BatchCounts(rows: 3, done: 3))
  }
}

/// An operator who puts a second tag beside the first when that is finished, and takes it away again.
private final class CarelessHand: BatchObserver {
  let stop = StopFlag()
  private(set) var log: [String] = []
  private let virtual: VirtualReader
  private var first: TagID?
  private var second: TagID?

  init() throws { virtual = try VirtualReader() }

  var reader: BatchReader { virtual.batchReader }

  func receive(_ event: BatchEvent) {
    switch event {
    case .ready:
      log.append("ready")
      if first == nil { first = lay(1) } else { stop.raise() }
    case .finished(let result, _):
      log.append(result.word.rawValue)
      second = lay(2)
    case .twoTags:
      log.append("two tags")
      if let second { virtual.lift(second) }
    case .finishedTagThere:
      log.append("there alone")
      if let first { virtual.lift(first) }
    default: break
    }
  }

  func rest() {}

  private func lay(_ number: UInt16) -> TagID { virtual.place { chip(.ntag213, number) } }
}

/// An operator who asks for a pause after the first tag, and continues or stops after some rests.
private final class PausingHand: BatchObserver {
  private(set) var log: [String] = []
  private let box: TagBox
  private let commands: BatchCommands
  private let stops: Bool
  private var rests = 0

  init(_ box: TagBox, _ commands: BatchCommands, stops: Bool = false) {
    (self.box, self.commands, self.stops) = (box, commands, stops)
  }

  func receive(_ event: BatchEvent) {
    box.receive(event)
    switch event {
    case .finished(let result, _):
      log.append(result.word.rawValue)
      if log.count == 1 { commands.pause() }
    case .paused: log.append("paused")
    case .wentOn: log.append("went on")
    default: break
    }
  }

  /// The next tag is there for several looks at it.
  func rest() {
    guard commands.isPausing else { return }
    rests += 1
    guard rests == 5 else { return }
    stops ? commands.stop() : commands.resume()
  }
}

/// An operator who puts nothing on the reader, while something else happens at each rest of the
/// run.
private final class IdleHand: BatchObserver {
  let stop = StopFlag()
  private let meanwhile: (Int) throws -> Void
  private var isReady = false
  private var rests = 0

  init(meanwhile: @escaping (Int) throws -> Void) {
    self.meanwhile = meanwhile
  }

  func receive(_ event: BatchEvent) {
    if case .ready = event { isReady = true }
  }

  func rest() {
    guard isReady else { return }
    do {
      try meanwhile(rests)
    } catch {
      Issue.record("\(error)")
    }
    rests += 1
    // A run that does not end on its own is ended, and fails.
    if rests == 3_000 { stop.raise() }
  }
}

/// A chip that holds a message already.
private func make(_ model: ChipModel, _ number: UInt16, holding message: [UInt8])
  -> VirtualType2Chip
{
  let laid = chip(model, number)
  guard let sheet = DataSheet.all.first(where: { $0.model == model }) else { return laid }
  for (page, content) in sheet.written(message, over: laid.allCells).enumerated() {
    laid.set(page, content)
  }
  return laid
}
