// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Glibc
import TestSupport
import VirtualReader

extension JobBench {
  fileprivate func reader(for plan: SoakPlan, number: Int, isSound: Bool) throws -> SoakReader {
    let options = plan.options(reader: number, isSound: isSound)
    return try plan.model.map { try reader($0, options) } ?? reader(options)
  }
}

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
    /// How often another program took the readers.
    var takeovers = 0
    var files = FileRepair.Figures()
  }

  private let plan: SoakPlan
  private var luck: Splitmix64
  private var repair = FileRepair()
  private let bench: JobBench
  private let hand: Operator
  private var virtuals: [VirtualReader]

  /// After this many runs someone brings readers that work, and a job that is never done is a
  /// mistake.
  private static let faultyRuns = 8
  private static let runsMax = 30

  init(_ plan: SoakPlan) throws {
    self.plan = plan
    luck = Splitmix64(seed: plan.seed ^ 0xF11E)
    bench = try JobBench(plan.job)
    let readers = try (0..<plan.readers).map { [bench] reader in
      try bench.reader(for: plan, number: reader, isSound: false)
    }
    virtuals = readers.map(\.virtual)
    let box = TagBox(
      series: 0xA0, for: plan.job, badTags: plan.badTags, Splitmix64(seed: plan.seed ^ 0xB0C5))
    hand = Operator(
      at: readers, with: box, for: plan.job, impatience: plan.impatience,
      Splitmix64(seed: plan.seed ^ 0x4A9D))
    // Here much is silent, and no one has all day.
    hand.patience = .milliseconds(400)
    hand.mayHearOfGhosts = plan.readersLie
    hand.cloning = plan.cloning
  }

  /// Runs the program until it says that all is done, and judges that.
  mutating func finish() throws -> Result {
    var runs = 0
    var isDone = false
    var mistakes: [String] = []
    while !isDone || runs <= plan.mishaps.count || bench.files.areAway, runs < Self.runsMax {
      if runs == Self.faultyRuns {
        let sound = try (0..<plan.readers).map { reader in
          try bench.reader(for: plan, number: reader, isSound: true)
        }
        hand.change(to: sound)
        virtuals += sound.map(\.virtual)
      }
      hand.sabotage = sabotage(ofRun: runs)
      let killing = plan.kills.indices.contains(runs) ? plan.kills[runs] : nil
      runs += 1
      var call: TracedCall?
      if case .atCall(let names, let number) = killing {
        call = TracedCall(names: names, number: number)
      }
      if hand.isAtLoss, runs % 2 == 0 { try bench.giveUpBegunTags() }
      let arguments = (hand.isAtLoss ? ["--redo", "failed"] : []) + repair.arguments
      let program = try bench.write(on: hand.readers, arguments, tracing: call)
      let end = try hand.serve(program, killing: killing)
      isDone = end.exit == .code(0)
      if let words = end.refusal {
        switch try repair.obey(words, at: bench) {
        case .goesOn(let deed): hand.note(deed)
        case .beyondRepair:
          return result(runs, hand.mistakes + mistakes + SoakJudge.doubled(hand.told))
        case .leadsNowhere: mistakes.append("refused, and the words lead nowhere: \(words)")
        }
      } else {
        if let mistake = Self.mistake(of: end, killing) { mistakes.append(mistake) }
        // A program that has opened the ledger was content with the files.
        if end.cause != nil { repair.end() }
      }
      try sufferMishap(afterRun: runs, wasKilled: end.cause == nil)
      // Someone looks why no reader could be opened.
      if end.cause == "no-reader" { for reader in hand.readers { try? reader.virtual.replug() } }
    }
    if !isDone { mistakes.append("the job was not done after \(runs) runs") }
    if !hand.told.contains(where: { $0.word == "OK" }) { mistakes.append("no tag was called OK") }
    mistakes += hand.mistakes
    if let mistake = try bench.mistakeOfASecondLedger() { mistakes.append(mistake) }
    mistakes += try SoakJudge(
      job: plan.job, key: bench.key, tags: hand.box.tags, told: hand.told, record: bench.record(),
      readersLie: plan.readersLie
    ).mistakes()
    return result(runs, mistakes)
  }

  private func result(_ runs: Int, _ mistakes: [String]) -> Result {
    Result(
      mistakes: mistakes, log: hand.log, tags: hand.box.tags.count, runs: runs,
      kills: hand.killCount, faults: virtuals.map(\.counters.faults).reduce(0, +),
      takeovers: bench.takeovers, files: repair.figures)
  }

  private func sabotage(ofRun run: Int) -> (tag: Int, deed: (BackgroundProgram) -> String)? {
    guard plan.sabotages.indices.contains(run), let sabotage = plan.sabotages[run] else {
      return nil
    }
    return (
      sabotage.tag,
      { [bench] program in
        switch sabotage.deed {
        case .takesTheLedger:
          return bench.files.moveAway() ? "the ledger is moved away" : "there is no ledger yet"
        case .endsTheDrivers:
          for driver in driverProcesses(of: program.group) { kill(driver, SIGKILL) }
          return "the drivers are killed"
        case .changesTheManifest: return bench.takeOverAnotherManifest()
        case .takesTheReaders: return bench.useReadersOtherwise()
        }
      }
    )
  }

  private mutating func sufferMishap(afterRun run: Int, wasKilled: Bool) throws {
    guard plan.mishaps.indices.contains(run - 1) else { return }
    if let mishap = plan.mishaps[run - 1], !bench.files.areAway, !repair.isNeeded,
      try bench.files.suffer(mishap, using: &luck)
    {
      hand.note("the files suffer: \(mishap)")
      repair.begin(mishap, wasKilled: wasKilled)
    }
    try bench.files.remember()
  }

  /// What is wrong with the way in which a run ended.
  private static func mistake(of end: Operator.RunEnd, _ killing: Killing?) -> String? {
    switch (end.cause, end.exit) {
    // It may have said its last word already.
    case (_, .signal(SIGKILL)) where killing != nil: nil
    case ("no-row-left", .code(0)), ("no-row-left", .code(1)): nil
    case ("stopped", .code(0)), ("stopped", .code(1)), ("too-many-failures", .code(1)): nil
    case ("no-reader", .code(2)): nil
    case ("manifest-changed", .code(1)): nil
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
