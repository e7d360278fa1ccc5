// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
internal import Failures
internal import JobLedger
internal import JobManifest
internal import JobReport
internal import JobSites
internal import JobWork
internal import Plain
internal import Provisioning
internal import SiteAssociation
internal import StrictJSON
internal import TagKeys
internal import TagReading
internal import Voices
internal import WebLink

/// All that a page shows of a job before its first tag: what is wrong, and what a person has said.
struct JobAnswer {
  let file: String
  let preflight: Preflight
  private let ledger: LedgerLook?
  private let desk: JobDesk
  private let isDemo: Bool
  /// Whether the ledger has not read the list as that is now.
  private let isBehind: Bool

  init(_ file: String, on desk: JobDesk, isDemo: Bool) {
    (self.file, self.desk, self.isDemo) = (file, desk, isDemo)
    let seen = desk.preflight(of: file)
    preflight = seen
    ledger = desk.ledger(of: file, seen: seen)
    isBehind = ledger.map { !$0.knows(desk.hash(of: file, seen: seen)) } ?? false
  }

  /// A ledger that is behind knows nothing of the links as they are now.
  private var isApproved: Bool { !isBehind && ledger?.isApproved == true }

  var json: JSONValue {
    .object(
      [
        ("card", card),
        ("check", check),
        (
          "sheets",
          .array(
            sheets.map { ["file": .string($0.file), "sheet": .optional($0.sheet)] })
        ),
        ("place", .string(JobFolder.place(of: file) ?? "")), ("lists", lists),
        ("manifest", .string(Self.manifest(of: file))),
        ("seen", .string(Self.stamp(of: preflight) ?? "")),
        ("needsApproval", .bool(preflight.job?.needsApproval == true)), ("approval", approval),
        ("warnings", warnings),
        ("outdated", ledger?.outdated?.json ?? .null),
        ("next", next), ("link", .string(preflight.job?.link.text ?? "")),
        ("protection", .string(protection.rawValue)),
        ("key", KeyPlace.json(of: file, preflight.job?.protection)),
        ("genuine", .string(preflight.job?.tags.genuine.rawValue ?? "ignore")),
        ("ledgerTrouble", ledger?.trouble?.saying(Voice.page.cures).json ?? .null),
        ("movedFrom", .optional(ledger?.movedFrom)),
      ] + rowsToAskAbout)
  }

  /// What is asked or said of rows that have tags, before the next ones get theirs.
  private var rowsToAskAbout: [(key: String, value: JSONValue)] {
    [
      ("changedRows", .integer(ledger?.undecided?.count ?? 0)),
      ("changedSeen", .string(ledger?.undecided?.mark ?? "")),
      ("changedFirst", .array(ledger?.firstUndecided.map(Self.changed) ?? [])),
      ("begunFirst", .array(ledger?.firstBegun.map(Self.begun) ?? [])),
    ]
  }

  private var card: JSONValue {
    JobFolder.card(
      of: file, desk.head(of: file, seen: preflight), ledger, isBehind: isBehind,
      // As long as rows are wrong, no one knows how many there will be.
      rows: preflight.findings.errorCount == 0 ? preflight.rowCount : nil)
  }

  private static func changed(_ row: PlannedRow, onTag link: String) -> JSONValue {
    row.picture(with: [("old", .string(link)), ("new", .string(row.link))])
  }

  private static func begun(_ row: PlannedRow, uid: [UInt8]) -> JSONValue {
    row.picture(with: [("uid", .optional(TagUID(uid)?.description))])
  }

  /// What `check --json` says, with what the page can do about each finding.
  private var check: JSONValue {
    let manifest = Self.manifest(of: file)
    return .object(
      preflight.members(withCells: true) { finding in
        let cures = SheetCure.all(for: finding, in: manifest).map(\.json)
        return .object(
          finding.members + [
            ("told", .array(finding.problem.told.map(\.json))), ("cures", .array(cures)),
          ])
      } + [
        (
          "conditions",
          .array(preflight.apps.map { .array($0.conditions.map(\.told.json)) })
        )
      ])
  }

  /// The lists that a newer version can replace.
  private var lists: JSONValue {
    .array(
      JobList.names(in: Self.manifest(of: file)).map { name in
        let list = try? JobList(name, of: file)
        return ["name": .string(name), "hasFormer": .bool(list?.hasFormer == true)]
      })
  }

  /// Whether there is a ledger, and it has read the list as that is now.
  var isRead: Bool { ledger.map { $0.trouble == nil && !isBehind } ?? false }

