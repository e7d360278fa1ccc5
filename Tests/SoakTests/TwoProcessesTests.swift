// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Testing
import VirtualReader

/// Two programs that write one job at the same time, each with its reader and its box of tags.
@Suite struct TwoProcessesTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func noRowIsWrittenTwiceAndNoTagIs(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    let job = SoakJob(
      kind: SoakJob.Kind.allCases[Int(seed) % SoakJob.Kind.allCases.count], rows: 8,
      takesWritten: false)
    let bench = try JobBench(job)
    // The second one starts somewhere in the first one's work; sometimes one of them is killed.
    let pause = UInt32(random.next() % 150_000)
    let killing: Killing? = seed % 3 == 0 ? .atPage(10 + Int(random.next() % 20)) : nil
    let desks = try (0..<2).map { number in
      let reader = try bench.reader()
      let box = TagBox(series: UInt8(0xA0 + number), for: job, badTags: 10, random)
      return Desk(bench, Operator(at: [reader], with: box, for: job, impatience: 8, random))
    }
    onThreads(2) { number in
      if number == 1 { usleep(pause) }
      desks[number].write(killing: number == 0 ? killing : nil)
    }
    // What the two have begun and not finished needs their own hands.
    for _ in 0..<4 {
      for desk in desks { desk.write(killing: nil) }
      if desks.contains(where: \.hand.isAtLoss) { try bench.giveUpBegunTags() }
    }

    let hands = desks.map(\.hand)
    #expect(desks.flatMap(\.failures) + hands.flatMap(\.mistakes) == [])
    let judge = SoakJudge(
      job: job, key: bench.key, tags: hands.flatMap(\.box.tags), told: hands.flatMap(\.told),
      record: bench.record())
    #expect(
      try judge.mistakes() == [], "\(hands.map { $0.log.joined(separator: "\n") })")
    // The test must test something.
    #expect(hands.allSatisfy { hand in hand.told.contains { $0.word == "OK" } })
    #expect(desks.allSatisfy { $0.lastExit == .code(0) })
  }
}

/// One of the two programs and its operator; only its own thread uses it while there is one.
private final class Desk: @unchecked Sendable {
  let hand: Operator
  private(set) var failures: [String] = []
  private(set) var lastExit: ProcessResult.Exit?
  private let bench: JobBench

  init(_ bench: JobBench, _ hand: Operator) {
    (self.bench, self.hand) = (bench, hand)
  }

  /// One run, if the job is not done as far as this desk knows.
  func write(killing: Killing?) {
    guard lastExit != .code(0) else { return }
    do {
      let arguments = hand.isAtLoss ? ["--redo", "failed"] : []
      let end = try hand.serve(try bench.write(on: hand.readers, arguments), killing: killing)
      lastExit = end.exit
      if end.cause == "ledger" { failures.append(end.errorOutput) }
    } catch {
      failures.append("\(error)")
    }
  }
}
