// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Provisioning
import TagReading
import TestSupport
import Testing
import VirtualReader

@testable import tagpress

/// A finished tag that leaves the field for a moment, as one does at its edge.
struct BounceTests {
  @Test func aFinishedTagThatComesBackAtOnceIsNoNewOne() throws {
    let bench = try BatchBench(
      #"<link>https://go.example.com/s/{number}</link><rows count="2" id="n{number}"/>"#)
    let hand = try UnsteadyHand()
    var run = BatchRun(BatchJob(bench.job, cures: Door("write").cures), ledger: try bench.ledger())
    // No person is as quick as that, however slow the machine.
    run.pace = BatchPace(betweenLooks: .zero, looksUntilGone: 1, bounce: .seconds(3600))
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
        BatchJob(bench.job, cures: Door("write").cures), ledger: try bench.ledger())
      // So many looks never find the tag gone.
      run.pace = BatchPace(betweenLooks: .zero, looksUntilGone: .max, bounce: .zero)
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
    var run = BatchRun(BatchJob(bench.job, cures: Door("write").cures), ledger: try bench.ledger())
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

  func take(_ event: BatchEvent) {
    switch event {
    case .ready: tag = virtual.place { chip(.ntag213, 0) }
    case .finished(let result, _):
      log.append(result.reason?.code ?? result.word.rawValue)
      if let tag { virtual.lift(tag) }
    case .waitingForUnfinished:
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

  func take(_ event: BatchEvent) {
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

  func take(_ event: BatchEvent) {
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
