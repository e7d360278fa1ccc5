// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import JobManifest
package import TagKeys

/// What a person approves: for each row in order its id, its link with places for what only the tag knows,
/// its further records and what a resolver is told; and once the protection with its key, and
/// the kinds of tags.
package struct ApprovedPlan: Sendable {
  package let hash: [UInt8]
  package let rows: Int

  /// The rows were taken over before, so random values have been drawn.
  package init(_ job: Job, key: PasswordKeyID?, in ledger: Ledger) throws(LedgerError) {
    hash = try ledger.planHash(behind: Array(job.approvedHead(key).utf8))
    rows = try ledger.counts().rows
    // If another program took over a manifest, its protection and chips were not checked here.
    try ledger.requireTaken()
  }
}

/// The state of a job's approval for its current rows.
package enum ApprovalState: Sendable {
  case none
  case valid(JobStatement)
  /// Something has changed since.
  case changed(JobStatement)
}

extension Ledger {
  /// Whether a plan is the one that was approved last.
  package func approval(of plan: ApprovedPlan) throws(LedgerError) -> ApprovalState {
    guard let last = try confirmations().last(where: { $0.kind == .approved }) else { return .none }
    return last.hash == plan.hash ? .valid(last) : .changed(last)
  }
}

extension Job {
  /// What is the same for all rows.
  ///
  /// For a job with a resolver, that is all there is of its records.
  fileprivate func approvedHead(_ key: PasswordKeyID?) -> String {
    var parts = tags.chips.map { "chip \($0.value)" }
    parts.append("content \(tags.content.rawValue)")
    parts.append("genuine \(tags.genuine.rawValue)")
    if tags.mayFormat { parts.append("format") }
    if let key { parts.append("key \(key)") }
    switch protection {
    case .nothing: parts.append("open")
    case .lock(let when): parts.append("lock \(when.rawValue)")
    case .password(_, let guardsReading):
      parts.append(guardsReading ? "password reading" : "password")
    }
    for record in records {
      switch record {
      case .android(let package): parts.append("android \(package)")
      case .text(let text, let language): parts.append("text \(language) \(text.text)")
      }
    }
    return parts.map { "\($0.utf8.count) \($0)" }.joined(separator: "\n")
  }
}
