// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Rows from a CSV file; what is wrong with one is shown in that file.

extension RowsReader {
  /// Which column fills which variable, found when the first row comes.
  private struct Columns {
    var fillers: [(column: Int, slot: Int)] = []
    var idColumn: Int?
    /// The variable that takes the number of the row, unless a column has its name.
    var numberSlot: Int?
    var isRight = false
  }

  /// Reads the rows of a spreadsheet next to the manifest.
  mutating func takeFile(_ name: String) {
    let path = session.path(of: name)
    guard session.mayLeaveFolder || NeighbourFile.isInside(path, folder: session.folder) else {
      return session.note(.outsideFolder(name), at: part.position)
    }
    begin(file: path)
    var reader = CSVReader()
    var columns: Columns?
    var hasRows = false
    var number = 0
    do throws(SourceFile.Failure) {
      let file = try session.open(path)
      var buffer = [UInt8](repeating: 0, count: JobSession.chunkSize)
      var count = 0
      repeat {
        count = try file.read(into: &buffer)
        if count == 0 {
          reader.finish { takeRow($0, &columns, &number) }
        } else {
          reader.push(buffer.span.extracting(first: count)) { takeRow($0, &columns, &number) }
        }
        for finding in reader.findings {
          hasRows = hasRows || finding.problem.isError
          session.note(.csv(finding.problem), at: finding.position, in: path)
        }
        reader.findings.removeAll()
      } while count > 0 && !session.delivery.isStopped
      if columns == nil, !hasRows { session.note(.noRows, at: TextPosition(), in: path) }
    } catch {
      session.note(.cannotRead(name, errno: error.errno), at: part.position)
    }
  }

  private mutating func takeRow(
    _ row: borrowing CSVRow, _ columns: inout Columns?, _ number: inout Int
  ) -> Bool {
    let known = columns ?? match(row.columns)
    columns = known
    session.delivery.countSourceRow()
    number += 1
    guard known.isRight else { return true }
    builder?.begin()
    if let slot = known.numberSlot { builder?.set(slot, to: String(number).utf8.span) }
    for (column, slot) in known.fillers {
      guard let value = checked(row, column) else { return true }
      builder?.set(slot, to: row.bytes.span.extracting(value))
    }
    var hasID = false
    if let column = known.idColumn {
      // Spaces at its ends are an error of the id, so they need no warning.
      guard let value = checked(row, column, warnsOfSpaces: part.id != nil) else { return true }
      if part.id == nil {
        hasID = true
        builder?.setID(row.bytes.span.extracting(value))
      } else {
        builder?.set(RowBuilder.idSlot, to: row.bytes.span.extracting(value))
      }
    }
    let fields = row.fields
    finish(hasID: hasID, copies: part.copies, at: row.position) { slot in
      slot == RowBuilder.idSlot
        ? known.idColumn.map { fields[$0].position }
        : known.fillers.first { $0.slot == slot }.map { fields[$0.column].position }
    }
    return !session.delivery.isStopped
  }

  /// The bytes of a field, unless it has a control character, which is then noted.
  private func checked(
    _ row: borrowing CSVRow, _ column: Int, warnsOfSpaces: Bool = true
  ) -> Range<Int>? {
    let range = row.fields[column].range
    let value = row.bytes[range]
    guard value.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      if warnsOfSpaces, value.first == UInt8(ascii: " ") || value.last == UInt8(ascii: " ") {
        session.note(
          .spaceAtEnd(row.columns[column]), at: row.fields[column].position,
          in: builder?.row.file)
      }
      return range
    }
    session.note(
      .controlCharacter(row.columns[column]), at: row.fields[column].position,
      in: builder?.row.file)
    return nil
  }

  private mutating func match(_ names: [String]) -> Columns {
    var columns = Columns()
    let variables = names.map { variableName(of: $0) }
    columns.idColumn = variables.firstIndex(of: "id")
    if part.id == nil, columns.idColumn == nil, !part.hasBrokenID {
      session.note(.noID, at: part.position)
      return columns
    }
    for name in variables
    where isOnlyInLinks(name) {
      session.note(.repeatedVariable(name), at: part.position)
      return columns
    }
    columns.isRight = provides(variables.filter { !$0.isEmpty } + ["number"])
    guard let builder else { return columns }
    if !variables.contains("number") { columns.numberSlot = builder.slot(of: "number") }
    for (column, name) in variables.enumerated() {
      if let slot = builder.slot(of: name), builder.openSlots.contains(slot) {
        columns.fillers.append((column, slot))
      }
    }
    return columns
  }
}
