// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import JobLedger
internal import Provisioning
internal import Terminal

/// `tagpress write`: every row of a job onto a tag of its own, each read back.
struct Write: Command {
  var job = ""
  var readers: [String] = []
  var rows: [String] = []
  var redo: String?
  var void: String?
  var why: String?
  var changed: Changed?
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
  /// Whether what was found in the job is shown once more; the page shows it elsewhere.
  var showsFindings = true
  /// The tag that whoever asked for --redo was shown.
  var seenTag: [UInt8]?
  /// How what helps is said.
  var cures = Write.voice.cures

  /// What becomes of tags that are done, and whose rows are different in the manifest now.
  enum Changed: String, CaseIterable {
    case keep
    case redo
  }

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
      // Giving a tag up needs none of the rows, nor what a resolver would give them.
      let open = try openJob(on: console)
      if let void { return try giveUp(void, in: open, on: console) }
      let choice = try choose(in: open, on: console)
      if plan { return try show(choice.rows, of: open, on: console) }
      let readers = try batchReaders(readers)
      let work = try prepare(choice, of: open, on: readers, console)
      let interruption = Interruption()
      let display = batchDisplay(
        json: json, plain: plain, station: station, sound: sound, words: Languages.ofUser,
        cures: Self.voice.cures, unless: interruption.stop, on: console)
      let commands = BatchCommands(stop: interruption.stop)
      let end = try write(work, obeying: commands, telling: display, console)
      open.sayWhatIsNotNoted(on: console)
      return end.code
    } catch {
      return console.report(error, "write", json: json, lines: true)
    }
  }

  /// A job that may be written, and what of it on which readers.
  struct Prepared {
    let open: OpenJob
    let selection: RowSelection
    let readers: [BatchReader]
    let refusesReservedHosts: Bool
  }

  func openJob(
    on console: Console, agreeing agree: (Preflight) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> OpenJob {
    try OpenJob(
      job, outside: outside, takesOver: void == nil, isResolvedLater: resolver != nil,
      moved: moved, namesReservedHosts: allowReservedHosts, showsFindings: showsFindings,
      on: console, agreeing: agree)
  }

  /// What was asked for.
  struct Choice {
    let rows: RowSelection
    /// The finished tags about which was decided with --changed.
    let decided: SeenTags?
  }

  /// The rows that are asked for, if nothing has to be decided about the others first.
  func choose(in open: OpenJob, on console: Console) throws(Failure) -> Choice {
    try open.requireKey()
    let decided = try requireDecision(in: open, on: console)
    return Choice(rows: try selection(in: open), decided: decided)
  }

  /// Refuses what may not be written as it is, and gives up what is written again.
  func prepare(
    _ choice: Choice, of open: OpenJob, on chosen: [BatchReader], _ console: Console
  ) throws(Failure) -> Prepared {
    var readers = chosen
    var refusesReservedHosts = refusesReservedHosts(at: readers)
    if refusesReservedHosts {
      try requireWebsites(in: open)
    } else if !allowReservedHosts, showsFindings {
      open.nameReservedHosts(of: job, on: console)
    }
    try requireApproval(of: open, on: console)
    try requireConfirmedWarnings(in: open, on: console)
    // While the question waited, a reader may have been plugged in.
    if !refusesReservedHosts, self.refusesReservedHosts(at: readers) {
      refusesReservedHosts = true
      try requireWebsites(in: open)
    }
    // Nothing is given up for a run that cannot write a single tag.
    if redo != nil || changed == .redo { try openOne(of: &readers) }
    try giveUpWhatIsRedone(choice.decided, in: open, on: console)
    return Prepared(
      open: open, selection: choice.rows, readers: readers,
      refusesReservedHosts: refusesReservedHosts)
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

  /// Writes it; who shows it is told of every tag, and the user's program of those that are OK.
  func write(
    _ work: Prepared, obeying commands: BatchCommands, telling observer: any BatchObserver,
    _ console: Console
  ) throws(Failure) -> BatchEnd {
    let resolver = resolver.map { ResolverProgram($0) }
    var run = BatchRun(
      BatchJob(
        work.open.job, key: work.open.key, station: station, resolver: resolver,
        refusesReservedHosts: work.refusesReservedHosts, cures: cures),
      ledger: work.open.ledger)
    run.selection = work.selection
    run.limit = first ? 1 : limit
    var display = observer
    if let resolver { display = ResolverComplaints(of: resolver, behind: display, on: console) }
    if let onDone {
      display = DoneProgram(onDone, unless: commands.stopFlag, behind: display, on: console)
    }
    do throws(LedgerError) {
      return try run.run(on: work.readers, obeying: commands, telling: display)
    } catch {
      throw Failure(error)
    }
  }
}

/// What `--moved` means, for the help of the commands that have it.
let movedHelp = "The job was moved here as it is, and is not continued elsewhere"
