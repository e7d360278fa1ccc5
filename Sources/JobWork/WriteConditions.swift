// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
package import JobLedger
internal import JobManifest
internal import Plain
package import Provisioning
internal import StrictJSON

// What has to be in order before the first tag, and what a person has to say.

extension WriteOrder {
  /// Refuses a job whose links lead to no website.
  func requireWebsites(in open: OpenJob) throws(Failure) {
    let found = open.preflight.findings.findings.first {
      $0.problem.rule == PreflightProblem.reservedHost
    }
    guard let found else { return }
    throw Failure(
      name: PreflightProblem.reservedHost,
      words: "\(found.problem.description) Nothing was written.", kind: .differs,
      cure: .allowReservedHosts, file: open.path,
      details: [("findings", open.preflight.findingsJSON)])
  }

  /// Refuses a job that needs an approval and does not have it as it is now.
  ///
  /// A job that asks for none any more is written, but not without a word.
  func requireApproval(of open: OpenJob, for client: some WriteClient) throws(Failure) {
    let state = try open.asking { (ledger) throws(LedgerError) in
      let wasApproved = try ledger.confirmations().contains { $0.kind == .approved }
      guard open.job.needsApproval || wasApproved else { return ApprovalState?.none }
      return try ledger.approval(
        of: try ApprovedPlan(open.job, key: open.preflight.key, in: ledger))
    }
    let words: String
    switch state {
    case nil, .valid: return
    case .some(.none): words = "No one has approved the links of this job, so nothing was written."
    case .changed(let last):
      guard open.job.needsApproval else { return client.hear(.noLongerApproved(last)) }
      words = "\(last.whatChanged), so nothing was written."
    }
    throw Failure(
      name: "not-approved", words: words, kind: .differs,
      cure: .approve(withResolver: resolver != nil), file: open.path)
  }

  /// Has the warnings of the job confirmed, once.
  func requireConfirmedWarnings(
    in open: OpenJob, for client: some WriteClient
  ) throws(Failure) {
    guard let warnings = WarningSet(open.preflight) else { return }
    let known = try open.asking { (ledger) throws(LedgerError) in
      try ledger.confirmations().confirmation(of: warnings)
    }
    let said = if let known { known } else { try confirm(warnings, in: open, for: client) }
    client.hear(.warnings(warnings, said, open.preflight))
  }

  private func confirm(
    _ warnings: WarningSet, in open: OpenJob, for client: some WriteClient
  ) throws(Failure) -> JobStatement {
    let wasBegunUnasked = try open.asking { (ledger) throws(LedgerError) in
      guard try !ledger.confirmations().contains(where: \.isAboutWarnings) else { return false }
      return try ledger.wasBegunUnasked()
    }
    if !wasBegunUnasked, !acceptsWarnings { try client.agree(to: warnings, of: open) }
    return try open.confirm(
      warnings, by: machineUser(), wasAsked: !wasBegunUnasked || acceptsWarnings)
  }
}

extension OpenJob {
  /// Stores that the job is written with these warnings.
  package func confirm(
    _ warnings: WarningSet, by person: String, wasAsked: Bool = true
  ) throws(Failure) -> JobStatement {
    let said = JobStatement(
      wasAsked ? .confirmed : .unconfirmed, hash: warnings.hash, count: warnings.count,
      person: person, at: .now)
    try asking { (ledger) throws(LedgerError) in try ledger.record([said]) }
    return said
  }

  /// The links as they would be approved.
  package func approvedPlan() throws(Failure) -> ApprovedPlan {
    try asking { (ledger) throws(LedgerError) in
      try ApprovedPlan(job, key: preflight.key, in: ledger)
    }
  }

  /// Who approves the links has seen the warnings, so these are confirmed with it.
  package func approve(_ plan: ApprovedPlan, by person: String) throws(Failure) -> JobStatement {
    let now = Moment.now
    let approval = JobStatement(
      .approved, hash: plan.hash, count: plan.rows, person: person, at: now)
    let warnings = WarningSet(preflight).map {
      JobStatement(.confirmed, hash: $0.hash, count: $0.count, person: person, at: now)
    }
    try asking { (ledger) throws(LedgerError) in
      try ledger.record([warnings, approval].compactMap(\.self))
    }
    return approval
  }
}

extension JobStatement {
  /// The longest name of a person, in characters.
  package static let nameCharactersMax = 100

  /// A name as people type it, without blanks that no one sees.
  package static func plainName(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  /// What became of an approval.
  package var whatChanged: String {
    "What \(visible(person)) approved on \(at.words) UTC (\(Plain.count(grouped: count, "link"))) is "
      + "different now"
  }
}

extension Failure {
  /// Warnings that no one has confirmed, and no one can be asked about.
  package static func unconfirmed(_ warnings: WarningSet, of open: OpenJob) -> Failure {
    Failure(
      name: "warnings-not-confirmed",
      words:
        "The job has \(count(grouped: warnings.count, "warning")), shown above, and nothing was written.",
      kind: .differs, cure: .acceptWarnings, file: open.path,
      details: [("findings", open.preflight.findingsJSON)])
  }

  /// Tags that no one can be asked about.
  package static func undecided(_ tags: SeenTags) -> Failure {
    Failure(
      name: "not-confirmed",
      words:
        "\(count(grouped: tags.count, "finished tag")) would be given up. Nothing was written.",
      kind: .differs, cure: .decideChanges(mark: tags.mark), details: tags.members)
  }
}
