// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobLedger
internal import JobWork
internal import PageServer
internal import Plain
internal import PrintedLabels
internal import Provisioning
internal import StrictJSON
internal import Threads

// Labels: of tags that are written, or of all rows before that.

extension PageHost {
  func labelSheets(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    [
      "sheets": .array(
        NamedSheet.all.map { named in
          let sheet = named.sheet
          return [
            "name": .string(named.name),
            "page": .string(sheet.page.words), "columns": .integer(sheet.columns),
            "rows": .integer(sheet.rows), "label": .string(sheet.label.words),
          ]
        })
    ]
  }

  func labels(_ order: PageOrderOrQuery) throws(Failure) -> PageAnswer {
    let file = try JobFolder.job(order.text("file"))
    let plan = try labelPlan(order)
    let bytes: [UInt8]
    if order.isOn("all") {
      // A list that is being changed just now is printed as it is then, and nothing is written meanwhile.
      bytes = try edits.withLock { _ throws(Failure) in try allLabels(order, of: file, plan) }
      tellJob(file)
    } else {
      bytes = try writtenLabels(order, of: file, plan)
    }
    return .file(bytes, "application/pdf", named: "\(Self.name(of: file))-labels.pdf")
  }

  private func labelPlan(_ order: PageOrderOrQuery) throws(Failure) -> LabelPlan {
    guard let named = NamedSheet.named(try order.needed("sheet")) else {
      throw .badRequest("There is no such sheet of labels.")
    }
    let first = order.number("first").map { max(1, $0) } ?? 1
    guard first <= named.sheet.count else {
      throw .refused(
        .`bad-numbers`,
        "The sheet has only \(count(named.sheet.count, "label")), so there is no number \(first).",
        numbers: ["n": named.sheet.count], part: ".labels")
    }
    return LabelPlan(
      "-",
      .sheets(
        named.sheet, name: named.name, first: first - 1, frames: order.isOn("outline")),
      label: named.sheet.label, tag: nil)
  }

  private func writtenLabels(
    _ order: PageOrderOrQuery, of file: String, _ plan: LabelPlan
  ) throws(Failure) -> [UInt8] {
    let ledger = try writtenLedger(
      of: file,
      orSay: .refused(
        .`nothing-to-print`, "Labels are made for tags that are written, and none is yet."))
    // All labels are of one moment.
    try orFail { () throws(LedgerError) in try ledger.beginMoment() }
    defer { ledger.endMoment() }
    var asked = RowSelection.all
    if let shown = try order.shownRows("rows") { asked = try RowSelection(shown, in: ledger) }
    let (tally, bytes) = try LabelRun(
      of: ledger, asked: asked.contains, all: false, copies: 1, plan, by: options.program.version
    ).made()
    guard tally.labels > 0 else { throw .nothingToPrint(tally, of: file) }
    return bytes
  }

  /// The links that the tags will get are settled with this, as by the first tag.
  private func allLabels(
    _ order: PageOrderOrQuery, of file: String, _ plan: LabelPlan
  ) throws(Failure) -> [UInt8] {
    try requireIdle(file)
    let checked = try desk.check(file)
    try requireSeen(order, checked.preflight)
    let open = try checked.open()
    try open.requirePrintable(isDemo: options.isDemo, for: PrintClient())
    let ledger = open.ledger
    try orFail { () throws(LedgerError) in try ledger.beginMoment() }
    defer { ledger.endMoment() }
    let asked = try askedLabels(order, in: ledger)
    let (manifest, left) = try orFail { () throws(LedgerError) in
      try ledger.requireTaken()
      return (try ledger.manifest()?.number ?? 0, try LabelsLeftOut(of: ledger, asked: asked))
    }
    guard left.isEmpty || left.labels > 0 && order.text("leftSeen") == left.mark else {
      throw .leftOut(left)
    }
    let (tally, bytes) = try LabelRun(
      of: ledger, asked: asked, all: true, copies: 1, plan, by: options.program.version
    ).made { (tally) throws(Failure) in
      ledger.endMoment()
      try orFail { () throws(LedgerError) in
        try ledger.keep(tally.onPaper, of: manifest, at: .now)
      }
    }
    guard tally.labels > 0 else {
      throw .refused(.`no-room`, "These links do not fit on such labels. Choose larger ones.")
    }
    return bytes
  }

  private func askedLabels(
    _ order: PageOrderOrQuery, in ledger: Ledger
  ) throws(Failure) -> (PlannedRow) -> Bool {
    if order.isOn("outdated") {
      let ids = try orFail { () throws(LedgerError) in try OutdatedLabels(in: ledger).toPrint }
      return { ids.contains($0.id) }
    }
    guard let shown = try order.shownRows("rows") else { return { _ in true } }
    return try RowSelection(shown, in: ledger).contains
  }

  /// Labels of rows that the list has no more were thrown away.
  func throwAwayLabels(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let checked = try desk.check(file)
      try requireSeen(order, checked.preflight)
      let open = try checked.open()
      try open.asking { (ledger) throws(LedgerError) in
        let labels = try OutdatedLabels(in: ledger).thrownAway
        guard let manifest = try ledger.manifest()?.number else { return }
        try ledger.keep(labels, of: manifest, at: .now)
      }
    }
  }
}

/// The person at a page, before labels are printed: the page has asked already whatever it asks.
private struct PrintClient: WriteClient {
  func agree(toGiveUp tags: SeenTags, of open: OpenJob) throws(Failure) { throw .undecided(tags) }

  func agree(to warnings: WarningSet, of open: OpenJob) throws(Failure) {
    throw .unconfirmed(warnings, of: open)
  }

  /// The page shows it beside the job.
  func hear(_ remark: WriteRemark) {}
}
