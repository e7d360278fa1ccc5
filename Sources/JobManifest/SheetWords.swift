// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Workbook

extension CellProblem {
  var rule: ManifestRule {
    switch self {
    case .errorValue: .`value-is-error`
    case .formulaWithoutValue: .`cell-without-result`
    case .dateOfLanguage, .earlyDate: .`cell-date`
    case .numberFormat, .conditionalFormat, .decimal: .`cell-number-format`
    case .inexact: .`value-rounded`
    case .truthValue: .`cell-truth-value`
    case .brokenReference: .`cell-broken`
    case .covered: .`cell-merged`
    }
  }

  /// Whether the value is sound, and only its look differs from program to program.
  var isOfProgram: Bool {
    switch self {
    case .numberFormat, .conditionalFormat, .decimal, .dateOfLanguage, .earlyDate, .truthValue: true
    case .errorValue, .formulaWithoutValue, .inexact, .brokenReference, .covered: false
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
    case .conditionalFormat(let format):
      "The cell of \(quoted(column)) has a conditional format that shows it as \(quoted(format)), and whether it"
        + " does is not known here. \(asText)"
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

extension StrayRow {
  var rule: ManifestRule {
    switch self {
    case .namesAgain: .`names-again`
    case .nameAsValue: .`name-as-value`
    case .total: .`total-row`
    case .almostEmpty: .`almost-empty-row`
    case .explanation: .`explanation-row`
    case .otherNames: .`second-table`
    }
  }

  /// What the row seems to be, and what to do.
  var words: String {
    let deletion = "Every row gets a tag, so delete it if it is not one of your list."
    return switch self {
    case .namesAgain: "The row has the names of the columns once more. Delete it."
    case .nameAsValue(let text):
      "\(quoted(text)) is also the name of its column. Correct it if a value should be there."
    case .total(let text): "\(quoted(text)) looks like the row of a sum. \(deletion)"
    case .almostEmpty(let text):
      "\(quoted(text)) is all that this row has, so it looks like a heading or a note. \(deletion)"
    case .explanation(let text):
      "\(quoted(text)) is unlike the values below it, so the row may explain the columns. \(deletion)"
    case .otherNames(let text):
      "\(quoted(text)) comes after empty rows and looks like the name of a column. If another table begins"
        + " here, put it on a sheet of its own, because its rows get tags like all others."
    }
  }
}

extension WorkbookFault {
  var rule: ManifestRule {
    switch self {
    case .encrypted: .`workbook-password`
    case .oldFormat, .binaryFormat: .`workbook-format`
    case .notAWorkbook: .`no-workbook`
    case .damaged: .`workbook-damaged`
    case .tooLarge: .`workbook-too-large`
    case .noSuchSheet, .notASheetOfCells, .noSheets: .`no-such-sheet`
    case .noMemory: .`no-memory`
    case .libraryMissing: .`workbook-library`
    case .cannotRead, .noTemporaryFile: .`cannot-read-workbook`
    }
  }
}
