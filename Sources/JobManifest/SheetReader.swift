// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Workbook

/// Reads the rows of a spreadsheet, whichever program wrote it: text with separators, or a workbook.
struct SheetReader {
  /// Opens a file of the job.
  typealias Open = (String) throws(SourceFile.Failure) -> SourceFile

  let path: String
  /// The name of the sheet in a workbook; nil for the first one with content.
  var sheet: String?
  /// The encoding of a text; nil if it is not stated.
  var encoding: CSVEncoding?
  /// Where the names are; nil if that is not stated.
  var header: SheetHeader?
  /// Whether rows record the origin of each field.
  var tellsMakings = false

  /// The result.
  struct Outcome {
    /// The headings; nil if there are none.
    var headings: [String]?
    /// Whether something was wrong that may have kept rows away.
    var hasErrors = false
    /// The row in which the names most likely are, if the first one is a title.
    var likelyHeader: Int?
    /// The reader of a text, which knows how it is written.
    var text: CSVReader?
    /// The remarks about a workbook; nil for text.
    var workbook: Workbook?
  }

  struct Workbook {
    /// The sheet that was read.
    let sheet: String
    let hasMacros: Bool
    /// Those with content, from 1.
    let hiddenColumns: [Int]
  }

  /// Calls `visit` with each row below the headings until it returns false, and `note` with each
  /// finding.
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
        try readWorkbook(file, &outcome, noteHere, visit)
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
    var strays: StrayCells?
    func read(_ row: borrowing CSVRow) -> Bool {
      if strays == nil { strays = StrayCells(beside: row.columns) }
      strays?.search(row) { note($0, row.places.of($1 - 1)) }
      if !visit(row) { isStopped = true }
      return !isStopped
    }
    var count = first
    while true {
      if count == 0 {
        reader.finish(visit: read)
      } else {
        reader.push(buffer.span.extracting(first: count), visit: read)
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
    _ file: borrowing SourceFile, _ outcome: inout Outcome, _ note: (Problem, ValuePlace) -> Void,
    _ visit: (borrowing CSVRow) -> Bool
  ) throws(WorkbookFault) {
    let workbook = try WorkbookReader(open: file.descriptor, sheet: sheet)
    let name = workbook.sheet
    func place(_ row: Int, _ column: Int) -> ValuePlace {
      ValuePlace(SheetCell(sheet: name, row: row, column: column))
    }
    let beginning = try lookAtBeginning(of: workbook)
    let names = findNames(in: beginning, &outcome, place, note)
    var row = CSVRow()
    row.sheet = name
    var hasNames = header == .missing
    if hasNames { row.columns = (0..<beginning.width).map { columnVariable($0 + 1) } }
    var strays = StrayCells()
    var isStopped = false
    // Rows may have been visited before the file turns out to be damaged.
    defer { outcome.headings = hasNames ? row.columns : nil }
    let remarks = try workbook.read { cells in
      guard cells.number >= names else { return true }
      row.removeAll()
      row.number = cells.number
      row.bytes += cells.bytes
      guard hasNames else {
        // A row that is empty is not told of, so this one may come after that which is asked for.
        if case .row(let wanted) = header, cells.number != wanted { return false }
        row.readHeadings(of: cells)
        hasNames = !row.columns.allSatisfy(\.isEmpty)
        strays = StrayCells(beside: row.columns)
        return true
      }
      row.readFields(of: cells)
      if tellsMakings { row.readMakings(of: cells) }
      strays.search(cells) { note($0, place(cells.number, $1)) }
      if !visit(row) { isStopped = true }
      return !isStopped
    }
    outcome.workbook = Workbook(
      sheet: name, hasMacros: remarks.hasMacros, hiddenColumns: remarks.hiddenColumns)
    if !hasNames {
      if case .row(let wanted) = header {
        note(.csv(.noNames(row: wanted)), place(wanted, 1))
      } else {
        note(.csv(.empty), place(1, 1))
      }
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
  /// What the first rows of a sheet show.
  private struct Beginning {
    var search = TitleLineSearch()
    var firstRow = 1
    /// The last column that has something in it.
    var width = 0
  }

  private func lookAtBeginning(
    of workbook: WorkbookReader
  ) throws(WorkbookFault) -> Beginning {
    var beginning = Beginning()
    if case .row = header { return beginning }
    var isBegun = false
    _ = try workbook.read { row in
      if !isBegun { beginning.firstRow = row.number }
      isBegun = true
      var fields: [String] = []
      for cell in row.cells {
        while fields.count + 1 < cell.column { fields.append("") }
        fields.append(row.text(cell))
      }
      beginning.search.note(row: row.number, fields: fields)
      beginning.width = max(beginning.width, (fields.lastIndex { !$0.trimmed.isEmpty } ?? -1) + 1)
      return !beginning.search.isDecided
    }
    return beginning
  }

  /// The row that has the names, or any before it; a title above it is noted.
  private func findNames(
    in beginning: Beginning, _ outcome: inout Outcome, _ place: (Int, Int) -> ValuePlace,
    _ note: (Problem, ValuePlace) -> Void
  ) -> Int {
    switch header {
    case .row(let row): return row
    case .missing: return 1
    case nil: break
    }
    guard let names = beginning.search.likelyHeader, let title = beginning.search.title else {
      return 1
    }
    outcome.likelyHeader = names
    note(.csv(.titleAboveNames(title, row: names)), place(beginning.firstRow, 1))
    return names
  }
}

/// Cells of a workbook that no link can name, because they have no heading.
private struct StrayCells {
  private var unnamed: Set<Int> = []
  private var width = Int.max
  private var told: Set<Int> = []

  init() {}

  init(beside names: [String]) {
    width = names.count
    unnamed = Set(names.indices.filter { names[$0].isEmpty }.map { $0 + 1 })
  }

  /// Reports the first cells in columns without names, and the column of the first of them.
  mutating func search(_ row: borrowing WorkbookRow, found: (Problem, Int) -> Void) {
    guard let last = row.cells.last, last.column > width || !unnamed.isEmpty else { return }
    var cells: [(column: Int, text: String)] = []
    for cell in row.cells where cell.column > width || unnamed.contains(cell.column) {
      guard !cell.range.isEmpty, !told.contains(cell.column) else { continue }
      cells.append((cell.column, row.text(cell).trimmed))
    }
    tell(cells, found)
  }

  /// The same for a text, whose rows have no more fields than there are columns.
  mutating func search(_ row: borrowing CSVRow, found: (Problem, Int) -> Void) {
    guard !unnamed.isEmpty else { return }
    var cells: [(column: Int, text: String)] = []
    for column in unnamed.sorted() where !row.fields[column - 1].range.isEmpty {
      cells.append((column, row.text(column - 1).trimmed))
    }
    tell(cells, found)
  }

  private mutating func tell(
    _ cells: [(column: Int, text: String)], _ found: (Problem, Int) -> Void
  ) {
    let new = cells.filter { !$0.text.isEmpty }
    guard let first = new.first else { return }
    told.formUnion(new.map(\.column))
    unnamed.subtract(told)
    found(
      .cellWithoutName(first.text, columns: new.map { columnName($0.column) }), first.column)
  }
}

extension CSVRow {
  fileprivate mutating func readHeadings(of cells: borrowing WorkbookRow) {
    header = cells.number
    columns = []
    headerPositions = []
    for cell in cells.cells {
      while columns.count + 1 < cell.column { columns.append("") }
      columns.append(cleaned(heading: cells.text(cell)))
    }
    headerPositions = columns.indices.map { TextPosition(line: header, column: $0 + 1) }
  }

  /// Reads the cells that have a heading.
  fileprivate mutating func readFields(of cells: borrowing WorkbookRow) {
    var column = 0
    for cell in cells.cells where cell.column <= columns.count {
      fill(upTo: cell.column - 1, &column)
      fields.append(
        .init(range: cell.range, position: TextPosition(line: number, column: cell.column)))
      if let problem = cell.problem { cellProblems.append((column, problem)) }
      column += 1
    }
    fill(upTo: columns.count, &column)
    for link in cells.hyperlinks where link.column <= columns.count {
      addresses.append((link.column - 1, link.address))
    }
  }

  fileprivate mutating func readMakings(of cells: borrowing WorkbookRow) {
    makings.append(contentsOf: repeatElement([], count: fields.count))
    for cell in cells.cells where cell.column <= fields.count {
      makings[cell.column - 1] = cell.making
    }
  }

  private mutating func fill(upTo end: Int, _ column: inout Int) {
    while column < end {
      fields.append(
        .init(range: 0..<0, position: TextPosition(line: number, column: column + 1)))
      column += 1
    }
  }
}
