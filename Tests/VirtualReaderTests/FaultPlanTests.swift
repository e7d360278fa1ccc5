// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import VirtualReader

struct FaultPlanTests {
  /// A plan in which everything goes wrong now and then.
  static func plan(_ seed: UInt64) -> FaultPlan {
    let often = Ratio(1, of: 40)
    var odds = FaultOdds()
    odds.commandLost = often
    odds.answerLost = often
    odds.answerCorrupted = often
    odds.tagMissesFrame = often
    odds.tagAnswerLost = often
    odds.tagAnswerCorrupted = often
    odds.tagLeaves = often
    odds.tornWrite = Ratio(1, of: 10)
    return FaultPlan(seed: seed, odds: odds)
  }

  static func run(_ seed: UInt64) -> [TranscriptLine] {
    var bench = Bench(plan: plan(seed))
    bench.place(PlainChip(uid: hex("04E141124C2880")))
    _ = bench.ask("3205000102")
    for number in 0..<200 {
      _ = bench.ask("4a0100")
      _ = bench.ask("4001a2040102" + hexText([UInt8(number), 0]))
      _ = bench.ask("40013004")
    }
    return bench.link.board.transcript.lines
  }

  @Test(
    "the same seed makes the same run to the last byte", arguments: [1, 2, 3, 0xFEED] as [UInt64])
  func sameSeedSameRun(seed: UInt64) {
    let run = Self.run(seed)
    #expect(run == Self.run(seed), "\(Self.plan(seed))")
    #expect(run != Self.run(seed + 1), "\(Self.plan(seed))")
    let faults = run.filter {
      if case .fault = $0.event { true } else { false }
    }
    #expect(faults.count > 40, "\(Self.plan(seed))")
  }

  @Test func neverIsNever() {
    for index in 0..<1_000 {
      #expect(FaultPlan(seed: 7).fault(atExchange: index) == nil)
      #expect(FaultPlan(seed: 7).tear(atWrite: index) == nil)
      #expect(FaultPlan(seed: 7).defect(ofTag: index) == nil)
    }
  }

  @Test("one kind's odds leave another kind's places alone")
  func kindsAreIndependent() {
    var alone = FaultPlan(seed: 11)
    alone.odds.answerLost = Ratio(1, of: 10)
    var both = alone
    both.odds.tagLeaves = Ratio(1, of: 10)
    let places = { (plan: FaultPlan) in
      (0..<500).filter { plan.fault(atExchange: $0) == .answerLost }
    }
    #expect(places(alone) == places(both))
    #expect((25...75).contains(places(alone).count))
  }

  @Test func aRatioOutOfNothingIsNoTrap() {
    #expect(!Ratio(0, of: 0).draws(5))
    #expect(Ratio(1, of: 0).draws(5))
  }

  @Test func namesItsSeed() {
    #expect("\(FaultPlan(seed: 0xBEEF))" == "FaultPlan(seed: 0xbeef)")
  }
}