  /// Whether someone has approved what is planned now.
  var hasApproval: Bool { ledger?.approval != nil && isApproved }

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
    case none, `lock-asked`, `lock-written`, password, `password-reading`
  }

  private var protection: ProtectionName {
    switch preflight.job?.protection {
    case .lock(.asked): .`lock-asked`
    case .lock(.written): .`lock-written`
    case .password(_, let guardsReading): guardsReading ? .`password-reading` : .password
    case .nothing, nil: .none
    }
  }

  /// The warnings that a person has to see before anything is written, and what was said about them.
  private var warningsSeen: (set: WarningSet, said: JobStatement?)? {
    WarningSet(preflight).map { ($0, ledger?.statements.confirmation(of: $0)) }
  }

  private var warnings: JSONValue {
    guard let (set, said) = warningsSeen else { return ["count": 0, "confirmed": nil] }
    return [
      "count": .integer(set.count),
      "confirmed": said.map { ["by": .string($0.person), "at": .string($0.at.text)] } ?? .null,
    ]
  }

  private var approval: JSONValue {
    guard let last = ledger?.approval else { return .null }
    return [
      "state": isApproved ? "valid" : "changed", "by": .string(last.person),
      "at": .string(last.at.text), "count": .integer(last.count),
    ]
  }

  /// What a person does next; what is in the way of the first tag comes first.
  private var next: JSONValue {
    let warnings = warningsSeen
    let isWarned = warnings.map { $0.said != nil } ?? true
    let (step, count): (JobStep?, Int) =
      if ledger?.trouble != nil {
        (.ledger, 0)
      } else if preflight.findings.errorCount > 0 {
        (.errors, preflight.findings.errorCount)
      } else if preflight.leadsToExamples, !isDemo {
        (.examples, 0)
      } else if !isWarned {
        (.warnings, warnings?.set.count ?? 0)
      } else if preflight.job?.needsApproval == true, !isApproved {
        (.approve, 0)
      } else {
        (nil, ledger?.next?.count ?? 0)
      }
    let inLedger = isBehind ? .read : ledger?.next?.kind ?? .write
    return ["step": .string(step?.rawValue ?? inLedger.rawValue), "n": .integer(count)]
  }
}

/// What is in the way of a job's first tag; a page has words for each, and for the ledger's next steps.
package enum JobStep: String, CaseIterable {
  case ledger, errors, examples, warnings, approve
}

extension Preflight {
  /// Whether links lead to a name that only examples have.
  var leadsToExamples: Bool { findings.counts[PreflightProblem.reservedHost] ?? 0 > 0 }
}

extension PageHost {
  func answer(of file: String) -> JobAnswer {
    JobAnswer(file, on: desk, isDemo: options.isDemo)
  }

  func job(_ request: PageOrderOrQuery) throws(Failure) -> JSONValue {
    answer(of: try JobFolder.job(request.text("file"))).json
  }

  /// Changes something of the job that a page names, and answers with how it is then.
  func changing(
    _ order: PageOrderOrQuery, _ change: (_ file: String) throws(Failure) -> Void
  ) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(order.text("file"))
    try requireIdle(file)
    try change(file)
    return answer(of: file).json
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

  /// A copy of a job goes on here; whoever says that it goes on nowhere else types its id.
  func moved(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      var request = JobRequest(file, outside: options.outside)
      (request.moved, request.takesOver) = (true, false)
      let checked = try request.check()
      try requireTyped(order, checked.preflight.job?.id ?? "")
      _ = try checked.open()
    }
  }

  func approve(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    try changing(order) { (file) throws(Failure) in
      let person = try person(order)
      let open = try openSeen(file, order)
      _ = try open.approve(try open.approvedPlan(), by: person)
    }
  }

  /// Changes files of a job that its ledger has read as they were, and has it read them as they are.
  ///
  /// Until then the list would seem to be another one, and to need another approval. Where it cannot
  /// be read, that is what the page says.
  func keepingRead(_ file: String, _ change: () throws(Failure) -> Void) throws(Failure) {
    let wasRead = answer(of: file).isRead
    try change()
    guard wasRead, let checked = try? desk.check(file) else { return }
    _ = try? checked.open()
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
      let answer = answer(of: file)
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
    let answer = answer(of: file)
    let sheet = try answer.sheet(query.text("sheet"), query.text("name"))
    return try SheetPage(
      sheet, answer.preflight, from: query.number("from") ?? 1,
      count: query.number("count") ?? 100,
      onlyFindings: query.text("only") == "findings"
    ).json
  }
}
