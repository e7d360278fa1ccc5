// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

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

/// A finished tag that leaves the field for a moment, as one does at its edge.
struct BounceTests {
  @Test func aFinishedTagThatComesBackAtOnceIsNoNewOne() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#)
    let hand = try UnsteadyHand()
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    // No person is as quick as that, however slow the machine.
    run.pace = BatchPace(betweenLooks: .none, looksUntilGone: 1, bounce: .seconds(3600))
    let end = try run.run(on: [hand.reader], unless: hand.stop, telling: hand)
    #expect(hand.log == ["n1 OK", "is back", "n2 OK"])
    #expect(end.cause == .noRowLeft)
    #expect(end.counts == BatchCounts(ok: 2, rows: 2, done: 2))
  }
}

/// A tag that is taken away in the middle of being written, and is back sooner than a reader looks.
struct QuickHandTests {
  @Test func aTagThatIsBackAtOnceIsFinished() throws {
    var logs: [[String]] = []
    for exchange in 15..<35 {
      let bench = try BatchBench(
        #"<link>https://go.example.com/s/{number}</link><rows count="1" id="n{number}"/>"#)
      var options = VirtualReaderOptions()
      options.faults.atExchange[exchange] = .tagLeaves(exchanges: 3)
      let hand = try QuickHand(options)
      var run = BatchRun(
        BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
      // So many looks never find the tag gone.
      run.pace = BatchPace(betweenLooks: .none, looksUntilGone: .max, bounce: .zero)
      let end = try run.run(on: [hand.reader], unless: hand.stop, telling: hand)
      #expect(end.cause == .noRowLeft, "exchange \(exchange): \(hand.log)")
      #expect(hand.log.last == "OK", "exchange \(exchange): \(hand.log)")
      logs.append(hand.log)
    }
    #expect(logs.contains(["interrupted", "OK"]) && logs.contains(["tag-gone", "OK"]), "\(logs)")
  }
}

/// A tag that was begun, and of which it is known that it never comes back.
struct GivingUpTests {
  private static func bench(rows: Int) throws -> (BatchBench, LosingHand, BatchRun) {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="\#(rows)" id="n{number}"/>"#)
    var options = VirtualReaderOptions()
    options.faults.atWrite[2] = .pageOld
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.pace = .machine
    return (bench, try LosingHand(options), run)
  }

  @Test func theRunEndsThatWaitsForUnfinishedTagsOnly() throws {
    let (bench, hand, run) = try Self.bench(rows: 1)
    defer { withExtendedLifetime(bench) {} }
    for _ in 1...2 {
      let end = try run.run(on: [hand.reader], obeying: hand.commands, telling: hand)
      #expect(end.cause == .noRowLeft && end.unfinished == 1, "\(hand.log)")
    }
    // What was wished for the run before does not end the next one.
    #expect(hand.log == ["interrupted", "waits", "waits"])
  }

  @Test func ofAPartOfAJobItIsNotSaidThatNoRowIsLeft() throws {
    var (bench, hand, run) = try Self.bench(rows: 2)
    defer { withExtendedLifetime(bench) {} }
    run.limit = 1
    let end = try run.run(on: [hand.reader], obeying: hand.commands, telling: hand)
    #expect(end.cause == .enough && end.unfinished == 1, "\(hand.log)")
    #expect(hand.log == ["interrupted", "waits"])
  }
}

/// An operator who loses each tag that is to come back.
private final class LosingHand: BatchObserver {
  private(set) var log: [String] = []
  let commands = BatchCommands()
  private let virtual: VirtualReader
  private var tag: TagID?
  private var rests = 0

  init(_ options: VirtualReaderOptions) throws {
    virtual = try VirtualReader(options)
  }

  var reader: BatchReader { virtual.batchReader }

  func receive(_ event: BatchEvent) {
    switch event {
    case .ready: tag = virtual.place { chip(.ntag213, 0) }
    case .finished(let result, _):
      log.append(result.reason?.code ?? result.word.rawValue)
      if let tag { virtual.lift(tag) }
    case .waitingForUnfinished, .waitingForSame:
      log.append("waits")
      commands.giveUpUnfinished()
    default: break
    }
  }

  func rest() {
    rests += 1
    // A run that does not end on its own is ended, and fails.
    if rests == 3_000 { commands.stop() }
  }
}

/// Two tags with one UID, as a counterfeit roll has them, the second laid as soon as the first is gone.
struct TwinTests {
  private static let two =
    #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#

  private static func run(
    _ bench: BatchBench, _ task: BatchTask = .write, by hand: NimbleHand
  ) throws -> BatchEnd {
    var run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    run.task = task
    // No person is as slow as that, however slow the machine.
    run.pace = BatchPace(betweenLooks: .none, looksUntilGone: 1, bounce: .seconds(3600))
    return try run.run(on: [hand.reader], obeying: hand.commands, telling: hand)
  }

  /// A chip with the UID of the first tag, blank or with another link.
  private static func twin(isBlank: Bool) throws -> [UInt8] {
    let twin = chip(.ntag213, 0)
    guard !isBlank else { return twin.state }
    let cells = try DataSheet.of(.ntag213).written(link(size: 40), over: twin.allCells)
    for (page, content) in cells.enumerated() { twin.set(page, content) }
    return twin.state
  }

  /// While the batch pauses the reader finds it, too, and waits.
  @Test(arguments: [true, false], [true, false])
  func aTwinGetsNoWordThatIsNotItsOwn(_ isBlank: Bool, _ pauses: Bool) throws {
    let bench = try BatchBench(Self.two)
    let hand = try NimbleHand(
      [chip(.ntag213, 0).state, Self.twin(isBlank: isBlank), chip(.ntag213, 1).state])
    hand.pausesForSecond = pauses
    let end = try Self.run(bench, by: hand)
    #expect(hand.log == ["n1 OK", "n1 PUT ASIDE changed-since-done", "n2 OK"])
    #expect(hand.alarms.map(\.row) == ["n1"])
    #expect(hand.alarms.first?.words.contains("so the roll is counterfeit") == true)
    #expect(end.cause == .noRowLeft)
    #expect(end.counts == BatchCounts(ok: 2, putAside: 1, rows: 2, done: 2))
    #expect(try bench.doneLinks().count == 2)
  }

  /// One that is taken away while it is read need not be seen to leave, and then is read as any tag is.
  @Test func aTwinThatIsTakenAwayInTheMiddleIsReadWhenItIsBack() throws {
    var logs: [[String]] = []
    // It is compared in two exchanges, and looked at in two more.
    for exchange in 0..<4 {
      let bench = try BatchBench(Self.two)
      let hand = try NimbleHand(
        [chip(.ntag213, 0).state, Self.twin(isBlank: false), chip(.ntag213, 1).state])
      hand.lossOfSecond = exchange
      let end = try Self.run(bench, by: hand)
      let words = hand.log.filter { !$0.hasSuffix(" AGAIN tag-gone") }
      #expect(words == ["n1 OK", "n1 PUT ASIDE changed-since-done", "n2 OK"], "\(hand.log)")
      #expect(hand.alarms.map(\.row) == ["n1"] && end.cause == .noRowLeft)
      logs.append(hand.log)
    }
    #expect(logs.contains { $0.count == 3 } && logs.contains { $0.count == 4 }, "\(logs)")
  }

  @Test func aTwinIsReadWhenTagsAreVerified() throws {
    let bench = try BatchBench(Self.two)
    let box = try TagBox { chip(.ntag213, UInt16($0)) }
    #expect(try bench.run(box).cause == .noRowLeft)
    let states = try box.tags.sorted { $0.key < $1.key }.map { _, laid in
      try #require(laid.1.state(of: laid.0))
    }
    let twin = try VirtualType2Chip(state: states[0])
    try twin.replace("/s/1", with: "/s/9")
    let hand = try NimbleHand([states[0], twin.state, states[1]])
    let verification = try Verification(
      BatchJob(bench.job, cures: Voice("verify").cures), associations: [], wantsSignature: false)
    let end = try Self.run(bench, .verify(verification), by: hand)
    #expect(hand.log == ["n1 OK", "n1 PUT ASIDE wrong-content", "n2 OK"])
    #expect(hand.alarms.map(\.row) == ["n1"])
    #expect(hand.alarms.first?.words.contains("so the roll is counterfeit") == true)
    #expect(end.cause == .noRowLeft && verification.counts == (right: 2, wrong: 1))
  }
}

/// An operator who lays one tag after another, each as soon as the reader waits for one.
private final class NimbleHand: BatchObserver {
  private(set) var log: [String] = []
  private(set) var alarms: [CopyAlarm] = []
  let commands = BatchCommands()
  /// Whether the batch pauses when the second tag is laid.
  var pausesForSecond = false
  /// The exchange after the second tag was laid at which it is lost for a moment.
  var lossOfSecond: Int?
  private let virtual: VirtualReader
  private let exchangesLeft = Guarded(Int.max)
  private let states: [[UInt8]]
  private var laid = 0
  private var isLaid = false
  private var rests = 0

  init(_ states: [[UInt8]]) throws {
    self.states = states
    virtual = try VirtualReader()
  }

  var reader: BatchReader {
    BatchReader(name: "virtual") { [virtual, exchangesLeft] () throws(ReaderOpeningError) in
      LosingReader(
        try LibNFCReader(ReaderName("pn532_uart:\(virtual.path)")), after: exchangesLeft)
    }
  }

  func receive(_ event: BatchEvent) {
    switch event {
    case .ready, .waitingToVerify: lay()
    case .paused: commands.resume()
    case .finishedTagThere:
      log.append("is back")
      lift()
    case .finished(let result, _):
      let reason = result.reason.map { " \($0.code)" } ?? ""
      log.append("\(result.row?.id ?? "-") \(result.word.rawValue)\(reason)")
      if result.word != .again { lift() }
    case .alarm(let alarm): alarms.append(alarm)
    default: break
    }
  }

  private func lay() {
    guard !isLaid, states.indices.contains(laid) else { return }
    isLaid = true
    laid += 1
    if laid == 2 {
      if pausesForSecond { commands.pause() }
      if let lossOfSecond { exchangesLeft.withLock { $0 = lossOfSecond } }
    }
    let state = states[laid - 1]
    do {
      try virtual.place { () throws(ChipStateError) in try VirtualChipFile.read(state) }
    } catch {
      Issue.record("\(error)")
    }
  }

  private func lift() {
    for tag in virtual.tagsInField { virtual.lift(tag) }
    isLaid = false
  }

  func rest() {
    rests += 1
    // A run that does not end on its own is ended, and fails.
    if rests == 3_000 { commands.stop() }
  }
}

/// A reader that loses the tag for a moment at one exchange.
private final class LosingReader: ReaderInFront {
  let reader: any TagReader
  private let left: Guarded<Int>

  init(_ reader: any TagReader, after left: Guarded<Int>) {
    (self.reader, self.left) = (reader, left)
  }

  func exchange(_ command: [UInt8], _ care: Care) throws(ReaderError) -> [UInt8] {
    let isLost = left.withLock { left in
      left -= 1
      return left == -1
    }
    guard !isLost else { throw .tagGone }
    return try reader.exchange(command, care)
  }
}

/// An operator who lays one tag down and does nothing more.
private final class QuickHand: BatchObserver {
  private(set) var log: [String] = []
  let stop = StopFlag()
  private let virtual: VirtualReader
  private var rests = 0

  /// The tag lies there from the start, so that no looks that find none are counted as exchanges.
  init(_ options: VirtualReaderOptions) throws {
    virtual = try VirtualReader(options)
    virtual.place { chip(.ntag213, 0) }
  }

  var reader: BatchReader { virtual.batchReader }

  func receive(_ event: BatchEvent) {
    guard case .finished(let result, _) = event else { return }
    log.append(result.reason?.code ?? result.word.rawValue)
  }

  func rest() {
    rests += 1
    // A run that does not end on its own is ended, and fails.
    if rests == 3_000 { stop.raise() }
  }
}

/// An operator under whose hand the first tag comes back once, and who takes the second one when
/// that is told.
private final class UnsteadyHand: BatchObserver {
  private(set) var log: [String] = []
  let stop = StopFlag()
  private let virtual: VirtualReader
  private var first: TagID?
  private var isBack = false
  private var rests = 0

  init() throws {
    virtual = try VirtualReader(VirtualReaderOptions())
  }

  var reader: BatchReader { virtual.batchReader }

  func receive(_ event: BatchEvent) {
    switch event {
    case .ready:
      guard let first else {
        first = virtual.place { chip(.ntag213, 0) }
        return
      }
      if !isBack { virtual.putBack(first) }
      isBack = true
    case .finishedTagThere:
      log.append("is back")
      guard let first else { return }
      virtual.lift(first)
      virtual.place { chip(.ntag213, 1) }
    case .finished(let result, _):
      log.append("\(result.row?.id ?? "-") \(result.word.rawValue)")
      if let first, !isBack { virtual.lift(first) }
    default: break
    }
  }

  func rest() {
    rests += 1
    // A run that does not end on its own is ended, and fails.
    if rests == 30_000 { stop.raise() }
  }
}
