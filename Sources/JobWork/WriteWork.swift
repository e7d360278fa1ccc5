// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
package import JobLedger
package import JobManifest
internal import Plain
package import Provisioning
internal import TagReading

/// What is to be written of a job.
package struct WriteOrder {
  /// Places, or ids; all rows if there are none.
  package var rows: [String] = []
  /// The rows that someone was shown and chose, in place of those.
  package var shown: ShownRows?
  package var redo: Redo?
  package var changed: Changed?
  /// Stands for the finished tags that someone was shown to decide about.
  package var seen: String?
  package var limit: Int?
  package var station: String?
  package var resolver: (any RowResolver)?
  package var acceptsWarnings = false
  package var allowsReservedHosts = false

  /// What is written once more.
  package enum Redo: Equatable {
    /// The row of this id; someone was shown its tag, perhaps.
    case row(String, tag: ShownTag? = nil)
    /// Every row whose tag was put aside unfinished.
    case failed
  }

  /// What becomes of tags that are done, and whose rows are different in the manifest now.
  package enum Changed: String, CaseIterable, Sendable {
    case keep
    case redo
  }

  package init() {}

  /// Whether tags are given up, which cannot be undone.
  package var givesTagsUp: Bool { redo != nil || changed == .redo }
}

/// Who wants something written, as far as he is asked on the way, and told what the work goes on with.
package protocol WriteClient {
  /// Finished tags would have other links now, and are given up if this returns.
  func agree(toGiveUp tags: SeenTags, of open: OpenJob) throws(Failure)
  /// The job is written with these warnings if this returns.
  func agree(to warnings: WarningSet, of open: OpenJob) throws(Failure)
  func hear(_ remark: WriteRemark)
}

/// What someone should know of a job before its first tag, though the work goes on.
package enum WriteRemark {
  /// Rows that are different now, as the tags have them and as they would be; there may be more.
  case undecided([(claim: Claim, row: PlannedRow)], more: Int)
  /// It was approved, and is different now; the manifest asks for no approval any more.
  case noLongerApproved(JobStatement)
  case warnings(WarningSet, JobStatement, Preflight)
  case reservedHosts(Preflight, in: String)
  /// The tag of a row was given up, so that the row gets a new one.
  case gaveUp(Claim, Protection)
  /// A row that keeps its tag, because another program is writing it, or was stopped at it.
  case keepsTag(row: String)
  /// Labels were printed, and their rows have other links now.
  case outdated(OutdatedLabels)
}

extension WriteRemark {
  /// What is the case, as every client says it; nil of what is shown in other ways.
  package var fact: Saying? {
    switch self {
    case .undecided, .warnings, .reservedHosts: nil
    case .outdated(let labels): labels.fact
    case .noLongerApproved(let last):
      Saying(
        "\(last.whatChanged). The manifest asks for no approval, so the job goes on.",
        [
          Told(
            "no-longer-approved", ["by": visible(last.person), "at": last.at.text],
            numbers: ["n": last.count])
        ])
    case .gaveUp(let claim, _):
      Saying(
        "Tag \(TagUID(claim.uid)?.description ?? "") is given up, and "
          + "\(visible(rowInWords(claim.rowID))) gets a new one.",
        [
          Told(
            "gave-up",
            ["uid": TagUID(claim.uid)?.description ?? "", "row": visible(claim.rowID)])
        ])
    case .keepsTag(let row):
      Saying(
        "The tag of \(visible(rowInWords(row))) is kept: another program is writing it, or was stopped "
          + "while writing it.", [Told("keeps-tag", ["row": visible(row)])])
    }
  }
}

/// The rows that are to be written, and what was decided about others.
package struct WriteChoice {
  package let rows: RowSelection
  /// The finished tags about which was decided.
  let decided: SeenTags?
}

extension WriteOrder {
  /// How many rows that need a decision are shown.
  package static let rowsShownMax = 20

  /// The rows that are asked for, if nothing has to be decided about the others first.
  package func choose(in open: OpenJob, for client: some WriteClient) throws(Failure) -> WriteChoice
  {
    try open.requireKey()
    let decided = try decision(in: open, for: client)
    return WriteChoice(rows: try selection(in: open), decided: decided)
  }

  /// Refuses what may not be written as it is, and gives up what is written again.
  ///
  /// A reader that `mayHoldRealTags` gets no links to hosts that are no websites.
  package func prepare(
    _ choice: WriteChoice, of open: OpenJob, on chosen: [BatchReader],
    mayHoldRealTags: (String) -> Bool, for client: some WriteClient
  ) throws(Failure) -> PreparedWrite {
    func isReal() -> Bool {
      !allowsReservedHosts && chosen.contains { mayHoldRealTags($0.name) }
    }
    var readers = chosen
    var refusesReservedHosts = isReal()
    if refusesReservedHosts {
      try requireWebsites(in: open)
    } else if !allowsReservedHosts {
      client.hear(.reservedHosts(open.preflight, in: open.path))
    }
    try requireApproval(of: open, for: client)
    try requireConfirmedWarnings(in: open, for: client)
    // While the question waited, a reader may have been plugged in.
    if !refusesReservedHosts, isReal() {
      refusesReservedHosts = true
      try requireWebsites(in: open)
    }
    // Nothing is given up for a run that cannot write a single tag.
    if givesTagsUp { try Self.openOne(of: &readers) }
    try giveUpWhatIsRedone(choice.decided, in: open, for: client)
    let outdated = try open.asking { (ledger) throws(LedgerError) in
      try OutdatedLabels(in: ledger)
    }
    if outdated.count > 0 { client.hear(.outdated(outdated)) }
    return PreparedWrite(
      open: open, order: self, selection: choice.rows, readers: readers,
      refusesReservedHosts: refusesReservedHosts)
  }

