// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Workbook

/// Reads the rows of a spreadsheet, whichever program wrote it: text with separators, or a workbook.
struct SheetReader {
  /// Opens a file of the job.
  typealias Open = (String) throws(SourceFile.Failure) -> SourceFile

  let path: String
  /// The name of the sheet in a workbook; nil for the first one that has something in it.
  var sheet: String?
  /// How the letters of a text are written; nil if no one states it.
  var encoding: CSVEncoding?
  /// The row that has the names, from 1; nil if no one states it.
  var header: Int?

  /// What came of it.
  struct Outcome {
    /// The headings; nil if there are none.
    var headings: [String]?
    /// Whether something was wrong that may have kept rows away.
    var hasErrors = false
    /// The row in which the names most likely are, if the first one is a title.
    var likelyHeader: Int?
    /// The reader of a text, which knows how it is written.
    var text: CSVReader?
    /// The sheet that was read, and what is to be said of it; nil for text.
    var workbook: (sheet: String, hasMacros: Bool)?
  }

  /// Calls `visit` with each row below the headings until it returns false, and `note` with what is
  /// wrong.
  func read(
    open: Open, note: (Problem, ValuePlace) -> Void, visit: (borrowing CSVRow) -> Bool
  ) throws(SourceFile.Failure) -> Outcome {
    let file = try open(path)
    var buffer = [UInt8](repeating: 0, count: JobSession.chunkSize)
    let count = try file.read(into: &buffer)
    var outcome = Outcome()
    var hasErrors = false
    func noteHere(_ problem: Problem, _ place: ValuePlace) {
      if problem.isError { hasErrors = true }
      note(problem, place)
    }
    if WorkbookKind(buffer.prefix(count)) != nil {
      if encoding != nil {
        noteHere(
          .needs("encoding", with: "a sheet in CSV"), ValuePlace(position: TextPosition()))
      }
      do throws(WorkbookFault) {
        try readWorkbook(&outcome, noteHere, visit)
      } catch {
        if case .cannotRead(let code) = error { throw SourceFile.Failure(errno: code) }
        noteHere(.workbook(error), ValuePlace(position: TextPosition()))
      }
    } else {
      if sheet != nil {
        noteHere(.sheetOfText(path), ValuePlace(position: TextPosition()))
      }
      try readText(file, &buffer, count, &outcome, noteHere, visit)
    }
    outcome.hasErrors = hasErrors
    return outcome
  }

  private func readText(
    _ file: borrowing SourceFile, _ buffer: inout [UInt8], _ first: Int, _ outcome: inout Outcome,
    _ note: (Problem, ValuePlace) -> Void, _ visit: (borrowing CSVRow) -> Bool
  ) throws(SourceFile.Failure) {
    var reader = CSVReader(encoding: encoding, header: header)
    var isStopped = false
    func take(_ row: borrowing CSVRow) -> Bool {
      if !visit(row) { isStopped = true }
      return !isStopped
    }
    var count = first
    while true {
      if count == 0 {
        reader.finish(visit: take)
      } else {
        reader.push(buffer.span.extracting(first: count), visit: take)
      }
      for finding in reader.findings {
        note(.csv(finding.problem), ValuePlace(position: finding.position))
      }
      reader.findings.removeAll()
      if count == 0 || isStopped { break }
      count = try file.read(into: &buffer)
    }
    outcome.headings = reader.columns
    outcome.likelyHeader = reader.likelyHeader
    outcome.text = reader
  }

  private func readWorkbook(
    _ outcome: inout Outcome, _ note: (Problem, ValuePlace) -> Void,
    _ visit: (borrowing CSVRow) -> Bool
  ) throws(WorkbookFault) {
    let workbook = try WorkbookReader(path: path, sheet: sheet)
    let name = workbook.sheet
    func place(_ row: Int, _ column: Int) -> ValuePlace {
      ValuePlace(
        position: TextPosition(line: row, column: column),
        cell: SheetCell(sheet: name, row: row, column: column))
    }
    let names = try findNames(in: workbook, &outcome, place, note)
    var row = CSVRow()
    row.sheet = name
    var isStopped = false
    let remarks = try workbook.read { cells in
      guard cells.number >= names else { return true }
      row.removeAll()
      row.number = cells.number
      row.bytes += cells.bytes
      guard row.header > 0 else {
        // A row that is empty is not told of, so this one may come after that which is asked for.
        guard header == nil || cells.number == header else { return false }
        row.takeHeadings(of: cells)
        if row.columns.allSatisfy(\.isEmpty) { row.header = 0 }
        return true
      }
      row.takeFields(of: cells)
      if !visit(row) { isStopped = true }
      return !isStopped
    }
    outcome.headings = row.header > 0 ? row.columns : nil
    outcome.workbook = (name, remarks.hasMacros)
    if row.header == 0 {
      note(.csv(header.map { .noNames(row: $0) } ?? .empty), place(header ?? 1, 1))
    }
    guard !isStopped else { return }
    if let first = remarks.firstHiddenRow {
      note(.hiddenRows(remarks.hiddenRows), place(first, 1))
    }
    if sheet == nil {
      let others = try workbook.othersWithCells()
      if !others.isEmpty { note(.severalSheets(read: name, others: others), place(1, 1)) }
    }
  }
}

extension SheetReader {
  /// The row that has the names, or any before it; a title above it is noted.
  private func findNames(
    in workbook: WorkbookReader, _ outcome: inout Outcome, _ place: (Int, Int) -> ValuePlace,
    _ note: (Problem, ValuePlace) -> Void
  ) throws(WorkbookFault) -> Int {
    if let header { return header }
    var search = TitleLineSearch()
    var first: Int?
    _ = try workbook.read { row in
      first = first ?? row.number
      var fields: [String] = []
      for cell in row.cells {
        while fields.count + 1 < cell.column { fields.append("") }
        fields.append(row.text(cell))
      }
      search.note(row: row.number, fields: fields)
      return !search.isDecided
    }
    guard let names = search.likelyHeader, let title = search.title else { return 1 }
    outcome.likelyHeader = names
    note(.csv(.titleAboveNames(title, row: names)), place(first ?? 1, 1))
    return names
  }
}

extension CSVRow {
  fileprivate mutating func takeHeadings(of cells: borrowing WorkbookRow) {
    header = cells.number
    columns = []
    headerPositions = []
    for cell in cells.cells {
      while columns.count + 1 < cell.column { columns.append("") }
      columns.append(cleaned(heading: cells.text(cell)))
    }
    headerPositions = columns.indices.map { TextPosition(line: header, column: $0 + 1) }
  }

  /// Takes the cells that have a heading.
  fileprivate mutating func takeFields(of cells: borrowing WorkbookRow) {
    var column = 0
    for cell in cells.cells where cell.column <= columns.count {
      fill(upTo: cell.column - 1, &column)
      fields.append(
        .init(range: cell.range, position: TextPosition(line: number, column: cell.column)))
      if let problem = cell.problem { cellProblems.append((column, problem)) }
      column += 1
    }
    fill(upTo: columns.count, &column)
  }

  private mutating func fill(upTo end: Int, _ column: inout Int) {
    while column < end {
      fields.append(
        .init(range: 0..<0, position: TextPosition(line: number, column: column + 1)))
      column += 1
    }
  }
}
