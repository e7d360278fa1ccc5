// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads the rows of a CSV file from its bytes, as they come.
///
/// RFC 4180, and what spreadsheets really write: semicolons or tabs, a byte order mark, every kind of
/// line end, Windows-1252 and UTF-16, a first line such as `sep=;`, rows of nothing but separators.
package struct CSVReader {
  /// The names of the columns; nil until the first row was read.
  package private(set) var columns: [String]?
  /// What was wrong so far, in the order of the file; to be taken away by the one that reports it.
  package var findings: [CSVFinding] = []
  package var encoding: CSVEncoding { decoder.encoding }
  package private(set) var separator: UInt8?

  private var decoder = CSVDecoder()
  /// Decoded text of the first row while its separator is not known.
  private var undecided: [UInt8] = []
  private var undecidedNotes: [CSVDecoder.Note] = []
  private var scan: CSVScan?
  private var isStopped = false

  package init() {}

  /// Takes the next bytes and calls `visit` with every row that is complete, until it returns false.
  package mutating func push(_ bytes: Span<UInt8>, visit: (borrowing CSVRow) -> Bool) {
    read(bytes, isLast: false, visit)
  }

  /// Tells that the file has ended.
  package mutating func finish(visit: (borrowing CSVRow) -> Bool) {
    read([UInt8]().span, isLast: true, visit)
    if !isStopped, columns == nil { note(.empty, at: TextPosition()) }
    isStopped = true
  }

  private mutating func read(
    _ bytes: Span<UInt8>, isLast: Bool, _ visit: (borrowing CSVRow) -> Bool
  ) {
    guard !isStopped else { return }
    var text = undecided
    var start = 0
    undecided.removeAll()
    decoder.decode(bytes, isLast: isLast, into: &text)
    if decoder.isWorkbook {
      note(.workbook, at: TextPosition())
      isStopped = true
      return
    }
    undecidedNotes += decoder.notes
    if scan == nil {
      guard let found = CSVSeparator(sniffing: text, isLast: isLast) else {
        undecided = text
        return
      }
      separator = found.byte
      scan = CSVScan(separator: found.byte)
      if let end = found.lineEnd {
        // The line with the separator is not a row, but it is a line.
        scan?.position.line += 1
        start = end
      }
    }
    for note in undecidedNotes where note.offset >= start {
      deliver(text[start..<note.offset], visit)
      start = note.offset
      let problem: CSVProblem = note.isGuess ? .guessedEncoding(encoding) : .badCharacter(encoding)
      self.note(problem, at: scan?.position ?? TextPosition())
    }
    undecidedNotes.removeAll()
    deliver(text[start...], visit)
    if isLast { finishScan(visit) }
  }

  private mutating func deliver(
    _ text: ArraySlice<UInt8>, _ visit: (borrowing CSVRow) -> Bool
  ) {
    guard !isStopped, var scan else { return }
    self.scan = nil
    text.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < bytes.count {
        switch scan.next(bytes, &offset) {
        case .needsMore: break
        case .row:
          guard take(&scan, visit) else { return }
        case .stop(let finding):
          findings.append(finding)
          isStopped = true
          return
        }
      }
    }
    self.scan = scan
  }

  private mutating func finishScan(_ visit: (borrowing CSVRow) -> Bool) {
    guard !isStopped, var scan else { return }
    if let finding = scan.finish() {
      findings.append(finding)
    } else if !scan.row.fields.isEmpty {
      _ = take(&scan, visit)
    }
  }

  /// Hands a complete row on, or makes the columns of it; false to stop.
  private mutating func take(
    _ scan: inout CSVScan, _ visit: (borrowing CSVRow) -> Bool
  ) -> Bool {
    defer { scan.row.removeAll() }
    scan.row.number += 1
    findings += scan.rowFindings
    let isBroken = scan.rowFindings.contains { $0.problem.isError }
    scan.rowFindings.removeAll()
    if scan.row.isBlank && !isBroken { return true }
    guard let columns else {
      scan.row.columns = readColumns(scan.row)
      scan.row.header = scan.row.number
      scan.row.headerPositions = scan.row.fields.map(\.position)
      columns = scan.row.columns
      return true
    }
    guard !isBroken, fits(&scan.row, columns.count) else { return true }
    if visit(scan.row) { return true }
    isStopped = true
    return false
  }

  /// Makes the row as wide as the header, or says that it cannot be.
  ///
  /// Spreadsheets leave out empty fields at the end of a row, and add some where a cell was emptied.
  private mutating func fits(_ row: inout CSVRow, _ count: Int) -> Bool {
    if row.fields.count > count {
      if let extra = row.fields[count...].first(where: { !$0.range.isEmpty }) {
        note(.tooManyFields(row.fields.count, columns: count), at: extra.position)
        return false
      }
      row.fields.removeSubrange(count...)
    }
    if row.fields.count < count {
      note(.missingFields(row.fields.count, columns: count), at: row.position)
      let end = row.bytes.count
      while row.fields.count < count {
        row.fields.append(.init(range: end..<end, position: row.position))
      }
    }
    return true
  }

  private mutating func readColumns(_ row: CSVRow) -> [String] {
    var names: [String] = []
    for (index, field) in row.fields.enumerated() {
      let name = row.text(index).trimmed
      if name.isEmpty {
        note(.emptyColumnName(index + 1), at: field.position)
      } else if let first = names.firstIndex(of: name) {
        note(.repeatedColumnName(name, first: first + 1, second: index + 1), at: field.position)
      }
      names.append(name)
    }
    return names
  }

  private mutating func note(_ problem: CSVProblem, at position: TextPosition) {
    findings.append(CSVFinding(problem: problem, position: position))
  }
}

extension String {
  /// The text without spaces at its ends.
  var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