  /// Tells what a changed manifest means for tags that are done, and has a person decide about these.
  ///
  /// Tags are given up only as they were shown: now, or when a decision was asked for.
  private func decision(
    in open: OpenJob, for client: some WriteClient
  ) throws(Failure) -> SeenTags? {
    let tags = try open.asking { (ledger) throws(LedgerError) in try ledger.undecidedRows() }
    guard tags.count > 0 else { return nil }
    if changed != nil, seen == tags.mark { return tags }
    if changed == .keep, seen == nil { return tags }
    client.hear(try undecided(tags.count, in: open))
    guard changed != nil else { throw .changedRows(tags) }
    guard seen == nil else {
      throw Failure(
        name: "other-tags",
        words:
          "Other tags are meant now: \(count(grouped: tags.count, "finished tag")). Nothing was written.",
        kind: .differs, cure: .decideChanges(mark: tags.mark),
        told: [Told("ledger.seen-otherwise", numbers: ["n": tags.count])], details: tags.members)
    }
    try client.agree(toGiveUp: tags, of: open)
    return tags
  }

  private func undecided(_ count: Int, in open: OpenJob) throws(Failure) -> WriteRemark {
    var shown: [(claim: Claim, row: PlannedRow)] = []
    try open.asking { (ledger) throws(LedgerError) in
      try ledger.forEachUndecided { claim, row in
        shown.append((claim, row))
        return shown.count < Self.rowsShownMax
      }
    }
    return .undecided(shown, more: count - shown.count)
  }

  /// The rows that are asked for, every one of which the job has.
  private func selection(in open: OpenJob) throws(Failure) -> RowSelection {
    switch redo {
    case .failed: return .all
    case nil:
      if let shown { return try RowSelection(shown, in: open.ledger) }
      return try RowSelection(rows, in: open.ledger)
    case .row(let id, _):
      guard try open.asking({ (ledger) throws(LedgerError) in try ledger.row(id: id) }) != nil
      else { throw .noSuchRow("The job has no row \"\(id)\".") }
      return .ids([id])
    }
  }

  /// Opens the first of the readers that can be opened, for the run to use as it is.
  private static func openOne(of readers: inout [BatchReader]) throws(Failure) {
    var refusal: ReaderOpeningError?
    for index in readers.indices {
      do throws(ReaderOpeningError) {
        readers[index] = try readers[index].opened()
        return
      } catch {
        refusal = error
      }
    }
    if let refusal { throw Failure(refusal) }
  }

  /// Gives up the tags that are to be made again, now that everything else is in order.
  private func giveUpWhatIsRedone(
    _ decided: SeenTags?, in open: OpenJob, for client: some WriteClient
  ) throws(Failure) {
    switch redo {
    case nil: break
    case .failed:
      // Those that may not be given up are named.
      try open.asking { (ledger) throws(LedgerError) in
        _ = try ledger.voidUnfinished(why: "made again", at: .now)
        var left = Self.rowsShownMax
        try ledger.forEachClaim(in: .begun) { claim in
          client.hear(.keepsTag(row: claim.rowID))
          left -= 1
          return left > 0
        }
      }
    case .row(let id, let tag):
      let given = try open.asking { (ledger) throws(LedgerError) in
        try ledger.redo(row: id, tag: tag, why: "made again", at: .now)
      }
      if let given { client.hear(.gaveUp(given, open.job.protection)) }
    }
    guard let changed, let decided else { return }
    try open.asking { (ledger) throws(LedgerError) in
      _ = try ledger.decide(changed == .keep ? .keep : .redo, seen: decided, at: .now)
    }
  }
}

/// A job that may be written, and what of it on which readers.
package struct PreparedWrite {
  let open: OpenJob
  let order: WriteOrder
  let selection: RowSelection
  let readers: [BatchReader]
  let refusesReservedHosts: Bool

  /// Writes it; the observer is told of every tag.
  package func run(
    obeying commands: BatchCommands, telling observer: any BatchObserver, cures: @escaping CureWords
  ) throws(Failure) -> BatchEnd {
    var run = BatchRun(
      BatchJob(
        open.job, key: open.key, station: order.station, resolver: order.resolver,
        refusesReservedHosts: refusesReservedHosts, cures: cures),
      ledger: open.ledger)
    run.selection = selection
    run.limit = order.limit
    let ready = run
    return try orFail { () throws(LedgerError) in
      try ready.run(on: readers, obeying: commands, telling: observer)
    }
  }
}
