// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A workbook of one of the kinds that can be read.
protocol SheetSource: AnyObject {
  /// The sheets that have cells, in their order, hidden ones too.
  var sheets: [WorkbookSheet] { get }
  var hasMacros: Bool { get }
  /// Sheets without cells, such as charts.
  var otherSheets: [String] { get }

  func hasCells(_ sheet: Int) throws(WorkbookFault) -> Bool
  func read(
    _ sheet: Int, visit: @escaping (borrowing WorkbookRow) -> Bool
  ) throws(WorkbookFault) -> WorkbookRemarks
}

/// Opens whatever kind of workbook a zip file is.
func openSheets(_ zip: ZipFile) throws(WorkbookFault) -> any SheetSource {
  if let entry = zip.entry("mimetype") {
    let type = String(decoding: try zip.contents(entry, limit: 1_024), as: UTF8.self)
    let family = "application/vnd.oasis.opendocument."
    if type.hasPrefix(family) {
      switch type.dropFirst(family.count) {
      case "spreadsheet", "spreadsheet-template": return try OpenDocumentSheets(zip)
      case "text", "text-template": throw .notAWorkbook(.textDocument)
      case "presentation", "presentation-template": throw .notAWorkbook(.presentation)
      default: throw .notAWorkbook(.otherDocument)
      }
    }
  }
  if zip.entry("_rels/.rels") != nil || zip.entry("xl/workbook.xml") != nil {
    return try OpenXMLSheets(zip)
  }
  if zip.entry("content.xml") != nil, zip.entry("META-INF/manifest.xml") != nil {
    return try OpenDocumentSheets(zip)
  }
  let isOfNumbers = zip.entries.keys.contains { $0.hasSuffix(".iwa") || $0 == "index.zip" }
  throw .notAWorkbook(isOfNumbers ? .numbers : .otherZip)
}
