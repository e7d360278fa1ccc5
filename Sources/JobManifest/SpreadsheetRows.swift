// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import WebLink
internal import Workbook

// Rows from a spreadsheet; problems are reported at their places in it.

extension RowsReader {
  /// Which column fills which variable, found when the first row comes.
  private struct Columns {
    var fillers: [(column: Int, slot: Int)] = []
    var idColumn: Int?
    /// The variable that takes the number of the row, unless a column has its name.
    var numberSlot: Int?
    /// The variables that get the link behind a cell.
    var takesHyperlink: Set<Int> = []
    var isRight = false
    /// The row that has the names.
    var header = 1
    var samples = CellSamples()
  }

  /// Reads the rows of a spreadsheet next to the manifest.
  mutating func readFile(_ name: String) {
    let path = session.path(of: name)
    guard session.mayLeaveFolder || NeighbourFile.isInside(path, folder: session.folder) else {
      return session.note(.outsideFolder(name), at: part.position)
    }
    begin(file: path)
    var columns: Columns?
    var strays: StrayRowSearch?
    var number = 0
    var isOutside = false
    let session = session
    do throws(SourceFile.Failure) {
      var reader = SheetReader(path: path, sheet: part.sheet)
      reader.encoding = part.encoding
      reader.header = part.header
      reader.tellsMakings = session.isSampling
      let outcome = try reader.read(
        open: { (path) throws(SourceFile.Failure) in
          let file = try session.open(path)
          // The name may have become a link meanwhile.
          isOutside = !session.mayUse(file, as: path)
          guard !isOutside else { throw SourceFile.Failure(errno: ELOOP) }
          return file
        },
        note: { session.note($0, at: $1, in: path) },
        visit: { readRow($0, &columns, &strays, &number) })
      session.note(
        SheetUse(file: path, sheet: outcome.workbook?.sheet ?? part.sheet, header: part.header))
      if let text = outcome.text { session.noteEncoding(of: text, in: path) }
      guard let columns else {
        if !outcome.hasErrors { session.note(.noRows, at: TextPosition(), in: path) }
        return
      }
      noteStrays(strays)
      session.add(columns.samples.chosen)
      let headings = outcome.headings ?? []
      noteHidden(outcome.workbook, columns, headings)
      let names = Dictionary(
        uniqueKeysWithValues: columns.fillers.map { ($0.slot, headings[$0.column]) })
      notePatterns { slot in
        names[slot] ?? (slot == RowBuilder.idSlot ? columns.idColumn.map { headings[$0] } : nil)
          ?? ""
      }
    } catch {
      session.note(
        isOutside ? .outsideFolder(name) : .cannotRead(name, errno: error.errno), at: part.position)
    }
  }

  private mutating func readRow(
    _ row: borrowing CSVRow, _ columns: inout Columns?, _ strays: inout StrayRowSearch?,
    _ number: inout Int
  ) -> Bool {
    if columns == nil {
      let found = match(row)
      columns = found
      // The second pass would only find the same.
      if found.isRight, session.delivery.pass == .rows {
        strays = StrayRowSearch(row, used: onTags(found))
      }
    }
    session.delivery.countSourceRow()
    number += 1
    if let stray = strays?.search(row) {
      session.note(.strayRow(stray.row), at: row.places.of(stray.column), in: builder?.row.file)
      if stray.row.isError { return true }
    }
    guard let known = columns, known.isRight else { return true }
    builder?.begin()
    if session.isKeepingCells, session.delivery.pass == .rows { builder?.keep(ListedCells(row)) }
    if let slot = known.numberSlot { builder?.set(slot, to: String(number).utf8.span) }
    var isRight = true
    for (column, slot) in known.fillers where !setValue(row, column, as: slot, of: known) {
      isRight = false
    }
    var hasID = false
    if let column = known.idColumn {
      hasID = part.id == nil
      if !setValue(row, column, as: RowBuilder.idSlot, of: known, isID: hasID) { isRight = false }
    }
    guard isRight else { return true }
    let places = row.places
    let isMade = finish(hasID: hasID, copies: part.copies, at: places.ofRow) { slot in
      slot == RowBuilder.idSlot
        ? known.idColumn.map { places.of($0) }
        : known.fillers.first { $0.slot == slot }.map { places.of($0.column) }
    }
    if isMade, session.isSampling, session.delivery.pass == .rows, known.samples.wants(row),
      let builder
    {
      columns?.samples.note(row, in: builder)
    }
    return !session.delivery.isStopped
  }

