// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Testing
import VirtualReader

/// Two programs that write one job at the same time, each with its reader and its box of tags.
struct TwoProcessesTests {
  @Test func noRowIsWrittenTwiceAndNoTagIs() throws {
    let seeds = try wantedSeeds("TAGPRESS_PAIRS", orElse: 5)
    print("soak: two programs: seeds \(seeds.lowerBound) to \(seeds.upperBound)")
    var both = try seeds.count { try write(seed: $0) }
    // The test must test something: on a busy machine one program can be done before the other begins.
    var seed = seeds.upperBound
    while both == 0, seed < seeds.upperBound + 50 {
      seed += 1
      if try write(seed: seed) { both += 1 }
    }
    #expect(both > 0)
  }

  /// Writes a job with two programs; tells whether both of them got a part of it.
  private func write(seed: UInt64) throws -> Bool {
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
    #expect(desks.allSatisfy { $0.lastExit == .code(0) })
    return hands.allSatisfy { hand in hand.told.contains { $0.word == "OK" } }
  }

  @Test func noOneWaitsForATagThatAnotherProcessHasFinished() throws {
    let job = SoakJob(kind: .plain, rows: 2, takesWritten: false)
    let bench = try JobBench(job)
    var tearing = FaultPlan.none
    tearing.atWrite = [3: .pageOld]
    tearing.tornTagReturns = nil
    let first = try Scene(on: bench, series: 0xA0, faults: tearing)
    try first.hear("tag")
    let second = try Scene(on: bench, series: 0xA1)
    try second.hear("tag")
    second.box.lift(second.tag)
    try second.hear("waiting-for-unfinished")
    // The first one has taken the row that the second one has written meanwhile.
    try first.hear("ready")
    first.box.putBack(first.tag)
    try first.hear("tag")
    first.box.lift(first.tag)
    for scene in [first, second] {
      #expect(try scene.end().exit == .code(0))
      #expect(scene.sentence == "2 of 2 rows are done.")
    }
    #expect(first.words == ["n1 AGAIN", "n1 OK"])
    #expect(second.words == ["n2 OK"])
    #expect(bench.record().claims.map(\.state) == ["done", "done"])
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
      if end.cause == "ledger" { failures.append(hand.log.suffix(20).joined(separator: "\n")) }
    } catch {
      failures.append("\(error)")
    }
  }
}
