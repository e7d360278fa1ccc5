// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Workbook

extension CellProblem {
  var rule: String {
    switch self {
    case .errorValue: "value-is-error"
    case .formulaWithoutValue: "cell-without-result"
    case .dateOfLanguage, .earlyDate: "cell-date"
    case .numberFormat, .decimal: "cell-number-format"
    case .inexact: "value-rounded"
    case .truthValue: "cell-truth-value"
    case .brokenReference: "cell-broken"
    case .covered: "cell-merged"
    }
  }

  /// What is wrong with the cell of a column, and what to do.
  func words(_ column: String, _ value: String) -> String {
    let asText = "Give the column the format Text, and enter what the link should have."
    return switch self {
    case .errorValue: DamagedValue.errorWord(isCertain: true).words(column, value)
    case .formulaWithoutValue:
      "The cell of \(quoted(column)) has a formula whose result is not in the file. Open the workbook in"
        + " a spreadsheet program, and save it again."
    case .dateOfLanguage:
      "The cell of \(quoted(column)) is a date, and how it looks depends on the language of the"
        + " spreadsheet program. \(asText)"
    case .earlyDate:
      "The cell of \(quoted(column)) is a date before March 1900, which spreadsheet programs show in"
        + " different ways. \(asText)"
    case .numberFormat(let format):
      "The cell of \(quoted(column)) is a number with the format \(quoted(format)), and how it looks"
        + " depends on the spreadsheet program. \(asText)"
    case .decimal:
      "The cell of \(quoted(column)) is the number \(shown(value)), and its decimal sign depends on the"
        + " language of the spreadsheet program. \(asText)"
    case .inexact:
      "The cell of \(quoted(column)) is a number of more than 15 digits, of which the spreadsheet"
        + " program has lost the last ones. Give the column the format Text, and enter the number again."
    case .truthValue:
      "The cell of \(quoted(column)) is TRUE or FALSE, which every language of the spreadsheet program"
        + " shows by another word. \(asText)"
    case .brokenReference:
      "The cell of \(quoted(column)) refers to a text that is not in the file. Open the workbook in the"
        + " program that made it, and save it again."
    case .covered(let cell):
      "The cell of \(quoted(column)) is merged with \(cell), which has the value of both. Unmerge the"
        + " cells, and fill in each of them."
    }
  }
}

extension WorkbookFault {
  var rule: String {
    switch self {
    case .encrypted: "workbook-password"
    case .oldFormat, .binaryFormat: "workbook-format"
    case .notAWorkbook: "no-workbook"
    case .damaged: "workbook-damaged"
    case .tooLarge: "workbook-too-large"
    case .noSuchSheet, .notASheetOfCells, .noSheets: "no-such-sheet"
    case .noMemory: "no-memory"
    case .libraryMissing: "workbook-library"
    case .cannotRead, .noTemporaryFile: "cannot-read-workbook"
    }
  }
}
