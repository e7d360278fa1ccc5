// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A sheet of a workbook (.xlsx, .xlsm, .ods), read row by row.
package final class WorkbookReader {
  /// All sheets in their order, hidden and empty ones too; charts are not among them.
  package let sheets: [WorkbookSheet]
  /// The name of the sheet that is read.
  package let sheet: String
  private let source: any SheetSource
  private let index: Int

  /// Without the name of a sheet it takes the first visible one that has something in a cell.
  package convenience init(path: String, sheet: String? = nil) throws(WorkbookFault) {
    try self.init(try ZipFile(path: path), sheet: sheet)
  }

  /// The same of a file that is open already, and stays so as long as this is read.
  package convenience init(open file: Int32, sheet: String? = nil) throws(WorkbookFault) {
    try self.init(try ZipFile(open: file), sheet: sheet)
  }

  private init(_ file: ZipFile, sheet: String?) throws(WorkbookFault) {
    let source = try openSheets(file)
    index = try choose(sheet, in: source)
    sheets = source.sheets
    self.sheet = source.sheets[index].name
    self.source = source
  }

  /// The other visible sheets that have something in a cell.
  package func othersWithCells() throws(WorkbookFault) -> [String] {
    var others: [String] = []
    for (number, sheet) in sheets.enumerated() where number != index && !sheet.isHidden {
      if try source.hasCells(number) { others.append(sheet.name) }
    }
    return others
  }

  /// Calls `visit` with each row until that returns false; may be called again.
  package func read(
    visit: (borrowing WorkbookRow) -> Bool
  ) throws(WorkbookFault) -> WorkbookRemarks {
    var fault: WorkbookFault?
    var remarks = withoutActuallyEscaping(visit) { visit in
      do throws(WorkbookFault) {
        return try source.read(index, visit: visit)
      } catch {
        fault = error
        return WorkbookRemarks()
      }
    }
    if let fault { throw fault }
    remarks.hasMacros = source.hasMacros
    remarks.hiddenSheets = sheets.filter(\.isHidden).map(\.name)
    return remarks
  }
}

private func choose(
  _ name: String?, in source: any SheetSource
) throws(WorkbookFault) -> Int {
  if let name {
    if let index = source.sheets.firstIndex(where: { $0.name == name }) { return index }
    if source.otherSheets.contains(name) { throw .notASheetOfCells(name) }
    throw .noSuchSheet(name, sheets: source.sheets.map(\.name))
  }
  guard !source.sheets.isEmpty else { throw .noSheets }
  for (index, sheet) in source.sheets.enumerated() where !sheet.isHidden {
    if try source.hasCells(index) { return index }
  }
  return source.sheets.firstIndex { !$0.isHidden } ?? 0
}

/// What is to be said of a sheet beside its cells; known after it was read.
package struct WorkbookRemarks: Hashable, Sendable {
  /// Hidden rows with something in them, also those that a filter hides.
  package internal(set) var hiddenRows = 0
  package internal(set) var firstHiddenRow: Int?
  /// Hidden columns with something in them, from 1, ascending.
  package internal(set) var hiddenColumns: [Int] = []
  package internal(set) var hiddenSheets: [String] = []
  /// It has macros, which were not looked at.
  package internal(set) var hasMacros = false
  /// The first merged range, such as A1:D1.
  package internal(set) var firstMerged: String?

  package init() {}
}
