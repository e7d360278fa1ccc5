// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobReport
internal import JobSites
internal import JobWork
internal import PageServer
internal import Plain
internal import PrintedLabels
internal import Provisioning
internal import SiteAssociation
internal import StrictJSON
internal import TagReading
internal import Terminal
internal import Voices

// What is handed over when tags are written: reports, labels and association files.

extension PageHost {
  private static let rowsMax = 500

  /// The ledger of a job of which perhaps nothing is written yet, which the page says in its own words.
  func writtenLedger(
    of file: String,
    orSay nothing: Failure = .refused(
      .`nothing-written`, "No tag of this job is written yet, so there is nothing to report.")
  ) throws(Failure) -> Ledger {
    do throws(Failure) {
      return try ledgerToRead(of: file)
    } catch {
      throw error.cure == .writeFirstTag ? nothing : error
    }
  }

  func report(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(query.text("file"))
    let ledger = try writtenLedger(of: file)
    let files = desk.hash(of: file)
    return try orFail { () throws(LedgerError) in
      try ledger.atOneMoment { () throws(LedgerError) in
        let remark = try files.flatMap { (files) throws(LedgerError) in
          try ledger.remark(onManifest: files)
        }
        let summary = try JobSummary(of: ledger)
        var rows: [JSONValue] = []
        var more = 0
        try ledger.forEachRow { reported in
          if rows.count < Self.rowsMax { rows.append(reported.json) } else { more += 1 }
          return true
        }
        let counts = try ledger.counts()
        return [
          "title": .string(summary.title ?? summary.job),
          "counts": [
            "rows": .integer(counts.rows), "done": .integer(counts.done),
            "begun": .integer(counts.begun), "free": .integer(counts.free),
            "locked": .integer(counts.done - summary.unlocked),
          ],
          "isWhole": .bool(summary.isWhole && counts.rows > 0 && remark == nil),
          "isBehind": .bool(remark != nil), "remark": .optional(remark?.words(Voice.page.cures)),
          "rows": .array(rows),
          "more": .integer(more),
        ]
      }
    }
  }

  func reportFile(_ query: PageOrderOrQuery) throws(Failure) -> PageAnswer {
    let file = try JobFolder.job(query.text("file"))
    let (form, type, ending): (ReportFile, String, String)
    switch query.text("as") {
    case "html":
      (form, type, ending) = (
        .html(.ofReports(in: query.text("language"))), "text/html; charset=utf-8", "html"
      )
    case "xlsx":
      (form, type, ending) = (
        .workbook, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"
      )
    case "csv": (form, type, ending) = (.csv(), "text/csv; charset=utf-8", "csv")
    default: throw .badRequest("There is no such report.")
    }
    var bytes: [UInt8] = []
    _ = try form.write(try writtenLedger(of: file), by: options.program.version) { piece in
      bytes += piece
      return true
    }
    return .file(bytes, type, named: "\(Self.name(of: file)).\(ending)")
  }

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
    let name = try order.needed("sheet")
    guard let named = NamedSheet.named(name) else {
      throw .badRequest("There is no such sheet of labels.")
    }
    let first = order.number("first").map { max(1, $0) } ?? 1
    guard first <= named.sheet.count else {
      throw .refused(
        .`bad-numbers`,
        "The sheet has only \(count(named.sheet.count, "label")), so there is no number \(first).",
        numbers: ["n": named.sheet.count], part: ".labels")
    }
    let ledger = try writtenLedger(
      of: file,
      orSay: .refused(
        .`nothing-to-print`, "Labels are made for tags that are written, and none is yet."))
    let plan = LabelPlan(
      "-",
      .sheets(
        named.sheet, name: named.name, first: first - 1, frames: order.isOn("outline")),
      label: named.sheet.label, tag: nil)
    // All labels are of one moment.
    try orFail { () throws(LedgerError) in try ledger.beginMoment() }
    defer { ledger.endMoment() }
    var asked = RowSelection.all
    if let shown = try order.shownRows("rows") { asked = try RowSelection(shown, in: ledger) }
    var bytes: [UInt8] = []
    let tally = try LabelRun(
      of: ledger, asked: asked, all: false, copies: 1, plan,
      by: options.program.version
    ).run { piece in
      bytes += piece
      return true
    }
    guard tally.labels > 0 else { throw .nothingToPrint(tally, of: file) }
    return .file(bytes, "application/pdf", named: "\(Self.name(of: file))-labels.pdf")
  }

  func site(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(query.text("file"))
    let preflight = desk.preflight(of: file)
    guard let job = preflight.job else {
      throw .refused(.`job-has-errors`, "The job has errors. Correct them first.")
    }
    let site = JobSite(job)
    let texts: [(String, String?)]
    do throws(SiteMergeError) {
      texts = [
        ("apple-app-site-association", try site.file(of: .apple)),
        ("assetlinks.json", try site.file(of: .android)),
      ]
    } catch {
      throw .refused(.site, "\(error)")
    }
    let files = texts.compactMap { name, text -> JSONValue? in
      text.map { ["path": .string("/.well-known/\(name)"), "text": .string($0)] }
    }
    let hosts = site.host.map { [$0] } ?? preflight.hosts.map(\.name)
    return [
      "hosts": .array(
        files.isEmpty ? [] : hosts.map { ["host": .string($0), "files": .array(files)] }),
      "leadsToExamples": .bool(preflight.leadsToExamples),
    ]
  }

  func probe(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    var probing = SiteProbing()
    (probing.job, probing.outside) = (file, options.outside)
    return ["text": .string(try probing.run(Voice.page.cures, tell: { _ in }).page)]
  }

  private static func name(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.lowercased().hasSuffix(".xml") ? String(name.dropLast(4)) : name
  }
}

extension ReportedRow {
  fileprivate var json: JSONValue {
    // What a tag that was given up had is no fact about its row.
    let live = claim.flatMap { $0.isLive ? $0 : nil }
    return [
      "id": .string(row.id), "label": .optional(row.label),
      "link": .string(live?.link ?? row.link), "state": .string(stateName),
      "uid": .optional(live.flatMap { TagUID($0.uid)?.description }),
      "at": .optional(live?.done.map(\.words)), "chip": .optional(live?.chip),
      // What people typed is in their own language.
      "why": (claim?.state == .begun ? lastWords : claim?.why).map { words in
        ["words": .string(words), "code": .optional(words == lastWords ? lastReason : nil)]
      } ?? .null,
    ]
  }
}
