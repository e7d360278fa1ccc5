// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

extension Problem {
  package var rule: String {
    switch self {
    case .cannotRead: "cannot-read"
    case .encoding: "encoding"
    case .doctype: "doctype"
    case .tooDeep: "too-deep"
    case .markupTooLong: "markup-too-long"
    case .tooManyAttributes: "too-many-attributes"
    case .notXML(let fault): fault.rule
    case .namespace: "namespace"
    case .notAJob: "not-a-job"
    case .unknownElement: "unknown-element"
    case .unknownAttribute: "unknown-attribute"
    case .missingAttribute: "missing-attribute"
    case .missingElement: "missing-element"
    case .repeatedElement: "repeated-element"
    case .tooMany: "too-many"
    case .behindRows: "order"
    case .strayText: "stray-text"
    case .badValue: "bad-value"
    case .unknownEncoding: "unknown-encoding"
    case .conflict: "conflict"
    case .needs: "needs-another"
    case .secret: "secret-in-manifest"
    case .noRows: "no-rows"
    case .tooManyTags: "too-many-tags"
    case .tooManyShown: "too-many-columns"
    case .sameApp: "same-app"
    case .patternBesideAll: "pattern-beside-all"
    case .linkTooLong: "link-too-long"
    case .template(let error): error.rule.rawValue
    case .braces: "braces"
    case .headingInBraces(_, let inLink):
      inLink ? URITemplateError.Rule.variableName.rawValue : "braces"
    case .unknownVariable, .unknownAnswer: "unknown-variable"
    case .badVariableName: "variable-name"
    case .reservedVariable, .onlyInLinks: "reserved-variable"
    case .repeatedVariable: "repeated-variable"
    case .sameColumnName: "same-column-name"
    case .noSuchColumn: "no-such-column"
    case .unusedValue: "unused-value"
    case .outsideFolder: "outside-folder"
    case .csv(let problem): problem.rule
    case .workbook(let fault): fault.rule
    case .sheetOfText: "sheet-of-text"
    case .severalSheets: "several-sheets"
    case .hiddenRows: "hidden-rows"
    case .valueAsName: "no-column-names"
    case .strayRow(let row): row.rule
    case .tableBeside: "table-beside"
    case .cellWithoutName: "cell-without-name"
    case .cell(let problem, _, _): problem.rule
    case .otherTarget: "cell-other-target"
    case .linkBehindText: "cell-hyperlink"
    case .hiddenColumn: "hidden-column"
    case .damagedLabel: "damaged-label"
    case .noID: "no-row-id"
    case .badID: "bad-row-id"
    case .missingValue: "missing-value"
    case .controlCharacter: "control-character"
    case .spaceAtEnd: "space-at-end"
    case .damaged(let damage, _, _): damage.rule
    case .damagedColumn(let damage, _, _): damage.rule
    case .nameInValue: "name-in-value"
    case .link(let error, _): "link-\(error.rule.rawValue)"
    case .mirrorTwice: "mirror-twice"
    case .mirrorCut: "mirror-cut"
    case .mirrorApart: "mirror-apart"
    case .placeholderLost: "placeholder-lost"
    case .valueInHost: "value-place"
    case .sameID, .oneIDForAll: "same-id"
    case .sameLink: "same-link"
    case .sameIDButCase: "same-id-but-case"
    case .sameIDButLook: "same-id-but-look"
    case .sameLinkButCase: "same-link-but-case"
    }
  }

  package var isError: Bool {
    switch self {
    case .unusedValue, .spaceAtEnd, .sameIDButCase, .sameIDButLook, .sameLinkButCase,
      .damagedColumn, .severalSheets, .hiddenRows, .tableBeside, .cellWithoutName,
      .hiddenColumn, .damagedLabel, .otherTarget:
      false
    case .damaged(let damage, _, _): damage.isError
    case .valueAsName(_, _, _, let isUsed): isUsed
    case .strayRow(let row): row.isError
    case .csv(let problem): problem.isError
    default: true
    }
  }
}

extension Problem {
  package var fact: String {
    switch self {
    case .sameIDButCase(let id, let other, _), .sameLinkButCase(let id, let other, _),
      .sameIDButLook(let id, let other, _):
      "\(id)\t\(other)"
    case .otherTarget(let address, _, let value): "\(value)\t\(address)"
    case .spaceAtEnd(_, let value), .damaged(_, _, let value): "\(description)\t\(value)"
    default: description
    }
  }
}

extension XMLFault {
  fileprivate var rule: String {
    switch self {
    case .empty: "empty"
    case .truncated: "truncated"
    case .bareAmpersand: "bare-ampersand"
    case .unknownEntity: "unknown-entity"
    case .mismatchedTag: "mismatched-tag"
    case .repeatedAttribute: "repeated-attribute"
    case .missingQuotes: "missing-quotes"
    case .missingSpace: "missing-space"
    case .badName: "xml-name"
    case .hyphensInComment: "hyphens-in-comment"
    case .lessThanInAttribute: "bare-less-than"
    case .invalidUTF8: "invalid-utf-8"
    case .invalidCharacter: "invalid-character"
    case .undeclaredPrefix: "undeclared-prefix"
    case .behindTheEnd: "behind-the-end"
    case .unsupportedEncoding: "encoding"
    case .other: "not-xml"
    }
  }
}

extension CSVProblem {
  fileprivate var rule: String {
    switch self {
    case .empty: "csv-empty"
    case .guessedEncoding: "csv-guessed-encoding"
    case .guessedLabel: "csv-guessed-label"
    case .statedEncoding: "csv-stated-encoding"
    case .missingConverter: "csv-missing-converter"
    case .titleAboveNames: "csv-title-above-names"
    case .noNames: "csv-no-names"
    case .otherSeparator: "csv-other-separator"
    case .badCharacter: "csv-bad-character"
    case .repeatedColumnName: "csv-repeated-column-name"
    case .tooManyColumns: "csv-too-many-columns"
    case .tooManyFields: "csv-too-many-fields"
    case .missingFields: "csv-missing-fields"
    case .fieldTooLong: "csv-field-too-long"
    case .rowTooLong: "csv-row-too-long"
    case .unclosedQuote: "csv-unclosed-quote"
    case .textAfterQuote: "csv-text-after-quote"
    case .strayQuote: "csv-stray-quote"
    }
  }
}
