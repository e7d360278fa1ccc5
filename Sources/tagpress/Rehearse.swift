// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobLedger
internal import JobManifest
internal import Provisioning
internal import TagReading
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

  static let name = ["rehearse"]
  static let table = CommandTable<Rehearse>(
    summary: "Write a job onto virtual tags, to see that it works",
    discussion: """
      Everything is as with 'tagpress write' but the tags and the readers: the checks, the engine, \
      a ledger (in a temporary folder; the real one is not touched), and the display. A hand lays \
      one new tag after the other on the readers and obeys every word. At the end the memories of \
      the tags are decoded, apart from readers and ledger, and must hold every row exactly once.

      A job with passwords needs no key file: the virtual tags get theirs from a throw-away key.
      """,
    examples: [
      "tagpress rehearse spring.xml": "Writes all rows at full speed.",
      "tagpress rehearse --tags 20 --faults some --realtime spring.xml":
        "Shows how 20 tags come and go, of which some fail.",
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
        "seed", .integer("N", in: 0...Int.max), to: \.seed, help: "What the faults come from"),
      .option(
        "readers", .integer("N", in: 1...16), to: \.readers,
        help: "How many readers write side by side"),
      .flag("realtime", to: \.realtime, help: "Take the time that real hardware would take"),
      .flag("outside", to: \.outside, help: "Let spreadsheets lie outside the job's folder"),
      .flag("plain", to: \.plain, help: "Print a line for each tag also on a terminal"),
      .flag("json", to: \.json, help: "Print one object a line for each event"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      // Before there is a folder that somebody would have to remove.
      let interruption = Interruption()
      let folder = try TemporaryFolder()
      defer { folder.remove() }
      let report = try rehearse(in: folder, unless: interruption.stop, on: console)
      json ? console.writeLine(report.json) : console.write(report.page)
      return report.code
    } catch {
      return console.report(error, "rehearse", json: json, lines: true)
    }
  }

  private func rehearse(
    in folder: TemporaryFolder, unless stop: StopFlag, on console: Console
  ) throws(Failure) -> RehearsalReport {
    let open = try OpenJob(job, outside: outside, rehearsingIn: folder, on: console)
    guard open.job.tags.genuine != .require else {
      throw Failure(
        name: "signature-required",
        words: "the job takes genuine chips only, and no virtual tag has the maker's signature; "
          + "rehearse with genuine=\"check\".",
        code: .differs, file: job)
    }
    guard open.job.tags.chips.isEmpty || !RehearsalHand.chips(of: open.job).isEmpty else {
      throw Failure(
        name: "chip-not-simulated",
        words: "the job takes ISO 15693 tags only, which a virtual reader does not reach; rehearse "
          + "with chips=\"NTAG213\".",
        code: .differs, file: job)
    }
    if open.key != nil { console.say("The virtual tags get passwords from a throw-away key.") }
    let display = batchDisplay(
      json: json, plain: plain, station: nil, sound: nil, unless: stop, on: console)
    let virtuals = try virtualReaders()
    let report: RehearsalReport
    let hand: RehearsalHand
    do throws(LedgerError) {
      let rows = try open.ledger.counts().rows
      hand = RehearsalHand(
        at: virtuals, for: open.job, rows: rows, tags: tags, unless: stop, behind: display)
      let start = ContinuousClock.now
      let end = try write(open, with: hand, unless: stop)
      let took = ContinuousClock.now - start
      try hand.finish(with: open.ledger)
      report = RehearsalReport(
        end: end, wanted: hand.wanted, tags: hand.tagCount, judge: hand.judge,
        took: took, counters: hand.counters, seed: seed)
    } catch {
      throw Failure(error)
    }
    if let failure = hand.failure {
      throw Failure(name: "no-tag", words: failure.description, code: .couldNotRun)
    }
    return report
  }

  private func write(
    _ open: OpenJob, with hand: RehearsalHand, unless stop: StopFlag
  ) throws(LedgerError) -> BatchEnd {
    var run = BatchRun(BatchJob(open.job, key: open.key), ledger: open.ledger)
    run.pace = realtime ? .people : .machine
    while true {
      run.limit = tags.map { $0 - hand.judge.rightTags }
      let end = try run.run(on: hand.readers, unless: stop, telling: hand)
      guard try hand.goesOn(after: end, with: open.ledger) else { return end }
    }
  }

  /// The readers, each with faults of its own.
  private func virtualReaders() throws(Failure) -> [VirtualReader] {
    var virtuals: [VirtualReader] = []
    for number in 0..<readers {
      var options = VirtualReaderOptions()
      options.isRealTime = realtime
      options.faults = FaultPlan(seed: UInt64(seed) &+ UInt64(number), odds: faults.odds)
      do throws(VirtualReaderError) {
        virtuals.append(try VirtualReader(options))
      } catch {
        throw Failure(name: "no-virtual-reader", words: error.description, code: .couldNotRun)
      }
    }
    return virtuals
  }
}
