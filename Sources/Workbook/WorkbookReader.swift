// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A sheet of a workbook (.xlsx, .xlsm, .ods), read row by row.
package final class WorkbookReader {
  /// All sheets with cells, in their order.
  package let sheets: [WorkbookSheet]
  /// The name of the sheet that is read.
  package let sheet: String

  /// Without the name of a sheet it takes the first visible one that has something in a cell.
  package init(path: String, sheet: String? = nil) throws(WorkbookFault) {
    self.sheets = []
    self.sheet = sheet ?? ""
    throw .libraryMissing
  }

  /// Whether another visible sheet has something in its cells.
  package func othersWithCells() throws(WorkbookFault) -> [String] { [] }

  /// Calls `visit` with each row until that returns false; may be called again.
  package func read(
    visit: (borrowing WorkbookRow) -> Bool
  ) throws(WorkbookFault) -> WorkbookRemarks {
    WorkbookRemarks()
  }
}
