// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobSites
internal import JobWork
internal import Plain
internal import SiteAssociation
internal import SiteMaking
internal import StrictJSON
internal import Terminal
internal import Voices

/// `tagpress site make`: the association files that let the apps of a job open its links.
struct SiteMake: Command {
  var jobs: [String] = []
  var folder = "well-known"
  var merge: [String] = []
  var replace = false
  var drop: [String] = []
  var others: [String] = []
  var passwords = false
  var check = false
  var outside = false
  var json = false

  static let name = ["site", "make"]
  static let table = CommandTable<SiteMake>(
    summary: "Make the association files for the hosts of jobs",
    discussion: """
      Writes apple-app-site-association and assetlinks.json, to be served from /.well-known/ on \
      the host, and settings for web servers in the folder servers/. Each host gets a folder with \
      its name. Where a job does not say which links to open, its link template decides: there is \
      never a rule for a single tag.

      What several jobs need of a host, and what an earlier run has left there, comes together in \
      its files. Nothing is lost that you do not name: neither what others have written, nor what \
      opens links on tags, as the ledgers of these jobs know them, those beside them, and those of \
      other jobs of the host that you wrote on this machine. Name jobs of other machines with --job. \
      An exclude that would shut links of another job is refused.
      """,
    examples: [
      "tagpress site make spring.xml -o well-known": "Makes the files for the job's host.",
      "tagpress site make spring.xml -o well-known --check":
        "Shows how the files there differ from what the job needs, and writes nothing.",
      "tagpress site make spring.xml summer.xml -o well-known":
        "Makes the files for two jobs, also if they have the same host.",
      "tagpress site make spring.xml --merge deployed/assetlinks.json":
        "Adds what the job needs to a file that other teams also use.",
    ],
    exitCodes: [
      .differs:
        "a job is refused, or its links stay shut; with --check, a file differs or should not be there"
    ],
    retired: [
      "by-host": "Each host has a folder of its own. Leave out --by-host.",
      "legacy":
        "\"paths\" for iOS 12 that are in a file stay there, and none are added. Leave out --legacy.",
    ],
    parameters: [
      .positional(.file("JOB"), to: \.jobs, atLeast: 1, help: "The manifests of the jobs"),
      .option(
        "output", short: "o", .directory("DIR"), to: \.folder,
        help: "Where to put the files; well-known by default"),
      .option(
        "merge", .file("FILE|DIR"), to: \.merge,
        help: "Add to this deployed file, or to those in a folder, keeping every byte"),
      .flag(
        "replace", to: \.replace,
        help: "Overwrite the files there; their other entries are lost"),
      .option(
        "drop", .text("NAME"), to: \.drop,
        help: "Give up what is there for this host, HOST/PATH or app"),
      .option(
        "job", .file("PATH"), to: \.others,
        help: "Another job or ledger whose tags must stay open, such as of another machine"),
      .flag("passwords", to: \.passwords, help: "Let the apps use the site's passwords too"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("check", to: \.check, help: "Write nothing; show what differs"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      var read = try jobs.map { job throws(Failure) in
        try JobHosts(job, mayLeaveFolder: outside, tell: console.say)
      }
      for index in read.indices { read[index].sharePasswords(passwords) }
      var wishes = SiteWishes(folder: folder)
      (wishes.deployed, wishes.dropped, wishes.otherJobs) = (merge, drop, others)
      (wishes.replaces, wishes.compares) = (replace, check)
      (wishes.register, wishes.whyNoRegister) = (.ofUser, noStateFolder)
      var page = SiteMakePage(console, json: json)
      func plan() throws(Failure) -> PlannedSite {
        try PlannedSite(read, wishes, snippets: TemplateFiles.serverSnippets) { words, cure in
          console.say(
            ([words] + (cure.map { [Self.voice.cures($0)] } ?? [])).joined(separator: " "))
        }
      }
      if check {
        let site = try plan()
        try site.compare { page.show(compared: $0, in: site.folder) }
        return page.end(site, onlyWhatIsShut: true)
      }
      let site = try PlannedSite.write(into: folder, plan) {
        page.showFaults(of: $0.files)
        page.listedApps = $0.listedApps
      } _: {
        page.show(written: $0)
      }
      return page.end(site, onlyWhatIsShut: false)
    } catch {
      return console.report(error, "site make", json: json)
    }
  }
}

/// The output of `site make` for the files of a site.
private struct SiteMakePage {
  private let console: Console
  private let json: Bool
  private var objects: [JSONValue] = []
  private var links: Set<String> = []
  private var code = ExitCode.done
  /// Apps whose closing rules have not been reported yet.
  var listedApps: [String] = []

  init(_ console: Console, json: Bool) {
    self.console = console
    self.json = json
  }

  /// The linter's findings in the new files, once: mostly names from templates.
  func showFaults(of files: [SiteFile]) {
    var known: Set<String> = []
    for file in files where !file.isSnippet {
      let findings = file.bytes.map { AssociationLint($0, fileName: file.name).findings } ?? []
      for finding in findings where finding.severity != .info {
        let line = "\(file.name): \(finding.severity.word): \(visible(finding.description))"
        if known.insert(line).inserted { console.say(line) }
      }
    }
  }

  mutating func show(written step: SiteStep) {
    let file = step.file
    add(step)
    switch step.outcome {
    case .stale: console.say(file.leftoverInWords)
    case .foreign: sayForeign(file)
    default:
      if let owner = step.lostOwner { sayLost(owner, of: file) }
      if step.outcome == .written, file.name == AssociationKind.android.fileName {
        sayWhatCloses()
      }
      if file.keepsMore { sayKept(file) }
      guard !json else { return }
      let size = count(file.bytes?.count ?? 0, "byte")
      console.writeLine("\(visible(file.path)): \(size), \(step.outcome.rawValue)")
    }
  }

  mutating func show(compared step: SiteStep, in folder: String) {
    let file = step.file
    add(step)
    switch step.outcome {
    case .stale:
      code = .differs
      if !json { console.writeLine(file.leftoverInWords) }
      return
    case .foreign:
      sayForeign(file)
      return
    default: if file.keepsMore { sayKept(file) }
    }
    guard step.outcome != .same else { return }
    code = .differs
    // A run that writes would be refused, and change nothing.
    if let link = file.linkFailure(in: folder) {
      let words = "\(visible(link.file ?? file.path)): \(link.sentence(SiteMake.voice.cures))"
      if links.insert(words).inserted { console.say(words) }
    }
    guard !json else { return }
    let path = visible(file.path)
    console.write(
      "--- \(step.outcome == .missing ? "/dev/null" : path)\n+++ \(path) as the job needs it\n")
    console.write(LineDifference(from: step.present ?? [], to: file.bytes ?? []).hunks)
  }

  /// Reports what happens to the jobs' links with these files; a comparison without differences is silent.
  func end(_ site: PlannedSite, onlyWhatIsShut: Bool) -> ExitCode {
    if json {
      console.write([
        "files": .array(objects), "verdicts": .array(site.verdicts.flatMap(\.json)),
        "problems": .array(site.verdicts.flatMap(\.problemsInJSON)),
        "limits": .array(site.verdicts.flatMap(\.limitsInJSON)),
      ])
    } else {
      var known: Set<String> = []
      let cures = SiteMake.voice.cures
      for line in site.verdicts.flatMap({ onlyWhatIsShut ? $0.closedLines(cures) : $0.lines(cures) }
      )
      where known.insert(line).inserted {
        console.writeLine(line)
      }
    }
    return site.verdicts.allSatisfy(\.opens) ? code : .differs
  }

  private mutating func add(_ step: SiteStep) {
    objects.append([
      "file": .string(step.file.path), "bytes": .optional(step.file.bytes?.count),
      "outcome": .string(step.outcome.rawValue),
    ])
  }

  /// If the server runs as that owner, it may no longer be able to read the file.
  private func sayLost(_ owner: NewFile.Owner, of file: SiteFile) {
    let command = typed("chown \(owner) \(shellWord(visible(file.path)))")
    console.say(
      "\(visible(file.path)) belonged to \(owner) (user and group), and this run may not give it back. "
        + "Run \(command) as root.")
  }

  private func sayKept(_ file: SiteFile) {
    console.say(
      """
      \(visible(file.path)) also has more than these jobs need, and it stays: what is of other jobs, what \
      an earlier run added with --passwords, or "paths" of an earlier version. If nothing needs it, remove \
      it with --drop and its path or app.
      """)
  }

  /// Rules for Android apply to all links of the host, not only those of the job.
  private mutating func sayWhatCloses() {
    for app in listedApps {
      console.say(
        """
        From Android 15 on, \(visible(app)) opens only the links of the host that its rules list. To let \
        it open all of them, write links="all" in its <app>.
        """)
    }
    listedApps = []
  }

  private func sayForeign(_ file: SiteFile) {
    console.say(
      "\(visible(file.path)) was not made by tagpress and stays as it is; move it away to get ours."
    )
  }
}
