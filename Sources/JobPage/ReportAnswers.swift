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
internal import Provisioning
internal import SiteAssociation
internal import StrictJSON
internal import TagReading
internal import Terminal
internal import Voices

// What is handed over when tags are written: reports and association files.

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
            "locked": .integer(summary.locked),
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

  static func name(of file: String) -> String {
    let name = file.split(separator: "/").last.map(String.init) ?? file
    return name.lowercased().hasSuffix(".xml") ? String(name.dropLast(4)) : name
  }
}

extension ReportedRow {
  fileprivate var json: JSONValue {
    let live = liveClaim
    return [
      "id": .string(row.id), "label": .optional(row.label),
      "link": .string(live?.link ?? row.link), "state": .string(stateName),
      "isLocked": .bool(live?.lock != nil),
      "uid": .optional(live.flatMap { TagUID($0.uid)?.description }),
      "at": .optional(live?.done.map(\.words)), "chip": .optional(live?.chip),
      // What people typed is in their own language.
      "why": (claim?.state == .begun ? lastWords : claim?.why).map { words in
        [
          "words": .string(words), "code": .optional(words == lastWords ? lastReason : nil),
          "recorded": .optional(RecordedWhy(words: words)?.rawValue),
        ]
      } ?? .null,
    ]
  }
}
