// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc
internal import LibNFCReader

/// `tagpress doctor`: whether readers, clock, disk and ledgers are fit for work, and what to do if not.
struct Doctor: Command {
  var jobs: [String] = []
  var readers: [String] = []
  var rebuild: String?
  var moved = false
  var json = false

  static let name = ["doctor"]
  static let table = CommandTable<Doctor>(
    summary:
      "Find the readers of this machine, look at its clock and ledgers, and say what is wrong",
    discussion: """
      USB readers are found by themselves, those of the PC/SC service too (pcsc:NAME; a beginning \
      of the name is enough). A PN532 on a serial port is tried when it is named \
      with --reader or in LIBNFC_DEVICE, because a port may have something else behind it.

      The clock must not be behind what has happened. Ledgers are read from end to end, and the \
      disk under them must have room: those of the jobs that are named, or all in this folder.

      With --rebuild only that is done: a ledger that is lost, damaged or old is made anew from the \
      witness beside it, or a witness from its ledger. What was there before is kept under another \
      name.
      """,
    examples: [
      "tagpress doctor": "Looks at USB readers, lists serial ports, says why a reader is missing.",
      "tagpress doctor --reader pn532_uart:/dev/ttyUSB0": "Opens that reader and lets it answer.",
      "tagpress doctor spring.xml": "Looks at the ledger of that job too.",
      "tagpress doctor --rebuild spring.xml":
        "Makes the job's ledger anew from its witness, or the witness from the ledger.",
    ],
    exitCodes: [
      .differs: "no reader works, or one that was named does not; a clock, disk or ledger is unfit"
    ],
    parameters: [
      .positional(.file("JOB"), to: \.jobs, help: "Manifests, ledgers or folders to look at"),
      .option("reader", .text("NAME"), to: \.readers, help: "A reader to try"),
      .option(
        "rebuild", .file("JOB"), to: \.rebuild,
        help: "Make this job's ledger or witness anew, whichever is not whole"),
      .flag("moved", to: \.moved, help: movedHelp),
      .flag("json", to: \.json, help: "Print one object"),
    ])

  func run(in console: Console) -> ExitCode {
    if let rebuild {
      return LedgerRebuild(job: rebuild, moved: moved, json: json).run(in: console)
    }
    let survey = ReaderSurvey.take()
    let cardReaders = CardReaders(survey)
    var names = readers
    if names.isEmpty {
      names = survey.usb.filter { $0.device.driver != nil }.map(\.socket) + cardReaders.names
      if let named = getenv("LIBNFC_DEVICE") { names.append(String(cString: named)) }
    }
    let report = DoctorReport(
      survey: survey, cardReaders: cardReaders,
      readers: names.map { ReaderCheck($0, survey) },
      ledgers: (jobs.isEmpty ? ["."] : jobs).flatMap { LedgerCheck.checks(of: $0) })
    if json { console.write(report.json) } else { console.write(report.page) }
    let doReadersWork =
      report.readers.contains(where: \.works)
      && (readers.isEmpty || report.readers.allSatisfy(\.works))
    return doReadersWork && report.isWell ? .done : .differs
  }
}
