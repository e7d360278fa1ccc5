// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagReading
internal import Terminal
internal import Voices

/// The person at the terminal, before the first tag.
struct WriteTerminal: WriteClient {
  private let console: Console
  private let json: Bool

  init(_ console: Console, json: Bool) {
    (self.console, self.json) = (console, json)
  }

  func agree(toGiveUp tags: SeenTags, of open: OpenJob) throws(Failure) {
    guard console.canAsk else { throw .undecided(tags) }
    let rows = tags.count == 1 ? "its row written to a new one" : "their rows written to new ones"
    try console.requireConsent(
      to: "\(count(grouped: tags.count, "finished tag")) will be given up, and \(rows)",
      word: "\(tags.count)", or: "Nothing was written")
  }

  func agree(to warnings: WarningSet, of open: OpenJob) throws(Failure) {
    guard console.canAsk else { throw .unconfirmed(warnings, of: open) }
    if !open.preflight.samples.isEmpty { console.say(open.preflight.cellsPage) }
    try console.requireConsent(
      to:
        "The job has \(count(grouped: warnings.count, "warning")), shown above, and will be written as it is",
      word: "yes", or: "Nothing was written")
  }

  func hear(_ remark: WriteRemark) {
    switch remark {
    case .undecided(let rows, let more):
      for (claim, row) in rows {
        let name = row.label.map { " (\($0))" } ?? ""
        console.say("  \(visible(row.id + name)): \(visible(claim.link)) -> \(visible(row.link))")
      }
      if more > 0 { console.say("  and \(grouped(more)) more") }
    case .warnings(let warnings, let said, let preflight):
      json
        ? console.writeLine(Self.event(about: warnings, said, preflight))
        : console.say(Self.words(about: warnings, said))
    case .reservedHosts(let preflight, let job):
      console.tell(preflight, of: job) { $0 == PreflightProblem.reservedHost }
    case .outdated(let labels): console.say(labels.page(Write.voice.cures))
    case .noLongerApproved, .gaveUp, .keepsTag:
      console.say(
        [remark.fact?.words, Self.advice(after: remark)].compactMap(\.self).joined(separator: " "))
    }
  }

  private static func advice(after remark: WriteRemark) -> String? {
    switch remark {
    case .gaveUp(let claim, let protection):
      claim.lock == nil ? again(protection) : "It is locked, so it cannot be used again."
    case .keepsTag(let row): "If the tag is lost, use --void \(visible(row)) --why TEXT."
    default: nil
    }
  }

  private static func words(about warnings: WarningSet, _ said: JobStatement) -> String {
    let them =
      warnings.count == 1
      ? "this warning" : "these \(count(grouped: warnings.count, "warning"))"
    return said.kind == .confirmed
      ? "\(visible(said.person)) confirmed \(them) on \(said.at.words) UTC."
      : "Tags of this job were written before anyone was asked, so it goes on. It is stored that no "
        + "one has confirmed \(them)."
  }

  /// The warnings that a job is written with, for programs.
  private static func event(
    about warnings: WarningSet, _ said: JobStatement, _ preflight: Preflight
  ) -> JSONValue {
    .object([
      ("event", "warnings"), ("count", .integer(warnings.count)),
      ("confirmed", .bool(said.kind == .confirmed)), ("by", .string(said.person)),
      ("at", .string(said.at.text)), ("findings", preflight.findingsJSON),
      ("omitted", .object(preflight.findings.omitted.map { ($0.rule, .integer($0.count)) })),
    ])
  }

  /// Whether a tag can be reused after it was given up.
  private static func again(_ protection: Protection) -> String {
    switch protection {
    case .nothing: "To use the same tag again, empty it first with 'tagpress erase'."
    case .lock: "If it is locked, it cannot be used again."
    case .password:
      "To use the same tag again, remove its password with 'tagpress unlock --key FILE', and empty "
        + "it with 'tagpress erase'."
    }
  }
}

extension Write {
  /// How many rows a plan shows, unless --limit says otherwise.
  private static let planRows = 10

  /// Gives up the tag of a row.
  func giveUp(_ id: String, in open: OpenJob, on console: Console) throws(Failure) -> ExitCode {
    let claim = try open.asking { [why] (ledger) throws(LedgerError) in
      try ledger.void(row: id, why: why ?? "", at: .now)
    }
    let uid = TagUID(claim.uid)?.description ?? ""
    if json {
      console.writeLine(
        .object([
          ("event", "void"), ("row", .string(id)), ("uid", .string(uid)),
          ("link", .string(claim.link)),
        ]))
    } else {
      console.writeLine("Tag \(uid) of row \(visible(id)) is given up; the row is free.")
    }
    return .done
  }

  /// Shows which rows would come next.
  func show(
    _ selection: RowSelection, of open: OpenJob, on console: Console
  ) throws(Failure) -> ExitCode {
    let counts = try open.asking { (ledger) throws(LedgerError) in try ledger.counts() }
    let most = first ? 1 : limit ?? Write.planRows
    // The extra row shows that there are more.
    let found = try open.asking { (ledger) throws(LedgerError) in
      try selection.freeRows(in: ledger, most: most + 1)
    }
    let rows = found.prefix(most)
    if json {
      for row in rows { console.writeLine(row.json(event: "planned")) }
      return .done
    }
    for row in rows {
      let parts = [row.id, row.label, row.link].compactMap(\.self)
      console.writeLine(parts.map(visible).joined(separator: "  "))
    }
    var words = "\(grouped(counts.free)) of \(count(grouped: counts.rows, "row")) "
    words += counts.free == 1 ? "has no tag" : "have no tag"
    if found.count > rows.count {
      let left = counts.free - rows.count
      // Requested rows are not counted, because there may be a million.
      words +=
        selection != .all
        ? "; more of those asked for are not shown"
        : "; \(grouped(left)) of them \(left == 1 ? "is" : "are") not shown"
    }
    console.say(words + ". Nothing was written.")
    return .done
  }
}
