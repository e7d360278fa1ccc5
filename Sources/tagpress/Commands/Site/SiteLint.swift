// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Files
internal import JobManifest
internal import JobSites
internal import Plain
internal import SiteAssociation
internal import StrictJSON
internal import TagReport
internal import Terminal

/// `tagpress site lint`: what keeps the association files of a site from opening its apps.
struct SiteLint: Command {
  var files: [String] = []
  var strict = false
  var json = false

  static let name = ["site", "lint"]
  static let table = CommandTable<SiteLint>(
    summary: "Find mistakes in association files",
    discussion: """
      Checks apple-app-site-association and assetlinks.json, which it tells apart by their names \
      or, failing that, by their content. An error keeps an app from opening, a warning is about \
      something that is rarely intended, and a remark is good to know. Two such files in one \
      folder are also compared: for an app that both name, a link should mean the same on iOS and \
      on Android.

      Of a folder, it checks the files in it, those in its folders, and those in the .well-known \
      folder of each: what 'site make' writes, and the root of a web server.
      """,
    examples: [
      "tagpress site lint well-known/apple-app-site-association well-known/assetlinks.json":
        "Checks the files of a site.",
      "tagpress site lint well-known": "Checks all files in the folder.",
      "curl -s https://example.com/.well-known/assetlinks.json | tagpress site lint -":
        "Checks what a server sends.",
    ],
    exitCodes: [.differs: "a file has an error, or with --strict a warning"],
    parameters: [
      .positional(
        .file("FILE|DIR|-"), to: \.files, atLeast: 1,
        help: "The association files, or folders that contain them"),
      .flag("strict", to: \.strict, help: "Let warnings count as errors, for your CI"),
      .flag("json", to: \.json, help: "Print a list of objects, one for each finding"),
    ])

  func run(in console: Console) -> ExitCode {
    var code = ExitCode.done
    var objects: [JSONValue] = []
    var read: [LintedFile] = []
    func couldNotLint(_ path: String, _ rule: String, _ words: String) {
      code = .couldNotRun
      console.say("tagpress site lint: \(words)")
      objects.append(object(rule, words, path))
    }
    for path in files {
      let folder = AssociationFolder(path)
      if folder?.files.isEmpty == true {
        couldNotLint(path, "no-association-file", AssociationFolder.isEmptyInWords(path))
      }
      for path in folder?.files ?? [path] {
        do throws(InputError) {
          read.append(try LintedFile(path))
        } catch {
          couldNotLint(path, Refusal(error).rule, error.description)
        }
      }
    }
    for file in read {
      let findings = file.lint.findings + differences(of: file, among: read)
      let isWrong = findings.contains {
        $0.severity == .error || strict && $0.severity == .warning
      }
      if isWrong, code == .done { code = .differs }
      if json {
        objects += findings.map { object(for: $0, in: file) }
      } else {
        show(findings, in: file, on: console)
      }
    }
    if json { console.write(.array(objects)) }
    return code
  }

  /// Differences between Apple's file and the other platform's file beside it.
  private func differences(
    of file: LintedFile, among files: [LintedFile]
  ) -> [LintFinding] {
    guard file.lint.kind == .apple, let apple = file.lint.document,
      let beside = files.first(where: { $0.lint.kind == .android && $0.folder == file.folder }),
      let android = beside.lint.document
    else { return [] }
    // The host's name changes no verdict, and the file does not contain it.
    return AssociationLint.differences(
      apple: AppleAssociation(apple), android: AndroidAssociation(android), host: "example.com")
  }

  private func show(
    _ findings: [LintFinding], in file: LintedFile, on console: Console
  ) {
    let places = findings.map { TextPosition($0.position) }
    let excerpts = SourceExcerpt.all(in: Array(file.bytes.withoutMark), at: places)
    for (finding, place) in zip(findings, places) {
      console.writeLine(
        "\(visible(file.path)):\(place.line):\(place.column): \(finding.severity.word) "
          + "\(finding.rule.rawValue): \(visible(finding.message))")
      if let excerpt = excerpts[place] { console.write(excerpt.marked(line: place.line) + "\n") }
    }
    console.say("\(visible(file.path)): \(summary(of: findings))")
  }

  private func summary(of findings: [LintFinding]) -> String {
    let numbers = [LintRule.Severity.error, .warning, .info]
      .map { severity in (findings.count { $0.severity == severity }, severity.word) }
      .filter { $0.0 > 0 }
    return numbers.isEmpty
      ? "nothing to fix" : numbers.map { count($0.0, $0.1) }.joined(separator: ", ")
  }

  private func object(for finding: LintFinding, in file: LintedFile) -> JSONValue {
    [
      "file": .string(file.path), "line": .integer(finding.position.line),
      "column": .integer(finding.position.column),
      "severity": .string(finding.severity.rawValue), "rule": .string(finding.rule.rawValue),
      "message": .string(finding.message),
    ]
  }

  /// A file that could not be linted, in the form of a finding.
  private func object(_ rule: String, _ words: String, _ path: String) -> JSONValue {
    [
      "file": .string(path), "line": 1, "column": 1, "severity": "error", "rule": .string(rule),
      "message": .string(words),
    ]
  }
}

extension TextPosition {
  fileprivate init(_ position: JSONPosition) {
    self.init(line: position.line, column: position.column)
  }
}
