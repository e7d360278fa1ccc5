// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Glibc
internal import JobLedger
internal import JobManifest
internal import Provisioning

/// `tagpress report`: how far a job is, and the proof of what was written.
struct Report: Command {
  var job = ""
  var other: String?
  var csv = false
  var json = false
  var html: String?

  static let name = ["report"]
  static let table = CommandTable<Report>(
    summary: "Say how far a job is, and list what is on its tags",
    discussion: """
      Reads the ledger and changes nothing, so a report can be made when the ledger is all that is \
      at hand, and while others go on writing the job: a report is of one moment.

      Without a format it is a page for the terminal that says what is open and what to do next. \
      The others are for the client: CSV and JSON on standard output, and a page in HTML, which \
      takes the place of an earlier one in one step.
      """,
    examples: [
      "tagpress report spring.xml": "Shows how far the job is, and what is to be done next.",
      "tagpress report --html spring.html spring.xml":
        "Makes a page for the client, for a browser or a printer.",
      "tagpress report --csv spring.ledger > spring.csv": "Writes a line for each row, for Excel.",
    ],
    exitCodes: [.differs: "rows are left, or wait for a decision"],
    meaningless: ["csv": "json", "csv": "html", "json": "html"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest, or the ledger beside it"),
      .option(
        "with", .file("JOB"), to: \.other,
        help: "A copy of the job that was written too: name the rows that are on two tags"),
      .flag("csv", to: \.csv, help: "Print a line for each row, for spreadsheets"),
      .flag("json", to: \.json, help: "Print one object with all rows and attempts"),
      .option(
        "html", .file("FILE"), to: \.html,
        help: "Make a page in this file; - is standard output"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      let ledger = try open()
      if let other {
        return try ReportedBranches(of: ledger, and: other, json: json).show(on: console)
      }
      for words in ledger.wordsForReaders() { console.say(words) }
      let code = try answer(from: ledger, on: console)
      try remark(on: ledger, console)
      return code
    } catch {
      return console.report(error, "report", json: json)
    }
  }

  private func open() throws(Failure) -> Ledger {
    let path = Ledger.path(besideManifest: job)
    var head: Job?
    if path != job {
      _ = JobReader(path: job, isResolvedLater: true).read(
        begin: { head = $0 }, visit: { _ in false })
    }
    do throws(LedgerError) {
      // A manifest beside the ledger of another job is a mistake that nobody should pay for; one that
      // cannot be read any more is none.
      guard let head else { return try Ledger(reading: path) }
      return try Ledger(at: path, job: head.id, access: .reading, now: .now)
    } catch {
      if case .missing = error.fault, job != "-" { try requireJob() }
      throw Failure(error)
    }
  }

  /// Says that the rows may be others by now; beside the report, which is of the ledger alone.
  private func remark(on ledger: Ledger, _ console: Console) throws(Failure) {
    guard ledger.path != job else { return }
    do throws(LedgerError) {
      let remark = try ledger.remark(onManifest: job, mayLeaveFolder: false)
      if let remark { console.say(remark) }
    } catch {
      throw Failure(error)
    }
  }

  /// A mistyped name is worth another sentence than a job of which nothing was written.
  private func requireJob() throws(Failure) {
    do throws(InputError) {
      _ = try InputFile(job).next(1)
    } catch {
      throw Failure(error, file: job)
    }
  }

  private func answer(from ledger: Ledger, on console: Console) throws(Failure) -> ExitCode {
    let page = try html.flatMap { path throws(Failure) in path == "-" ? nil : try newFile(path) }
    let summary: JobSummary
    do throws(LedgerError) {
      summary = try ledger.atOneMoment { () throws(LedgerError) in
        let summary = try JobSummary(of: ledger)
        if html != nil {
          try ReportHTML(summary: summary, ledger: ledger).write { bytes in
            guard let page else {
              console.write(bytes: bytes)
              return !console.isClosed
            }
            page.write(bytes)
            return !page.isBroken
          }
        } else if csv {
          console.write(ReportCSV.head)
          try ledger.forEachFact { row in
            console.write(ReportCSV.line(row))
            return !console.isClosed
          }
        } else if json {
          try ReportJSON.write(summary, of: ledger, on: console)
        } else {
          console.write(try ReportPage(summary, of: ledger).text)
        }
        return summary
      }
    } catch {
      throw Failure(error)
    }
    if let page { try finish(page) }
    return summary.isWhole ? .done : .differs
  }

  /// The file of the page, which may take the place of an earlier page and of nothing else: with JOB
  /// and FILE mixed up it would be the manifest.
  private func newFile(_ path: String) throws(Failure) -> NewFile {
    do throws(FileError) {
      if try mayReplace(path) { return try NewFile(path) }
    } catch {
      throw Failure(error)
    }
    throw Failure(
      name: "not-a-report",
      words:
        "this is no report of TagPress and stays as it is; choose another name, or move it away.",
      code: .couldNotRun, file: path)
  }

  private func mayReplace(_ path: String) throws(FileError) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return true }
    guard status.st_mode & S_IFMT == S_IFREG else { return false }
    do throws(InputError) {
      let start = try InputFile(path).next()
      return start.isEmpty || start.firstRange(of: ReportHTML.mark) != nil
    } catch {
      throw FileError(path: path, action: .read, code: error.code)
    }
  }

  private func finish(_ page: NewFile) throws(Failure) {
    do throws(FileError) {
      try page.finish()
    } catch {
      throw Failure(error)
    }
  }
}
