// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Plain
internal import SiteAssociation
internal import SiteFetch
internal import StrictJSON

/// What was found out about hosts, for people and for programs.
struct ProbeReport {
  let probes: [HostProbe]
  /// Links of the job whose hosts were not probed.
  let otherLinks: Int

  /// A host that was not reached may be well, so this comes before all that is wrong with others.
  var exitCode: ExitCode {
    let errors = probes.flatMap(\.judgement.findings)
    let isWithoutHost = errors.contains {
      if case .notFetched(let error) = $0.problem { error.isWithoutHost } else { false }
    }
    if isWithoutHost { return .couldNotRun }
    return number(of: .error) > 0 ? .differs : .done
  }

  var summary: String {
    let numbers = [(number(of: .error), "error"), (number(of: .warning), "warning")]
      .filter { $0.0 > 0 }.map { count($0.0, $0.1) }
    let hosts = count(probes.count, "host")
    return "\(hosts): \(numbers.isEmpty ? "nothing to fix" : numbers.joined(separator: ", "))"
  }

  func number(of severity: LintRule.Severity) -> Int {
    probes.reduce(0) { $0 + $1.findings.count { $0.severity == severity } }
  }
}

/// One thing that is wrong, with the serving, the file or the links.
struct ProbeFinding {
  let file: AskedFile
  let severity: LintRule.Severity
  let rule: String
  let message: String
  /// Only what is wrong in the file has a place in it.
  var line: Int?
  var column: Int?
}

extension HostProbe {
  /// All that is wrong, file by file.
  var findings: [ProbeFinding] {
    let serving = judgement.findings + (hasJob ? survey.findings : [])
    return AskedFile.allCases.flatMap { file -> [ProbeFinding] in
      let aboutServing = serving.filter { $0.file == file }.map { finding in
        ProbeFinding(
          file: file, severity: finding.problem.severity, rule: finding.problem.rule,
          message: finding.problem.words(SiteProbe.door.cures))
      }
      // What is wrong with the host's own file need not be said of a copy of it again.
      let lint = file == .appleCopy && judgement.copyIsCurrent ? nil : judgement.served[file]
      let aboutFile = (lint?.findings ?? []).map { finding in
        ProbeFinding(
          file: file, severity: finding.severity, rule: finding.rule.rawValue,
          message: finding.message, line: finding.position.line, column: finding.position.column)
      }
      return aboutServing + aboutFile
    }
  }

  func url(of file: AskedFile) -> String {
    file.url(host: file.isElsewhere ? host.name : host.text)
  }
}
