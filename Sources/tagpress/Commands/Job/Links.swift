// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobSites
internal import JobWork
internal import NDEF
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Terminal

/// `tagpress links`: the link of every row, before the first tag is written.
struct Links: Command {
  var job = ""
  var outside = false
  var json = false

  static let name = ["links"]
  static let table = CommandTable<Links>(
    summary: "List the link of every row before anything is written",
    discussion: """
      For a server that has to know the links in advance, or a printer that needs the list. Prints \
      a table with row id, link and the size of the NDEF message in bytes. Random values are drawn \
      once and kept in the ledger beside the job, so these are the values that will be written. \
      Where only the tag knows the value, {tag.uid} and {mirror.uid} are left in the link.
      """,
    examples: [
      "tagpress links spring.xml > links.csv": "Saves the list to a file.",
      "tagpress links --json spring.xml": "Prints a list with one object for each row.",
    ],
    exitCodes: [.differs: "a link cannot be made"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("json", to: \.json, help: "Print a list of objects"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      var reader = JobReader(path: job, mayLeaveFolder: outside)
      reader.isHashing = true
      let needs = try needs(of: reader, on: console)
      let list = LinkList(asJSON: json, NameColumns(needs.names, beside: LinkList.columns))
      if needs.tokens {
        try listPlanned(list, ofFiles: needs.hash, on: console)
      } else {
        list.begin(on: console)
        let outcome = reader.read(
          begin: { _ in },
          visit: { row in
            list.write(
              row.idText, row.plannedLink().text, row.messageSize, RowNames(of: row), on: console)
            return !console.isClosed
          })
        // It was found to be complete when it was read before.
        guard console.isClosed || (outcome.hash != nil && outcome.hash == needs.hash) else {
          throw changedMeanwhile
        }
      }
      list.end(on: console)
      return .done
    } catch {
      return console.report(error, "links", json: json)
    }
  }

  private var changedMeanwhile: Failure {
    Failure(
      name: "changed-meanwhile",
      words:
        "The files of the job were changed while they were read, so this list may have a "
        + "hole. Run the same command again.", kind: .couldNotRun, file: job)
  }

  /// Reads the whole job once, because an incomplete list is worse than none: whether its rows
  /// have tokens, and what people see of them.
  private func needs(
    of reader: JobReader, on console: Console
  ) throws(Failure) -> (tokens: Bool, names: NameColumns.Found, hash: JobFilesHash?) {
    var tokens = false
    var names = NameColumns.Found()
    let outcome = reader.read(
      begin: { _ in },
      visit: { row in
        if !row.tokens.isEmpty { tokens = true }
        names.note(row)
        return true
      })
    let errors = outcome.findings.findings.filter { $0.problem.isError }
    guard !errors.isEmpty else { return (tokens, names, outcome.hash) }
    let them = errors.count == 1 ? "this error" : "these errors"
    throw .ofJob(
      errors, job, console.say,
      otherwise: Failure(
        name: "job-has-errors", words: "No link is listed. Correct \(them) first.", kind: .differs,
        file: job))
  }

  /// The links in the ledger, with the values that were drawn for them.
  private func listPlanned(
    _ list: LinkList, ofFiles files: JobFilesHash?, on console: Console
  ) throws(Failure) {
    let open = try console.open(JobRequest(job, outside: outside))
    guard files != nil, open.preflight.hash == files else { throw changedMeanwhile }
    list.begin(on: console)
    try orFail { () throws(LedgerError) in
      try open.ledger.atOneMoment { () throws(LedgerError) in
        try open.ledger.requireTaken()
        try open.ledger.forEachRow { reported in
          let link = PlannedLink(reported.row.link)
          let message = try? link.message(further: reported.row.further)
          list.write(
            reported.row.id, link.text, message?.bytes.count ?? 0, reported.row.names, on: console)
          return !console.isClosed
        }
      }
    }
  }
}

/// Prints the list row by row.
private final class LinkList {
  static let columns = ["id", "link", "size"]

  private let asJSON: Bool
  private let names: NameColumns
  private var isFirst = true

  init(asJSON: Bool, _ names: NameColumns) {
    self.asJSON = asJSON
    self.names = names
  }

  func begin(on console: Console) {
    console.write(asJSON ? "[" : CSVText.line(Self.columns + names.heads))
  }

  func write(_ id: String, _ link: String, _ size: Int, _ row: RowNames, on console: Console) {
    guard asJSON else {
      console.write(CSVText.line([id, link, String(size)] + names.cells(of: row)))
      return
    }
    let members: [(key: String, value: JSONValue)] = [
      ("id", .string(id)), ("link", .string(link)), ("size", .integer(size)),
    ]
    let row = JSONValue.object(members + row.members)
    console.write((isFirst ? "\n  " : ",\n  ") + row.compact)
    isFirst = false
  }

  func end(on console: Console) {
    if asJSON { console.write(isFirst ? "]\n" : "\n]\n") }
  }
}
