// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import VirtualReader

/// One job from its first tag to its last, however often the program is killed meanwhile.
struct Soak {
  /// What came of it.
  struct Result {
    var mistakes: [String]
    var log: [String]
    var tags = 0
    var runs = 0
    var kills = 0
    var faults = 0
  }

  private let plan: SoakPlan
  private let bench: JobBench
  private let hand: Operator
  private var virtuals: [VirtualReader]

  /// After so many runs somebody brings readers that work, and a job that is never done is a mistake.
  private static let faultyRuns = 8
  private static let runsMax = 30

  init(_ plan: SoakPlan) throws {
    self.plan = plan
    bench = try JobBench(plan.job)
    let readers = try (0..<plan.readers).map { [bench] reader in
      try bench.reader(plan.options(reader: reader, isSound: false))
    }
    virtuals = readers.map(\.virtual)
    let box = TagBox(
      series: 0xA0, for: plan.job, badTags: plan.badTags, Splitmix64(seed: plan.seed ^ 0xB0C5))
    hand = Operator(
      at: readers, with: box, for: plan.job, impatience: plan.impatience,
      Splitmix64(seed: plan.seed ^ 0x4A9D))
    // Here much is silent, and nobody has all day.
    hand.patience = .milliseconds(400)
  }

  /// Runs the program until it says that all is done, and judges that.
  mutating func finish() throws -> Result {
    var runs = 0
    var isDone = false
    var mistakes: [String] = []
    while !isDone, runs < Self.runsMax {
      if runs == Self.faultyRuns {
        let sound = try (0..<plan.readers).map { reader in
          try bench.reader(plan.options(reader: reader, isSound: true))
        }
        hand.change(to: sound)
        virtuals += sound.map(\.virtual)
      }
      let killing = plan.kills.indices.contains(runs) ? plan.kills[runs] : nil
      runs += 1
      var call: TracedCall?
      if case .atCall(let names, let number) = killing {
        call = TracedCall(names: names, number: number)
      }
      if hand.isAtLoss, runs % 2 == 0 { try bench.giveUpBegunTags() }
      let arguments = hand.isAtLoss ? ["--redo", "failed"] : []
      let program = try bench.write(on: hand.readers, arguments, tracing: call)
      let end = try hand.serve(program, killing: killing)
      isDone = end.exit == .code(0)
      if let mistake = Self.mistake(of: end, killing) { mistakes.append(mistake) }
      // Somebody looks why no reader could be opened.
      if end.cause == "no-reader" { for reader in hand.readers { try? reader.virtual.replug() } }
    }
    if !isDone { mistakes.append("the job was not done after \(runs) runs") }
    if !hand.told.contains(where: { $0.word == "OK" }) { mistakes.append("no tag was called OK") }
    mistakes += hand.mistakes
    mistakes += try SoakJudge(
      job: plan.job, key: bench.key, tags: hand.box.tags, told: hand.told, record: bench.record()
    ).mistakes()
    return Result(
      mistakes: mistakes, log: hand.log, tags: hand.box.tags.count, runs: runs,
      kills: hand.killCount, faults: virtuals.map(\.counters.faults).reduce(0, +))
  }

  /// What is wrong with the way in which a run ended.
  private static func mistake(of end: Operator.RunEnd, _ killing: Killing?) -> String? {
    switch (end.cause, end.exit) {
    // It may have said its last word already.
    case (_, .signal(SIGKILL)) where killing != nil: nil
    case ("no-row-left", .code(0)), ("no-row-left", .code(1)): nil
    case ("stopped", .code(0)), ("stopped", .code(1)), ("too-many-failures", .code(1)): nil
    case ("no-reader", .code(2)): nil
    default: "a run ended with \(end.exit), \(end.cause ?? "no cause"): \(end.errorOutput)"
    }
  }

  /// The memories of all tags, for a report.
  var memories: [String] {
    hand.box.tags.map { tag in
      guard let chip = try? tag.chip() else { return "\(tag.uid): no memory" }
      let cells = tag.sheet.cells(of: chip)
      return "\(tag.uid) \(chip.model.name): \(tag.sheet.phone(reads: cells))\n"
        + cells.enumerated().prefix(24).map { "  \($0) \(hex($1))" }.joined(separator: "\n")
    }
  }
}

/// Does something many times on several threads of its own, which may block as long as they like.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  final class Luggage: Sendable {
    let number: Int
    let body: @Sendable (Int) -> Void
    init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
      (self.number, self.body) = (number, body)
    }
  }
  let threads = (0..<count).map { number in
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { raw in
        guard let raw else { return nil }
        let luggage = Unmanaged<Luggage>.fromOpaque(raw).takeRetainedValue()
        luggage.body(luggage.number)
        return nil
      }, Unmanaged.passRetained(Luggage(number, body)).toOpaque())
    return thread
  }
  for thread in threads { pthread_join(thread, nil) }
}
