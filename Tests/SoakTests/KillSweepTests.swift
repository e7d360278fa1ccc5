// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import Synchronization
import TestSupport
import Testing
import Threads
import VirtualReader

/// A small job, killed from outside at its first write, at its second, and so on to its last; and so is
/// the driver of its reader, alone.
@Suite(.serialized) struct KillSweepTests {
  @Test(
    .enabled(if: TracedCall.isPossible, "needs strace and the right to use it"),
    arguments: [SoakJob.Kind.plain, .password], KillSweep.Stretch.allCases)
  func theKillComesAtEveryWrite(_ kind: SoakJob.Kind, _ stretch: KillSweep.Stretch) throws {
    let sweep = KillSweep(job: SoakJob(kind: kind, rows: 2, takesWritten: false), stretch: stretch)
    // `make proof` wants every write; otherwise it is to take seconds.
    let step = Int(try wantedNumber("TAGPRESS_SWEEP_STRIDE") ?? 31)
    var outcome = try sweep.run(every: min(step, stretch.stepMax))
    // No two runs are alike: how often a reader is asked for a tag is chance. Where the run that
    // lists the writes stopped for a while, there are many that no other run has, and all is done
    // again, on a busy machine more than once.
    for _ in 0..<5 where outcome.kills < outcome.killsWanted {
      let failures = outcome.failures
      outcome = try sweep.run(every: min(step, stretch.stepMax))
      outcome.failures += failures
    }
    print(
      "soak: \(kind.rawValue), \(stretch.rawValue): "
        + "killed at \(outcome.kills) of \(outcome.due) places")
    fflush(nil)
    for failure in outcome.failures { Issue.record(Comment(rawValue: failure)) }
    #expect(outcome.kills >= outcome.killsWanted)
  }
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
    /// Only the process of the reader's driver is killed, and the program lives.
    case driver = "driver"

    /// The stretches with few writes.
    fileprivate var stepMax: Int {
      switch self {
      case .words, .folding: 4
      case .driver: 8
      case .taking, .tags, .reader: .max
      }
    }

