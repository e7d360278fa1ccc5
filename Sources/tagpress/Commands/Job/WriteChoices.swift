// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobManifest
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagReading
internal import Terminal

// What only a person can say about the rows of a job, before the first tag.

extension Write {
  /// How many of the rows that need a decision are shown.
  private static let rowsShownMax = 20
  /// How many rows a plan shows, unless --limit says otherwise.
  private static let planRows = 10

  /// Tells what a changed manifest means for tags that are done, and has a person decide about these.
  ///
  /// Tags are given up only as they were shown: here, or by the command that asked for a decision.
  func requireDecision(in open: OpenJob, on console: Console) throws(Failure) -> SeenTags? {
    let tags = try open.asking { (ledger) throws(LedgerError) in try ledger.undecidedRows() }
    guard tags.count > 0 else { return nil }
    if changed != nil, seen == tags.mark { return tags }
    if changed == .keep, seen == nil { return tags }
    try showUndecided(tags.count, in: open, on: console)
    guard changed != nil else { throw .changedRows(tags, inPlan: plan) }
    let what = count(grouped: tags.count, "finished tag")
    guard seen == nil else {
      throw Failure(
        name: "other-tags", words: "Other tags are meant now: \(what). Nothing was written.",
        kind: .differs, cure: .decideChanges(mark: tags.mark), details: tags.members)
    }
    guard console.canAsk else {
      throw Failure(
        name: "not-confirmed", words: "\(what) would be given up. Nothing was written.",
        kind: .differs, cure: .decideChanges(mark: tags.mark), details: tags.members)
    }
    let rows = tags.count == 1 ? "its row written to a new one" : "their rows written to new ones"
    try console.requireConsent(
      to: "\(what) will be given up, and \(rows)", word: "\(tags.count)", or: "Nothing was written")
    return tags
  }

  private func showUndecided(
    _ count: Int, in open: OpenJob, on console: Console
  ) throws(Failure) {
    try open.asking { (ledger) throws(LedgerError) in
      var left = Write.rowsShownMax
      try ledger.forEachUndecided { claim, row in
        let name = row.label.map { " (\($0))" } ?? ""
        console.say("  \(visible(row.id + name)): \(visible(claim.link)) -> \(visible(row.link))")
        left -= 1
        return left > 0
      }
    }
    if count > Write.rowsShownMax {
      console.say("  and \(grouped(count - Write.rowsShownMax)) more")
    }
  }

  /// Gives the tag of a row up.
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

  /// The rows that are asked for, every one of which the job has.
  func selection(in open: OpenJob) throws(Failure) -> RowSelection {
    if redoesFailed { return .all }
    guard let redo else { return try RowSelection(rows, in: open.ledger) }
    guard try open.asking({ (ledger) throws(LedgerError) in try ledger.row(id: redo) }) != nil
    else {
      throw .noSuchRow("The job has no row \"\(redo)\".")
    }
    return .ids([redo])
  }

  /// A page means the row of the tag that it showed, whatever that is called.
  private var redoesFailed: Bool { redo == "failed" && seenTag == nil }

  /// Opens the first of the readers that can be opened, for the run to take as it is.
  func openOne(of readers: inout [BatchReader]) throws(Failure) {
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
  func giveUpWhatIsRedone(
    _ decided: SeenTags?, in open: OpenJob, on console: Console
  ) throws(Failure) {
    if redoesFailed {
      try giveUpUnfinished(in: open, on: console)
    } else if let redo {
      let given = try open.asking { (ledger) throws(LedgerError) in
        try ledger.redo(row: redo, tag: seenTag, why: "made again", at: .now)
      }
      if let given {
        let uid = TagUID(given.uid)?.description ?? ""
        console.say(
          "Row \(visible(redo)) gets a new tag, and tag \(uid) is given up. "
            + (given.lock == nil
              ? again(open.job.protection) : "It is locked, so it cannot be used again."))
      }
    }
    guard let changed, let decided else { return }
    try open.asking { (ledger) throws(LedgerError) in
      _ = try ledger.decide(changed == .keep ? .keep : .redo, seen: decided, at: .now)
    }
  }

  /// Whether a tag that is given up can be used again.
  private func again(_ protection: Protection) -> String {
    switch protection {
    case .nothing: "To use the same tag again, empty it first with 'tagpress erase'."
    case .lock: "If it is locked, it cannot be used again."
    case .password:
      "To use the same tag again, remove its password with 'tagpress unlock --key FILE', and empty "
        + "it with 'tagpress erase'."
    }
  }

  /// Gives up the tags that were put aside unfinished, and names those that may not be.
  private func giveUpUnfinished(in open: OpenJob, on console: Console) throws(Failure) {
    try open.asking { (ledger) throws(LedgerError) in
      _ = try ledger.voidUnfinished(why: "made again", at: .now)
      var left = Write.rowsShownMax
      try ledger.forEachClaim(in: .begun) { claim in
        let id = visible(claim.rowID)
        console.say(
          "Row \(id) keeps its tag: another program is writing it, or was stopped while writing "
            + "it. If the tag is lost, use --void \(id) --why TEXT.")
        left -= 1
        return left > 0
      }
    }
  }

  /// Shows which rows would come next.
  func show(
    _ selection: RowSelection, of open: OpenJob, on console: Console
  ) throws(Failure) -> ExitCode {
    let counts = try open.asking { (ledger) throws(LedgerError) in try ledger.counts() }
    let most = first ? 1 : limit ?? Write.planRows
    // The one too many tells that there are more.
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
      // How many of the rows were asked for is not counted, as there may be a million.
      words +=
        selection != .all
        ? "; more of those asked for are not shown"
        : "; \(grouped(left)) of them \(left == 1 ? "is" : "are") not shown"
    }
    console.say(words + ". Nothing was written.")
    return .done
  }
}

extension OpenJob {
  /// Asks the ledger something.
  func asking<Answer>(
    _ question: (Ledger) throws(LedgerError) -> Answer
  ) throws(Failure) -> Answer {
    try ledger.asking(question)
  }
}
