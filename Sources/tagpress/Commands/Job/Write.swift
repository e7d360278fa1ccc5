// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobWork
internal import Provisioning
internal import Terminal
internal import Voices

/// `tagpress write`: every row of a job onto a tag of its own, each read back.
struct Write: Command {
  var job = ""
  var readers: [String] = []
  var rows: [String] = []
  var redo: String?
  var void: String?
  var why: String?
  var changed: WriteOrder.Changed?
  var seen: String?
  var station: String?
  var limit: Int?
  var first = false
  var onDone: String?
  var resolver: String?
  var outside = false
  var moved = false
  var acceptWarnings = false
  var allowReservedHosts = false
  var plan = false
  var plain = false
  var sound: String?
  var json = false

  static let name = ["write"]
  static let table = CommandTable<Write>(
    summary: "Write each row of a job to a tag of its own",
    discussion: """
      Put one tag after another on the reader. OK: every byte was read back, and the tag is in the \
      ledger beside the manifest. AGAIN: put the same tag on the reader once more. PUT ASIDE: do \
      not use this tag. Whatever happens, no row ends up on two tags: start again at any time, and \
      writing continues where it stopped.

      What 'check' warns of is shown, and confirmed once, by a word typed on the terminal or with \
      --accept-warnings; it is asked again only when the warnings are others. A job with <approval \
      needed="yes"/> is written only as it was approved with 'tagpress approve'. If another program \
      takes over a changed manifest, the run stops: start it again.

      If finished tags would have other links now, nothing is written until --changed says what to \
      do. To write them again, type how many they are; a script adds --seen with the mark that the \
      refusal names.

      Ctrl-C finishes the tag that is being written; a second one stops at once, which is safe \
      too.
      """,
    examples: [
      "tagpress write --first spring.xml": "Writes one tag, so that you can try it with a phone.",
      "tagpress write spring.xml": "Writes all rows that have no tag yet.",
      "tagpress write --reader pn532_uart:/dev/ttyUSB0:460800 spring.xml":
        "The same with a faster serial line, in about a quarter less time.",
      "tagpress write --void n17 --why 'broken at the customer' spring.xml":
        "Gives up the tag of a row, so that the row gets a new one.",
    ],
    exitCodes: [
      .differs:
        "the job has errors, its warnings are not confirmed, it is not approved, or rows are left "
        + "without a finished tag"
    ],
    meaningless: [
      "plain": "json", "reader": "plan", "station": "plan", "on-done": "plan", "sound": "plan",
      "plain": "plan", "reader": "void", "station": "void", "on-done": "void", "sound": "void",
      "plain": "void", "rows": "void", "limit": "void", "first": "void", "redo": "void",
      "changed": "void", "accept-warnings": "void", "allow-reserved-hosts": "void",
      "accept-warnings": "plan", "allow-reserved-hosts": "plan", "seen": "plan", "seen": "void",
    ],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "reader", .text("NAME"), to: \.readers,
        help: "A reader, by its name in 'doctor'; name several to write in parallel"),
      .option(
        "rows", .text("FROM-TO|ID"), to: \.rows,
        help: "Only the rows from one number to another, or the row with this id"),
      .option("limit", .integer("N", in: 1...10_000_000), to: \.limit, help: "Stop after N tags"),
      .flag(
        "first", to: \.first, help: "Write one tag and stop, so that you can try it with a phone"),
      .option(
        "redo", .text("ID|failed"), to: \.redo,
        help: "Write this row again on a new tag; 'failed' does so for every unfinished row"),
      .option(
        "void", .text("ID"), to: \.void, help: "Give up the tag of a row, and do nothing else"),
      .option("why", .text("TEXT"), to: \.why, help: "Why the tag is given up, for the report"),
      .option(
        "changed", .choice("WHAT"), to: \.changed,
        help: "What to do with finished tags whose rows have other links now"),
      .option(
        "seen", .text("MARK"), to: \.seen,
        help: "Which tags --changed is about, as the command names them that asks for it"),
      .option(
        "station", .text("NAME"), to: \.station,
        help: "The name of this workstation, for the report"),
      .option(
        "on-done", .text("COMMAND"), to: \.onDone,
        help: "A program to run for each tag that is OK, such as a label printer's"),
      .option(
        "resolver", .text("COMMAND"), to: \.resolver,
        help: "A program that gives the values of each row when its tag is on the reader"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("moved", to: \.moved, help: movedHelp),
      .flag(
        "accept-warnings", to: \.acceptWarnings,
        help: "Confirm the job's warnings without being asked"),
      .flag(
        "allow-reserved-hosts", to: \.allowReservedHosts,
        help: "Write links to example.com and the like to real tags"),
      .flag("plan", to: \.plan, help: "Only show which rows come next"),
      .option(
        "sound", .text("COMMAND"), to: \.sound,
        help: "A program that plays 'ok', 'again', 'put-aside', 'already-done' or 'two-tags'"),
      .flag("plain", to: \.plain, help: "Print one line per tag, even on a terminal"),
      .flag("json", to: \.json, help: "Print one JSON object per line for each event"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, kind: .usage) }
      try requirePrograms(["--resolver": resolver, "--on-done": onDone, "--sound": sound])
      var request = JobRequest(job, outside: outside)
      // Giving up a tag needs neither the rows nor a resolver.
      request.takesOver = void == nil
      request.isResolvedLater = resolver != nil
      request.moved = moved
      let open = try console.open(request, namingReservedHosts: allowReservedHosts)
      if let void { return try giveUp(void, in: open, on: console) }
      let program = resolver.map { ResolverProgram($0) }
      let order = order(program)
      let client = WriteTerminal(console, json: json)
      let choice = try order.choose(in: open, for: client)
      if plan { return try show(choice.rows, of: open, on: console) }
      let work = try order.prepare(
        choice, of: open, on: try batchReaders(readers), mayHoldRealTags: mayHoldRealTags,
        for: client)
      let interruption = Interruption()
      var display = batchDisplay(
        json: json, plain: plain, station: station, sound: sound, words: Languages.ofUser,
        cures: Self.voice.cures, unless: interruption.stop, on: console)
      if let program { display = ResolverComplaints(of: program, behind: display, on: console) }
      if let onDone {
        display = DoneProgram(onDone, unless: interruption.stop, behind: display, on: console)
      }
      let end = try work.run(
        obeying: BatchCommands(stop: interruption.stop), telling: display, cures: Self.voice.cures)
      if let words = open.laterRemark?.words { console.say(words) }
      return end.code
    } catch {
      return console.report(plan ? error.inPlan : error, "write", json: json, lines: true)
    }
  }

  private func order(_ program: ResolverProgram?) -> WriteOrder {
    var order = WriteOrder()
    order.rows = rows
    order.redo = redo.map { $0 == "failed" ? .failed : .row($0) }
    order.changed = changed
    order.seen = seen
    order.limit = first ? 1 : limit
    order.station = station
    order.resolver = program
    order.acceptsWarnings = acceptWarnings
    order.allowsReservedHosts = allowReservedHosts
    return order
  }

  /// What is wrong with the options together.
  private var usage: String? {
    if void != nil, why?.allSatisfy(\.isWhitespace) ?? true {
      return "--void needs --why TEXT: the report says why the tag was given up."
    }
    if why != nil, void == nil { return "--why needs --void ID." }
    if redo != nil, !rows.isEmpty { return "Use either --redo or --rows, not both." }
    if plan, void != nil || redo != nil || changed != nil {
      return "--plan changes nothing. Leave out --void, --redo and --changed."
    }
    if seen != nil, changed == nil { return "--seen needs --changed keep or --changed redo." }
    if first, limit != nil { return "Use either --first or --limit, not both." }
    return nil
  }
}

extension Failure {
  /// A plan changes nothing, so it names the commands that do.
  fileprivate var inPlan: Failure {
    Failure(
      name: name, words: sentence(Report.voice.cures), kind: kind, uid: uid, file: file, rule: rule,
      details: details)
  }
}

/// The help for `--moved`, for the commands that have it.
let movedHelp = "The job was moved here as it is, and is not continued elsewhere"
