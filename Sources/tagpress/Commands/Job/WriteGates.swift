// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobManifest
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import Terminal

// What has to be in order before a reader is opened, and what a person has to say.

extension Write {
  /// Whether links to hosts that are no websites are refused: as soon as one reader may hold real
  /// tags, unless the user has allowed them.
  func refusesReservedHosts(at readers: [BatchReader]) -> Bool {
    !allowReservedHosts && readers.contains { mayHoldRealTags($0.name) }
  }

  /// Refuses a job whose links lead to no website.
  func requireWebsites(in open: OpenJob) throws(Failure) {
    let found = open.preflight.findings.findings.first {
      $0.problem.rule == PreflightProblem.reservedHost
    }
    guard let found else { return }
    throw Failure(
      name: PreflightProblem.reservedHost,
      words: "\(found.problem.description) Nothing was written.", kind: .differs,
      cure: .allowReservedHosts, file: job, details: [("findings", open.preflight.findingsJSON)])
  }

  /// Refuses a job that needs an approval and does not have it as it is now.
  ///
  /// A job that asks for none any more is written, but not without a word.
  func requireApproval(of open: OpenJob, on console: Console) throws(Failure) {
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
      let different =
        "What \(visible(last.person)) approved on \(last.at.words) UTC "
        + "(\(count(grouped: last.count, "link"))) is different now"
      guard open.job.needsApproval else {
        return console.say("\(different). The manifest asks for no approval, so the job goes on.")
      }
      words = "\(different), so nothing was written."
    }
    throw Failure(
      name: "not-approved", words: words, kind: .differs,
      cure: .approve(withResolver: resolver != nil), file: job)
  }

  /// Has the warnings of the job confirmed, once.
  func requireConfirmedWarnings(in open: OpenJob, on console: Console) throws(Failure) {
    guard let warnings = WarningSet(open.preflight) else { return }
    let known = try open.asking { (ledger) throws(LedgerError) in
      try ledger.confirmation(of: warnings)
    }
    let said = if let known { known } else { try confirm(warnings, in: open, on: console) }
    guard !json else { return console.writeLine(open.event(about: warnings, said)) }
    let all = count(grouped: warnings.count, "warning")
    console.say(
      said.kind == .confirmed
        ? "\(visible(said.person)) confirmed \(warnings.count == 1 ? "this warning" : "these \(all)") "
          + "on \(said.at.words) UTC."
        : "Tags of this job were written before anyone was asked, so it goes on. It is stored that no "
          + "one has confirmed \(warnings.count == 1 ? "this warning" : "these \(all)").")
  }

  private func confirm(
    _ warnings: WarningSet, in open: OpenJob, on console: Console
  ) throws(Failure) -> JobStatement {
    let wasBegunUnasked = try open.asking { (ledger) throws(LedgerError) in
      guard try !ledger.confirmations().contains(where: \.isAboutWarnings) else { return false }
      return try ledger.wasBegunUnasked()
    }
    if !wasBegunUnasked, !acceptWarnings { try askToConfirm(warnings, in: open, on: console) }
    let said = JobStatement(
      wasBegunUnasked && !acceptWarnings ? .unconfirmed : .confirmed, hash: warnings.hash,
      count: warnings.count, person: machineUser(), at: .now)
    try open.asking { (ledger) throws(LedgerError) in try ledger.record([said]) }
    return said
  }

  private func askToConfirm(
    _ warnings: WarningSet, in open: OpenJob, on console: Console
  ) throws(Failure) {
    let all = count(grouped: warnings.count, "warning")
    guard console.canAsk else {
      throw Failure(
        name: "warnings-not-confirmed",
        words: "The job has \(all), shown above, and nothing was written.", kind: .differs,
        cure: .acceptWarnings, file: job, details: [("findings", open.preflight.findingsJSON)])
    }
    if !open.preflight.samples.isEmpty { console.say(open.preflight.cellsPage) }
    try console.requireConsent(
      to: "The job has \(all), shown above, and will be written as it is", word: "yes",
      or: "Nothing was written")
  }
}

extension OpenJob {
  /// What programs are told about the warnings that a job is written with.
  fileprivate func event(about warnings: WarningSet, _ said: JobStatement) -> JSONValue {
    .object([
      ("event", "warnings"), ("count", .integer(warnings.count)),
      ("confirmed", .bool(said.kind == .confirmed)), ("by", .string(said.person)),
      ("at", .string(said.at.text)), ("findings", preflight.findingsJSON),
      ("omitted", .object(preflight.findings.omitted.map { ($0.rule, .integer($0.count)) })),
    ])
  }
}
