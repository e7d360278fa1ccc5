// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Glibc
internal import LibNFCReader
internal import Terminal

/// `tagpress doctor`: whether readers, clock, disk and ledgers are fit for work, and what to do if not.
struct Doctor: Command {
  var jobs: [String] = []
  var readers: [String] = []
  var rebuild: String?
  var forget: String?
  var moved = false
  var json = false

  static let name = ["doctor"]
  static let table = CommandTable<Doctor>(
    summary:
      "Check the readers, clock, disk and ledgers of this machine, and say what is wrong",
    discussion: """
      USB readers and the readers of the PC/SC service are found automatically (the latter are \
      called pcsc:NAME; the beginning of the name is enough). A PN532 on a serial port is tried \
      only when you name it with --reader or in LIBNFC_DEVICE, because another device may be on \
      that port.

      The clock must not be earlier than this program or the last entry in a ledger. Ledgers are \
      read from end to end, and their disk must have free space: the ledgers of the jobs you name, \
      or all in this folder.

      With --rebuild, doctor does nothing else: it rebuilds a lost, damaged or outdated ledger \
      from the witness beside it, or a witness from its ledger, while no program writes the job. \
      The old files are kept under another name.

      How far each job has come is also remembered for you, outside the job's folder: a copy or an \
      older state of a job is recognised by that, and you are asked before it is written. doctor \
      lists these jobs; --forget forgets one whose folder is gone for good.
      """,
    examples: [
      "tagpress doctor": "Checks USB readers, lists serial ports, says why a reader is missing.",
      "tagpress doctor --reader pn532_uart:/dev/ttyUSB0":
        "Opens that reader and checks that it answers.",
      "tagpress doctor spring.xml": "Checks the ledger of that job too.",
      "tagpress doctor --rebuild spring.xml":
        "Rebuilds the job's ledger from its witness, or the witness from the ledger.",
    ],
    exitCodes: [
      .differs:
        "no reader works, or a named one does not; or the clock, a disk or a ledger has a problem"
    ],
    meaningless: ["reader": "rebuild", "reader": "forget", "forget": "rebuild"],
    onlyBeside: ["moved": "rebuild"],
    parameters: [
      .positional(.file("JOB"), to: \.jobs, help: "Manifests, ledgers or folders to check"),
      .option("reader", .text("NAME"), to: \.readers, help: "A reader to try"),
      .option(
        "rebuild", .file("JOB"), to: \.rebuild,
        help: "Rebuild this job's ledger or witness, whichever is not intact"),
      .option(
        "forget", .file("JOB"), to: \.forget, help: "Forget how far this job has come"),
      .flag("moved", to: \.moved, help: movedHelp),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    for (name, isGiven) in [("rebuild", rebuild != nil), ("forget", forget != nil)] {
      guard isGiven, let other = jobs.first else { continue }
      return console.report(
        Failure(
          name: "usage",
          words: "--\(name) takes one job and does nothing else. Leave out '\(other)'.",
          kind: .usage), "doctor", json: json)
    }
    if let forget { return RememberedJobs().forget(forget, in: console, json: json) }
    if let rebuild {
      return LedgerRebuild(job: rebuild, moved: moved, json: json).run(in: console)
    }
    let survey = ReaderSurvey.look()
    // What no program has is opened before the service is asked, which may take it when it starts.
    let free = survey.usb.filter { $0.device.driver != nil && !$0.isClaimed }.map(\.socket)
    var checks = (readers.isEmpty ? free : readers).map { ReaderCheck($0, survey) }
    let cardReaders = CardReaders(survey)
    if readers.isEmpty {
      var others = namesOfReaders(survey, cardReaders.names).filter { !free.contains($0) }
      if let named = nameInEnvironment() { others.append(named) }
      checks += others.map { ReaderCheck($0, survey) }
    }
    let report = DoctorReport(
      survey: survey, cardReaders: cardReaders, readers: checks,
      ledgers: (jobs.isEmpty ? ["."] : jobs).flatMap { LedgerCheck.checks(of: $0) })
    if json { console.write(report.json) } else { console.write(report.page) }
    let doReadersWork =
      report.readers.contains(where: \.works)
      && (readers.isEmpty || report.readers.allSatisfy(\.works))
    return doReadersWork && report.isWell ? .done : .differs
  }
}
