// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Reads the rows of a CSV file piece by piece.
///
/// RFC 4180, and what spreadsheets really write: semicolons or tabs, a byte order mark, every kind of
/// line end, old encodings and UTF-16, a first line such as `sep=;`, a title above the names of the
/// columns, rows of nothing but separators.
package struct CSVReader {
  /// The names of the columns; nil until they were read.
  package private(set) var columns: [String]?
  /// The findings so far, in the order of the file; the caller removes them.
  package var findings: [CSVFinding] = []
  package var encoding: CSVEncoding { decoder.encoding }
  /// The encodings that the file may have, if nothing says which.
  package var guess: EncodingGuess? { decoder.guess }
  /// Where the first letter is that is not ASCII, if it was guessed or stated how it is written.
  package private(set) var firstLetter: TextPosition?
  package private(set) var separator: UInt8?
  /// The row in which the names of the columns most likely are, if the first one is a title.
  package private(set) var likelyHeader: Int?

  /// Which row has the names, and where they are in it.
  private var headerNumber = 0
  private var headerPositions: [TextPosition] = []

  private let header: SheetHeader?
  private let stated: CSVEncoding?
  private var decoder: CSVDecoder
  /// Decoded text of the first row while its separator is not known.
  private var undecided: [UInt8] = []
  private var undecidedNotes: [CSVDecoder.Note] = []
  private var scan: CSVScan?
  private var otherSeparator: String?
  private var isStopped = false
  /// The rows so far, empty ones counted.
  private var rowNumber = 0
  /// The first rows, while it is not known whether there is a title above the names.
  private var held: [HeldRow] = []
  private var heldBytes = 0
  private var title = TitleLineSearch()

  private struct HeldRow {
    let number: Int
    var row: CSVRow
    let findings: [CSVFinding]
  }

  /// How much of the first rows is held; after that, the first row counts as the names.
  private static let heldBytesMax = 65_536

  /// The encoding and the place of the names, if the manifest states them.
  package init(encoding: CSVEncoding? = nil, header: SheetHeader? = nil) {
    stated = encoding
    self.header = header
    decoder = CSVDecoder(stated: encoding)
  }

  /// Processes the next bytes and calls `visit` with every complete row, until it returns false.
  package mutating func push(_ bytes: Span<UInt8>, visit: (borrowing CSVRow) -> Bool) {
    read(bytes, isLast: false, visit)
  }

  /// Tells that the file has ended.
  package mutating func finish(visit: (borrowing CSVRow) -> Bool) {
    read([UInt8]().span, isLast: true, visit)
    if !isStopped, columns == nil {
      switch header {
      case .row(let row): note(.noNames(row: row), at: TextPosition())
      case .missing: break
      case nil: note(.empty, at: TextPosition())
      }
    }
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
    if decoder.isUnreadable {
      note(.missingConverter(decoder.encoding), at: TextPosition())
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
      otherSeparator = found.other
      scan = CSVScan(separator: found.byte)
      if let end = found.lineEnd {
        // The line with the separator is not a row, but it is a line.
        scan?.position.line += 1
        start = end
      }
    }
    for note in undecidedNotes {
      // What was found above the first row is about the whole file.
      guard note.offset >= start else {
        self.note(note.kind, at: TextPosition())
        continue
      }
      deliver(text[start..<note.offset], visit)
      start = note.offset
      self.note(note.kind, at: scan?.position ?? TextPosition())
    }
    undecidedNotes.removeAll()
    deliver(text[start...], visit)
    if isLast { finishScan(visit) }
  }

  private mutating func note(_ kind: CSVDecoder.Note.Kind, at position: TextPosition) {
    switch kind {
    case .badCharacter: note(.badCharacter(encoding), at: position)
    case .firstLetter: firstLetter = position
    case .contradiction(let found):
      if let stated { note(.statedEncoding(stated, found: found), at: position) }
    case .contradictionAtFirstLetter(let found):
      if let stated { note(.statedEncoding(stated, found: found), at: firstLetter ?? position) }
    }
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
          guard deliverRow(&scan, visit) else { return }
        case .stop(let finding):
          _ = release(visit)
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
    let open = scan.finish()
    if open == nil, !scan.row.fields.isEmpty { _ = deliverRow(&scan, visit) }
    // The first rows of a longer file were released before.
    if !isStopped, columns == nil { _ = release(visit) }
    if let open { findings.append(open) }
  }

  /// Passes on a complete row, or makes the columns from it; false to stop.
  private mutating func deliverRow(
    _ scan: inout CSVScan, _ visit: (borrowing CSVRow) -> Bool
  ) -> Bool {
    rowNumber += 1
    scan.row.number = rowNumber
    defer {
      scan.row.removeAll()
      scan.rowFindings.removeAll()
    }
    return columns == nil
      ? begin(&scan, visit) : hand(&scan.row, scan.rowFindings, visit)
  }

  /// Processes a row above the names, or the one with the names, or holds it until they are found.
  private mutating func begin(
    _ scan: inout CSVScan, _ visit: (borrowing CSVRow) -> Bool
  ) -> Bool {
    let isBroken = scan.rowFindings.contains { $0.problem.isError }
    if case .row(let header) = header {
      guard rowNumber >= header else { return true }
      if scan.row.isBlank, !isBroken {
        note(.noNames(row: header), at: scan.row.position)
        isStopped = true
        return false
      }
      return hand(&scan.row, scan.rowFindings, visit)
    }
    if scan.row.isBlank, !isBroken { return true }
    title.note(row: rowNumber, fields: scan.row.fields.indices.map { scan.row.text($0) })
    held.append(HeldRow(number: rowNumber, row: scan.row, findings: scan.rowFindings))
    heldBytes += scan.row.bytes.count
    return title.isDecided || heldBytes > Self.heldBytesMax ? release(visit) : true
  }

  /// Hands on the rows that were held; false to stop.
  private mutating func release(_ visit: (borrowing CSVRow) -> Bool) -> Bool {
    var rows = held[...]
    held.removeAll()
    if header == .missing {
      columns = (0..<(rows.map(\.row.width).max() ?? 0)).map { columnVariable($0 + 1) }
      for var held in rows where !hand(&held.row, held.findings, visit) { return false }
      return true
    }
    likelyHeader = title.likelyHeader
    // The error is reported once; what is wrong below the names can only be found with them.
    if let likelyHeader, let text = title.title {
      note(
        .titleAboveNames(text, row: likelyHeader), at: rows.first?.row.position ?? TextPosition())
      rows = rows.drop { $0.number < likelyHeader }
    }
    for var held in rows where !hand(&held.row, held.findings, visit) { return false }
    return true
  }

  /// Hands a row on, or makes the columns of it if there are none yet; false to stop.
  private mutating func hand(
    _ row: inout CSVRow, _ rowFindings: [CSVFinding], _ visit: (borrowing CSVRow) -> Bool
  ) -> Bool {
    findings += rowFindings
    let isBroken = rowFindings.contains { $0.problem.isError }
    if row.isBlank && !isBroken { return true }
    guard let columns else {
      columns = readColumns(row)
      headerNumber = row.number
      headerPositions = row.fields.map(\.position)
      if columns?.count == 1, let otherSeparator {
        note(.otherSeparator(otherSeparator), at: row.position)
      }
      return true
    }
    guard !isBroken, fits(&row, columns.count) else { return true }
    // Both are only references, and most rows have them already.
    if row.columns.isEmpty {
      row.columns = columns
      row.header = headerNumber
      row.headerPositions = headerPositions
    }
    if row.guess == nil, let guess = decoder.guess { row.guess = guess }
    if visit(row) { return true }
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
      if !name.isEmpty, let first = names.firstIndex(of: name) {
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
