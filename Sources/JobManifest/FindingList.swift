// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The findings of a job: some of each kind, and how many there are.
package struct FindingList<Problem: FindingProblem>: Sendable {
  /// What was kept, in the order in which it was found.
  package private(set) var findings: [Finding<Problem>] = []
  /// How many of each rule there are, kept or not.
  package private(set) var counts: [String: Int] = [:]
  package private(set) var errorCount = 0
  /// A sum over all warnings, kept or not, that does not depend on their order.
  package private(set) var sumOfWarnings: UInt64 = 0
  private var kept: [String: Int] = [:]

  package init() {}

  /// The findings of another list, each converted.
  package init<Other>(_ list: FindingList<Other>, _ problem: (Other) -> Problem) {
    findings = list.findings.map {
      Finding(problem($0.problem), file: $0.file, at: $0.position, row: $0.row, cell: $0.cell)
    }
    (counts, errorCount, kept) = (list.counts, list.errorCount, list.kept)
    sumOfWarnings = list.sumOfWarnings
  }

  package mutating func add(_ finding: Finding<Problem>) {
    count(finding.problem, row: finding.row)
    let rule = finding.problem.rule
    guard kept[rule, default: 0] < JobLimits.findingsOfAKindMax else { return }
    kept[rule, default: 0] += 1
    findings.append(finding)
  }

  /// Adds the findings of another list.
  package mutating func add(_ list: FindingList) {
    findings += list.findings
    counts.merge(list.counts, uniquingKeysWith: +)
    kept.merge(list.kept, uniquingKeysWith: +)
    errorCount += list.errorCount
    sumOfWarnings &+= list.sumOfWarnings
  }

  /// Puts the findings into the order of their places, with one file before the others.
  package mutating func sort(beginningWith file: String) {
    func key(_ number: Int) -> (Int, String, String, TextPosition, Int) {
      let finding = findings[number]
      let sheet = finding.cell?.sheet ?? ""
      return (finding.file == file ? 0 : 1, finding.file, sheet, finding.position, number)
    }
    findings = findings.indices.sorted { key($0) < key($1) }.map { findings[$0] }
  }

  /// Counts a problem that was already shown.
  package mutating func count(_ problem: Problem, row: String? = nil) {
    counts[problem.rule, default: 0] += 1
    if problem.isError { errorCount += 1 } else { sumOfWarnings &+= Self.sum(problem, row: row) }
  }

  /// The part of one warning in the sum: FNV-1a, which is the same in every run.
  package static func sum(_ problem: Problem, row: String?) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in [problem.rule, row ?? "", problem.fact] {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = hash &* 0x100_0000_01B3
    }
    return hash
  }

  /// The rules of which not every finding was kept, with the number of those that were not.
  package var omitted: [(rule: String, count: Int)] {
    counts.map { ($0.key, $0.value - (kept[$0.key] ?? 0)) }
      .filter { $0.1 > 0 }
      .sorted { $0.0 < $1.0 }
  }
}
