// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
internal import Plain

// What is wrong with a workbook, and what to do next. The name of the file goes before it.

extension WorkbookFault: CustomStringConvertible {
  package var description: String {
    switch self {
    case .encrypted:
      "The workbook has a password. Open it, save a copy without the password, and use the copy."
    case .oldFormat:
      "This is an .xls file, a format that is not read here. Open it and save it as .xlsx."
    case .binaryFormat:
      "This is an .xlsb workbook, a format that is not read here. Open it and save it as .xlsx."
    case .notAWorkbook(let other): other.sentence
    case .damaged(let damage): damage.sentence
    case .tooLarge(let limit): "\(limit.sentence) Split it, or save the sheet as CSV."
    case .noSuchSheet(let name, let sheets): noSuchSheet(name, sheets)
    case .notASheetOfCells(let name):
      "The sheet \(visible(shortened(name, to: 80))) is a chart and has no cells. Name another sheet."
    case .noSheets:
      "The workbook has no sheet with cells. Open it and save it again."
    case .noMemory: "There is not enough memory to read the workbook. Close other programs."
    case .libraryMissing:
      "Workbooks are read with libzip, which is not installed. Install the package libzip4 (newer "
        + "systems: libzip5), or save the sheet as CSV."
    case .cannotRead(let code):
      "The workbook could not be read: \(String(cString: strerror(code))). Check the name and the "
        + "disk."
    case .noTemporaryFile(let code):
      "A large workbook needs a temporary file, and there is none: \(String(cString: strerror(code))). "
        + "Free some space, or set TMPDIR to a folder where you can write."
    }
  }

  private func noSuchSheet(_ name: String, _ sheets: [String]) -> String {
    let shown = sheets.prefix(10).map { visible(shortened($0, to: 80)) }.joined(separator: ", ")
    let more = sheets.count > 10 ? " and \(sheets.count - 10) more" : ""
    var text =
      "There is no sheet \(visible(shortened(name, to: 80))). The sheets are: \(shown)\(more)."
    if let likely = suggestion(for: name, among: sheets) {
      text += " Did you mean \(visible(likely))?"
    }
    return text
  }
}

extension WorkbookFault.OtherFile {
  fileprivate var sentence: String {
    switch self {
    case .numbers:
      "This is a file of Apple Numbers. In Numbers choose File > Export To > Excel, and use that file."
    case .textDocument:
      "This is a text document, not a workbook. Copy the table to a spreadsheet and save it as .xlsx."
    case .presentation:
      "This is a presentation, not a workbook. Copy the table to a spreadsheet and save it as .xlsx."
    case .otherDocument:
      "This is a document of another kind, not a workbook. Use a file saved as .xlsx or .ods."
    case .otherZip:
      "This is a zip file, not a workbook. If there is a workbook in it, unpack it first."
    case .notAZip:
      "This is not a workbook. Use a file saved as .xlsx or .ods."
    case .notAFile: "This is not an ordinary file. Name a workbook."
    }
  }
}

extension WorkbookFault.Damage {
  fileprivate var sentence: String {
    let place =
      switch (part, line) {
      case (let part?, let line?): " (\(visible(shortened(part, to: 80))), line \(line))"
      case (let part?, nil): " (\(visible(shortened(part, to: 80))))"
      default: ""
      }
    return
      "The workbook is damaged: \(cause.words)\(place). Open it in the program that made it and "
      + "save it again, or get it again from where it came from."
  }
}

extension WorkbookFault.Damage.Cause {
  fileprivate var words: String {
    switch self {
    case .zip: "the file is cut off or has changed"
    case .xml: "a part of it is not XML"
    case .encoding: "a part of it has letters in an unknown encoding"
    case .doctype: "a part of it declares a document type, which no workbook needs"
    case .missingPart: "a part of it is missing"
    case .twoPartsOfOneName: "two parts of it have the same name"
    case .otherPacking: "a part of it is packed in a way that no spreadsheet program uses"
    case .order: "rows or cells are out of order, or are there twice"
    case .reference: "a cell, row or range has a name that cannot be"
    }
  }
}

extension WorkbookLimit {
  fileprivate var sentence: String {
    typealias Limits = WorkbookLimits
    return switch self {
    case .parts: "The workbook has more than \(grouped(Limits.entriesMax)) parts."
    case .sheets: "The workbook has more than \(grouped(Limits.sheetsMax)) sheets."
    case .unpackedBytes: "The workbook is too large when it is unpacked."
    case .unpackedRatio:
      "The workbook unpacks to more than \(Limits.unpackedRatioMax) times its size, so it may be made "
        + "to do harm."
    case .rows: "The sheet has more than \(grouped(Limits.rowsMax)) rows."
    case .columns: "The sheet has more than \(grouped(Limits.columnsMax)) columns."
    case .cellText: "The text of a cell is longer than \(grouped(Limits.cellTextBytesMax)) bytes."
    case .rowText: "The text of a row is longer than \(grouped(Limits.rowBytesMax)) bytes."
    case .cells: "The sheet has more than \(grouped(Limits.cellsMax)) cells."
    case .mergedRanges: "The sheet has more than \(grouped(Limits.mergedRangesMax)) merged ranges."
    case .hyperlinks: "The sheet has too many hyperlinks."
    case .formats: "The workbook has more than \(grouped(Limits.formatsMax)) formats."
    case .sharedTexts:
      "The texts of the workbook need more than \(Limits.textFileBytesMax >> 30) GiB."
    case .depth: "A part of the workbook is nested more than \(Limits.xmlDepthMax) levels deep."
    case .markup: "A tag in the workbook is longer than \(Limits.markupBytesMax >> 20) MiB."
    }
  }
}
