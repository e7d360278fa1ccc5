// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Testing

/// A small job, killed from outside at its first write, at its second, and so on to its last.
@Suite(.serialized) struct KillSweepTests {
  @Test(
    .enabled(if: TracedCall.isPossible, "needs strace and the right to use it"),
    arguments: [SoakJob.Kind.plain, .password], KillSweep.Stretch.allCases)
  func theKillComesAtEveryWrite(_ kind: SoakJob.Kind, _ stretch: KillSweep.Stretch) throws {
    let sweep = KillSweep(job: SoakJob(kind: kind, rows: 2, takesWritten: false), stretch: stretch)
    let outcome = sweep.run(stride: min(wantedStride, stretch.strideMax))
    print("soak: \(kind.rawValue), \(stretch.rawValue): killed at \(outcome.kills) writes")
    fflush(nil)
    for failure in outcome.failures { Issue.record(Comment(rawValue: failure)) }
    #expect(outcome.kills > 0)
  }
}

/// `make test-all` wants every write; otherwise it is to take seconds.
private var wantedStride: Int {
  environmentVariable("TAGPRESS_SWEEP_STRIDE").flatMap { Int($0) } ?? 31
}

/// One job, killed at the writes of one stretch of its way.
struct KillSweep: Sendable {
  /// The tracer counts for each thread, so every stretch is one in which a thread is alone.
  enum Stretch: String, CaseIterable, Sendable {
    /// The ledger is made, and the rows are taken over.
    case taking = "ledger, rows are taken over"
    /// The rows are there, and tags are claimed and finished.
    case tags = "ledger, tags"
    /// The job is done, and its log is folded into the ledger.
    case folding = "ledger, end"
    case words = "output"
    case reader = "reader"

    /// The stretches with few writes.
    fileprivate var strideMax: Int {
      switch self {
      case .words, .folding: 4
      case .taking, .tags, .reader: .max
      }
    }

    fileprivate func call(_ number: Int) -> TracedCall {
      switch self {
      case .taking, .tags, .folding:
        TracedCall(
          names: "pwrite64,fdatasync,fsync,ftruncate,?unlink,unlinkat", number: number,
          target: .ledger)
      case .words: TracedCall(names: "write,writev", number: number, target: .output)
      case .reader: TracedCall(names: "write,writev", number: number, target: .reader)
      }
    }
  }

  let job: SoakJob
  let stretch: Stretch

  /// More writes than any stretch has.
  private static let numberMax = 2_000

  func run(stride: Int) -> (kills: Int, failures: [String]) {
    let shared = Mutex((next: 1, kills: 0, failures: [String]()))
    onThreads(6) { _ in
      while true {
        let number = shared.withLock { shared in
          defer { shared.next += stride }
          return shared.next
        }
        guard number < Self.numberMax else { return }
        do {
          let (wasKilled, failure) = try killAt(number)
          let isOver = shared.withLock { shared in
            if wasKilled { shared.kills += 1 } else { shared.next = Self.numberMax }
            if let failure { shared.failures.append(failure) }
            return !wasKilled || shared.failures.count > 5
          }
          if isOver { return }
        } catch {
          shared.withLock { $0.failures.append("at write \(number): \(error)") }
          return
        }
      }
    }
    return shared.withLock { ($0.kills, $0.failures) }
  }

  /// Kills the job at one write and goes on to its end.
  private func killAt(_ number: Int) throws -> (wasKilled: Bool, failure: String?) {
    let bench = try JobBench(job)
    let reader = try bench.reader()
    let random = Splitmix64(seed: UInt64(number))
    let hand = Operator(
      at: [reader], with: TagBox(series: 0xA0, for: job, badTags: 0, random), for: job, random)
    switch stretch {
    case .taking, .words: break
    case .tags, .reader: try bench.plan()
    case .folding:
      try bench.plan()
      let last = TracedCall(names: "?unlink,unlinkat", number: 1, target: .ledger)
      _ = try hand.serve(try bench.write(on: [reader], killedAt: last))
    }
    let call = stretch.call(number)
    var end = try hand.serve(try bench.write(on: [reader], killedAt: call))
    let wasKilled = end.exit == .signal(SIGKILL)
    for _ in 0..<6 where end.exit != .code(0) {
      if hand.isAtLoss { try bench.giveUpBegunTags() }
      end = try hand.serve(try bench.write(on: [reader]))
    }
    var mistakes = hand.mistakes
    if end.exit != .code(0) { mistakes.append("the job was not done: \(end)") }
    mistakes += try SoakJudge(
      job: job, key: bench.key, tags: hand.box.tags, told: hand.told, record: bench.record()
    ).mistakes()
    guard !mistakes.isEmpty else { return (wasKilled, nil) }
    return (
      wasKilled,
      "killed at write \(number) (\(stretch.rawValue)): "
        + (mistakes + hand.log).joined(separator: "\n")
    )
  }
}
