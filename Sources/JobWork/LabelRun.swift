// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Files
internal import Glibc
package import JobLedger
package import PrintedLabels
internal import Provisioning

/// Makes the labels of a job, one row after another.
package struct LabelRun {
  private let ledger: Ledger
  private let asked: (PlannedRow) -> Bool
  private let all: Bool
  private let copies: Int
  private let plan: LabelPlan

  /// What the files say made them.
  private let version: String

  package init(
    of ledger: Ledger, asked: @escaping (PlannedRow) -> Bool, all: Bool, copies: Int,
    _ plan: LabelPlan,
    by version: String
  ) {
    (self.ledger, self.asked, self.all) = (ledger, asked, all)
    (self.copies, self.plan, self.version) = (copies, plan, version)
  }

  /// Makes them; `keep` hears of all labels before the file is there.
  package func run(
    or sink: @escaping ([UInt8]) -> Bool, keep: (LabelTally) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> LabelTally {
    switch plan.form {
    case .sheets(let sheet, _, let first, let frames):
      return try drawSheets(sheet, first: first, frames: frames, or: sink, keep)
    case .printer(let density): return try writeCommands(density, or: sink, keep)
    case .pictures:
      let tally = try writePictures()
      try keep(tally)
      return tally
    }
  }

  /// Makes them as bytes, for whoever has no file for them.
  package func made(
    keep: (LabelTally) throws(Failure) -> Void = { _ in }
  ) throws(Failure) -> (tally: LabelTally, bytes: [UInt8]) {
    var bytes: [UInt8] = []
    let tally = try run(
      or: { piece in
        bytes += piece
        return true
      }, keep: keep)
    return (tally, bytes)
  }

  private func drawSheets(
    _ sheet: LabelSheet, first: Int, frames: Bool, or sink: @escaping ([UInt8]) -> Bool,
    _ keep: (LabelTally) throws(Failure) -> Void
  ) throws(Failure) -> LabelTally {
    let stream = try OwnOutput(
      plan.output, beginning: PDFLabels.beginning, mark: PDFLabels.mark, or: sink,
      otherwise: .notOurs(plan.output))
    let (title, made) = try titleAndMoment()
    let pdf: PDFLabels
    do throws(DrawingError) {
      pdf = try PDFLabels(
        sheet, tag: plan.tag ?? LabelDesign.usualTag, first: first, frames: frames, title: title,
        version: version, made: made, take: stream.take)
    } catch {
      throw Failure(error)
    }
    let tally = try forEachLabel { label, _, found in
      for _ in 0..<copies { pdf.add(label, found) }
      return true
    }
    // A page with nothing on it is no file.
    guard tally.labels > 0 else { return tally }
    do throws(DrawingError) {
      try pdf.finish()
    } catch {
      // The file says better why it could not be written.
      try stream.finish()
      throw Failure(error)
    }
    plan.pages = pdf.pageCount
    try keep(tally)
    try stream.finish()
    return tally
  }

  private func writeCommands(
    _ density: ZPLLabels.Density, or sink: @escaping ([UInt8]) -> Bool,
    _ keep: (LabelTally) throws(Failure) -> Void
  ) throws(Failure) -> LabelTally {
    let stream = try OwnOutput(
      plan.output, beginning: ZPLLabels.mark, mark: ZPLLabels.mark, or: sink,
      otherwise: .notOurs(plan.output))
    let design = LabelDesign(plan.label, tag: plan.tag, forPrinter: true)
    let zpl = ZPLLabels(design, density: density, copies: copies, version: version)
    let tally = try forEachLabel { label, _, found in
      stream.take(Array(zpl.text(label, found).utf8))
    }
    guard tally.labels > 0 else { return tally }
    try keep(tally)
    try stream.finish()
    return tally
  }

  private func writePictures() throws(Failure) -> LabelTally {
    let design = LabelDesign(plan.label, tag: plan.tag)
    var names = FileNames(ending: ".svg")
    let folder = plan.output.hasSuffix("/") ? String(plan.output.dropLast()) : plan.output
    var failure: Failure?
    let tally = try forEachLabel { label, id, found in
      let path = "\(folder)/\(names.name(for: id))"
      do throws(FileError) {
        try makeFolder(folder)
        let file = try NewFile(path, lasting: false)
        file.write(SVGLabel.text(label, of: design, version: version, found).utf8)
        let isDone = try file.finish { (try? isOurs(path, mark: SVGLabel.mark)) == true }
        if !isDone { failure = .notOurs(path) }
        return isDone
      } catch {
        failure = Failure(error)
        return false
      }
    }
    if let failure { throw failure }
    return tally
  }

  /// Hands over the label of each row that was asked for, with its id; false stops.
  private func forEachLabel(
    _ body: (PreparedLabel, _ id: String, _ found: (LabelFinding) -> Void) -> Bool
  ) throws(Failure) -> LabelTally {
    var tally = LabelTally()
    var isForPrinter = false
    if case .printer = plan.form { isForPrinter = true }
    var design = LabelDesign(plan.label, tag: plan.tag, forPrinter: isForPrinter)
    try orFail { () throws(LedgerError) in
      try ledger.forEachRow { reported in
        guard asked(reported.row) else { return true }
        let link: String
        let printed = PrintedRow(reported, all: all)
        switch printed {
        case .verified(let written): link = written
        case .planned(let planned): link = planned
        case .unwritten:
          tally.unwritten += 1
          return true
        case .undecided, .knownToTag, .counter:
          tally.leaveOut(reported.row, as: printed)
          return true
        }
        let id = reported.row.id
        var findings: Set<LabelFinding> = []
        let content = LabelContent(id: id, name: reported.row.label, link: link)
        var goesOn = true
        if let label = design.prepare(content, { findings.insert($0) }) {
          goesOn = body(label, id) { findings.insert($0) }
          tally.labels += 1
          if all {
            tally.onPaper.append(
              LabelOnPaper(row: reported.row.key, rowID: id, link: link))
          }
          if reported.claim?.state != .done { tally.planned += 1 }
        }
        for finding in findings { tally.found.add(finding, row: id) }
        return goesOn
      }
    }
    return tally
  }

  /// The title of the pages, and the moment of the ledger: the same ledger gives the same file.
  private func titleAndMoment() throws(Failure) -> (title: String, made: String?) {
    do throws(LedgerError) {
      let title = try ledger.manifests().last?.title ?? ledger.job
      let made = try ledger.lastMoment().map { "\($0.words.replacing(" ", with: "T"))Z" }
      return (title, made)
    } catch {
      throw Failure(error)
    }
  }
}

extension Failure {
  package init(_ error: DrawingError) {
    switch error {
    case .noLibrary:
      self.init(
        name: "no-drawing-library",
        words: """
          PDF needs Cairo and Pango, which are not installed. Install the packages libcairo2 and \
          libpangocairo-1.0-0, or make SVG files or ZPL, which need neither.
          """,
        kind: .couldNotRun)
    case .failed(let status):
      self.init(
        name: "could-not-draw",
        words: "Cairo could not draw the pages (status \(status)). Try fewer rows at once.",
        kind: .couldNotRun)
    }
  }

  package static func notOurs(_ path: String) -> Failure {
    Failure(
      name: "not-labels",
      words: """
        TagPress did not make this file, so it stays as it is. Choose another name, or move it \
        away.
        """,
      kind: .couldNotRun, file: path)
  }
}

/// Whether a path leads to a folder.
package func isFolder(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
