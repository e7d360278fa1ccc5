// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobManifest
internal import Plain
internal import Provisioning
internal import TagMemory
internal import Terminal

/// `tagpress lock`: the finished tags of a job, verified once more and locked for ever.
struct Lock: Command {
  var job = ""
  var readers: [String] = []
  var station: String?
  var outside = false
  var moved = false
  var yes = false
  var plain = false
  var sound: String?
  var json = false
  /// Whether what was found in the job is shown once more.
  var showsFindings = true
  /// How what helps is said.
  var cures = Lock.voice.cures

  static let name = ["lock"]
  static let table = CommandTable<Lock>(
    summary: "Lock a job's finished tags permanently",
    discussion: """
      A separate pass over finished tags, in any order: each one is read once more, compared with \
      what the ledger says was written to it, and then made read-only. This can never be undone, \
      so you are told how many tags are meant, and the job's id must be typed first. A tag that is \
      finished later is not locked.
      """,
    examples: [
      "tagpress lock spring.xml": "Asks for the job's id, then locks one tag after another."
    ],
    exitCodes: [
      .differs: "no tag is finished, some tags are not locked yet, or locking was not confirmed"
    ],
    meaningless: ["plain": "json"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "reader", .text("NAME"), to: \.readers,
        help: "A reader, by its name in 'doctor'; name several to lock in parallel"),
      .option(
        "station", .text("NAME"), to: \.station,
        help: "The name of this workstation, for the report"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("moved", to: \.moved, help: movedHelp),
      .flag("yes", to: \.yes, help: "Do not ask for confirmation"),
      .option(
        "sound", .text("COMMAND"), to: \.sound,
        help: "A program that plays 'ok', 'again', 'put-aside', 'already-done' or 'two-tags'"),
      .flag("plain", to: \.plain, help: "Print one line per tag, even on a terminal"),
      .flag("json", to: \.json, help: "Print one JSON object per line for each event"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      try requirePrograms(["--sound": sound])
      let open = try prepare(on: console)
      let tags = try lockableTags(of: open)
      let (isOne, words) = (tags.seen.count == 1, count(grouped: tags.seen.count, "finished tag"))
      let question =
        "\(words) of this job that \(isOne ? "is" : "are") not locked yet will be "
        + "permanently read-only"
      if !yes, tags.seen.count > 0 {
        try console.requireConsent(to: question, word: open.job.id, or: "Nothing was locked")
      }
      let readers = try batchReaders(readers)
      let interruption = Interruption()
      let display = batchDisplay(
        json: json, plain: plain, station: station, sound: sound, words: Languages.ofUser,
        cures: Self.voice.cures, unless: interruption.stop, on: console)
      let commands = BatchCommands(stop: interruption.stop)
      let end = try lock(tags, of: open, on: readers, obeying: commands, telling: display)
      open.sayWhatIsNotNoted(on: console)
      return end.code
    } catch {
      return console.report(error, "lock", json: json, lines: true)
    }
  }

  /// The tags that are locked if a person says so.
  func lockableTags(of open: OpenJob) throws(Failure) -> LockableTags {
    try open.asking { (ledger) throws(LedgerError) in try ledger.lockableTags() }
  }

  /// The job, if there is something in it to lock; nothing is asked yet.
  func prepare(on console: Console) throws(Failure) -> OpenJob {
    let open = try OpenJob(
      job, outside: outside, takesOver: false, moved: moved, showsFindings: showsFindings,
      on: console)
    try requireLockable(open.job)
    try requireFinishedTag(in: open)
    try open.requireKey()
    try requireDecision(in: open)
    return open
  }

  /// Refuses a job none of whose chips is ever locked, before anyone confirms anything.
  private func requireLockable(_ manifest: Job) throws(Failure) {
    let chips = manifest.tags.chips.compactMap { TagChip(name: $0.value) }
    guard !chips.isEmpty, !chips.contains(where: \.takesLock) else { return }
    let names = chips.map(\.name).joined(separator: " and ")
    throw Failure(
      name: "lock-unsupported",
      words: """
        Locking \(names) needs a key of the card, so nothing was locked; the tags are fine as they \
        are. Use NTAG213 for tags that are to be locked permanently.
        """,
      kind: .differs, file: job)
  }

  /// Refuses a job of which no tag is done: no one is asked to confirm what cannot be done, and no
  /// script is told that all is locked.
  private func requireFinishedTag(in open: OpenJob) throws(Failure) {
    let isFinished = try open.asking { (ledger) throws(LedgerError) in
      try ledger.hasFinishedTag()
    }
    guard !isFinished else { return }
    throw Failure(
      name: "nothing-to-lock",
      words:
        "No tag of the job is finished, so nothing was locked. Run 'tagpress write JOB' first.",
      kind: .differs, file: job)
  }

  /// Refuses a job whose finished tags have other links than the manifest: no tag of it could be
  /// locked, however often it is put on the reader.
  private func requireDecision(in open: OpenJob) throws(Failure) {
    let rows = try open.undecidedRows()
    if rows.count > 0 { throw .changedRows(rows, file: job) }
  }

  func lock(
    _ tags: LockableTags, of open: OpenJob, on readers: [BatchReader],
    obeying commands: BatchCommands, telling observer: any BatchObserver
  ) throws(Failure) -> BatchEnd {
    var run = BatchRun(
      BatchJob(open.job, key: open.key, station: station, cures: cures),
      ledger: open.ledger)
    run.task = .lock(tags)
    do throws(LedgerError) {
      return try run.run(on: readers, obeying: commands, telling: observer)
    } catch {
      throw Failure(error)
    }
  }
}
