// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import JobManifest
package import TagKeys

/// What a person approves: for each row in its order the link with places for what only the tag knows,
/// its id, further records and what a resolver is told; and for all of them the protection with its
/// key, and which tags are taken.
package struct ApprovedPlan: Sendable {
  package let hash: [UInt8]
  package let rows: Int

  /// The rows were taken over before, so random values are drawn.
  package init(_ job: Job, key: PasswordKeyID?, in ledger: Ledger) throws(LedgerError) {
    hash = try ledger.planHash(behind: Array(job.approvedHead(key).utf8))
    rows = try ledger.counts().rows
    // Protection and chips of a manifest that another program took over were not looked at here.
    try ledger.requireTaken()
  }
}

/// What a job's approval says of its present rows.
package enum ApprovalState: Sendable {
  case none
  case valid(JobStatement)
  /// Something of it is different now.
  case changed(JobStatement)
}

extension Ledger {
  /// Whether a plan is what was approved last.
  package func approval(of plan: ApprovedPlan) throws(LedgerError) -> ApprovalState {
    guard let last = try confirmations().last(where: { $0.kind == .approved }) else { return .none }
    return last.hash == plan.hash ? .valid(last) : .changed(last)
  }
}

extension Job {
  /// What is the same for all rows.
  ///
  /// A resolver's job has its records here alone.
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
