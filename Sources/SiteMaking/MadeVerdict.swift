// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Failures
internal import JobManifest
internal import JobSites
internal import Plain
internal import Provisioning
internal import SiteAssociation
package import StrictJSON

/// What becomes of a job's links with the files that were made for its hosts.
package struct MadeVerdict {
  /// What is wrong with a link, or with an app whatever the link.
  private struct Trouble {
    let words: String
    let rule: String
  }

  /// Links that do not open have one reason most of the time.
  private static let troublesShownMax = 10

  private let job: JobHosts
  private let apps: [AppCoverage]
  private let troubles: [Trouble]
  /// More of the same, which was only counted.
  private let otherTroubles: Int
  /// Whether rows have mistakes, so that they have no link to judge.
  private let hasBadRows: Bool
  private let limits: [(host: String, AndroidLimit)]

  /// Judges every link of the job, as 'check' does.
  init(of job: JobHosts, with files: [AssociationFile]) throws(Failure) {
    self.job = job
    limits = job.hosts.flatMap { host in job.site.limitsOnAndroid.map { (host, $0) } }
    guard !job.lacksSheet else {
      (apps, troubles, otherTroubles, hasBadRows) = ([], [], 0, false)
      return
    }
    let check = Preflight(
      path: job.path, mayLeaveFolder: job.mayLeaveFolder, mayLackKey: true, isHashing: true,
      associations: files)
    try job.requireUnchanged(check.hash)
    apps = check.apps
    hasBadRows = check.findings.findings.contains { finding in
      if case .manifest = finding.problem { finding.problem.isError } else { false }
    }
    let findings = check.findings.findings.filter {
      $0.problem.isAboutOpening || $0.problem.isAboutPublicKey
    }
    troubles = findings.prefix(Self.troublesShownMax).map {
      Trouble(words: "\($0)", rule: $0.problem.rule)
    }
    let uncounted = check.findings.omitted.filter { omitted in
      findings.contains { $0.problem.rule == omitted.rule }
    }
    otherTroubles = uncounted.reduce(findings.count - troubles.count) { $0 + $1.count }
  }

  package var opens: Bool { troubles.isEmpty && otherTroubles == 0 && !hasBadRows }

  /// A line for each app, and one for each thing that rules for Android cannot do.
  package func lines(_ cures: @escaping CureWords) -> [String] {
    judged + closedLines(cures)
      + limits.map { host, limit in
        visible("\(host): for Android, this cannot be had:") + "\n  " + visible("\(limit)")
      }
  }

  private var judged: [String] {
    guard !job.lacksSheet else {
      return [
        visible(job.id) + ": its links were not judged, because a spreadsheet of it is not here. "
          + "Where it is, a check of the job judges them."
      ]
    }
    return apps.map { app in
      app.words.enumerated().map { number, line in
        number == 0 ? "\(visible(job.id)): \(line)" : line
      }.joined(separator: "\n")
    }
  }

  /// The links that do not open.
  package func closedLines(_ cures: @escaping CureWords) -> [String] {
    troubles.map { visible($0.words) }
      + (otherTroubles == 0 ? [] : ["and \(grouped(otherTroubles)) more"])
      + (hasBadRows
        ? [
          visible(job.id) + ": rows with mistakes were not judged. " + cures(.seeErrors)
        ] : [])
  }

  package var json: [JSONValue] {
    apps.map { app in
      [
        "job": .string(job.path), "kind": .string(app.app.platform.rawValue),
        "app": .string(app.app.name), "opens": .integer(app.rows),
        "unknown": .integer(app.unknownRows),
        "conditions": .array(app.rows == 0 ? [] : app.conditions.map { .string($0.description) }),
      ]
    }
  }

  package var problemsInJSON: [JSONValue] {
    troubles.map { trouble in
      [
        "job": .string(job.path), "rule": .string(trouble.rule), "message": .string(trouble.words),
      ]
    }
  }

  /// What rules for Android cannot do.
  package var limitsInJSON: [JSONValue] {
    limits.map { host, limit in
      ["host": .string(host), "limit": .string(limit.name), "message": .string(limit.description)]
    }
  }
}