    /// What counts as a write here; nil for the commands that the reader is sent.
    fileprivate var calls: TracedCall? {
      switch self {
      case .taking, .tags, .folding:
        TracedCall(
          names: "pwrite64,fdatasync,fsync,ftruncate,?unlink,unlinkat", number: nil,
          target: .ledger)
      case .words: TracedCall(names: "write,writev", number: nil, target: .output)
      case .reader, .driver: nil
      }
    }
  }

  /// Where the job is killed.
  private enum Place {
    case call(TracedCall)
    /// When the reader is sent the command with this number.
    case command(Int)
  }

  struct Outcome {
    /// At how many writes the job was to be killed.
    let due: Int
    var kills = 0
    var failures: [String] = []

    var killsWanted: Int { max(1, due * 3 / 4) }
  }

  let job: SoakJob
  let stretch: Stretch

  /// More failures tell no one more.
  private static let failuresMax = 5

  /// Kills the job at one write of this many.
  func run(every step: Int) throws -> Outcome {
    let places = try places()
    let first = Int(try (firstSeed() - 1) % UInt64(max(1, min(step, places.count))))
    let due = stride(from: first, to: places.count, by: step).map { places[$0] }
    let shared = Mutex((next: 0, outcome: Outcome(due: due.count)))
    onThreads(6) { _ in
      while true {
        let number = shared.withLock { shared in
          defer { shared.next += 1 }
          return shared.outcome.failures.count > Self.failuresMax ? due.count : shared.next
        }
        guard number < due.count else { return }
        do {
          let (wasKilled, failure) = try kill(at: due[number], seed: UInt64(number))
          shared.withLock { shared in
            if wasKilled { shared.outcome.kills += 1 }
            if let failure { shared.outcome.failures.append(failure) }
          }
        } catch {
          shared.withLock { $0.outcome.failures.append("at \(due[number]): \(error)") }
        }
      }
    }
    return shared.withLock { $0.outcome }
  }

  /// The places of the stretch when no one kills the program.
  private func places() throws -> [Place] {
    let (bench, reader, hand, _) = try begin(seed: 0)
    let end = try hand.serve(try bench.write(on: [reader], tracing: stretch.calls))
    guard end.exit == .code(0) else { throw UnexpectedEnd("\(end)") }
    if let calls = stretch.calls {
      return try bench.listedCalls(of: calls.target).map { .call($0) }
    }
    return (0..<reader.virtual.counters.hostCommands).map { .command($0) }
  }

  /// Kills the job at one place and continues to its end.
  private func kill(
    at place: Place, seed: UInt64
  ) throws -> (wasKilled: Bool, failure: String?) {
    let (bench, reader, hand, trigger) = try begin(seed: seed)
    var mistakes: [String] = []
    var call: TracedCall?
    if case .call(let traced) = place { call = traced }
    let program = try bench.write(on: [reader], tracing: call)
    if case .command(let number) = place {
      trigger.arm(program.group, at: number, killing: stretch == .driver ? .drivers : .program)
    }
    var end = try hand.serve(program) { trigger.disarm() }
    let wasKilled = stretch == .driver ? trigger.hasStruck : end.exit == .signal(SIGKILL)
    switch end.exit {
    case .code(0): break
    // Whose driver ends before a reader was open has none.
    case .code(2) where stretch == .driver && end.cause == "no-reader": break
    case .signal(SIGKILL) where stretch != .driver: break
    // Only a job that was done before it came so far is a reason not to have been killed.
    default: mistakes.append("it was not killed, or ended with its driver: \(end)")
    }
    for _ in 0..<6 where end.exit != .code(0) {
      if hand.isAtLoss { try bench.giveUpBegunTags() }
      end = try hand.serve(try bench.write(on: [reader]))
    }
    mistakes += hand.mistakes
    if end.exit != .code(0) { mistakes.append("the job was not done: \(end)") }
    mistakes += try SoakJudge(
      job: job, key: bench.key, tags: hand.box.tags, told: hand.told, record: bench.record()
    ).mistakes()
    guard !mistakes.isEmpty else { return (wasKilled, nil) }
    return (
      wasKilled,
      "killed at \(place) (\(stretch.rawValue)): " + (mistakes + hand.log).joined(separator: "\n")
    )
  }

  /// A job that has come to the stretch, its reader, and its operator.
  private func begin(
    seed: UInt64, tries: Int = 3
  ) throws -> (bench: JobBench, reader: SoakReader, hand: Operator, trigger: CommandTrigger) {
    let bench = try JobBench(job)
    let trigger = CommandTrigger()
    var options = VirtualReaderOptions()
    options.commandCame = { trigger.commandCame($0) }
    let reader = try bench.reader(options)
    let random = Splitmix64(seed: seed)
    let hand = Operator(
      at: [reader], with: TagBox(series: 0xA0, for: job, badTags: 0, random), for: job, random)
    switch stretch {
    case .taking, .words: break
    case .tags, .reader, .driver: try bench.plan()
    case .folding:
      try bench.plan()
      let last = TracedCall(names: "?unlink,unlinkat", number: 1, target: .ledger)
      let end = try hand.serve(try bench.write(on: [reader], tracing: last))
      // A log that is gone was removed, and the tracer has missed that call.
      if end.exit == .code(0), !bench.hasLog, tries > 1 {
        return try begin(seed: seed, tries: tries - 1)
      }
      guard end.exit == .signal(SIGKILL) else {
        throw UnexpectedEnd("\(end), and its log is \(bench.hasLog ? "there" : "gone")")
      }
    }
    return (bench, reader, hand, trigger)
  }
}

/// A run that did not end as a sweep needs it.
private struct UnexpectedEnd: Error {
  let end: String

  init(_ end: String) {
    self.end = end
  }
}
