// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobLedger
internal import Provisioning

/// `tagpress write`: every row of a job onto a tag of its own, each read back.
struct Write: Command {
  var job = ""
  var readers: [String] = []
  var rows: [String] = []
  var redo: String?
  var void: String?
  var why: String?
  var changed: Changed?
  var station: String?
  var limit: Int?
  var first = false
  var onDone: String?
  var resolver: String?
  var outside = false
  var moved = false
  var plan = false
  var plain = false
  var sound: String?
  var json = false

  /// What becomes of tags that are done, and whose rows the manifest has otherwise now.
  enum Changed: String, CaseIterable {
    case keep
    case redo
  }

  static let name = ["write"]
  static let table = CommandTable<Write>(
    summary: "Write the rows of a job, each onto a tag of its own",
    discussion: """
      Lay one tag after the other on the reader. OK means that every byte was read back and that \
      the ledger beside the manifest knows of it; AGAIN means to lay the same tag down once more; \
      a tag that is to be PUT ASIDE is for nobody. Whatever happens, no row comes onto two tags: \
      start again at any time and it goes on where it stopped.

      Ctrl-C finishes the tag that is being written; a second one stops at once, which is safe too.
      """,
    examples: [
      "tagpress write --first spring.xml": "Writes one tag, to be tried with a phone.",
      "tagpress write spring.xml": "Writes all rows that have no tag yet.",
      "tagpress write --void n17 --why 'broken at the customer' spring.xml":
        "Gives the tag of a row up, so that the row gets another one.",
    ],
    exitCodes: [
      .differs: "the job has errors, or rows are left without a finished tag"
    ],
    meaningless: [
      "plain": "json", "reader": "plan", "station": "plan", "on-done": "plan", "sound": "plan",
      "plain": "plan", "reader": "void", "station": "void", "on-done": "void", "sound": "void",
      "plain": "void", "rows": "void", "limit": "void", "first": "void", "redo": "void",
      "changed": "void",
    ],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "reader", .text("NAME"), to: \.readers,
        help: "A reader, as 'doctor' names it; give several to write side by side"),
      .option(
        "rows", .text("FROM-TO|ID"), to: \.rows,
        help: "Only the rows from one number to another, or the row with this id"),
      .option("limit", .integer("N", in: 1...10_000_000), to: \.limit, help: "Stop after N tags"),
      .flag("first", to: \.first, help: "Write one tag and stop, to be tried with a phone"),
      .option(
        "redo", .text("ID|failed"), to: \.redo,
        help: "Give the row of a finished tag a new tag, or the rows of all put aside unfinished"),
      .option(
        "void", .text("ID"), to: \.void, help: "Give up the tag of a row, and do nothing else"),
      .option("why", .text("TEXT"), to: \.why, help: "Why a tag is given up, for the report"),
      .option(
        "changed", .choice("WHAT"), to: \.changed,
        help: "What to do when the manifest has other links for tags that are done"),
      .option("station", .text("NAME"), to: \.station, help: "The working place, for the report"),
      .option(
        "on-done", .text("COMMAND"), to: \.onDone,
        help: "A program to run for each tag that is OK, such as a label printer's"),
      .option(
        "resolver", .text("COMMAND"), to: \.resolver,
        help: "A program that is asked for the values of each row when its tag is there"),
      .flag("outside", to: \.outside, help: "Let spreadsheets lie outside the job's folder"),
      .flag("moved", to: \.moved, help: movedHelp),
      .flag("plan", to: \.plan, help: "Only show which rows come next"),
      .option(
        "sound", .text("COMMAND"), to: \.sound,
        help: "A program that plays 'ok', 'again', 'put-aside', 'already-done' or 'two-tags'"),
      .flag("plain", to: \.plain, help: "Print a line for each tag also on a terminal"),
      .flag("json", to: \.json, help: "Print one object a line for each event"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, code: .usage) }
      try requirePrograms(["--resolver": resolver, "--on-done": onDone, "--sound": sound])
      // Who gives a tag up needs none of the rows, nor what a resolver would give them.
      let open = try OpenJob(
        job, outside: outside, takesOver: void == nil, isResolvedLater: resolver != nil,
        moved: moved, on: console)
      if let void { return try giveUp(void, in: open, on: console) }
      try open.requireKey()
      try requireDecision(in: open, on: console)
      let selection = try selection(in: open)
      if plan { return try show(selection, of: open, on: console) }
      var readers = try batchReaders(readers)
      // Nothing is given up for a run that cannot write a single tag.
      if redo != nil || changed == .redo { try openOne(of: &readers) }
      try giveUpWhatIsRedone(in: open, on: console)
      return try write(selection, of: open, on: readers, console)
    } catch {
      return console.report(error, "write", json: json, lines: true)
    }
  }

  /// What is wrong with the options together.
  private var usage: String? {
    if void != nil, why?.allSatisfy(\.isWhitespace) ?? true {
      return "--void goes with --why TEXT: the report says why the tag was given up."
    }
    if why != nil, void == nil { return "--why goes with --void ID." }
    if redo != nil, !rows.isEmpty { return "--redo and --rows say two things; choose one." }
    if plan, void != nil || redo != nil || changed != nil {
      return "--plan changes nothing; leave --void, --redo or --changed out."
    }
    if first, limit != nil { return "--first and --limit say two things; choose one." }
    return nil
  }

  private func write(
    _ selection: RowSelection, of open: OpenJob, on readers: [BatchReader], _ console: Console
  ) throws(Failure) -> ExitCode {
    let interruption = Interruption()
    let resolver = resolver.map { ResolverProgram($0) }
    var run = BatchRun(
      BatchJob(open.job, key: open.key, station: station, resolver: resolver),
      ledger: open.ledger)
    run.selection = selection
    run.limit = first ? 1 : limit
    var display = batchDisplay(
      json: json, plain: plain, station: station, sound: sound, unless: interruption.stop,
      on: console)
    if let resolver { display = ResolverComplaints(of: resolver, behind: display, on: console) }
    if let onDone {
      display = DoneProgram(onDone, unless: interruption.stop, behind: display, on: console)
    }
    do throws(LedgerError) {
      return try run.run(on: readers, unless: interruption.stop, telling: display).code
    } catch {
      throw Failure(error)
    }
  }
}
