// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Testing
import Threads

/// Does the job of each seed, several at a time, and records what is wrong; a seed alone tells
/// everything.
func soak(
  _ seeds: ClosedRange<UInt64>, on workers: Int = 6, replayedBy command: String,
  _ plan: @escaping @Sendable (UInt64) -> SoakPlan
) -> Soak.Result {
  let tally = Mutex(Tally(of: seeds))
  let started = ContinuousClock.now
  // A job waits most of its time: for libnfc, for a tag, or for a person's patience.
  onThreads(workers) { _ in
    while let seed = tally.withLock({ $0.nextSeed() }) {
      let finding = soak(plan(seed), replayedBy: command, tellingAll: seeds.count == 1)
      tally.withLock { $0.add(finding, of: seed, after: .now - started) }
    }
  }
  let (done, total, failures) = tally.withLock { tally in
    print(tally.report(after: .now - started))
    return (tally.done, tally.total, tally.failures)
  }
  fflush(nil)
  for failure in failures.sorted(by: { $0.seed < $1.seed }).map(\.story) {
    Issue.record(Comment(rawValue: failure))
  }
  #expect(done == seeds.count)
  return total
}

/// One job; the second part tells everything when something is wrong.
private func soak(
  _ plan: SoakPlan, replayedBy command: String, tellingAll isAlone: Bool
) -> (result: Soak.Result, failure: String?) {
  do {
    var soak = try Soak(plan)
    let result = try soak.finish()
    guard !result.mistakes.isEmpty || isAlone else { return (result, nil) }
    let story = ["\(plan)"] + result.log + soak.memories
    if isAlone { for line in story { print("soak: \(line)") } }
    guard !result.mistakes.isEmpty else { return (result, nil) }
    let failure =
      (["seed \(plan.seed), which '\(command)\(plan.seed)' runs alone:"] + result.mistakes + story)
      .joined(separator: "\n")
    return (result, failure)
  } catch {
    let result = Soak.Result(mistakes: ["\(error)"], log: [])
    return (result, "seed \(plan.seed): \(error)\n\(plan)")
  }
}

/// Seeds and figures of one soak.
private struct Tally {
  private let wanted: ClosedRange<UInt64>
  private var seeds: Slice<ClosedRange<UInt64>>
  private(set) var total = Soak.Result(mistakes: [], log: [])
  private(set) var done = 0
  private(set) var failures: [(seed: UInt64, story: String)] = []

  /// A hundred failures tell no one more than ten.
  private static let failuresMax = 10

  init(of seeds: ClosedRange<UInt64>) {
    wanted = seeds
    self.seeds = seeds[...]
  }

  mutating func nextSeed() -> UInt64? {
    failures.count < Self.failuresMax ? seeds.popFirst() : nil
  }

  mutating func add(
    _ finding: (result: Soak.Result, failure: String?), of seed: UInt64, after time: Duration
  ) {
    done += 1
    total.tags += finding.result.tags
    total.runs += finding.result.runs
    total.kills += finding.result.kills
    total.faults += finding.result.faults
    total.takeovers += finding.result.takeovers
    total.files.add(finding.result.files)
    if let failure = finding.failure { failures.append((seed, failure)) }
    if done % 500 == 0 { print(report(after: time)) }
  }

  func report(after time: Duration) -> String {
    "soak: \(done) seeds (\(wanted.lowerBound) to \(wanted.upperBound)) in \(time / .seconds(1)) s, \(total.tags) tags, \(total.runs) runs, "
      + "\(total.kills) kills, \(total.faults) faults, "
      + "\(total.takeovers) times other programs, \(total.files), \(failures.count) failures"
  }
}
