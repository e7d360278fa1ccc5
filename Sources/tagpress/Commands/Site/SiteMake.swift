// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc
internal import Plain
internal import Provisioning
internal import SiteAssociation
internal import StrictJSON
internal import Terminal

/// `tagpress site make`: the association files that let the apps of a job open its links.
struct SiteMake: Command {
  var jobs: [String] = []
  var folder = "well-known"
  var merge: [String] = []
  var replace = false
  var drop: [String] = []
  var others: [String] = []
  var byHost = false
  var legacy = false
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
      its name; a folder that has the files of one host directly in it keeps them there. Where a \
      job does not say which links to open, its link template decides: there is never a rule for a \
      single tag.

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
      .flag("by-host", to: \.byHost, help: "Move files into the folder of their host"),
      .flag("legacy", to: \.legacy, help: "Add \"paths\" for iOS 12"),
      .flag("passwords", to: \.passwords, help: "Let the apps use the site's passwords too"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .flag("check", to: \.check, help: "Write nothing; show what differs"),
      .flag("json", to: \.json, help: "Print one JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      var read = try jobs.map { job throws(Failure) in
        try JobHosts(job, mayLeaveFolder: outside, on: console)
      }
      for index in read.indices { read[index].want(legacyPaths: legacy, passwords: passwords) }
      if check { return try compare(try PlannedSite(read, self, on: console), on: console) }
      // Two at once would each write what it has planned, and the first one's rules would be lost.
      var status = stat()
      let isThere = stat(folder, &status) == 0
      let lock = try lockFolder()
      return try withExtendedLifetime(lock) { () throws(Failure) -> ExitCode in
        do throws(Failure) {
          return try write(try PlannedSite(read, self, on: console), on: console)
        } catch {
          // What was made for the lock alone goes, before another program has it; with something in it,
          // it stays.
          if !isThere { rmdir(folder) }
          throw error
        }
      }
    } catch {
      return console.report(error, "site make", json: json)
    }
  }

  private func lockFolder() throws(Failure) -> FolderLock {
    do throws(FileError) {
      while true {
        try makeFolder(folder)
        // Whoever had it before may remove it again.
        do throws(FileError) {
          let lock = try FolderLock(folder)
          if lock.isOf(folder) { return lock }
        } catch {
          guard error.code == ENOENT, isAbsent(folder) else { throw error }
        }
      }
    } catch {
      guard error.code == EWOULDBLOCK else { throw Failure(error) }
      throw Failure(
        name: "folder-in-use",
        words: "Another program is writing into this folder. Run the same command again when it is "
          + "done.",
        kind: .couldNotRun, file: folder)
    }
  }

  /// What the linter finds in files that are to be written, once: names of templates above all.
  private func sayFaults(of files: [SiteFile], on console: Console) {
    var known: Set<String> = []
    for file in files where !file.isSnippet {
      let findings = file.bytes.map { AssociationLint($0, fileName: file.name).findings } ?? []
      for finding in findings where finding.severity != .info {
        let line = "\(file.name): \(finding.severity.word): \(visible(finding.description))"
        if known.insert(line).inserted { console.say(line) }
      }
    }
  }

  private func write(_ site: PlannedSite, on console: Console) throws(Failure) -> ExitCode {
    if let host = site.flatHost {
      console.say(
        "The files directly in \(visible(folder)) do not tell of which host they are, and count as those of "
          + "\(visible(host)). If they are of another one, choose another folder with -o DIR.")
    }
    sayFaults(of: site.files, on: console)
    var hasSaidWhatCloses = false
    var objects: [JSONValue] = []
    // Before the first takes its place, so that no half of a site is left.
    let drafts = try SiteDrafts(of: site.files, in: site.folder)
    for file in site.files {
      guard let bytes = file.bytes else {
        objects.append(try settle(file, in: site.folder, on: console))
        continue
      }
      if file.isForeign(file.was) {
        sayForeign(file, on: console)
        objects.append(file.object("foreign"))
        continue
      }
      if file.was != bytes {
        if let owner = try drafts.put(file) { sayLost(owner, of: file, on: console) }
      } else {
        try file.requireUnchanged()
      }
      let outcome = file.was == bytes ? "unchanged" : "written"
      if outcome == "written", file.name == AssociationKind.android.fileName, !hasSaidWhatCloses {
        hasSaidWhatCloses = true
        sayWhatCloses(site.listedApps, on: console)
      }
      if file.keepsMore { sayKept(file, on: console) }
      objects.append(file.object(outcome))
      if !json {
        console.writeLine("\(visible(file.path)): \(count(bytes.count, "byte")), \(outcome)")
      }
    }
    return end(site, objects, .done, on: console)
  }

  /// Says what must not be there; it may be all that is left of an app that is still installed, so a
  /// person removes it, unless its content is elsewhere now.
  private func settle(
    _ file: SiteFile, in root: String, on console: Console
  ) throws(Failure) -> JSONValue {
    guard case .moved(let host) = file.leftover else {
      console.say(file.leftoverInWords)
      return file.object("stale")
    }
    // What was added since is in no other place.
    try file.requireAsFound(in: root)
    guard unlink(file.path) == 0 || errno == ENOENT else {
      throw Failure(FileError(path: file.path, action: .write, code: errno))
    }
    console.say(
      "\(visible(file.path)) is now in the folder \(visible(host)). Change its path in the "
        + "configuration of that server, too.")
    return file.object("moved")
  }

  private func compare(_ site: PlannedSite, on console: Console) throws(Failure) -> ExitCode {
    var objects: [JSONValue] = []
    var links: Set<String> = []
    var code = ExitCode.done
    for file in site.files {
      guard let bytes = file.bytes else {
        code = .differs
        objects.append(file.object(file.leftover.isMove ? "moved" : "stale"))
        if !json { console.writeLine(file.leftoverInWords) }
        continue
      }
      let present = try presentBytes(file.path)
      // Writing cannot fix a file that is never written, so it does not count as a difference.
      if file.isForeign(present) {
        sayForeign(file, on: console)
        objects.append(file.object("foreign"))
        continue
      }
      if file.keepsMore { sayKept(file, on: console) }
      let outcome = present == nil ? "missing" : present == bytes ? "same" : "differs"
      // A run that writes would be refused, and change nothing.
      if outcome != "same", let words = file.linkInWords(in: site.folder),
        links.insert(words).inserted
      {
        console.say(words)
      }
      objects.append(file.object(outcome))
      guard outcome != "same" else { continue }
      code = .differs
      guard !json else { continue }
      let path = visible(file.path)
      console.write("--- \(present == nil ? "/dev/null" : path)\n+++ \(path) as the job needs it\n")
      console.write(LineDifference(from: present ?? [], to: bytes).hunks)
    }
    return end(site, objects, code, on: console)
  }

  /// Says what becomes of the jobs' links with these files; a comparison that finds nothing is silent.
  private func end(
    _ site: PlannedSite, _ objects: [JSONValue], _ code: ExitCode, on console: Console
  ) -> ExitCode {
    if json {
      console.write([
        "files": .array(objects), "verdicts": .array(site.verdicts.flatMap(\.json)),
        "problems": .array(site.verdicts.flatMap(\.problemsInJSON)),
        "limits": .array(site.verdicts.flatMap(\.limitsInJSON)),
      ])
    } else {
      var known: Set<String> = []
      for line in site.verdicts.flatMap({ check ? $0.closedLines : $0.lines })
      where known.insert(line).inserted {
        console.writeLine(line)
      }
    }
    return site.verdicts.allSatisfy(\.opens) ? code : .differs
  }

  /// The server may run as that owner, and then perhaps cannot read the file any more.
  private func sayLost(_ owner: NewFile.Owner, of file: SiteFile, on console: Console) {
    let command = typed("chown \(owner) \(shellWord(visible(file.path)))")
    console.say(
      "\(visible(file.path)) belonged to \(owner) (user and group), and this run may not give it back. "
        + "Run \(command) as root.")
  }

  private func sayKept(_ file: SiteFile, on console: Console) {
    console.say(
      """
      \(visible(file.path)) also has more than these jobs need, and it stays: what is of other jobs, or \
      what an earlier run added with --legacy or --passwords. If nothing needs it, remove it with --drop and \
      its path or app.
      """)
  }

  /// Rules for Android are about all links of the host, not only those of the job.
  private func sayWhatCloses(_ apps: [String], on console: Console) {
    for app in apps {
      console.say(
        """
        From Android 15 on, \(visible(app)) opens only the links of the host that its rules list. To let \
        it open all of them, write links="all" in its <app>.
        """)
    }
  }

  private func sayForeign(_ file: SiteFile, on console: Console) {
    console.say(
      "\(visible(file.path)) was not made by tagpress and stays as it is; move it away to get ours."
    )
  }
}
