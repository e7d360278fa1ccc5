// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The sheets of an .ods.
final class OpenDocumentSheets: SheetSource {
  let sheets: [WorkbookSheet] = []
  let otherSheets: [String] = []
  let hasMacros: Bool = false

  init(_ zip: ZipFile) throws(WorkbookFault) {}
  func hasCells(_ sheet: Int) throws(WorkbookFault) -> Bool { false }
  func read(
    _ sheet: Int, visit: @escaping (borrowing WorkbookRow) -> Bool
  ) throws(WorkbookFault) -> WorkbookRemarks { WorkbookRemarks() }
}
