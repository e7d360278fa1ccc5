// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import Terminal
internal import Voices

/// The findings of a job as people read them: a line or a few for each.
struct FindingsPage {
  private let list: FindingList<PreflightProblem>
  private let shows: (String) -> Bool
  private let excerpts: [String: [TextPosition: SourceExcerpt]]

  /// With `showsSource`, each finding is followed by the line that it is about.
  ///
  /// It `shows` the findings of some rules, or of all.
  init(
    _ preflight: Preflight, of job: String, showsSource: Bool,
    shows: @escaping (String) -> Bool = { _ in true }
  ) {
    list = preflight.findings
    self.shows = shows
    guard showsSource else {
      excerpts = [:]
      return
    }
    // A workbook has no lines; its cells are named and their values quoted.
    let inText = list.findings.filter {
      $0.cell?.sheet == nil && $0.problem.rule != ManifestRule.`no-workbook`.rawValue
    }
    let places = Dictionary(grouping: inText, by: \.file)
    excerpts = Dictionary(
      uniqueKeysWithValues: places.map { file, findings in
        let excerpts = SourceExcerpt.all(
          of: file, at: findings.map(\.position),
          spreadsheet: file == job ? nil : preflight.encodings[file] ?? .utf8)
        return (file, excerpts)
      })
  }

  func forEachFinding(_ body: (String) -> Void) {
    for finding in list.findings where shows(finding.problem.rule) {
      let text = visible(finding.line(adding: finding.problem.cure.map(Check.voice.cures)))
      if finding.cell?.sheet == nil, let excerpts = excerpts[finding.file] {
        body(wrapped(text, indent: 0, hanging: 2))
        if let excerpt = excerpts[finding.position] {
          body(excerpt.marked(line: finding.position.line) + "\n")
        }
        body("\n")
      } else {
        body(text + "\n")
      }
    }
    for (rule, number) in list.omitted where shows(rule) {
      body("\(grouped(number)) more like \(number == 1 ? "this" : "these") (\(rule))\n")
    }
  }
}

extension Console {
  /// Opens a job; its findings are shown before an error is thrown.
  ///
  /// Reserved hosts are only reported to those who choose the links; a real reader refuses them.
  func open(
    _ request: JobRequest, namingReservedHosts: Bool = false
  ) throws(Failure) -> OpenJob {
    let checked = try request.check()
    tell(checked.preflight, of: request.path) {
      namingReservedHosts || $0 != PreflightProblem.reservedHost
    }
    let open = try checked.open()
    for remark in open.remarks.compactMap(\.words) { say(remark) }
    return open
  }

  /// Prints the findings of some rules.
  func tell(_ preflight: Preflight, of job: String, _ shows: @escaping (String) -> Bool) {
    FindingsPage(preflight, of: job, showsSource: false, shows: shows)
      .forEachFinding { say(String($0.dropLast())) }
  }
}
