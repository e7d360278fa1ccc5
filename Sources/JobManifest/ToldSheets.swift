// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Plain
internal import WebLink
internal import Workbook

// The same for what is found in spreadsheets.

extension CSVProblem {
  func told(_ rule: String) -> [Told] {
    switch self {
    case .empty, .unclosedQuote, .textAfterQuote, .strayQuote: [Told(rule)]
    case .guessedEncoding(let text): text.told
    case .guessedLabel(let text): [Told(rule)] + text.told
    case .statedEncoding(let stated, let found):
      [Told(rule, ["stated": stated.name, "found": found.name])]
    case .missingConverter(let encoding), .badCharacter(let encoding):
      [Told(rule, ["encoding": encoding.name])]
    case .titleAboveNames(let title, let row):
      [Told(rule, ["title": shown(title), "line": "\(row)"])]
    case .noNames(let row): [Told(rule, ["line": "\(row)"])]
    case .otherSeparator("  "): [Told("\(rule).spaces")]
    case .otherSeparator(let sign): [Told(rule, ["sign": sign])]
    case .repeatedColumnName(let name, let first, let second):
      [Told(rule, ["name": shown(name), "first": "\(first)", "second": "\(second)"])]
    case .tooManyColumns: [Told(rule, numbers: ["limit": CSVLimits.columnCountMax])]
    case .tooManyFields(let found, let columns), .missingFields(let found, let columns):
      [Told(rule, ["found": "\(found)", "columns": "\(columns)"])]
    case .fieldTooLong: [Told(rule, numbers: ["limit": CSVLimits.fieldBytesMax])]
    case .rowTooLong: [Told(rule, numbers: ["limit": CSVLimits.rowBytesMax])]
    }
  }
}

extension GuessedText {
  fileprivate var told: [Told] {
    let rule = ManifestRule.`csv-guessed-encoding`.rawValue
    let texts = ["first": shown(first.text), "encoding": first.encoding.name]
    guard let second else { return [Told("\(rule).one", texts)] }
    let others = ["second": shown(second.text), "other": second.encoding.name]
    return [Told(rule, texts.merging(others) { $1 })]
  }
}

extension StrayRow {
  var told: [Told] {
    switch self {
    case .namesAgain: [Told(rule.rawValue)]
    case .nameAsValue(let text), .total(let text), .almostEmpty(let text), .explanation(let text),
      .otherNames(let text):
      [Told(rule.rawValue, ["text": shown(text)])]
    }
  }
}

extension CellProblem {
  func told(_ column: String, _ value: String) -> [Told] {
    let rule = rule.rawValue
    let texts = ["column": shown(column)]
    return switch self {
    case .errorValue: DamagedValue.errorWord(isCertain: true).told(column, value)
    case .earlyDate: [Told("\(rule).early", texts)]
    case .numberFormat(let format):
      [Told(rule, texts.merging(["format": shown(format)]) { $1 })]
    case .conditionalFormat(let format):
      [Told("\(rule).conditional", texts.merging(["format": shown(format)]) { $1 })]
    case .decimal: [Told("\(rule).decimal", texts.merging(["value": shown(value)]) { $1 })]
    case .inexact: [Told("\(rule).cell", texts)]
    case .covered(let cell): [Told(rule, texts.merging(["cell": "\(cell)"]) { $1 })]
    case .formulaWithoutValue, .dateOfLanguage, .truthValue, .brokenReference: [Told(rule, texts)]
    }
  }
}

extension WorkbookFault {
  var told: [Told] {
    let rule = rule.rawValue
    return switch self {
    case .oldFormat: [Told(rule, ["kind": ".xls"])]
    case .binaryFormat: [Told(rule, ["kind": ".xlsb"])]
    case .noSuchSheet(let name, let sheets):
      [
        Told(
          rule,
          ["name": shown(name), "sheets": sheets.prefix(10).map(quoted).joined(separator: ", ")])
      ]
        + (suggestion(for: name, among: sheets).map { [Told("meant", ["name": shown($0)])] } ?? [])
    case .notASheetOfCells(let name): [Told("\(rule).chart", ["name": shown(name)])]
    case .noSheets: [Told("\(rule).none")]
    case .notAWorkbook(.numbers): [Told("\(rule).numbers")]
    case .damaged(let damage) where damage.part != nil:
      [Told(rule), Told("part", ["part": shown(damage.part ?? "")])]
    case .tooLarge(.rows): [Told("\(rule).rows", numbers: ["limit": WorkbookLimits.rowsMax])]
    case .tooLarge(.columns):
      [Told("\(rule).columns", numbers: ["limit": WorkbookLimits.columnsMax])]
    case .tooLarge(.cells): [Told("\(rule).cells", numbers: ["limit": WorkbookLimits.cellsMax])]
    case .noTemporaryFile: [Told("\(rule).temporary")]
    default: [Told(rule)]
    }
  }
}

extension DamagedValue {
  func told(_ column: String, _ value: String) -> [Told] {
    var texts = ["column": shown(column), "value": shown(value)]
    let part: String
    switch self {
    case .errorWord(isCertain: false), .formula(isCertain: false),
      .shortenedNumber(isCertain: false):
      part = ".perhaps"
    case .midnight: part = ".midnight"
    case .dayOfNothing: part = ".nothing"
    case .questionMark: part = ".sign"
    case .misread(let other): (part, texts["other"]) = ("", shown(other))
    case .escape: part = ".escape"
    case .otherHyphen: part = ".hyphen"
    case .unseen(let number):
      texts["value"] = nil
      switch number {
      case 0xA0, 0x202F: part = ".space"
      default: (part, texts["code"]) = ("", codePoint(number))
      }
    case .encodedTwice, .linkInPath: (part, texts["value"]) = ("", nil)
    default: part = ""
    }
    return [Told(rule.rawValue + part, texts)]
  }
}

extension DamagedColumn {
  func told(_ column: String, _ value: String) -> [Told] {
    var texts = ["column": shown(column), "value": shown(value)]
    if case .lostZeros(let digits) = kind { texts["digits"] = "\(digits)" }
    let names = places.map(\.name).joined(separator: ", ") + (count > places.count ? ", …" : "")
    return [Told(rule.rawValue, texts)]
      + (count > 1 ? [Told("such-values", ["cells": names], numbers: ["n": count])] : [])
  }
}
