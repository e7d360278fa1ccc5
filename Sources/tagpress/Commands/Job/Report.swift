// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc
internal import JobLedger
internal import JobManifest
internal import JobReport
internal import JobWork
internal import Plain
internal import Provisioning
internal import Terminal
internal import Voices
internal import Workbook

/// `tagpress report`: the progress of a job, and the proof of what was written.
struct Report: Command {
  var job = ""
  var other: String?
  var csv = false
  var separator: String?
  var json = false
  var html: String?
  var xlsx: String?

  static let name = ["report"]
  static let table = CommandTable<Report>(
    summary: "Show a job's progress and what is on each tag",
    discussion: """
      Reads the ledger and changes nothing, so you can make a report when the ledger is all you \
      have, and while others go on writing the job: a report shows one moment.

      Without a format, it prints a page for the terminal with what is left to do and the next \
      step. The other formats are for your client: CSV and JSON on standard output, and an HTML \
      page or an Excel workbook, which replaces an earlier report in one step.
      """,
    examples: [
      "tagpress report spring.xml": "Shows the job's progress and what to do next.",
      "tagpress report --html spring.html spring.xml":
        "Makes a page for your client to view or print.",
      "tagpress report --xlsx spring.xlsx spring.xml": "Makes a workbook for Excel.",
      "tagpress report --csv spring.ledger > spring.csv": "Writes one line per row, for programs.",
    ],
    exitCodes: [.differs: "rows are left, or need a decision from you"],
    meaningless: [
      "csv": "json", "csv": "html", "json": "html", "csv": "xlsx", "json": "xlsx", "html": "xlsx",
    ],
    onlyBeside: ["separator": "csv"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest, or the ledger beside it"),
      .option(
        "with", .file("JOB"), to: \.other,
        help:
          "A copy of the job with which tags were written too: list the rows that are on two tags"),
      .flag("csv", to: \.csv, help: "Print one line per row, for spreadsheets"),
      .option(
        "separator", .text("CHARACTER"), to: \.separator,
        help: "What is between the values of --csv: ; for Excel in many countries, | or tab"),
      .flag("json", to: \.json, help: "Print one JSON object with all rows and attempts"),
      .option(
        "html", .file("FILE"), to: \.html,
        help: "Write the page to this file; - is standard output"),
      .option(
        "xlsx", .file("FILE"), to: \.xlsx,
        help: "Write a workbook for people to this file; - is standard output"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, kind: .usage) }
      let ledger = try ledgerToRead(of: job)
      if let other {
        let branches = try branches(of: ledger, and: other)
        branches.show(on: console)
        return branches.agree ? .done : .differs
      }
      for words in ledger.wordsForReaders() { console.say(words) }
      let code = try answer(from: ledger, on: console)
      try remark(on: ledger, console)
      return code
    } catch {
      return console.report(error, "report", json: json)
    }
  }

  /// What is wrong with the options.
  private var usage: String? {
    separator.map { CSVText.separator($0) == nil } == true
      ? "--separator takes one of the characters , ; | ! # $ % & * ^ ~ < > ? or the word tab." : nil
  }

  private func branches(
    of ledger: Ledger, and job: String
  ) throws(Failure) -> ReportedBranches {
    let path = Ledger.path(besideManifest: job)
    // Comparing a ledger with itself would prove nothing.
    guard !isOneFile(ledger.path, path) else {
      throw Failure(
        name: "same-ledger",
        words: "Both are the same ledger. Name the copy's manifest after --with.",
        kind: .couldNotRun)
    }
    do throws(LedgerError) {
      if let branches = try ReportedBranches(of: ledger, and: path, json: json) { return branches }
    } catch {
      if case .missing = error.fault { try requireFile(job) }
      throw Failure(error)
    }
    throw Failure(
      name: "not-a-copy",
      words: "\(ledger.path) and \(path) are not copies of one ledger, so nothing was compared.",
      kind: .couldNotRun)
  }

  /// Says that the manifest may have changed; the report is from the ledger alone.
  private func remark(on ledger: Ledger, _ console: Console) throws(Failure) {
    guard ledger.path != job else { return }
    do throws(LedgerError) {
      let remark = try ledger.remark(onManifest: job, mayLeaveFolder: false)
      if let remark { console.say(remark.words(Self.voice.cures)) }
    } catch {
      throw Failure(error)
    }
  }

  private func answer(from ledger: Ledger, on console: Console) throws(Failure) -> ExitCode {
    let summary: JobSummary
    if let (form, path) = file {
      let output = try OwnOutput(
        path, mark: form.mark ?? [], inFirstPiece: true, or: console.sink,
        otherwise: .notAReport(path))
      do throws(Failure) {
        summary = try form.write(ledger, by: version, waitingIn: output.folder, output.take)
      } catch {
        var failure = error
        if output.folder != nil { failure.file = path }
        throw failure
      }
      try output.finish()
    } else if csv {
      let form = ReportFile.csv(separator: separator.flatMap(CSVText.separator) ?? ",")
      summary = try form.write(ledger, by: version, console.sink)
    } else {
      summary = try orFail { () throws(LedgerError) in
        try ledger.atOneMoment { () throws(LedgerError) in
          let summary = try JobSummary(of: ledger)
          if json {
            try ReportJSON.write(summary, of: ledger, on: console)
          } else {
            console.write(try ReportPage(summary, of: ledger) { $0.advice }.text)
            let next =
              summary.next.map { $0.step.words(free: $0.free) }
              ?? "'tagpress doctor JOB' says why nothing is written here."
            console.write("\nNext: \(next)\n")
          }
          return summary
        }
      }
    }
    return summary.isWhole ? .done : .differs
  }

  /// The requested file for other programs.
  private var file: (ReportFile, path: String)? {
    html.map { (.html(.ofReports()), $0) } ?? xlsx.map { (.workbook, $0) }
  }
}

extension Failure {
  fileprivate static func notAReport(_ path: String) -> Failure {
    Failure(
      name: "not-a-report",
      words: """
        This file is not a TagPress report, so it stays as it is. Choose another name, or move it \
        away.
        """,
      kind: .couldNotRun, file: path)
  }
}
