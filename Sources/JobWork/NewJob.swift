// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
internal import Files
package import JobManifest
internal import Plain
internal import Provisioning
internal import TagKeys
internal import WebLink

/// A job that was made in a folder of its own, and what there is to say about it.
package struct NewJob {
  package let path: String
  package private(set) var files: [String] = []
  /// What was chosen, and why.
  package private(set) var notes: [JobNote] = []
  package private(set) var tagCount = 0
  private var guessNote: JobNote?
  /// The host of the links that stands for the user's own; nil if there is none.
  package private(set) var placeholderHost: String?
  /// How many errors `tagpress check` will find.
  package private(set) var errorCount = 0

  /// The last name of the path, which is the job's id and the name of its files.
  private var id: String { lastName(of: path) }
  private var manifestName: String { "\(id).xml" }
  private static let schemaName = "job.rng"
  /// The path of the manifest.
  package var manifest: String { "\(path)/\(manifestName)" }

  package init(
    at path: String, titled title: String? = nil, from template: JobTemplate, link: String?,
    isGenuine: Bool
  ) throws(Failure) {
    self.path = path
    var folder = try orFail { () throws(NewFolderError) in try NewFolder(path) }
    let text = try template.manifest(
      named: id, title: title, link: link, isGenuine: isGenuine)
    try orFail { () throws(NewFolderError) in
      try folder.write(Array(text.utf8), to: manifestName)
      try folder.write(JobTemplate.schema, to: Self.schemaName)
      if let sheet = template.sheet { try folder.write(sheet.bytes, to: sheet.name) }
    }
    if template.hasKey {
      let name = "\(id).keys"
      do throws(KeyFileError) {
        _ = try KeyFile.create(at: folder.place(of: name), name: id)
      } catch {
        throw Failure(error)
      }
      notes.append(
        JobNote(nil, "\(name) is the key of all passwords: keep a copy in a safe place."))
    }
    let fits = try check(in: &folder, link: link, sheet: nil)
    if let placeholderHost {
      notes.append(
        JobNote(
          nil, "\(placeholderHost) stands for the name of your website: replace it in <link>."))
    }
    if let note = JobNote(signaturesOf: fits, isGenuine) { notes.append(note) }
    try finish(&folder)
  }

  package init(
    at path: String, titled title: String? = nil, fromSheet sheet: String, named tab: String?,
    encoding: CSVEncoding?, link: String?, isGenuine: Bool
  ) throws(Failure) {
    self.path = path
    let sheetName = lastName(of: sheet)
    // The ledger beside the manifest, with what belongs to it, has these names.
    let endings = ["ledger", "ledger-wal", "ledger-shm", "ledger-journal", "witness"]
    let taken = [manifestName, Self.schemaName] + endings.map { "\(id).\($0)" }
    guard !taken.contains(sheetName) else {
      throw Failure(
        name: "name-taken",
        words: "The spreadsheet is copied into the job, which has a file called \(sheetName) of"
          + " its own. Rename the spreadsheet, for example to \(sheetName.dropLast(4)).csv.",
        kind: .differs, told: [Told("name-taken", ["name": sheetName])])
    }
    var folder = try orFail { () throws(NewFolderError) in try NewFolder(path) }
    let survey: SheetSurvey
    do throws(Finding<Problem>) {
      survey = try SheetSurvey(of: sheet, sheet: tab, encoding: encoding)
    } catch {
      if case .noRows = error.problem { throw Failure(noRowsIn: sheet) }
      if case .severalSheets(let read, let others) = error.problem {
        throw Failure(noRowsIn: sheet, sheet: read, others: others)
      }
      throw Failure(error, in: sheet)
    }
    if link == nil, let column = survey.doubtfulLinkColumn {
      throw Failure(noLinksIn: column, of: sheet)
    }
    let manifest = SheetManifest(survey, encoding: encoding, link: link)
    func write(_ chips: [String]) throws(Failure) {
      let text = manifest.text(
        named: id, title: title ?? id, sheet: sheetName, chips: chips, isGenuine: isGenuine)
      try orFail { () throws(NewFolderError) in
        try folder.write(Array(text.utf8), to: manifestName)
      }
    }
    try write(SheetManifest.chips)
    try orFail { () throws(NewFolderError) in
      try folder.write(JobTemplate.schema, to: Self.schemaName)
      try folder.copy(sheet, to: sheetName)
    }
    // Only the links as they really are say which chips can hold them.
    let fits = try check(in: &folder, link: link, sheet: sheet)
    let fitting = SheetManifest.chips(holding: fits)
    notes = manifest.notes
    if let guessNote { notes.append(guessNote) }
    if let largest = SheetManifest.chips.last, fitting.isEmpty {
      notes.append(
        JobNote(nil, "Not every row fits \(largest), the largest common chip."))
      try write([largest])
    } else {
      notes.append(JobNote(nil, "Every row fits \(fitting.joined(separator: ", "))."))
      try write(fitting)
    }
    if let note = JobNote(signaturesOf: fits, isGenuine) { notes.append(note) }
    if fitting.count < fits.count { try check(in: &folder, link: link, sheet: sheet) }
    try finish(&folder)
  }

  /// Looks at the job as `tagpress check` will; one without a single right row is not made.
  @discardableResult
  private mutating func check(
    in folder: inout NewFolder, link: String?, sheet: String?
  ) throws(Failure) -> [ChipFit] {
    let path = folder.place(of: manifestName)
    let preflight = Preflight(path: path)
    tagCount = preflight.rowCount
    errorCount = preflight.findings.errorCount
    if let sheet { try refuseGuess(in: sheet, preflight) }
    placeholderHost = link == nil ? preflight.placeholderHost(in: path) : nil
    guard tagCount == 0, let first = preflight.findings.findings.first(where: \.problem.isError)
    else { return preflight.chips }
    // All of the manifest is ours but the link. It is gone in a moment, but the spreadsheet stays
    // where its owner has it.
    let isOurs = first.file == path
    if let link, isOurs || GivenLink(link).isWrongItself(as: first.problem.rule) {
      throw Failure(first, in: nil)
    }
    throw Failure(first, in: isOurs ? nil : sheet)
  }

  /// Makes no job whose tags would get letters that were guessed; only the user can know them.
  private mutating func refuseGuess(
    in sheet: String, _ preflight: Preflight
  ) throws(Failure) {
    if let file = preflight.unusedGuesses.first, let encoding = preflight.encodings[file] {
      guessNote = JobNote(
        nil,
        "The spreadsheet does not say how its letters are written, and was read as"
          + " \(encoding.name); the links do not need them.", cure: .chooseEncoding([]))
    }
    for finding in preflight.findings.findings {
      guard case .manifest(.csv(let problem)) = finding.problem else { continue }
      switch problem {
      case .guessedEncoding(let text):
        throw Failure(
          name: finding.problem.rule,
          words: "\(sheet):\(finding.position.line):\(finding.position.column): \(text.question)",
          kind: .differs, cure: text.cure)
      case .guessedLabel(let text):
        guessNote = JobNote(
          nil, "Only the label uses this text. \(text.question)", cure: text.cure)
      default: continue
      }
    }
  }

  private mutating func finish(_ folder: inout NewFolder) throws(Failure) {
    try orFail { () throws(NewFolderError) in try folder.finish() }
    files = folder.names
  }
}

