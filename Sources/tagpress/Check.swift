// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobManifest
internal import Provisioning
internal import StrictJSON

/// `tagpress check`: everything that can be said about a job before a tag is spent.
struct Check: Command {
  var job = ""
  var associations: [String] = []
  var resolver: String?
  var outside = false
  var json = false

  static let name = ["check"]
  static let table = CommandTable<Check>(
    summary: "Find out what is wrong with a job before a tag is spent",
    discussion: """
      Reads the job and its spreadsheets, makes the link of every row, and says whether it fits the \
      chips, what a phone will do with it, and whether it opens the apps: the links are matched \
      with the association files that the job's apps call for, or with those that your site serves.

      Needs neither a reader nor the network, and asks no resolver: what that gives is checked when \
      a tag is there, before it is written.
      """,
    examples: [
      "tagpress check spring.xml": "Names every mistake with its place and the cure.",
      "tagpress check spring.xml --association apple-app-site-association":
        "Matches the links with the file that the site serves.",
    ],
    exitCodes: [.differs: "the job has errors; warnings alone do no harm"],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "association", .file("FILE"), to: \.associations,
        help: "An apple-app-site-association or assetlinks.json that a host serves"),
      .option(
        "resolver", .text("COMMAND"), to: \.resolver,
        help: "The program that gives values when a tag is there; it is not asked now"),
      .flag("outside", to: \.outside, help: "Let spreadsheets lie outside the job's folder"),
      .flag("json", to: \.json, help: "Print one object"),
    ])

  func run(in console: Console) -> ExitCode {
    let files: [AssociationFile]
    do throws(InputError) {
      files = try associationFiles(associations)
    } catch {
      return console.couldNotRead(error, for: "check", json: json, lines: false)
    }
    let preflight = Preflight(
      path: job, mayLeaveFolder: outside, isResolvedLater: resolver != nil, associations: files)
    if json { console.write(preflight.json) }
    if let reason = preflight.unreadable {
      console.say("tagpress check: \(visible(reason))")
      return .couldNotRun
    }
    if !json {
      let page = FindingsPage(preflight.findings, of: job, showsSource: console.isTerminal)
      page.forEachFinding { console.write($0) }
      console.write(preflight.page(of: job))
      if resolver == nil, preflight.lacksValues {
        console.say("If a resolver gives these values, say --resolver COMMAND, as with 'write'.")
      }
    }
    return preflight.findings.errorCount == 0 ? .done : .differs
  }
}

/// The association files that a user names in place of the job's own.
func associationFiles(_ names: [String]) throws(InputError) -> [AssociationFile] {
  var files: [AssociationFile] = []
  for name in names {
    let bytes = try InputFile(name).rest(limit: JSONLimits.byteCount)
    files.append(AssociationFile(name: name, bytes: bytes))
  }
  return files
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

  /// Why there was nothing to check, if the manifest could not be read at all.
  var unreadable: String? {
    guard job == nil, case .manifest(let problem)? = findings.findings.first?.problem,
      case .cannotRead = problem
    else { return nil }
    return problem.description
  }
}
