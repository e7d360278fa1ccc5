// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagKeys
internal import Voices
internal import WebLink

/// All that a page shows of a job before its first tag: what is wrong, and what a person has said.
struct JobAnswer {
  let file: String
  let preflight: Preflight
  private let ledger: Ledger?
  private let ledgerTrouble: String?
  private let desk: JobDesk

  init(_ file: String, on desk: JobDesk) {
    (self.file, self.desk) = (file, desk)
    preflight = desk.preflight(of: file)
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
        if case .missing = error.fault { nil } else { Failure(error).sentence(Voice.page.cures) }
    }
  }

  var json: JSONValue {
    let changed = changed
    return .object([
      ("card", JobFolder.card(of: file, on: desk, seen: preflight)), ("check", check),
      (
        "sheets",
        .array(
          sheets.map { ["file": .string($0.file), "sheet": .optional($0.sheet)] })
      ),
      ("manifest", .string(Self.manifest(of: file))),
      ("seen", .string(Self.stamp(of: preflight) ?? "")),
      ("needsApproval", .bool(preflight.job?.needsApproval == true)), ("approval", approval),
      ("warnings", warnings),
      ("changedRows", .integer(changed?.count ?? 0)),
      ("changedSeen", .string(changed?.mark ?? "")),
      ("leadsToExamples", .bool(preflight.leadsToExamples)),
      ("link", .string(preflight.job?.link.text ?? "")),
      ("protection", .string(protection.rawValue)),
      ("genuine", .string(preflight.job?.tags.genuine.rawValue ?? "ignore")),
      ("ledgerTrouble", .optional(ledgerTrouble)),
    ])
  }

  /// The finished tags about which a person has to decide.
  private var changed: SeenTags? { (try? ledger?.undecidedRows()) ?? nil }

  /// What `check --json` says, with what the page can do about each finding.
  private var check: JSONValue {
    guard case .object(let members) = preflight.json(withCells: true) else { return .null }
    let manifest = Self.manifest(of: file)
    let findings = preflight.findings.findings.map { finding -> JSONValue in
      guard case .object(let members) = finding.json else { return .null }
      return .object(
        members + [("cures", .array(SheetCure.all(for: finding, in: manifest).map(\.json)))])
    }
    return .object(members.map { $0.key == "findings" ? ($0.key, .array(findings)) : $0 })
  }

  /// The spreadsheets that a page may see.
  ///
  /// Whatever else a manifest names, such as a key or another manifest, is none.
  var sheets: [SheetUse] {
    preflight.sheets.filter { ManifestEdit.isSheet($0.file) }
  }

  /// One of them by its file and the name of its sheet, or the first.
  func sheet(_ file: String?, _ name: String?) throws(Failure) -> SheetUse {
    let found = sheets.first {
      (file == nil || $0.file == file) && (name == nil || $0.sheet == name)
    }
    guard let found else { throw .refused(.`no-sheet`, "The job has no such spreadsheet.") }
    return found
  }

  static func manifest(of file: String) -> String {
    String(decoding: ManifestEdit(file).bytes, as: UTF8.self)
  }

  /// Stands for all files of the job as they were read; nil if they could not be.
  static func stamp(of preflight: Preflight) -> String? {
    // Some warnings come of what is in no file of the job, and what is approved names the key.
    preflight.hash?.ofManifest(isResolvedLater: false).map {
      hex($0 + (WarningSet(preflight)?.hash ?? [])) + (preflight.key?.description ?? "")
    }
  }

  enum ProtectionName: String, CaseIterable {
    case none, `lock-asked`, `lock-written`, password
  }

  private var protection: ProtectionName {
    switch preflight.job?.protection {
    case .lock(.asked): .`lock-asked`
    case .lock(.written): .`lock-written`
    case .password: .password
    case .nothing, nil: .none
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
    let isTaken = ledger.knows(manifest: file, on: desk, seen: preflight)
    let plan = try? ApprovedPlan(job, key: preflight.key, in: ledger)
    let isValid = isTaken && plan.map { $0.hash == last.hash } ?? false
    return [
      "state": isValid ? "valid" : "changed", "by": .string(last.person),
      "at": .string(last.at.text), "count": .integer(last.count),
    ]
  }
}