  private mutating func setValue(
    _ row: borrowing CSVRow, _ column: Int, as slot: Int, of columns: Columns, isID: Bool = false
  ) -> Bool {
    let heading = row.columns[column]
    let places = row.places
    if !columns.takesHyperlink.isEmpty, columns.takesHyperlink.contains(slot) {
      // Without one the row has no value.
      let address = row.addresses.first { $0.column == column }?.address ?? ""
      return setValue(
        address.utf8.span, as: slot, isID: isID, name: { heading }, place: { places.of(column) })
    }
    // Nearly all cells of nearly all sheets have none.
    for (index, problem) in row.cellProblems where index == column {
      if isForPeople(slot) {
        if problem == .formulaWithoutValue {
          session.note(
            .damagedLabel("", column: heading), at: places.of(column), in: builder?.row.file)
        }
        continue
      }
      session.note(
        .cell(problem, column: heading, value: row.text(column)), at: places.of(column),
        in: builder?.row.file)
      return false
    }
    let range = row.shownRange(column)
    if let guess = row.guess, row.bytes[range].contains(where: { $0 >= 0x80 }) {
      let (value, place, file) = (row.bytes[range], places.of(column), builder?.row.file)
      if isForPeople(slot) {
        session.noteGuessForPeople(guess, of: value, at: place, in: file)
      } else {
        session.noteGuess(guess, of: value, at: place, in: file)
      }
      // What else seems wrong with its letters comes from the guess.
      give(row.bytes.span.extracting(range), to: slot, isID: isID)
      return true
    }
    let value = row.bytes.span.extracting(range)
    if !row.addresses.isEmpty, !isForPeople(slot),
      let address = row.addresses.first(where: { $0.column == column })?.address
    {
      let text = value.text
      if let problem = hyperlinkProblem(text, address, as: slot, heading) {
        session.note(problem, at: places.of(column), in: builder?.row.file)
        if problem.isError { return false }
      }
    }
    return setValue(value, as: slot, isID: isID, name: { heading }, place: { places.of(column) })
  }

  /// The finding about a cell whose text is not the link behind it.
  private func hyperlinkProblem(
    _ text: String, _ address: String, as slot: Int, _ heading: String
  ) -> Problem? {
    if isLink(text) {
      return isSameLink(text, address)
        ? nil : .otherTarget(address, column: heading, value: text)
    }
    guard isLink(address), slot == builder?.slotOfWholeLink else { return nil }
    return .linkBehindText(address, column: heading, value: text)
  }

  private mutating func match(_ row: borrowing CSVRow) -> Columns {
    var columns = Columns()
    columns.header = max(1, row.header)
    let names = ColumnNames(row.columns, part.columns)
    if part.header == nil { noteValueAsName(row, names) }
    for name in names.all where isOnlyInLinks(name) {
      session.note(.repeatedVariable(name), at: part.position)
      return columns
    }
    for column in part.columns where !names.has(heading: column.heading) {
      session.note(
        .noSuchColumn(column.heading, among: row.columns), at: column.position)
      return columns
    }
    if let builder {
      for column in part.columns where builder.slot(of: column.name) == nil {
        session.note(.unusedValue(column.name), at: column.position)
      }
    }
    if part.id == nil, names.columns(of: "id").isEmpty, !part.hasBrokenID {
      session.note(.noID, at: part.position)
      return columns
    }
    columns.isRight = provides(names.all + ["number"]) { !names.columns(of: $0).isEmpty }
    guard let builder else { return columns }
    for slot in [RowBuilder.idSlot] + builder.openSlots {
      let name = builder.names[slot]
      let found = names.columns(of: name)
      if part.columns.contains(where: { $0.name == name && $0.take == .hyperlink }) {
        columns.takesHyperlink.insert(slot)
      }
      if found.count > 1, slot != RowBuilder.idSlot || part.id == nil || builder.used.contains("id")
      {
        let place = row.headerPlace(found[1])
        session.note(
          .sameColumnName(name, headings: found.map { row.columns[$0] }), at: place,
          in: builder.row.file)
        columns.isRight = false
      } else if let column = found.first {
        if slot == RowBuilder.idSlot {
          columns.idColumn = column
        } else {
          columns.fillers.append((column, slot))
        }
      } else if name == "number" {
        columns.numberSlot = slot
      }
    }
    if session.isSampling {
      let filled = columns.fillers + (columns.idColumn.map { [($0, RowBuilder.idSlot)] } ?? [])
      columns.samples = CellSamples(
        filled.filter { builder.isOnTag($0.slot) }.map { column, slot in
          .init(
            slot: slot, index: column, heading: row.columns[column],
            takesHyperlink: columns.takesHyperlink.contains(slot))
        })
    }
    return columns
  }

