// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import JobManifest
internal import TagKeys

/// The warnings that a person confirms before a job is written, as one value that can be
/// compared.
///
/// It differs when a kind of warning is new or gone, when a warning is about other rows or
/// values, or when there are more or fewer of them. A moved line changes nothing. Reserved
/// hosts are not included: they depend on the reader, and have their own confirmation.
package struct WarningSet: Sendable {
  package let count: Int
  package let hash: [UInt8]

  /// Nil without warnings, or if memory runs out.
  package init?(_ preflight: Preflight) {
    let list = preflight.findings
    var counts = list.counts
    counts[PreflightProblem.reservedHost] = nil
    var sum = list.sumOfWarnings
    for finding in list.findings {
      let problem = finding.problem
      if problem.isError {
        counts[problem.rule, default: 0] -= 1
      } else if problem.rule == PreflightProblem.reservedHost {
        sum &-= FindingList<PreflightProblem>.sum(problem, row: finding.row)
      }
    }
    count = counts.values.reduce(0) { $0 + max(0, $1) }
    guard count > 0 else { return nil }
    var facts = ["\(sum)"]
    // In an order that does not depend on places.
    for (rule, number) in counts { facts.append("\(rule)\t\(number)") }
    var digest = Digest()
    for fact in facts.sorted() { digest.update(Array("\(fact.utf8.count) \(fact)".utf8)) }
    guard let hash = digest.finish() else { return nil }
    self.hash = hash
  }
}

extension [JobStatement] {
  /// What was last said about the same warnings; nil if they were never shown.
  package func confirmation(of warnings: WarningSet) -> JobStatement? {
    last { $0.isAboutWarnings }.flatMap { $0.hash == warnings.hash ? $0 : nil }
  }
}
