// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobLedger
internal import JobManifest
internal import Provisioning
internal import TagMemory

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

  static let name = ["lock"]
  static let table = CommandTable<Lock>(
    summary: "Lock the finished tags of a job for ever",
    discussion: """
      A pass of its own over tags that are done, in any order: each is read once more, compared \
      with what the ledger says was put on it, and then made read-only. That can never be undone, \
      so the job's id must be typed first.
      """,
    examples: [
      "tagpress lock spring.xml": "Asks for the id of the job, then locks tag after tag."
    ],
    exitCodes: [
      .differs: "no tag is finished, tags are left that are not locked, or nobody confirmed"
    ],
    meaningless: ["plain": "json"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "reader", .text("NAME"), to: \.readers,
        help: "A reader, as 'doctor' names it; give several to lock side by side"),
      .option("station", .text("NAME"), to: \.station, help: "The working place, for the report"),
      .flag("outside", to: \.outside, help: "Let spreadsheets lie outside the job's folder"),
      .flag("moved", to: \.moved, help: movedHelp),
      .flag("yes", to: \.yes, help: "Do not ask"),
      .option(
        "sound", .text("COMMAND"), to: \.sound,
        help: "A program that plays 'ok', 'again', 'put-aside', 'already-done' or 'two-tags'"),
      .flag("plain", to: \.plain, help: "Print a line for each tag also on a terminal"),
      .flag("json", to: \.json, help: "Print one object a line for each event"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      try requirePrograms(["--sound": sound])
      let open = try OpenJob(
        job, outside: outside, takesOver: false, moved: moved, on: console)
      try requireLockable(open.job)
      try requireFinishedTag(in: open)
      try open.requireKey()
      let question = "The tags of this job will be read-only for ever"
      guard yes || console.asks(question, word: open.job.id) else {
        throw Failure(name: "not-confirmed", words: "nothing was locked.", code: .differs)
      }
      return try lock(open, on: console)
    } catch {
      return console.report(error, "lock", json: json, lines: true)
    }
  }

  /// Refuses a job none of whose chips is ever locked, before anybody confirms anything.
  private func requireLockable(_ manifest: Job) throws(Failure) {
    let chips = manifest.tags.chips.compactMap { TagChip(name: $0.value) }
    guard !chips.isEmpty, !chips.contains(where: \.takesLock) else { return }
    let names = chips.map(\.name).joined(separator: " and ")
    throw Failure(
      name: "lock-unsupported",
      words: """
        locking \(names) takes a key of the card, so nothing was locked; the tags are right as they \
        are. Use NTAG213 for tags that are locked for ever.
        """,
      code: .differs, file: job)
  }

  /// Refuses a job of which no tag is done: nobody confirms what cannot be done, and a script is not
  /// told that all is locked.
  private func requireFinishedTag(in open: OpenJob) throws(Failure) {
    let isFinished = try open.asking { (ledger) throws(LedgerError) -> Bool in
      var hasOne = false
      try ledger.forEachClaim(in: .done) { _ in
        hasOne = true
        return false
      }
      return hasOne
    }
    guard !isFinished else { return }
    throw Failure(
      name: "nothing-to-lock",
      words: "no tag of the job is finished, so nothing was locked; 'tagpress write' comes first.",
      code: .differs, file: job)
  }

  private func lock(_ open: OpenJob, on console: Console) throws(Failure) -> ExitCode {
    let readers = try batchReaders(readers)
    let interruption = Interruption()
    var run = BatchRun(
      BatchJob(open.job, key: open.key, station: station), ledger: open.ledger)
    run.task = .lock
    let display = batchDisplay(
      json: json, plain: plain, station: station, sound: sound, unless: interruption.stop,
      on: console)
    do throws(LedgerError) {
      let end = try run.run(on: readers, unless: interruption.stop, telling: display)
      return end.code
    } catch {
      throw Failure(error)
    }
  }
}
