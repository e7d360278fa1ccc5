// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Workbook

/// What the columns of a spreadsheet could be in a new job.
package struct SheetSurvey: Sendable {
  /// The columns that a link can name, in their order.
  package private(set) var columns: [Column] = []
  package private(set) var rowCount = 0
  /// The row in which the names of the columns most likely are, if the first one is a title.
  package private(set) var likelyHeader: Int?
  /// A value in the first row, if that has no names.
  package private(set) var valueAsName: String?

  /// How many columns, from the left, are considered as ids.
  private static let uniqueCandidatesMax = 16

  /// The sheet that was read, if the file is a workbook, and the others that have something in
  /// them.
  package private(set) var sheet: String?
  package private(set) var otherSheets: [OtherSheet] = []
  /// Whether the workbook has macros, which were not looked at.
  package private(set) var hasMacros = false
  package private(set) var hiddenRowCount = 0
  /// Two readings of a value, if the file does not say how its letters are written.
  package private(set) var question: GuessedText?

  package struct OtherSheet: Hashable, Sendable {
    package let name: String
    /// Its rows that are not empty; nil where they were not counted.
    package let rowCount: Int?
  }

  /// How many of the other sheets are counted.
  private static let countedSheetsMax = 8

  /// Reads a whole spreadsheet; throws if it cannot have rows.
  package init(
    of path: String, sheet: String? = nil, encoding: CSVEncoding? = nil
  ) throws(Finding<Problem>) {
    try self.init(of: path, sheet, encoding, nil)
    // No row may be lost, whatever the first one is.
    guard let value = valueAsName else { return }
    self = try SheetSurvey(of: path, sheet, encoding, .missing)
    valueAsName = value
  }

  private init(
    of path: String, _ sheet: String?, _ encoding: CSVEncoding?, _ header: SheetHeader?
  ) throws(Finding<Problem>) {
    var others: [String] = []
    var searches: [DuplicateSearch] = []
    var trouble: (Problem, ValuePlace)?
    do throws(SourceFile.Failure) {
      var reader = SheetReader(path: path, sheet: sheet)
      reader.encoding = encoding
      reader.header = header
      let outcome = try reader.read(
        open: { (path) throws(SourceFile.Failure) in try SourceFile(path) },
        note: { problem, place in
          if problem.isError { trouble = trouble ?? (problem, place) }
          if case .severalSheets(_, let names) = problem { others = names }
          if case .hiddenRows(let count) = problem { hiddenRowCount = count }
        },
        visit: { record($0, &searches) })
      likelyHeader = outcome.likelyHeader
      self.sheet = outcome.workbook?.sheet
      hasMacros = outcome.workbook?.hasMacros ?? false
      if rowCount == 0, header == nil, trouble == nil {
        valueAsName = outcome.headings?.first { isValue(heading: $0, above: "") }
        if valueAsName != nil { return }
      }
    } catch {
      throw Finding(.cannotRead(path, errno: error.errno), file: path, at: TextPosition())
    }
    if rowCount == 0, trouble == nil, let sheet = self.sheet, !others.isEmpty {
      trouble = (.severalSheets(read: sheet, others: others), ValuePlace(position: TextPosition()))
    }
    guard rowCount > 0 else {
      throw Finding(
        trouble?.0 ?? .noRows, file: path, at: trouble?.1.position ?? TextPosition(),
        cell: trouble?.1.cell)
    }
    for (index, search) in searches.enumerated() where search.findSuspects() {
      columns[index].isUnique = false
    }
    for (index, name) in others.enumerated() {
      let isCounted = index < Self.countedSheetsMax
      otherSheets.append(
        OtherSheet(name: name, rowCount: isCounted ? Self.rowCount(of: path, name) : nil))
    }
  }

  private static func rowCount(of path: String, _ sheet: String) -> Int? {
    var count = 0
    do throws(WorkbookFault) {
      _ = try WorkbookReader(path: path, sheet: sheet).read { row in
        if row.cells.contains(where: { !$0.range.isEmpty }) { count += 1 }
        return true
      }
      return count
    } catch {
      return nil
    }
  }

  /// The column whose values are the links: of several the one with the most, then the first.
  ///
  /// Values that are wrong links are still meant as links.
  package var linkColumn: Column? {
    columns.filter(\.holdsLinks).max { $0.rightLinks < $1.rightLinks }
      ?? columns.filter(\.seemsToHoldLinks).max { $0.linkAttempts < $1.linkAttempts }
  }

  /// A column that could contain the links, if none certainly does.
  package var doubtfulLinkColumn: Column? {
    guard linkColumn == nil else { return nil }
    return columns.first(where: \.isCalledLink) ?? columns.first { $0.linkAttempts > 0 }
  }

  /// The first column that can name the rows; one that is called `id` comes before all others.
  package var idColumn: Column? {
    let unique = columns.filter { $0.isID(of: rowCount) }
    return unique.first { $0.variable == "id" } ?? unique.first
  }

  private mutating func record(
    _ row: borrowing CSVRow, _ searches: inout [DuplicateSearch]
  ) -> Bool {
    if rowCount == 0 {
      // Without names none is taken for a value.
      if row.header > 0 {
        valueAsName = row.columns.indices.first {
          isValue(heading: row.columns[$0], above: row.text($0).trimmed)
        }.map { row.columns[$0] }
      }
      columns = Self.columns(row.columns)
      searches = columns.prefix(Self.uniqueCandidatesMax).map { _ in DuplicateSearch() }
      for index in columns.indices.dropFirst(searches.count) { columns[index].isUnique = false }
    }
    rowCount += 1
    for index in columns.indices {
      let column = columns[index].index
      let value = row.bytes[row.fields[column].range]
      if question == nil, let guess = row.guess, value.contains(where: { $0 >= 0x80 }) {
        question = guess.readings(of: value)
      }
      if value.isEmpty {
        columns[index].blanks += 1
      } else if columns[index].isUnique {
        columns[index].isUnique = isRowID(value)
        searches[index].note(Array(value))
      }
      columns[index].record(value, isGuessed: row.guess != nil)
    }
    for (column, problem) in row.cellProblems {
      guard let index = columns.firstIndex(where: { $0.index == column }) else { continue }
      if problem == .formulaWithoutValue { columns[index].formulasWithoutResult += 1 }
      if problem.isOfProgram { columns[index].isUnsure = true }
    }
    return true
  }

  /// The columns, each with the name that is its own in a link.
  private static func columns(_ headings: [String]) -> [Column] {
    let names = ColumnNames(headings)
    return headings.indices.compactMap { index in
      names.name(of: index).map {
        Column(variable: $0, heading: cleaned(heading: headings[index]), index: index)
      }
    }
  }
}
