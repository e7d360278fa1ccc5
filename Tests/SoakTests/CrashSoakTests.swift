// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Testing

/// Small jobs whose tags tear, whose readers lie, and whose program is killed, until they are done.
@Suite struct CrashSoakTests {
  @Test func nothingLosesDoublesOrMisreportsATag() {
    let tally = Mutex(Tally())
    let started = ContinuousClock.now
    onThreads(workerCount) { _ in
      while let seed = tally.withLock({ $0.nextSeed() }) {
        let finding = soak(seed)
        tally.withLock { $0.add(finding, after: .now - started) }
      }
    }
    let (report, failures) = tally.withLock { ($0.report(after: .now - started), $0.failures) }
    print(report)
    for failure in failures { Issue.record(Comment(rawValue: failure)) }
    fflush(nil)
  }
}

/// One job of one seed; the second part tells everything when something is wrong.
private func soak(_ seed: UInt64) -> (result: Soak.Result, failure: String?) {
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
  private var seeds = wantedSeeds
  private var total = Soak.Result(mistakes: [], log: [])
  private var done = 0
  private(set) var failures: [String] = []

  /// A hundred failures tell nobody more than ten.
  private static let failuresMax = 10

  mutating func nextSeed() -> UInt64? {
    guard !seeds.isEmpty, failures.count < Self.failuresMax else { return nil }
    return seeds.removeFirst()
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

/// One seed alone, or so many from the first.
private var wantedSeeds: ArraySlice<UInt64> {
  if let seed = environmentVariable("TAGPRESS_SEED").flatMap({ UInt64($0) }) { return [seed] }
  return Array(1...(environmentVariable("TAGPRESS_SEEDS").flatMap { UInt64($0) } ?? 20))[...]
}

/// Whether one seed was asked for, which then tells what happened although nothing is wrong.
private var isAlone: Bool { environmentVariable("TAGPRESS_SEED")?.isEmpty == false }

/// A job waits most of its time: for libnfc, for a tag, or for a person's patience.
private let workerCount = 6
