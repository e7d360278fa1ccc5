// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobManifest
internal import LibNFCReader
internal import Provisioning
internal import Rehearsal
internal import TagReading
internal import Terminal
internal import VirtualReader

/// `tagpress rehearse`: a job from its first tag to its last on virtual readers.
struct Rehearse: Command {
  var job = ""
  var tags: Int?
  var faults = FaultLevel.none
  var seed = 1
  var readers = 1
  var realtime = false
  var outside = false
  var plain = false
  var json = false
  /// Whether what was found in the job is shown once more.
  var showsFindings = true
  /// How what helps is said.
  var cures = Rehearse.voice.cures

  static let name = ["rehearse"]
  static let table = CommandTable<Rehearse>(
    summary: "Try a job out on virtual tags",
    discussion: """
      Everything is the same as with 'tagpress write' except the tags and readers: the checks, the \
      engine, a ledger (in a temporary folder; the real one is not touched), and the display. A \
      simulated operator puts one new tag after another on the readers and follows every \
      instruction. At the end, the memories of the tags are decoded independently of readers and \
      ledger, and must hold every row exactly once.

      A job with passwords needs no key file: the virtual tags get theirs from a throw-away key. A \
      job that takes only genuine chips takes the virtual tags here, and nowhere else.
      """,
    examples: [
      "tagpress rehearse spring.xml": "Writes all rows at full speed.",
      "tagpress rehearse --tags 20 --faults some --realtime spring.xml":
        "Shows 20 tags coming and going, some of which fail.",
    ],
    exitCodes: [.differs: "the job has errors, rows are left without a tag, or a tag is wrong"],
    meaningless: ["plain": "json"], onlyBeside: ["seed": "faults"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "tags", .integer("N", in: 1...10_000_000), to: \.tags, help: "Stop when N tags are OK"),
      .option(
        "faults", .choice("LEVEL"), to: \.faults, help: "How much goes wrong; none by default"),
      .option(
        "seed", .integer("N", in: 0...Int.max), to: \.seed,
        help: "Seed of the random faults; the same seed repeats them"),
      .option(
        "readers", .integer("N", in: 1...16), to: \.readers,
        help: "How many readers write in parallel"),
      .flag("realtime", to: \.realtime, help: "Take as long as real hardware would"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("plain", to: \.plain, help: "Print one line per tag, even on a terminal"),
      .flag("json", to: \.json, help: "Print one JSON object per line for each event"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      // Before there is a folder that someone would have to remove.
      let interruption = Interruption()
      let folder = try temporaryFolder()
      defer { folder.remove() }
      let display = batchDisplay(
        json: json, plain: plain, station: nil, sound: nil, words: Languages.ofUser,
        cures: Self.voice.cures, unless: interruption.stop, on: console)
      let commands = BatchCommands(stop: interruption.stop)
      let report = try rehearse(in: folder, obeying: commands, telling: display, console)
      json ? console.writeLine(report.json) : console.write(report.page)
      return report.code
    } catch {
      return console.report(error, "rehearse", json: json, lines: true)
    }
  }

  private func temporaryFolder() throws(Failure) -> TemporaryFolder {
    do throws(NoTemporaryFolder) { return try TemporaryFolder() } catch { throw Failure(error) }
  }

  func rehearse(
    in folder: TemporaryFolder, obeying commands: BatchCommands,
    telling display: any BatchObserver, _ console: Console
  ) throws(Failure) -> RehearsalReport {
    let open = try OpenJob(
      job, outside: outside, namesReservedHosts: true, showsFindings: showsFindings,
      rehearsingIn: folder, on: console)
    try requireSimulated(open.job)
    if open.key != nil { console.say("The virtual tags get passwords from a throw-away key.") }
    let virtuals = try virtualReaders(
      readers, isRealTime: realtime, faults: faults.odds, seed: UInt64(seed))
    let report: RehearsalReport
    let hand: RehearsalHand
    do throws(LedgerError) {
      let rows = try open.ledger.counts().rows
      hand = RehearsalHand(
        at: virtuals, for: open.job, rows: rows, tags: tags, obeying: commands,
        behind: display)
      let start = ContinuousClock.now
      let end = try write(open, at: virtuals, with: hand, obeying: commands)
      let took = ContinuousClock.now - start
      try hand.finish(with: open.ledger)
      report = RehearsalReport(
        end: end, wanted: hand.wanted, tags: hand.tagCount, judge: hand.judge,
        took: took, counters: hand.counters, seed: seed)
    } catch {
      throw Failure(error)
    }
    if let failure = hand.failure {
      throw Failure(name: "no-tag", words: failure.description, kind: .couldNotRun)
    }
    return report
  }

  /// Refuses a job whose tags no virtual reader has.
  func requireSimulated(_ wanted: Job) throws(Failure) {
    guard wanted.tags.chips.isEmpty || !RehearsalHand.chips(of: wanted).isEmpty else {
      throw Failure(
        name: "chip-not-simulated",
        words:
          "The job takes only ISO 15693 tags, which a virtual reader does not support. Rehearse "
          + "with chips=\"NTAG213\".",
        kind: .differs, file: job)
    }
  }

  private func write(
    _ open: OpenJob, at virtuals: [VirtualReader], with hand: RehearsalHand,
    obeying commands: BatchCommands
  ) throws(LedgerError) -> BatchEnd {
    let readers = virtuals.enumerated().map { number, virtual in
      BatchReader(name: "virtual reader \(number + 1)") { () throws(ReaderOpeningError) in
        try openLibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
      }
    }
    var run = BatchRun(
      BatchJob(open.job, key: open.key, takesVirtualTags: true, cures: cures),
      ledger: open.ledger)
    run.pace = realtime ? .people : .machine
    while true {
      run.limit = tags.map { $0 - hand.judge.rightTags }
      let end = try run.run(on: readers, obeying: commands, telling: hand)
      guard try hand.goesOn(after: end, with: open.ledger) else { return end }
    }
  }
}

/// Virtual readers, each with faults of its own.
func virtualReaders(
  _ count: Int, isRealTime: Bool, faults: FaultOdds = FaultOdds(), seed: UInt64 = 0
) throws(Failure) -> [VirtualReader] {
  var virtuals: [VirtualReader] = []
  for number in 0..<count {
    var options = VirtualReaderOptions()
    options.isRealTime = isRealTime
    options.faults = FaultPlan(seed: seed &+ UInt64(number), odds: faults)
    do throws(VirtualReaderError) {
      virtuals.append(try VirtualReader(options))
    } catch {
      throw Failure(name: "no-virtual-reader", words: error.description, kind: .couldNotRun)
    }
  }
  return virtuals
}

extension RehearsalReport {
  fileprivate var code: ExitCode {
    if hasMistakes { return .differs }
    return isRight ? .done : end.code == .done ? .differs : end.code
  }
}