/// A text of the spreadsheet, in quotes.
private func named(_ text: String) -> String { "\"\(visible(shortened(text, to: 80)))\"" }

extension GuessedText {
  /// Which of two readings is right.
  fileprivate var question: String {
    let other = second.map { " or \(named($0.text))" } ?? ""
    return
      "Is this \(named(first.text))\(other)? The spreadsheet does not say how its letters are written."
  }

  fileprivate var cure: Cure {
    .chooseEncoding([first, second].compactMap { $0?.encoding.name })
  }
}

extension Preflight {
  /// A host that the manifest gives and only examples have.
  fileprivate func placeholderHost(in manifest: String) -> String? {
    for finding in findings.findings where finding.file == manifest {
      if case .unservedHost(.reserved, let host, _, _) = finding.problem { return host }
    }
    return nil
  }
}

extension Failure {
  /// The words about a job without rows name ways to get some that a spreadsheet does not have.
  fileprivate init(noRowsIn sheet: String) {
    self.init(
      name: "no-rows",
      words: "\(sheet): The spreadsheet has no row below its first line. Add one.", kind: .differs)
  }

  /// The first sheet of a workbook is often only its cover.
  fileprivate init(noRowsIn file: String, sheet: String, others: [String]) {
    self.init(
      name: "no-rows",
      words: "\(file): The sheet \(named(sheet)) has no row below its first line.",
      kind: .differs, cure: .chooseSheet(others.prefix(8).map(named)))
  }

  /// No link is made up while a column may have the right ones.
  fileprivate init(noLinksIn column: SheetSurvey.Column, of file: String) {
    let trouble =
      if column.formulasWithoutResult > 0 {
        "has formulas whose results are not in the file. Open the spreadsheet in its program, and"
          + " save it again"
      } else if column.isCalledLink, let value = column.firstValue {
        "seems to be that of the links, but most of its values are none, such as \(named(value))."
          + " Correct them"
      } else if column.isCalledLink {
        "seems to be that of the links, but it is empty. Fill it in"
      } else {
        "has some links, but most of its values are none. Correct them"
      }
    self.init(
      name: "no-links",
      words: "\(file): The column \(named(column.heading)) \(trouble).",
      kind: .differs, cure: .giveLink(variable: column.variable),
      told: [Told("no-links", ["column": named(column.heading)])])
  }

  /// A problem that keeps a job from being made; its place counts in a file that the user has.
  fileprivate init(_ finding: Finding<some FindingProblem>, in file: String?) {
    let words = finding.problem.description
    guard finding.problem.rule != ManifestRule.`cannot-read`.rawValue else {
      self.init(
        name: "could-not-read-file", words: words, kind: .couldNotRun, told: finding.problem.told)
      return
    }
    let place = file.map { "\(finding.place(in: $0)): " } ?? ""
    self.init(
      name: finding.problem.rule, words: place + words, kind: .differs,
      told: finding.problem.told
        + (file.map { [Told("at", ["place": finding.place(in: $0)])] } ?? []))
  }
}
