// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The findings of a job: some of each kind, and how many there are.
package struct FindingList: Sendable {
  /// What was kept, in the order in which it was found.
  package private(set) var findings: [Finding] = []
  /// How many of each rule there are, kept or not.
  package private(set) var counts: [String: Int] = [:]
  package private(set) var errorCount = 0
  private var kept: [String: Int] = [:]

  package init() {}

  package mutating func add(_ finding: Finding) {
    count(finding.problem)
    let rule = finding.problem.rule
    kept[rule, default: 0] += 1
    if kept[rule, default: 0] <= JobLimits.findingsOfAKindMax { findings.append(finding) }
  }

  /// Counts a problem of which nobody wants to see one more.
  mutating func count(_ problem: Problem) {
    counts[problem.rule, default: 0] += 1
    if problem.isError { errorCount += 1 }
  }

  /// The rules of which not every finding was kept, with the number of those that were not.
  package var omitted: [(rule: String, count: Int)] {
    counts.map { ($0.key, $0.value - min(kept[$0.key] ?? 0, JobLimits.findingsOfAKindMax)) }
      .filter { $0.1 > 0 }
      .sorted { $0.0 < $1.0 }
  }
}
