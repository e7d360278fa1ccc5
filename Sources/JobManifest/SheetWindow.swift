// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A spreadsheet that a job uses for its rows, and how.
package struct SheetUse: Hashable, Sendable {
  package let file: String
  /// The sheet of a workbook.
  package let sheet: String?
  /// Where the names of the columns are, if that is stated.
  package let header: SheetHeader?
}

/// Some rows of a spreadsheet as they are in the file, including headings and titles.
package struct SheetWindow: Sendable {
  package struct Row: Hashable, Sendable {
    /// The number beside it in a spreadsheet program.
    package let number: Int
    package let cells: [String]
    /// Where each value is in a text file.
    package let positions: [TextPosition]
  }

  /// The sheet that was read; nil if the file has only one.
  package private(set) var sheet: String?
  /// The row with the names of the columns, if requested and found.
  package private(set) var headings: Row?
  package private(set) var rows: [Row] = []
  /// How many rows there are to show, of all or of the requested ones.
  package private(set) var total = 0

  /// Reads so many rows, or certain ones among them, besides the first ones.
  ///
  /// With headings these are the first row from a certain number on, and all others are below them.
  package init(
    of path: String, sheet: String?, encoding: CSVEncoding?, headingsFrom header: Int? = nil,
    skipping: Int, count: Int, only numbers: Set<Int>? = nil
  ) throws(Finding<Problem>) {
    var reader = SheetReader(path: path, sheet: sheet)
    reader.encoding = encoding
    reader.header = .missing
    var trouble: Problem?
    var headings: Row?
    var (rows, total) = ([Row](), 0)
    func kept(_ row: borrowing CSVRow) -> Row {
      Row(
        number: row.number, cells: row.fields.indices.map { row.text($0) },
        positions: row.fields.map(\.position))
    }
    do throws(SourceFile.Failure) {
      let outcome = try reader.read(
        open: { (path) throws(SourceFile.Failure) in try SourceFile(path) },
        note: { problem, _ in if case .workbook = problem { trouble = trouble ?? problem } },
        visit: { row in
          if let header, headings == nil {
            if row.number >= header { headings = kept(row) }
            return true
          }
          guard numbers?.contains(row.number) != false else { return true }
          total += 1
          if total > skipping, rows.count < count { rows.append(kept(row)) }
          return true
        })
      self.sheet = outcome.workbook?.sheet
    } catch {
      throw Finding(.cannotRead(path, errno: error.errno), file: path, at: TextPosition())
    }
    if let trouble { throw Finding(trouble, file: path, at: TextPosition()) }
    (self.headings, self.rows, self.total) = (headings, rows, total)
  }
}
