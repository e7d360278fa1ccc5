// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import CommandArguments
internal import Failures
internal import Files
internal import JobLedger
internal import JobWork
internal import Plain
internal import PrintedLabels
internal import Provisioning
internal import StrictJSON
internal import Terminal
internal import Voices

/// `tagpress labels`: a printed label for each tag of a job.
struct Labels: Command {
  var job: String?
  var output: String?
  var sheet: String?
  var page: String?
  var label: String?
  var tag: String?
  var first: Int?
  var copies = 1
  var frames = false
  var rows: [String] = []
  var all = false
  var zpl = false
  var dpi: Density?
  var listSheets = false
  var json = false

  /// How fine a label printer prints, in dots per inch.
  enum Density: String, CaseIterable {
    case dpi203 = "203"
    case dpi300 = "300"
    case dpi600 = "600"

    var ofPrinter: ZPLLabels.Density {
      switch self {
      case .dpi203: .dpi203
      case .dpi300: .dpi300
      case .dpi600: .dpi600
      }
    }
  }

  static let name = ["labels"]
  static let table = CommandTable<Labels>(
    summary: "Print a label with a QR code for each tag",
    discussion: """
      A label has a QR code with the link of its tag, byte for byte, the row's name and id, and, if \
      there is room, a place to stick the tag on. Only rows whose tag is written and verified get \
      one, unless you say --all. You can print while others write.

      With --all, the ledger remembers which link was printed for each row. If the list changes \
      afterwards, 'check', 'write' and 'labels' name the labels that are outdated. Without --all, \
      the ledger is read and not changed.

      The ending of the output says what it is: .pdf are sheets for an office printer, .zpl are \
      commands for a label printer, and a folder gets an SVG file for each row. Print a PDF at \
      100 %, without fitting it to the page; print one page with --frames on plain paper first and \
      hold it against a sheet of labels.
      """,
    examples: [
      "tagpress labels spring.xml -o labels.pdf --sheet L7163": "Prints on sheets of Avery L7163.",
      "tagpress labels spring.xml -o labels.pdf --first 9": "Begins at the ninth label of a sheet.",
      "tagpress labels spring.xml -o labels.pdf --page A4 --label 80x50mm":
        "Prints on other sheets.",
      "tagpress labels spring.xml -o labels/": "Makes an SVG file for each row.",
      "tagpress labels spring.xml -o - --zpl | nc printer 9100": "Sends them to a label printer.",
    ],
    exitCodes: [
      .differs: "there is nothing to print, or a row has no label or not all of its letters"
    ],
    meaningless: [
      "sheet": "page", "sheet": "label", "sheet": "list-sheets", "page": "zpl", "first": "zpl",
      "frames": "zpl", "output": "list-sheets", "page": "list-sheets", "label": "list-sheets",
    ],
    parameters: [
      .positional(.file("JOB"), to: \.job, help: "The job's manifest, or the ledger beside it"),
      .option(
        "output", short: "o", .file("FILE|DIR"), to: \.output,
        help: "A .pdf or .zpl file, or a folder for SVG files; - is standard output"),
      .option(
        "sheet", .text("NAME"), to: \.sheet, help: "A sheet of labels by its number, as L7160"),
      .option("page", .text("SIZE"), to: \.page, help: "The paper: A4, letter, or as 210x297mm"),
      .option("label", .text("SIZE"), to: \.label, help: "The size of a label, as 63.5x38.1mm"),
      .option(
        "tag", .text("SIZE"), to: \.tag,
        help: "The place for the tag: 25mm is round, 20x20mm is square; 'none' leaves it out"),
      .option(
        "first", .integer("N", in: 1...1000), to: \.first,
        help: "Begin at this label of the first sheet, which is used up before it"),
      .option(
        "copies", .integer("N", in: 1...1000), to: \.copies, help: "Print each label N times"),
      .flag("frames", to: \.frames, help: "Draw the edges of the labels, to try a sheet"),
      .option(
        "rows", .text("FROM-TO|ID"), to: \.rows,
        help: "Only the rows from one number to another, or the row with this id"),
      .flag("all", to: \.all, help: "Also print rows whose tag is not written and verified"),
      .flag("zpl", to: \.zpl, help: "Print commands for a label printer, whatever the ending"),
      .option(
        "dpi", .choice("DPI"), to: \.dpi, help: "How fine the label printer prints; usually 203"),
      .flag("list-sheets", to: \.listSheets, help: "List the sheets that have a name"),
      .flag("json", to: \.json, help: "Print a summary as a JSON object"),
    ])

