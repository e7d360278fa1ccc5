// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The findings of a job: some of each kind, and how many there are.
package struct FindingList: Sendable {
  /// What was kept, in the order in which it was found.
  package private(set) var findings: [Finding] = []
  /// How many of each rule there are, kept or not.
  package private(set) var counts: [String: Int] = [:]
  package private(set) var errorCount = 0

  package init() {}

  package mutating func add(_ finding: Finding) {
    let rule = finding.problem.rule
    counts[rule, default: 0] += 1
    if finding.problem.isError { errorCount += 1 }
    if counts[rule, default: 0] <= JobLimits.findingsOfAKindMax { findings.append(finding) }
  }

  /// The rules of which not every finding was kept, with the number of those that were not.
  package var omitted: [(rule: String, count: Int)] {
    counts.filter { $0.value > JobLimits.findingsOfAKindMax }
      .map { ($0.key, $0.value - JobLimits.findingsOfAKindMax) }
      .sorted { $0.0 < $1.0 }
  }
}
