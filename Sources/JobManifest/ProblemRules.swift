// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

extension Problem {
  package var rule: String {
    let rule: ManifestRule
    switch self {
    case .cannotRead: rule = .`cannot-read`
    case .encoding: rule = .encoding
    case .doctype: rule = .doctype
    case .tooDeep: rule = .`too-deep`
    case .markupTooLong: rule = .`markup-too-long`
    case .tooManyAttributes: rule = .`too-many-attributes`
    case .notXML(let fault): rule = fault.rule
    case .namespace: rule = .namespace
    case .notAJob: rule = .`not-a-job`
    case .unknownElement: rule = .`unknown-element`
    case .unknownAttribute: rule = .`unknown-attribute`
    case .missingAttribute: rule = .`missing-attribute`
    case .missingElement: rule = .`missing-element`
    case .repeatedElement: rule = .`repeated-element`
    case .tooMany: rule = .`too-many`
    case .behindRows: rule = .order
    case .strayText: rule = .`stray-text`
    case .badValue: rule = .`bad-value`
    case .unknownEncoding: rule = .`unknown-encoding`
    case .conflict: rule = .conflict
    case .needs: rule = .`needs-another`
    case .secret: rule = .`secret-in-manifest`
    case .noRows: rule = .`no-rows`
    case .tooManyTags: rule = .`too-many-tags`
    case .tooManyShown: rule = .`too-many-columns`
    case .sameApp: rule = .`same-app`
    case .patternBesideAll: rule = .`pattern-beside-all`
    case .linkTooLong: rule = .`link-too-long`
    case .template(let error): return error.rule.rawValue
    case .headingInBraces(_, inLink: true): return URITemplateError.Rule.variableName.rawValue
    case .braces, .headingInBraces: rule = .braces
    case .unknownVariable, .unknownAnswer: rule = .`unknown-variable`
    case .badVariableName: rule = .`variable-name`
    case .reservedVariable, .onlyInLinks: rule = .`reserved-variable`
    case .repeatedVariable: rule = .`repeated-variable`
    case .sameColumnName: rule = .`same-column-name`
    case .noSuchColumn: rule = .`no-such-column`
    case .unusedValue: rule = .`unused-value`
    case .outsideFolder: rule = .`outside-folder`
    case .csv(let problem): rule = problem.rule
    case .workbook(let fault): rule = fault.rule
    case .sheetOfText: rule = .`sheet-of-text`
    case .severalSheets: rule = .`several-sheets`
    case .hiddenRows: rule = .`hidden-rows`
    case .valueAsName: rule = .`no-column-names`
    case .strayRow(let row): rule = row.rule
    case .tableBeside: rule = .`table-beside`
    case .cellWithoutName: rule = .`cell-without-name`
    case .cell(let problem, _, _): rule = problem.rule
    case .otherTarget: rule = .`cell-other-target`
    case .linkBehindText: rule = .`cell-hyperlink`
    case .hiddenColumn: rule = .`hidden-column`
    case .damagedLabel: rule = .`damaged-label`
    case .noID: rule = .`no-row-id`
    case .badID: rule = .`bad-row-id`
    case .missingValue: rule = .`missing-value`
    case .controlCharacter: rule = .`control-character`
    case .spaceAtEnd: rule = .`space-at-end`
    case .damaged(let damage, _, _): rule = damage.rule
    case .damagedColumn(let damage, _, _): rule = damage.rule
    case .nameInValue: rule = .`name-in-value`
    case .link(let error, _): return "link-\(error.rule.rawValue)"
    case .mirrorTwice: rule = .`mirror-twice`
    case .mirrorCut: rule = .`mirror-cut`
    case .mirrorApart: rule = .`mirror-apart`
    case .placeholderLost: rule = .`placeholder-lost`
    case .valueInHost: rule = .`value-place`
    case .sameID, .oneIDForAll: rule = .`same-id`
    case .sameLink: rule = .`same-link`
    case .sameIDButCase: rule = .`same-id-but-case`
    case .sameIDButLook: rule = .`same-id-but-look`
    case .sameLinkButCase: rule = .`same-link-but-case`
    }
    return rule.rawValue
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
  fileprivate var rule: ManifestRule {
    switch self {
    case .empty: .empty
    case .truncated: .truncated
    case .bareAmpersand: .`bare-ampersand`
    case .unknownEntity: .`unknown-entity`
    case .mismatchedTag: .`mismatched-tag`
    case .repeatedAttribute: .`repeated-attribute`
    case .missingQuotes: .`missing-quotes`
    case .missingSpace: .`missing-space`
    case .badName: .`xml-name`
    case .hyphensInComment: .`hyphens-in-comment`
    case .lessThanInAttribute: .`bare-less-than`
    case .invalidUTF8: .`invalid-utf-8`
    case .invalidCharacter: .`invalid-character`
    case .undeclaredPrefix: .`undeclared-prefix`
    case .behindTheEnd: .`behind-the-end`
    case .unsupportedEncoding: .encoding
    case .other: .`not-xml`
    }
  }
}

extension CSVProblem {
  fileprivate var rule: ManifestRule {
    switch self {
    case .empty: .`csv-empty`
    case .guessedEncoding: .`csv-guessed-encoding`
    case .guessedLabel: .`csv-guessed-label`
    case .statedEncoding: .`csv-stated-encoding`
    case .missingConverter: .`csv-missing-converter`
    case .titleAboveNames: .`csv-title-above-names`
    case .noNames: .`csv-no-names`
    case .otherSeparator: .`csv-other-separator`
    case .badCharacter: .`csv-bad-character`
    case .repeatedColumnName: .`csv-repeated-column-name`
    case .tooManyColumns: .`csv-too-many-columns`
    case .tooManyFields: .`csv-too-many-fields`
    case .missingFields: .`csv-missing-fields`
    case .fieldTooLong: .`csv-field-too-long`
    case .rowTooLong: .`csv-row-too-long`
    case .unclosedQuote: .`csv-unclosed-quote`
    case .textAfterQuote: .`csv-text-after-quote`
    case .strayQuote: .`csv-stray-quote`
    }
  }
}