extension Preflight {
  /// Whether links lead to a name that only examples have.
  var leadsToExamples: Bool { findings.counts[PreflightProblem.reservedHost] ?? 0 > 0 }
}

extension Ledger {
  /// Whether it has taken a manifest over as that is now.
  func knows(manifest: String, on desk: JobDesk, seen: Preflight? = nil) -> Bool {
    // Of what cannot be read nothing is said.
    guard let files = desk.hash(of: manifest, seen: seen) else { return true }
    do throws(LedgerError) {
      return try remark(onManifest: files) == nil
    } catch {
      return false
    }
  }
}

extension PageHost {
  func job(_ request: PageOrderOrQuery) throws(Failure) -> JSONValue {
    JobAnswer(try JobFolder.job(request.text("file")), on: desk).json
  }

  /// Changes something of the job that a page names, and answers with how it is then.
  private func changing(
    _ order: PageOrderOrQuery, _ change: (_ file: String) throws(Failure) -> Void
  ) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    try requireIdle(file)
    try change(file)
    return JobAnswer(file, on: desk).json
  }

  /// The person has seen the warnings and wants the job written as it is.
  func confirm(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let person = try person(order)
      let open = try openSeen(file, order)
      if let warnings = WarningSet(open.preflight) {
        _ = try open.confirm(warnings, by: person)
      }
    }
  }

  /// What a person signs or starts is what was shown, and not what a file became meanwhile.
  func requireSeen(_ order: PageOrderOrQuery, _ preflight: Preflight) throws(Failure) {
    guard let seen = JobAnswer.stamp(of: preflight), seen == order.text("seen") else {
      throw .changedMeanwhile
    }
  }

  private func openSeen(_ file: String, _ order: PageOrderOrQuery) throws(Failure) -> OpenJob {
    let checked = try desk.check(file)
    try requireSeen(order, checked.preflight)
    return try checked.open()
  }

  private func person(_ order: PageOrderOrQuery) throws(Failure) -> String {
    let name = order.text("by") ?? ""
    let isName =
      name.contains(where: \.isLetter)
      && name.unicodeScalars.allSatisfy {
        ![.control, .format, .privateUse, .unassigned, .surrogate].contains(
          $0.properties.generalCategory)
      }
    guard isName, name.count <= JobStatement.nameCharactersMax else {
      throw .badRequest("Write your name, of up to \(JobStatement.nameCharactersMax) characters.")
    }
    return JobStatement.plainName(name)
  }

  func approve(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let person = try person(order)
      let open = try openSeen(file, order)
      _ = try open.approve(try open.approvedPlan(), by: person)
    }
  }

  func manifest(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let edit = ManifestEdit(file)
      let bytes = edit.bytes
      guard order.text("was") == String(decoding: bytes, as: UTF8.self) else {
        throw .changedMeanwhile
      }
      try edit.replace(bytes, with: try order.needed("text"))
    }
  }

  /// Puts another link into the manifest.
  func link(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      try ManifestEdit(file).replaceLink(
        with: try order.needed("link"), in: try order.needed("manifest"))
    }
  }

  func cure(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      guard
        let cure = SheetCure(
          kind: try order.needed("kind"), value: order.text("value"), was: order.text("name"))
      else {
        throw .badRequest("The page asked for a change that does not exist.")
      }
      try ManifestEdit(file).apply(
        cure, toSheet: order.text("sheet"), in: try order.needed("manifest"))
    }
  }

  func cell(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let answer = JobAnswer(file, on: desk)
      let sheet = try answer.sheet(order.text("sheet"), nil)
      try CellEdit(
        sheet.file, encoding: answer.preflight.encodings[sheet.file],
        cell: try order.needed("cell")
      ).replace(
        order.text("was"), in: order.texts("row"), with: try order.needed("value"))
    }
  }

  func sheet(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(query.text("file"))
    let answer = JobAnswer(file, on: desk)
    let sheet = try answer.sheet(query.text("sheet"), query.text("name"))
    return try SheetPage(
      sheet, answer.preflight, from: query.number("from") ?? 1,
      count: query.number("count") ?? 100,
      onlyFindings: query.text("only") == "findings"
    ).json
  }
}
