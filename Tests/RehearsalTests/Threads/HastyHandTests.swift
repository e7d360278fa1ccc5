// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import JobLedger
import Provisioning
import TagReading
import TestSupport
import Testing
import VirtualReader
import Voices

@testable import tagpress

/// Hands that do not wait for the word to lay the next tag, at the pace that people get.
struct HastyHandTests {
  private static let three =
    #"<link>https://go.example.com/s/{number}</link><tags chips="NTAG213"/>"#
    + #"<rows count="3" id="n{number}"/>"#

  private static func run(_ hand: HastyHand) throws -> (BatchEnd, BatchBench) {
    let bench = try BatchBench(three)
    let run = BatchRun(BatchJob(bench.job, cures: Voice("write").cures), ledger: try bench.ledger())
    return (try run.run(on: [hand.reader], unless: hand.stop, telling: hand), bench)
  }

  /// Each tag takes the place of the one before at another moment of the reader's looks.
  @Test func aTagThatTakesThePlaceOfAFinishedOneGetsTheNextRow() throws {
    for delay in stride(from: 0, through: 12_000, by: 1_500) {
      let hand = try HastyHand(.swaps, after: UInt32(delay))
      let (end, bench) = try Self.run(hand)
      #expect(hand.log == (1...3).map { "n\($0) OK" }, "after \(delay) µs")
      let done = try bench.doneLinks()
      #expect(end.cause == .noRowLeft && Set(done.values).count == 3)
    }
  }

  /// It is moved when the next one is laid, and is silent for a moment: neither is touched then.
  @Test func aFinishedTagThatIsMovedWhenTheNextOneIsLaidIsToldOf() throws {
    for delay in stride(from: 0, through: 12_000, by: 4_000) {
      let hand = try HastyHand(.movesAside, after: UInt32(delay))
      let (end, bench) = try Self.run(hand)
      let done = try bench.doneLinks()
      #expect(hand.log.filter { $0 == "two tags" }.count == 2, "after \(delay) µs: \(hand.log)")
      #expect(hand.log.filter { $0 != "two tags" } == (1...3).map { "n\($0) OK" })
      #expect(end.cause == .noRowLeft && done.count == 3 && Set(done.values).count == 3)
      #expect(hand.writesWhileTwoLay == 0)
    }
  }

  /// The wrong kind of tag is told of, although it is not looked for each time.
  @Test func aTagOfAnotherFamilyIsToldOf() throws {
    let hand = try HastyHand(.laysFelicaFirst, after: 0)
    let (end, _) = try Self.run(hand)
    #expect(hand.log == ["n1 PUT ASIDE"] + (1...3).map { "n\($0) OK" })
    #expect(end.cause == .noRowLeft && end.counts.ok == 3)
  }
}

private final class HastyHand: BatchObserver {
  enum Habit { case swaps, movesAside, laysFelicaFirst }

  private(set) var log: [String] = []
  /// The pages that were written from when two tags lay there until one of them was taken away.
  private(set) var writesWhileTwoLay = 0
  let stop = StopFlag()
  private let habit: Habit
  private let delay: UInt32
  private let virtual: VirtualReader
  private var lying: TagID?
  private var finished: TagID?
  private var count: UInt16 = 0
  private var writes = 0
  private var rests = 0

  init(_ habit: Habit, after delay: UInt32) throws {
    (self.habit, self.delay) = (habit, delay)
    virtual = try VirtualReader()
  }

  var reader: BatchReader { virtual.batchReader }

  func receive(_ event: BatchEvent) {
    switch event {
    case .ready where lying == nil:
      if habit == .laysFelicaFirst, log.isEmpty {
        lying = virtual.place { () -> any VirtualChip in
          let felica: (any VirtualChip)? = VirtualFelicaLiteChip(idm: [1, 0x2E, 3, 4, 5, 6, 7, 8])
          return felica ?? chip(.ntag213, 900)
        }
      } else {
        lay()
      }
    case .finished(let result, let counts):
      log.append("\(result.row?.id ?? "-") \(result.word.rawValue)")
      usleep(delay)
      next(isLast: counts.done == counts.rows)
    case .twoTags:
      log.append("two tags")
      writesWhileTwoLay += virtual.counters.programmedPages - writes
      if let finished { virtual.lift(finished) }
      finished = nil
    default: break
    }
  }

  func rest() {
    rests += 1
    // A run that does not end on its own is ended, and fails.
    if rests == 100 { stop.raise() }
  }

  private func next(isLast: Bool) {
    guard let done = lying else { return }
    virtual.lift(done)
    lying = nil
    guard !isLast, habit != .laysFelicaFirst else { return }
    guard habit == .movesAside else { return lay() }
    writes = virtual.counters.programmedPages
    // Both are in the field again before the reader can have taken the finished one for gone.
    virtual.putBack(done)
    finished = done
    lay()
  }

  private func lay() {
    count += 1
    let number = count
    lying = virtual.place { chip(.ntag213, number) }
  }
}
