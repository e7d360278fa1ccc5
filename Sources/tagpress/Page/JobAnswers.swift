// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import JobLedger
internal import JobManifest
internal import Plain
internal import Provisioning
internal import StrictJSON

/// All that a page shows of a job before its first tag: what is wrong, and what a person has said.
struct JobAnswer {
  let file: String
  let preflight: Preflight
  private let ledger: Ledger?
  private let ledgerTrouble: String?

  init(_ file: String, outside: Bool) {
    self.file = file
    preflight = Preflight(path: file, mayLeaveFolder: outside)
    guard let job = preflight.job else {
      (ledger, ledgerTrouble) = (nil, nil)
      return
    }
    do throws(LedgerError) {
      ledger = try Ledger(
        at: Ledger.path(besideManifest: file), job: job.id, access: .reading, now: .now)
      ledgerTrouble = nil
    } catch {
      ledger = nil
      ledgerTrouble =
        if case .missing = error.fault { nil } else { Failure(error).sentence(at: .page) }
    }
  }

  var json: JSONValue {
    .object([
      ("card", JobFolder.card(of: file, rows: preflight.rowCount)), ("check", check),
      ("sheets", .array(sheets.map { ["file": .string($0)] })),
      ("manifest", .string(manifest)),
      ("needsApproval", .bool(preflight.job?.needsApproval == true)), ("approval", approval),
      ("warnings", warnings),
      ("changedRows", .integer((try? ledger?.undecidedCount()) ?? 0)),
      ("protection", .string(protection)),
      ("genuine", .string(preflight.job?.tags.genuine.rawValue ?? "ignore")),
      ("ledgerTrouble", .optional(ledgerTrouble)),
    ])
  }

  /// What `check --json` says, with what the page can do about each finding.
  private var check: JSONValue {
    guard case .object(let members) = preflight.json else { return .null }
    let findings = preflight.findings.findings.map { finding -> JSONValue in
      guard case .object(let members) = finding.json else { return .null }
      return .object(members + [("cures", .array(SheetCure.all(for: finding.problem).map(\.json)))])
    }
    return .object(members.map { $0.key == "findings" ? ($0.key, .array(findings)) : $0 })
  }

  /// The spreadsheets, as they are named from the folder that was opened.
  var sheets: [String] { preflight.files.filter { $0 != file } }

  /// The row with the names of the columns; nil if the manifest says that there is none.
  var headerRow: Int? {
    guard let start = manifest.firstRange(of: " header=\"")?.upperBound else { return 1 }
    let value = manifest[start...].prefix { $0 != "\"" }
    return value == "none" ? nil : Int(value) ?? 1
  }

  private var manifest: String {
    let bytes = (try? readFileIfThere(file, limit: ManifestEdit.byteMax)) ?? nil
    return bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private var protection: String {
    switch preflight.job?.protection {
    case .lock(.asked): "lock-asked"
    case .lock(.written): "lock-written"
    case .password: "password"
    case .nothing, nil: "none"
    }
  }

  private var warnings: JSONValue {
    guard let set = WarningSet(preflight) else { return ["count": 0, "confirmed": nil] }
    let said = (try? ledger?.confirmation(of: set)) ?? nil
    return [
      "count": .integer(set.count),
      "confirmed": said.map { ["by": .string($0.person), "at": .string($0.at.text)] } ?? .null,
    ]
  }

  private var approval: JSONValue {
    guard let ledger, let job = preflight.job,
      let last = try? ledger.confirmations().last(where: { $0.kind == .approved })
    else { return .null }
    // A ledger that has not taken the manifest over as it is now knows nothing of its links.
    let isTaken = ledger.knows(manifest: file)
    let plan = try? ApprovedPlan(job, key: preflight.key, in: ledger)
    let isValid = isTaken && plan.map { $0.hash == last.hash } ?? false
    return [
      "state": isValid ? "valid" : "changed", "by": .string(last.person),
      "at": .string(last.at.text), "count": .integer(last.count),
    ]
  }
}

extension Ledger {
  /// Whether it has taken a manifest over as that is now.
  func knows(manifest: String) -> Bool {
    do throws(LedgerError) {
      return try remark(onManifest: manifest, mayLeaveFolder: false) == nil
    } catch {
      return false
    }
  }
}

extension PageHost {
  func job(_ request: PageOrderOrQuery) throws(Failure) -> JSONValue {
    JobAnswer(try JobFolder.job(request.text("file")), outside: options.outside).json
  }

  /// The person has seen the warnings and wants the job written as it is.
  func confirm(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    try requireIdle(file)
    let person = try person(order)
    let open = try OpenJob(file, outside: options.outside, on: quiet())
    if let warnings = WarningSet(open.preflight) {
      let said = JobStatement(
        .confirmed, hash: warnings.hash, count: warnings.count, person: person, at: .now)
      try open.asking { (ledger) throws(LedgerError) in try ledger.record([said]) }
    }
    return JobAnswer(file, outside: options.outside).json
  }

  private func person(_ order: PageOrderOrQuery) throws(Failure) -> String {
    let name = order.text("by") ?? ""
    guard !name.allSatisfy(\.isWhitespace), name.count <= Approve.nameCharactersMax else {
      throw .badRequest("Write your name, of up to \(Approve.nameCharactersMax) characters.")
    }
    return try Approve.person(named: name)
  }

  func approve(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    try requireIdle(file)
    let person = try person(order)
    let open = try OpenJob(file, outside: options.outside, on: quiet())
    let plan = try open.asking { (ledger) throws(LedgerError) in
      try ApprovedPlan(open.job, key: open.preflight.key, in: ledger)
    }
    _ = try Approve.store(plan, by: person, in: open)
    return JobAnswer(file, outside: options.outside).json
  }

  func manifest(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    try requireIdle(file)
    try ManifestEdit(file).replace(with: try order.needed("text"))
    return JobAnswer(file, outside: options.outside).json
  }

  func cure(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    try requireIdle(file)
    guard let cure = SheetCure(kind: try order.needed("kind"), value: order.text("value")) else {
      throw .badRequest("The page asked for a change that does not exist.")
    }
    try ManifestEdit(file).apply(cure, toSheet: order.text("sheet"))
    return JobAnswer(file, outside: options.outside).json
  }

  func cell(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    try requireIdle(file)
    let answer = JobAnswer(file, outside: options.outside)
    guard let sheet = order.text("sheet") ?? answer.sheets.first, answer.sheets.contains(sheet)
    else {
      throw .refused("no-sheet", "The job has no such spreadsheet.")
    }
    try CellEdit(
      sheet, encoding: answer.preflight.encodings[sheet], cell: try order.needed("cell")
    ).replace(with: try order.needed("value"))
    return JobAnswer(file, outside: options.outside).json
  }

  func sheet(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(query.text("file"))
    let answer = JobAnswer(file, outside: options.outside)
    guard let sheet = query.text("sheet") ?? answer.sheets.first, answer.sheets.contains(sheet)
    else {
      throw .refused("no-sheet", "This job has no spreadsheet.")
    }
    return try SheetPage(
      sheet, answer.preflight, headerRow: answer.headerRow, from: query.number("from") ?? 1,
      count: query.number("count") ?? 100,
      onlyFindings: query.text("only") == "findings"
    ).json
  }
}
