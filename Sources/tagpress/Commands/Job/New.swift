// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import JobManifest
internal import JobWork
internal import Plain
internal import StrictJSON
internal import Terminal

/// `tagpress new`: a job folder that `tagpress check` passes at once.
struct New: Command {
  var name: String?
  var template: JobTemplate?
  var from: String?
  var sheet: String?
  var encoding: String?
  var link: String?
  var genuine = false
  var list = false
  var json = false

  static let name = ["new"]
  static let table = CommandTable<New>(
    summary: "Start a new job from a template or a spreadsheet",
    discussion: """
      Creates the folder NAME with the manifest NAME.xml, its schema for editors, and whatever \
      else the job needs. A spreadsheet is a workbook (.xlsx, .xlsm, .ods) or a CSV \
      file, and is copied into the folder. If a column contains links, they are \
      written to the tags; otherwise the link is made from the first column that is different in \
      every row. That column also names the rows.
      """,
    examples: [
      "tagpress new spring": "Creates a job that writes one link to many tags.",
      "tagpress new spring --from stores.csv":
        "Creates a job with one tag per row of the spreadsheet.",
      "tagpress new spring --from stores.csv --link 'https://go.example.com/{city}'":
        "The same, with links made from the column 'city'.",
    ],
    exitCodes: [.differs: "the folder already exists, or the spreadsheet has to be corrected"],
    meaningless: [
      "template": "from", "from": "list", "link": "list", "sheet": "list", "template": "list",
      "genuine": "list", "encoding": "list",
    ],
    parameters: [
      .positional(
        .directory("NAME"), to: \.name, help: "The folder to make; its name becomes the job's id"),
      .option("template", .choice("TEMPLATE"), to: \.template, help: "The template to start from"),
      .option(
        "from", .file("FILE"), to: \.from,
        help: "The spreadsheet with the rows: an Excel or LibreOffice workbook, or CSV"),
      .option(
        "sheet", .text("NAME"), to: \.sheet,
        help: "The sheet of the workbook; without it, the first one that has something in it"),
      .option(
        "encoding", .text("NAME"), to: \.encoding,
        help: "How the letters of the CSV file are written, such as windows-1250"),
      .option(
        "link", .text("LINK"), to: \.link, help: "The link, with {column} where a value goes"),
      .flag(
        "genuine", to: \.genuine, help: "Take only tags with their maker's signature"),
      .flag("list", to: \.list, help: "List the templates"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      if list {
        if let name { throw usage("--list creates no job. Leave out '\(name)' or --list.") }
        listTemplates(console)
        return .done
      }
      if sheet != nil, from == nil {
        throw usage("--sheet names a sheet of a workbook. Name the workbook with --from.")
      }
      let path = try folder()
      if encoding != nil, from == nil {
        throw usage(
          "--encoding is about a spreadsheet. Name it with --from, or leave out --encoding.")
      }
      let job =
        if let from {
          try NewJob(
            at: path, fromSheet: from, named: sheet, encoding: statedEncoding(), link: link,
            isGenuine: genuine)
        } else {
          try NewJob(at: path, from: template ?? .oneLink, link: link, isGenuine: genuine)
        }
      show(job, on: console)
      return job.errorCount == 0 ? .done : .differs
    } catch {
      return console.report(error, "new", json: json)
    }
  }

  private func show(_ job: NewJob, on console: Console) {
    if json {
      return console.write([
        "manifest": .string(job.manifest), "files": .array(job.files.map { .string($0) }),
        "tags": .integer(job.tagCount), "errors": .integer(job.errorCount),
        "notes": .array(job.notes.map { .string($0.sentence(Self.voice.cures)) }),
      ])
    }
    console.writeLine(
      visible("Made \(job.path) with \(job.files.joined(separator: ", ")): ")
        + "\(count(job.tagCount, "tag")).")
    for note in job.notes { console.writeLine(note.sentence(Self.voice.cures)) }
    let check = typed("tagpress check \(shellWord(job.manifest))")
    if job.errorCount > 0 {
      console.say(
        visible(
          "tagpress new: The job still has \(count(job.errorCount, "problem")); \(check) shows "
            + "\(job.errorCount == 1 ? "it" : "them")."))
    }
    let edit = job.placeholderHost.map { ", replace \($0) with the name of your website" } ?? ""
    let step =
      from == nil || !edit.isEmpty ? "Edit \(job.manifest)\(edit), then run" : "Run"
    console.writeLine(visible("Next: \(step) \(check)."))
  }

  private func listTemplates(_ console: Console) {
    if json {
      let templates = JobTemplate.allCases.map { template -> JSONValue in
        ["name": .string(template.rawValue), "summary": .string(template.summary)]
      }
      return console.write(.array(templates))
    }
    let width = JobTemplate.allCases.map(\.rawValue.count).max() ?? 0
    for template in JobTemplate.allCases {
      console.writeLine("\(template.rawValue.padded(to: width))  \(template.summary)")
    }
  }

  /// The path of the folder, if its last name can be that of a job.
  private func folder() throws(Failure) -> String {
    guard var path = name else {
      throw usage("Name the job, as in 'tagpress new spring'; --list shows the templates.")
    }
    while path.count > 1, path.last == "/" { path.removeLast() }
    let id = lastName(of: path)
    guard isJobID(id) else {
      let other = jobID(like: id)
      throw usage(
        "'\(id)' cannot be the name of a job: use up to \(JobLimits.jobIDCharactersMax) letters,"
          + " digits, dots, hyphens and _, with a letter or digit first, such as '\(other)'.")
    }
    if id.lowercased().hasSuffix(".xml") {
      throw usage(
        "NAME is the name of the folder, and its manifest would be \(id).xml. Did you mean"
          + " '\(path.dropLast(4))'?")
    }
    return path
  }

  private func statedEncoding() throws(Failure) -> CSVEncoding? {
    guard let encoding else { return nil }
    guard let known = CSVEncoding(named: encoding) else {
      throw usage(
        "--encoding: no encoding is called '\(encoding)'. "
          + (CSVEncoding.suggestion(for: encoding).map { "Did you mean '\($0)'?" }
            ?? "Use a name such as UTF-8, windows-1250 or Shift_JIS."))
    }
    return known
  }

  private func usage(_ words: String) -> Failure {
    Failure(name: "usage", words: words, kind: .usage)
  }
}
