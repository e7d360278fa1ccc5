// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Files
internal import JobManifest
internal import Plain
internal import Provisioning
internal import SiteAssociation
internal import StrictJSON
internal import Terminal

/// `tagpress site make`: the association files that let the apps of a job open its links.
struct SiteMake: Command {
  var job = ""
  var folder = "well-known"
  var merge: [String] = []
  var replace = false
  var legacy = false
  var passwords = false
  var check = false
  var outside = false
  var json = false

  static let name = ["site", "make"]
  static let table = CommandTable<SiteMake>(
    summary: "Make the association files for a job's host",
    discussion: """
      Writes apple-app-site-association and assetlinks.json, to be served from /.well-known/ on \
      the host, and settings for web servers in the folder servers/. Where the job does not say \
      which links to open, its link template decides: there is never a rule for a single tag. If \
      the rows choose the host, each host gets a folder of its own. Other files stay as they are.

      A file that is there already is only written anew if no app and no link of it is lost, and a \
      merge is refused if a link of any app would fare otherwise than before.
      """,
    examples: [
      "tagpress site make spring.xml -o well-known": "Makes the files for the job's host.",
      "tagpress site make spring.xml -o well-known --check":
        "Shows how the files there differ from what the job needs, and writes nothing.",
      "tagpress site make spring.xml --merge deployed/assetlinks.json":
        "Adds what the job needs to a file that other teams also use.",
    ],
    exitCodes: [
      .differs: "the job is refused; with --check, a file differs or should not be there"
    ],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest"),
      .option(
        "output", short: "o", .directory("DIR"), to: \.folder,
        help: "Where to put the files; well-known by default"),
      .option(
        "merge", .file("FILE"), to: \.merge,
        help: "Add to this deployed file, keeping every byte of it"),
      .flag("replace", to: \.replace, help: "Lose what the files there say besides"),
      .flag("legacy", to: \.legacy, help: "Add \"paths\" for iOS 12"),
      .flag("passwords", to: \.passwords, help: "Let the apps use the site's passwords too"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("check", to: \.check, help: "Write nothing; show what differs"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      let jobHosts = try JobHosts(job, mayLeaveFolder: outside, on: console)
      let files = try plannedFiles(for: jobHosts, on: console)
      if check { return try compare(files, on: console) }
      for file in files where !replace { try requireNothingIsLost(by: file) }
      return try write(files, listed: jobHosts.listedApps, on: console)
    } catch {
      return console.report(error, "site make", json: json)
    }
  }

  /// All files, so that nothing is written if one of them cannot be made.
  private func plannedFiles(
    for jobHosts: JobHosts, on console: Console
  ) throws(Failure) -> [SiteFile] {
    var site = jobHosts.site
    for index in site.plans.indices {
      site.plans[index].hasLegacyPaths = legacy
      site.plans[index].sharesPasswords = passwords
    }
    let deployed = try deployedFiles(for: jobHosts.hosts)
    var made: [(name: String, bytes: [UInt8])] = []
    for kind in AssociationKind.allCases {
      guard let bytes = try bytes(of: kind, site, addedTo: deployed[kind]) else { continue }
      if let file = deployed[kind] {
        try requireSameVerdicts(of: kind, site, mergedInto: file, bytes, on: console)
      }
      made.append((kind.fileName, bytes))
    }
    let unmade = AssociationKind.allCases.map(\.fileName).filter { name in
      !made.contains { $0.name == name }
    }
    var files: [SiteFile] = []
    let hosts = jobHosts.hosts
    // Nothing moves unasked: a host that has a folder keeps it, also when it is the last one.
    let haveFolders = hosts.count > 1 || hosts.contains { Leftover.hasFolder($0, in: folder) }
    for host in hosts {
      let place = haveFolders ? "\(folder)/\(host)" : folder
      files += made.map { SiteFile(path: "\(place)/\($0.name)", bytes: $0.bytes) }
      for file in unmade.map({ SiteFile(path: "\(place)/\($0)", bytes: nil) })
      where try file.present() != nil {
        files.append(file)
      }
    }
    for (name, bytes) in made { say(AssociationLint(bytes, fileName: name), of: name, on: console) }
    return files + Leftover.all(in: folder, besideHosts: hosts, haveFolders: haveFolders)
      + ServerSnippets.all.map {
        SiteFile(path: "\(folder)/servers/\($0.name)", bytes: $0.bytes, isSnippet: true)
      }
  }

  private func deployedFiles(
    for hosts: [String]
  ) throws(Failure) -> [AssociationKind: LintedFile] {
    guard merge.isEmpty || hosts.count == 1 else {
      throw Failure(
        name: "several-hosts",
        words: "The job has several hosts. Merge the files of each host by hand.",
        code: .differs, file: job)
    }
    var deployed: [AssociationKind: LintedFile] = [:]
    for path in merge {
      let file: LintedFile
      do throws(InputError) {
        file = try LintedFile(path)
      } catch {
        throw Failure(error, file: path)
      }
      guard deployed.updateValue(file, forKey: file.lint.kind) == nil else {
        throw Failure(
          name: "usage", words: "--merge takes only one file for each platform.", code: .usage)
      }
    }
    return deployed
  }

  /// What a file shall hold; nil if the job has no app for it.
  private func bytes(
    of kind: AssociationKind, _ site: JobSite, addedTo deployed: LintedFile?
  ) throws(Failure) -> [UInt8]? {
    do throws(SiteMergeError) {
      if let deployed {
        return kind == .apple
          ? try site.merged(intoApple: deployed.bytes)
          : try site.merged(intoAndroid: deployed.bytes)
      }
      return (kind == .apple ? try site.appleFile() : try site.androidFile()).map { Array($0.utf8) }
    } catch {
      let isAboutLegacy = if case .plan(.legacyPathsAskOnlyPaths) = error { true } else { false }
      throw Failure(
        name: "cannot-make", words: error.description, code: .differs,
        cure: isAboutLegacy ? .leaveLegacyOut : nil, file: deployed?.path ?? job)
    }
  }

  /// A merge changes nothing for the apps that are in the file, and what the job needs opens there.
  private func requireSameVerdicts(
    of kind: AssociationKind, _ site: JobSite, mergedInto deployed: LintedFile, _ merged: [UInt8],
    on console: Console
  ) throws(Failure) {
    let host = site.host ?? Self.anyHost
    var changes = VerdictChange.all(from: deployed.bytes, to: merged, kind: kind, host: host)
    if let alone = try bytes(of: kind, site, addedTo: nil) {
      changes += VerdictChange.all(from: alone, to: merged, kind: kind, host: host)
        .filter { $0.before == .opens }
    }
    guard !changes.isEmpty else { return }
    for change in changes.prefix(Self.changesShownMax) {
      console.say(
        "\(visible(change.app))  \(visible(change.link)): \(change.before.rawValue) before, "
          + "\(change.after.rawValue) after")
    }
    throw Failure(
      name: "merge-changes-links",
      words: """
        With the entries of the job, \(count(changes.count, "link")) of the file would fare \
        otherwise, so nothing was written. Change the patterns of the job, or the file by hand.
        """,
      code: .differs, file: deployed.path)
  }

  private static let changesShownMax = 10
  /// What a file says of links is the same for every host.
  private static let anyHost = "host.example"

  /// What someone else has written, and what another job needs, is never lost in silence.
  private func requireNothingIsLost(by file: SiteFile) throws(Failure) {
    guard let bytes = file.bytes, !file.isSnippet, let present = try file.present(),
      present != bytes, let kind = AssociationKind(fileName: file.name)
    else { return }
    for path in merge {
      let merged = try? LintedFile(path)
      if merged?.bytes == present { return }
    }
    let path = visible(file.path)
    let cure =
      "Take it in with --merge \(shellWord(path)), or lose what it says with --replace."
    guard AssociationLint.isOfOurForm(present, kind: kind) else {
      throw Failure(
        name: "foreign-file",
        words: "This file is there already, and it says what no job here made. \(cure)",
        code: .differs, file: path)
    }
    let lost = VerdictChange.all(from: present, to: bytes, kind: kind, host: Self.anyHost)
      .first { $0.before == .opens }
    guard let lost else { return }
    throw Failure(
      name: "links-lost",
      words: """
        With the new file, \(lost.app) would no longer open links such as \(lost.link), which may \
        be on printed tags. \(cure)
        """,
      code: .differs, file: path)
  }

  /// What the linter finds in a file that was just made: names of templates above all.
  private func say(_ lint: AssociationLint, of name: String, on console: Console) {
    for finding in lint.findings where finding.severity != .info {
      console.say("\(name): \(finding.severity.word): \(visible(finding.description))")
    }
  }

  private func write(
    _ files: [SiteFile], listed: [String], on console: Console
  ) throws(Failure) -> ExitCode {
    var objects: [JSONValue] = []
    for file in files {
      // It may be all that is left of an app that is still installed, so a person removes it.
      guard let bytes = file.bytes else {
        console.say(file.leftoverInWords)
        objects.append(file.object("stale"))
        continue
      }
      let present = try file.present()
      if file.isForeign(present) {
        sayForeign(file, on: console)
        objects.append(file.object("foreign"))
        continue
      }
      if present != bytes { try file.write(bytes) }
      let outcome = present == bytes ? "unchanged" : "written"
      if outcome == "written", AssociationKind(fileName: file.name) == .android {
        sayWhatCloses(listed, on: console)
      }
      objects.append(file.object(outcome))
      if !json {
        console.writeLine("\(visible(file.path)): \(count(bytes.count, "byte")), \(outcome)")
      }
    }
    if json { console.write(["files": .array(objects)]) }
    return .done
  }

  private func compare(_ files: [SiteFile], on console: Console) throws(Failure) -> ExitCode {
    var objects: [JSONValue] = []
    var code = ExitCode.done
    for file in files {
      guard let bytes = file.bytes else {
        code = .differs
        objects.append(file.object("stale"))
        if !json { console.writeLine(file.leftoverInWords) }
        continue
      }
      let present = try file.present()
      // Writing cannot fix a file that is never written, so it does not count as a difference.
      if file.isForeign(present) {
        sayForeign(file, on: console)
        objects.append(file.object("foreign"))
        continue
      }
      let outcome = present == nil ? "missing" : present == bytes ? "same" : "differs"
      objects.append(file.object(outcome))
      guard outcome != "same" else { continue }
      code = .differs
      guard !json else { continue }
      let path = visible(file.path)
      console.write("--- \(present == nil ? "/dev/null" : path)\n+++ \(path) as the job needs it\n")
      console.write(LineDifference(from: present ?? [], to: bytes).hunks)
    }
    if json { console.write(["files": .array(objects)]) }
    return code
  }

  /// Rules for Android are about all links of the host, not only those of the job.
  private func sayWhatCloses(_ apps: [String], on console: Console) {
    for app in apps {
      console.say(
        """
        From Android 15 on, \(visible(app)) then opens no other link of the host than the rules list. \
        If it should, write links="all" in its <app>.
        """)
    }
  }

  private func sayForeign(_ file: SiteFile, on console: Console) {
    console.say(
      "\(visible(file.path)) was not made by tagpress and stays as it is; move it away to get ours."
    )
  }
}
