// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Files
internal import JobManifest
internal import JobSites
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Terminal
internal import Voices

/// `tagpress check`: everything that can be said about a job before a tag is spent.
struct Check: Command {
  var job = ""
  var associations: [String] = []
  var resolver: String?
  var outside = false
  var seen = false
  var json = false

  static let name = ["check"]
  static let table = CommandTable<Check>(
    summary: "Find what is wrong with a job before any tag is written",
    discussion: """
      Reads the job and its spreadsheets, makes the link of every row, and says whether it fits \
      the chips, what phones will do with it, and whether it opens the apps. For the apps, the \
      links are matched with the association files that the job needs, or with those that your \
      site serves (--association).

      Needs no reader and no network, and does not ask a resolver: its values are checked when the \
      tag is on the reader, before anything is written.
      """,
    examples: [
      "tagpress check spring.xml": "Lists every mistake, where it is and how to correct it.",
      "tagpress check spring.xml --association apple-app-site-association":
        "Matches the links with the file that your site serves.",
      "tagpress check spring.xml --seen":
        "Shows a few cells beside their links, to be compared with the sheet on your screen.",
    ],
    exitCodes: [.differs: "the job has errors; warnings alone do not count"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "association", .file("FILE|DIR"), to: \.associations,
        help: "An association file of the job's host, or a folder with a folder for each host"),
      .option(
        "resolver", .text("COMMAND"), to: \.resolver,
        help: "The program that will give values for each tag; it is not asked now"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag(
        "seen", to: \.seen,
        help: "Show up to three cells of each column beside what their tags get"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    let files: [AssociationFile]
    do throws(InputError) {
      files = try AssociationFile.all(associations)
    } catch {
      return console.couldNotRead(error, for: "check", json: json, lines: false)
    }
    let preflight = Preflight(
      path: job, mayLeaveFolder: outside, isResolvedLater: resolver != nil,
      isSampling: seen, associations: files)
    let labels = OutdatedLabels(of: job, preflight, outside: outside)
    if json { console.write(preflight.json(withCells: seen, labels)) }
    if let reason = preflight.unreadable {
      console.say("tagpress check: \(visible(reason))")
      return .couldNotRun
    }
    if !json {
      let page = FindingsPage(preflight, of: job, showsSource: console.isTerminal)
      page.forEachFinding { console.write($0) }
      console.write(preflight.page(of: job))
      if seen { console.write("\n" + preflight.cellsPage) }
      if let labels { console.say(labels.page(Self.voice.cures)) }
      if resolver == nil, preflight.lacksValues {
        console.say("If a resolver gives these values, add --resolver COMMAND, as with 'write'.")
      }
    }
    return preflight.findings.errorCount == 0 ? .done : .differs
  }
}

extension Preflight {
  /// Whether a value is missing that a resolver may give.
  fileprivate var lacksValues: Bool {
    findings.findings.contains { finding in
      switch finding.problem {
      case .manifest(.unknownVariable), .manifest(.missingValue): true
      default: false
      }
    }
  }
}
