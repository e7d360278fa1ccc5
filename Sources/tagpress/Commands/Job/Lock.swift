// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobWork
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
      var request = JobRequest(job, outside: outside)
      request.takesOver = false
      request.moved = moved
      let work = try LockWork(try console.open(request))
      let number = work.tags.seen.count
      let question =
        "\(count(grouped: number, "finished tag")) of this job that \(number == 1 ? "is" : "are") not "
        + "locked yet will be permanently read-only"
      if !yes, number > 0 {
        try console.requireConsent(to: question, word: work.open.job.id, or: "Nothing was locked")
      }
      let readers = try batchReaders(readers)
      let interruption = Interruption()
      let display = batchDisplay(
        json: json, plain: plain, station: station, sound: sound, words: Languages.ofUser,
        cures: Self.voice.cures, unless: interruption.stop, on: console)
      let end = try work.run(
        on: readers, station: station, obeying: BatchCommands(stop: interruption.stop),
        telling: display, cures: Self.voice.cures)
      if let words = work.open.laterRemark?.words { console.say(words) }
      return end.code
    } catch {
      return console.report(error, "lock", json: json, lines: true)
    }
  }
}
