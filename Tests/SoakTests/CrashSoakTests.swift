// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Testing

/// Small jobs whose tags tear, whose readers lie, and whose program is killed, until they are done.
@Suite struct CrashSoakTests {
  @Test func nothingLosesDoublesOrMisreportsATag() throws {
    let alone = try wantedNumber("TAGPRESS_SEED")
    let last = try wantedNumber("TAGPRESS_SEEDS") ?? 20
    // One seed alone, or so many from the first.
    let seeds = alone.map { $0...$0 } ?? 1...last
    let tally = Mutex(Tally(of: seeds))
    let started = ContinuousClock.now
    onThreads(workerCount) { _ in
      while let seed = tally.withLock({ $0.nextSeed() }) {
        let finding = soak(seed, tellingAll: alone != nil)
        tally.withLock { $0.add(finding, after: .now - started) }
      }
    }
    let (done, total, failures) = tally.withLock { tally in
      print(tally.report(after: .now - started))
      return (tally.done, tally.total, tally.failures)
    }
    fflush(nil)
    for failure in failures { Issue.record(Comment(rawValue: failure)) }
    #expect(done == seeds.count)
    // A few seeds may well have no bad luck; so many that have none test nothing.
    guard seeds.count >= 20 else { return }
    #expect(total.kills > 0)
    #expect(total.faults > 0)
  }
}

/// One job of one seed; the second part tells everything when something is wrong.
private func soak(
  _ seed: UInt64, tellingAll isAlone: Bool
) -> (result: Soak.Result, failure: String?) {
  let plan = SoakPlan(seed: seed, mayTrace: TracedCall.isPossible)
  do {
    var soak = try Soak(plan)
    let result = try soak.finish()
    guard !result.mistakes.isEmpty || isAlone else { return (result, nil) }
    let story = ["\(plan)"] + result.log + soak.memories
    if isAlone { for line in story { print("soak: \(line)") } }
    guard !result.mistakes.isEmpty else { return (result, nil) }
    let failure =
      (["seed \(seed), which 'make soak SEED=\(seed)' runs alone:"] + result.mistakes + story)
      .joined(separator: "\n")
    return (result, failure)
  } catch {
    let result = Soak.Result(mistakes: ["\(error)"], log: [])
    return (result, "seed \(seed): \(error)\n\(plan)")
  }
}

/// Seeds and figures of one soak.
private struct Tally {
  private var seeds: Slice<ClosedRange<UInt64>>
  private(set) var total = Soak.Result(mistakes: [], log: [])
  private(set) var done = 0
  private(set) var failures: [String] = []

  /// A hundred failures tell nobody more than ten.
  private static let failuresMax = 10

  init(of seeds: ClosedRange<UInt64>) {
    self.seeds = seeds[...]
  }

  mutating func nextSeed() -> UInt64? {
    failures.count < Self.failuresMax ? seeds.popFirst() : nil
  }

  mutating func add(_ finding: (result: Soak.Result, failure: String?), after time: Duration) {
    done += 1
    total.tags += finding.result.tags
    total.runs += finding.result.runs
    total.kills += finding.result.kills
    total.faults += finding.result.faults
    if let failure = finding.failure { failures.append(failure) }
    if done % 500 == 0 { print(report(after: time)) }
  }

  func report(after time: Duration) -> String {
    "soak: \(done) seeds in \(time / .seconds(1)) s, \(total.tags) tags, \(total.runs) runs, "
      + "\(total.kills) kills, \(total.faults) faults, \(failures.count) failures"
  }
}

/// A job waits most of its time: for libnfc, for a tag, or for a person's patience.
private let workerCount = 6