  /// The columns whose values are written on tags.
  private func onTags(_ columns: Columns) -> [Int] {
    let used = columns.fillers.filter { !isForPeople($0.slot) }.map(\.column)
    guard let id = columns.idColumn, part.id == nil || builder?.used.contains("id") == true else {
      return used
    }
    return used + [id]
  }

  /// Reports that the first row is part of the list, because it would be lost silently.
  private func noteValueAsName(_ row: borrowing CSVRow, _ names: ColumnNames) {
    let suspects = row.columns.indices.filter {
      isValue(heading: row.columns[$0], above: row.text($0).trimmed)
    }
    guard let first = suspects.first else { return }
    let wanted = builder.map { $0.used.union(part.id == nil ? ["id"] : []) } ?? []
    let used = suspects.first { column in
      wanted.contains { names.columns(of: $0).contains(column) }
    }
    let column = used ?? first
    session.note(
      .valueAsName(
        row.columns[column], column: column + 1, row: row.header, isUsed: used != nil),
      at: row.headerPlace(column), in: builder?.row.file)
  }

  /// Reports used columns of a workbook that nobody saw who looked at it.
  private func noteHidden(
    _ workbook: SheetReader.Workbook?, _ columns: Columns, _ headings: [String]
  ) {
    guard let workbook, let builder else { return }
    let used = columns.fillers.filter { !builder.isForPeople($0.slot) }.map(\.column)
    for column in workbook.hiddenColumns.map({ $0 - 1 })
    where used.contains(column) || columns.idColumn == column {
      session.note(
        .hiddenColumn(headings[column]),
        at: ValuePlace(
          SheetCell(sheet: workbook.sheet, row: columns.header, column: column + 1)),
        in: builder.row.file)
    }
  }

  private func noteStrays(_ strays: StrayRowSearch?) {
    guard let strays else { return }
    let file = builder?.row.file
    for found in strays.finish() { session.note(.strayRow(found.row), at: found.place, in: file) }
    if let gap = strays.gapBetweenTables {
      session.note(
        .tableBeside(column: columnName(gap.column + 1)), at: gap.place, in: file)
    }
  }
}

/// Whether a person would call it a link.
private func isLink(_ text: String) -> Bool {
  ["https://", "http://", "www."].contains { start in
    text.utf8.count > start.utf8.count && text.prefix(start.count).lowercased() == start
  }
}

/// Whether a text and the address behind it are one link; programs add a scheme, and a slash at the end.
private func isSameLink(_ text: String, _ address: String) -> Bool {
  if text == address { return true }
  let hasScheme = text.contains("://")
  let typed = hasScheme ? text : "http://\(text)"
  let other =
    hasScheme ? address : address.replacing("https://", with: "http://", maxReplacements: 1)
  guard let typed = try? WebLink(typed), let other = try? WebLink(other) else { return false }
  return typed.text == other.text || "\(typed.text)/" == other.text
}

extension CSVRow {
  /// Where a value is as spreadsheet programs show it: `="001"` keeps them from losing the zeros
  /// of 001.
  func shownRange(_ column: Int) -> Range<Int> {
    let range = fields[column].range
    let value = bytes[range]
    guard value.count > 3, value.starts(with: "=\"".utf8), value.last == UInt8(ascii: "\""),
      !value.dropFirst(2).dropLast().contains(UInt8(ascii: "\""))
    else { return range }
    return range.lowerBound + 2..<range.upperBound - 1
  }
}