  func run(in console: Console) -> ExitCode {
    do throws(Failure) {
      if listSheets { return listOfSheets(on: console) }
      let (job, plan) = try plan()
      let ledger = try ledgerForLabels(of: job, all: all)
      for words in ledger.wordsForReaders() { console.say(words) }
      // All labels are from one moment, and from the manifest that was checked.
      try orFail { () throws(LedgerError) in try ledger.beginMoment() }
      defer { ledger.endMoment() }
      try requireTaken(ledger, by: job, on: console)
      if all, ledger.path != job { try requireApprovedLabels(of: job) }
      let manifest = try orFail { () throws(LedgerError) in try ledger.manifest()?.number } ?? 0
      let outdated = try orFail { () throws(LedgerError) in try OutdatedLabels(in: ledger) }
      let thrownAway = rows.isEmpty && all ? outdated.thrownAway : []
      let tally = try LabelRun(
        of: ledger, asked: RowSelection(rows, in: ledger).contains, all: all, copies: copies, plan,
        by: version
      ).run(or: console.sink) { (tally) throws(Failure) in
        guard all else { return }
        ledger.endMoment()
        try orFail { () throws(LedgerError) in
          try ledger.keep(tally.onPaper + thrownAway, of: manifest, at: .now)
        }
      }
      guard tally.labels > 0 else {
        for remark in tally.remarks { console.say(remark.words(Self.voice.cures)) }
        throw .nothingToPrint(tally, of: job)
      }
      tell(tally, plan, on: console)
      tell(
        outdated,
        stillThere: try orFail { () throws(LedgerError) in
          try OutdatedLabels(in: ledger)
        }, on: console)
      return tally.lacksSomething || (!rows.isEmpty && tally.unwritten > 0) ? .differs : .done
    } catch {
      return console.report(error, "labels", json: json)
    }
  }

  /// If the manifest has changed since, other links will be written.
  private func requireTaken(
    _ ledger: Ledger, by job: String, on console: Console
  ) throws(Failure) {
    guard ledger.path != job else { return }
    let remark = try orFail { () throws(LedgerError) in
      try ledger.remark(onManifest: job, mayLeaveFolder: false)
    }
    guard let remark else { return }
    guard all else { return console.say(remark.words(Self.voice.cures)) }
    throw Failure(
      name: "manifest-changed", words: remark.whatIsWrong, kind: .differs, cure: remark.cure,
      file: job)
  }

  private func tell(_ tally: LabelTally, _ plan: LabelPlan, on console: Console) {
    if json {
      console.write(
        .object(
          [("output", .string(plan.output)), ("pages", .optional(plan.pages))] + tally.json))
      return
    }
    for remark in tally.remarks { console.say(remark.words(Self.voice.cures)) }
    let words = plan.words(tally.labels * (plan.isPictures ? 1 : copies))
    if plan.output == "-" { console.say(words) } else { console.writeLine(words) }
  }

  /// Labels on paper that are to be thrown away, and those that are to be printed again.
  private func tell(
    _ outdated: OutdatedLabels, stillThere: OutdatedLabels, on console: Console
  ) {
    guard !json else { return }
    if outdated.gone > stillThere.gone {
      let rows = outdated.rows.filter { $0.now == nil }.prefix(10).map { visible($0.called) }
      let more =
        outdated.gone > rows.count ? " and \(grouped(outdated.gone - rows.count)) more" : ""
      console.say(
        "Throw away the printed labels of rows that the list has no more: "
          + "\(rows.joined(separator: ", "))\(more).")
    }
    if stillThere.count > 0 { console.say(stillThere.page(Self.voice.cures)) }
  }

  private func listOfSheets(on console: Console) -> ExitCode {
    if json {
      console.write(.array(NamedSheet.all.map(\.json)))
      return .done
    }
    for named in NamedSheet.all {
      let sheet = named.sheet
      let size = sheet.label.words.padded(to: 19)
      let grid = "\(sheet.columns) x \(sheet.rows)".padded(to: 8)
      console.writeLine("\(named.name.padded(to: 6)) \(size) \(grid) \(sheet.page.words)")
    }
    return .done
  }
}

extension NamedSheet {
  fileprivate var json: JSONValue {
    [
      "name": .string(name), "label": .string(sheet.label.words), "page": .string(sheet.page.words),
      "columns": .integer(sheet.columns), "rows": .integer(sheet.rows),
    ]
  }
}
