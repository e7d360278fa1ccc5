// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobManifest
internal import JobWork
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
      let folder = try orFail { () throws(NoTemporaryFolder) in try TemporaryFolder() }
      defer { folder.remove() }
      let display = batchDisplay(
        json: json, plain: plain, station: nil, sound: nil, words: Languages.ofUser,
        cures: Self.voice.cures, unless: interruption.stop, on: console)
      var request = JobRequest(job, outside: outside)
      request.rehearsal = folder
      let open = try console.open(request, namingReservedHosts: true)
      var work = try RehearseWork(open)
      (work.tags, work.faults, work.seed) = (tags, faults.odds, seed)
      (work.readers, work.isRealTime) = (readers, realtime)
      if open.key != nil { console.say("The virtual tags get passwords from a throw-away key.") }
      let report = try work.run(
        openedBy: { BatchReader($1, number: $0) },
        obeying: BatchCommands(stop: interruption.stop), telling: display, cures: Self.voice.cures)
      json ? console.writeLine(report.json) : console.write(report.page)
      return report.code
    } catch {
      return console.report(error, "rehearse", json: json, lines: true)
    }
  }
}

extension BatchReader {
  /// A virtual reader at the end of its line, as libnfc sees it.
  init(_ virtual: VirtualReader, number: Int) {
    self.init(name: "virtual reader \(number + 1)") { () throws(ReaderOpeningError) in
      try openLibNFCReader(ReaderName("pn532_uart:\(virtual.path)"))
    }
  }
}

extension RehearsalReport {
  fileprivate var code: ExitCode {
    if hasMistakes { return .differs }
    return isRight ? .done : end.code == .done ? .differs : end.code
  }
}
