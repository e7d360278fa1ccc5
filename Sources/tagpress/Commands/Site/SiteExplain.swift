// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Files
internal import Glibc
internal import JobSites
internal import Plain
internal import SiteAssociation
internal import StrictJSON
internal import TagReport
internal import Terminal
internal import WebLink

/// `tagpress site explain`: which app opens a link, and by which rule, or why none does.
struct SiteExplain: Command {
  /// Links, or files given after `--association FILE`.
  var arguments: [String] = []
  var associations: [String] = []
  var domain: String?
  var list: String?
  var job: String?
  var outside = false
  var json = false

  private static let longestLine = 1 << 20

  static let name = ["site", "explain"]
  static let table = CommandTable<SiteExplain>(
    summary: "Show which app opens a link and by which rule, or why none does",
    discussion: """
      Works out from the association files what an iPhone and a phone with Android 15 or later do \
      with a link when the app is installed. The link is taken exactly as written, so spaces and \
      other characters that no link has must be percent-encoded. A link opens an \
      app, or it stays shut, or nothing that is known tells. What no file shows, such as the app's \
      entitlement, is a condition that is said with the verdict, unless a job says it (--job). \
      Every rule that comes before the deciding one is shown with the part that does not match. \
      For an App Clip, the file only gives permission: which link starts it is set in App Store \
      Connect.
      """,
    examples: [
      "tagpress site explain https://go.example.com/s/1 --association apple-app-site-association":
        "Explains one link.",
      "tagpress site explain --urls links.txt --association well-known/assetlinks.json":
        "Shows what happens to each link in a list, one line for each app.",
    ],
    exitCodes: [
      .differs:
        "a link stays shut, or it is not known whether it opens; or a file is not valid JSON"
    ],
    onlyBeside: ["outside": "job"],
    parameters: [
      .positional(
        .file("URL"), to: \.arguments,
        help: "The links; an argument without a colon is another association file"),
      .option(
        "association", .file("FILE|DIR"), to: \.associations,
        help: "An association file of the host, or a folder with a folder for each host"),
      .option("domain", .text("HOST"), to: \.domain, help: "The host that the files belong to"),
      .option(
        "job", .file("JOB"), to: \.job,
        help: "The job whose apps should open the links, with their certificates"),
      .flag("outside", to: \.outside, help: "Allow spreadsheets outside the job's folder"),
      .option("urls", .file("FILE|-"), to: \.list, help: "A list of links, one per line"),
      .flag("json", to: \.json, help: "Print one JSON object for each link, one per line"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      if let usage { throw Failure(name: "usage", words: usage, kind: .usage) }
      let host = try domain.map(host)
      var files: [LintedFile] = []
      for name in associations + arguments.filter({ !isLink($0) }) {
        for path in try paths(name) { files.append(try file(path)) }
      }
      for file in files { warn(about: file, on: console) }
      let apps = try job.map { path throws(Failure) in
        try MeantApp.all(of: path, mayLeaveFolder: outside, tell: console.say)
      }
      var explainer = try LinkExplainer(files, domain: host, apps: apps ?? [])
      var code = try explainAll(with: &explainer, on: console)
      if job != nil, saySettled(explainer.settled, on: console) { code = .differs }
      return sayPublicKeys(in: files, on: console) ? .differs : code
    } catch {
      return console.report(error, "site explain", json: json, lines: true)
    }
  }

  /// Every link has a scheme, and so a colon.
  private func isLink(_ argument: String) -> Bool { argument.contains(":") }

  /// Whether the user typed the host without the scheme, or misspelled a file.
  private func isNeither(_ argument: String) -> Bool {
    guard !isLink(argument), argument != "-" else { return false }
    return access(argument, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Why a text is not a link at all; nil if it is one.
  ///
  /// A phone would percent-encode it in one of several ways; a tag gets the normal form.
  private func refusal(of text: String) -> Refusal? {
    do throws(WebLinkError) {
      let link = try WebLink(text)
      guard link.changes.contains(.percentEncoded) else { return nil }
      return Refusal(
        words:
          "A link has no spaces, no letters but those from A to Z, and none of \" < > \\ ^ ` { | }. "
          + "Write \(link.text).",
        rule: "not-percent-encoded", offset: 0)
    } catch {
      // The judge handles other links that no tag has, such as those with a user before the host.
      guard !text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
      return Refusal(words: error.description, rule: error.rule.rawValue, offset: error.offset)
    }
  }

  private var usage: String? {
    if let argument = arguments.first(where: isNeither) {
      return "\(argument) is neither a file nor a link. If it is a link, write https:// before it."
    }
    for argument in arguments where isLink(argument) {
      if let refusal = refusal(of: argument) { return "\(argument): \(refusal.words)" }
    }
    if associations.isEmpty {
      return "Name the host's files, as in --association apple-app-site-association."
    }
    if list == nil && !arguments.contains(where: isLink) {
      return "Give a link, such as https://go.example.com/s/1, or a list of links with --urls."
    }
    return nil
  }

  /// The host as it is written in links.
  private func host(_ text: String) throws(Failure) -> String {
    if let host = ProbedHost(text), host.port == nil { return host.name }
    throw Failure(
      name: "usage", words: "'\(text)' is not a host name. Write one like go.example.com.",
      kind: .usage)
  }

  private func paths(_ name: String) throws(Failure) -> [String] {
    guard let folder = AssociationFolder(name) else { return [name] }
    guard !folder.files.isEmpty else {
      throw Failure(
        name: "no-association-file", words: AssociationFolder.isEmptyInWords(name), kind: .usage)
    }
    return folder.files
  }

  private func file(_ path: String) throws(Failure) -> LintedFile {
    let file = try orFail(about: path) { () throws(InputError) in try LintedFile(path) }
    if file.lint.document == nil, let finding = file.lint.findings.first(where: { $0.json != nil })
    {
      throw Failure(
        name: "no-association-file", words: "\(finding)", kind: .differs, file: path)
    }
    return file
  }

  /// The verdict on a file with errors may be wrong, because phones skip what they do not understand.
  private func warn(about file: LintedFile, on console: Console) {
    let errors = file.lint.findings.count { $0.severity == .error }
    guard errors > 0 else { return }
    let path = visible(file.path)
    let command = typed("tagpress site lint \(shellWord(path))")
    console.say(
      "\(path) has \(count(errors, "error")); \(command) shows \(errors == 1 ? "it" : "them").")
  }

  /// If anyone can sign an app, the link opens everyone's apps.
  private func sayPublicKeys(in files: [LintedFile], on console: Console) -> Bool {
    var isUnsafe = false
    for file in files {
      for finding in file.lint.findings where finding.rule == .publicTestKey {
        isUnsafe = true
        console.say("\(visible(file.path)): error: \(visible(finding.description))")
      }
    }
    return isUnsafe
  }

  /// Even if another app opens each link, an app that the job names must be reported.
  private func saySettled(
    _ settled: [(app: MeantApp, host: String?, verdict: PhoneVerdict, why: Why)],
    on console: Console
  ) -> Bool {
    for (app, host, verdict, _) in settled {
      let links = host.map { "links of \(visible($0))" } ?? "links"
      console.say(
        verdict == .unknown
          ? "It is not known whether \(visible(app.name)) opens \(links)."
          : "\(visible(app.name)) of the job opens no \(links).")
    }
    return !settled.isEmpty
  }

  /// The files apply only if they are this host's.
  private func say(_ assumedHost: String?, on console: Console) {
    guard let assumedHost, !json else { return }
    console.say(
      "The files count as those of \(visible(assumedHost)); --domain names another host.")
  }

  private func explainAll(
    with explainer: inout LinkExplainer, on console: Console
  ) throws(Failure) -> ExitCode {
    var code = ExitCode.done
    for (number, link) in arguments.filter(isLink).enumerated() {
      let answers = explainer.explain(Array(link.utf8), listsEarlierRules: true)
      if json {
        console.writeLine(answers.json(withEarlierRules: true))
      } else {
        console.write(answers.page)
      }
      if answers.verdict != .opens { code = .differs }
      if number == 0 { say(answers.assumedHost, on: console) }
    }
    guard let list else { return code }
    let opensAll = try orFail(about: list) { () throws(InputError) in
      try explain(linesOf: list, with: &explainer, on: console)
    }
    guard let opensAll else {
      throw Failure(
        name: "no-links", words: "The list has no link. Write one on each line.", kind: .differs,
        file: list)
    }
    return opensAll ? code : .differs
  }

  /// Explains one link per line, without the rules that were tried before.
  ///
  /// True if all of them open; nil if there is none.
  private func explain(
    linesOf list: String, with explainer: inout LinkExplainer, on console: Console
  ) throws(InputError) -> Bool? {
    var number = 0
    var hasLink = false
    var opensAll = true
    var conditions = ListedConditions()
    try InputFile(list).forEachLine(limit: Self.longestLine) { line in
      number += 1
      // A list often ends with an empty line, which is not a forgotten link.
      guard line != [] else { return true }
      hasLink = true
      do throws(Refusal) {
        if let refusal = refusal(of: try text(of: line, limit: Self.longestLine)) { throw refusal }
        let answers = explainer.explain(line ?? [], listsEarlierRules: false)
        if json {
          console.writeLine(answers.json(withEarlierRules: false))
        } else {
          console.write(answers.lines)
          conditions.note(answers)
        }
        if answers.verdict != .opens { opensAll = false }
        if number == 1 { say(answers.assumedHost, on: console) }
      } catch {
        opensAll = false
        if json { console.writeLine(error.json) }
        console.say("tagpress site explain: line \(number): \(error.sentence)")
      }
      return !console.isClosed
    }
    for sentence in conditions.sentences { console.say(sentence) }
    if conditions.hasMore { console.say("More such conditions are in --json.") }
    return hasLink ? opensAll : nil
  }
}
