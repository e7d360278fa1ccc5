// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Plain
package import SiteAssociation
package import SiteFetch
internal import StrictJSON

/// What was found out about hosts, for people and for programs.
package struct ProbeReport {
  package let probes: [HostProbe]
  /// Links of the job whose hosts were not probed.
  package let otherLinks: Int
  let cures: CureWords

  package enum Verdict {
    /// A file that was not fetched may be right, so this precedes findings about other files.
    case unanswered
    case wrong
    case right
  }

  package var verdict: Verdict {
    let errors = probes.flatMap(\.judgement.findings)
    let isWithoutAnswer = errors.contains {
      if case .notFetched(let error) = $0.problem { error.isWithoutAnswer } else { false }
    }
    if isWithoutAnswer { return .unanswered }
    return number(of: .error) > 0 ? .wrong : .right
  }

  /// Whether the tags can be printed, as far as known; without a job, whether anything must be fixed.
  package var summary: String {
    switch answer {
    case .noJob: fixes
    case .noApp: fixes + "; the job names no app"
    case .noGo, .unknown: "NO GO for printing. \(fixes)"
    case .go:
      "GO for printing: all links open with what your hosts serve, with Apple's copy and with "
        + "what Google sees."
    case .goSoFar: "GO for your hosts; \(openQuestions.map(\.words).joined(separator: "; "))."
    }
  }

  private var fixes: String {
    let numbers = [(number(of: .error), "error"), (number(of: .warning), "warning")]
      .filter { $0.0 > 0 }.map { count($0.0, $0.1) }
    let hosts = count(probes.count, "host")
    return "\(hosts): \(numbers.isEmpty ? "nothing to fix" : numbers.joined(separator: ", "))"
  }

  package func number(of severity: LintRule.Severity) -> Int {
    probes.reduce(0) { $0 + $1.findings(cures).count { $0.severity == severity } }
  }
}

/// A finding about the serving, the file or the links.
package struct ProbeFinding {
  package let file: AskedFile
  package let severity: LintRule.Severity
  package let rule: String
  package let message: String
  /// The same for other languages.
  let told: [Told]
  /// Only mistakes in the file itself have a place.
  package var line: Int?
  package var column: Int?
}

extension HostProbe {
  /// All findings, file by file.
  package func findings(_ cures: CureWords) -> [ProbeFinding] {
    let serving = judgement.findings + (hasJob ? survey.findings : [])
    return AskedFile.allCases.flatMap { file -> [ProbeFinding] in
      let aboutServing = serving.filter { $0.file == file }.map { finding in
        ProbeFinding(
          file: file, severity: finding.problem.severity, rule: finding.problem.rule,
          message: finding.problem.words(cures), told: finding.problem.told)
      }
      // Mistakes in the host's own file are not repeated for a copy of it.
      let lint = file == .appleCopy && judgement.copyIsCurrent ? nil : judgement.served[file]
      let aboutFile = (lint?.findings ?? []).map { finding in
        ProbeFinding(
          file: file, severity: finding.severity, rule: finding.rule.rawValue,
          message: finding.message, told: finding.told,
          line: finding.position.line, column: finding.position.column)
      }
      return aboutServing + aboutFile
    }
  }

  package func url(of file: AskedFile) -> String {
    file.url(host: file.isElsewhere ? host.name : host.text)
  }
}
