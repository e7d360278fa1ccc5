// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobManifest
internal import Provisioning

/// The findings of a job as people read them: a line or a few for each.
struct FindingsPage {
  private let list: FindingList<PreflightProblem>
  private let excerpts: [String: [TextPosition: SourceExcerpt]]

  /// With `showsSource`, each finding is followed by the line that is meant.
  init(_ list: FindingList<PreflightProblem>, of job: String, showsSource: Bool) {
    self.list = list
    guard showsSource else {
      excerpts = [:]
      return
    }
    let places = Dictionary(grouping: list.findings, by: \.file)
    excerpts = Dictionary(
      uniqueKeysWithValues: places.map { file, findings in
        let excerpts = SourceExcerpt.all(
          of: file, at: findings.map(\.position), isSpreadsheet: file != job)
        return (file, excerpts)
      })
  }

  func forEachFinding(_ body: (String) -> Void) {
    for finding in list.findings {
      let sentence = visible(finding.problem.description)
      let text =
        "\(visible(finding.file)):\(finding.position.line):\(finding.position.column): "
        + "\(finding.problem.isError ? "error" : "warning"): \(sentence) (\(finding.problem.rule))"
      if let excerpts = excerpts[finding.file] {
        body(wrapped(text, indent: 0, hanging: 2))
        if let excerpt = excerpts[finding.position] {
          let line = markedLine(
            finding.position.line, before: excerpt.before, after: excerpt.after,
            isCutBefore: excerpt.isCutBefore, isCutAfter: excerpt.isCutAfter)
          body(line + "\n")
        }
        body("\n")
      } else {
        body(text + "\n")
      }
    }
    for (rule, number) in list.omitted { body("\(grouped(number)) more of \(rule)\n") }
  }
}

extension SourceExcerpt {
  /// The columns that the piece may take on a terminal.
  private static let widthMax = 68

  /// The line with its number, and below it a mark at the place.
  func lines(number: Int) -> String {
    let before = shown(self.before)
    let after = shown(self.after)
    let room = Self.widthMax - min(after.width, Self.widthMax / 2)
    let left = before.suffix(fitting: room - 1)
    let right = after.prefix(fitting: Self.widthMax - left.width - 1)
    let start = (isCutBefore || left.count < before.count ? "…" : "") + left.text
    let rest = right.text + (isCutAfter || right.count < after.count ? "…" : "")
    let label = String(number)
    let margin = String(repeating: " ", count: max(0, 7 - label.count))
    let space = String(repeating: " ", count: max(7, label.count))
    let indent = String(
      repeating: " ", count: left.width + (start.count > left.text.count ? 1 : 0))
    return "\(margin)\(label) | \(start)\(rest)\n\(space) | \(indent)^\n"
  }

  /// Characters as they may stand on a terminal, each with its width.
  private func shown(_ text: String) -> [ShownCharacter] {
    text.unicodeScalars.map { ShownCharacter($0) }
  }
}
