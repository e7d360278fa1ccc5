// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import Glibc
internal import Plain
internal import WebLink

// What a finding says, as names and facts: the words of other languages are made of them.

extension Problem {
  package var told: [Told] {
    switch self {
    case .cannotRead(let name, let code): [about(unreadable(code), ["file": shown(name)])]
    case .encoding(let name?): [about(".named", ["name": shown(name)])]
    case .tooDeep: [about(numbers: ["limit": JobLimits.depthMax])]
    case .doctype, .encoding(nil), .noRows, .patternBesideAll, .braces, .noID,
      .mirrorTwice, .mirrorCut, .mirrorApart:
      [about()]
    case .markupTooLong: [about(numbers: ["limit": JobLimits.markupBytesMax])]
    case .tooManyAttributes: [about(numbers: ["limit": JobLimits.attributesMax])]
    case .tooManyTags: [about(numbers: ["limit": JobLimits.tagCountMax])]
    case .linkTooLong: [about(numbers: ["limit": URITemplate.byteCountMax])]
    case .tooMany(let name, let limit): [about(["element": name], numbers: ["limit": limit])]
    case .tooManyShown(let limit): [about(numbers: ["limit": limit])]
    case .notXML(.unknownEntity(let name)): [about(["name": shown(name ?? "")])]
    case .notXML(.other(let code)): [about(["code": "\(code)"])]
    case .notXML: [about()]
    case .namespace(let found):
      [about(["namespace": "\(Element.namespace)"])]
        + (found.map { [Told("instead-of", ["found": shown($0)])] } ?? [])
    case .notAJob(let name): [about(["element": shown(name)])]
    case .unknownElement(let name, let parent, let close):
      [about(["element": shown(name), "parent": parent])] + meant(close)
        + allowed(close == nil ? Element(rawValue: parent)?.children.map(\.rawValue) ?? [] : [])
    case .unknownAttribute(let name, let element, let close):
      [about(["name": shown(name), "element": element])] + meant(close)
        + allowed(close == nil ? Element(rawValue: element)?.attributes ?? [] : [])
    case .missingAttribute(let names, let element):
      [about(["names": names.map(quoted).joined(separator: " / "), "element": element])]
    case .missingElement(let name), .repeatedElement(let name), .behindRows(let name),
      .strayText(let name):
      [about(["element": name])]
    case .badValue(let value, let attribute, let expected):
      [about(["value": shown(value), "attribute": attribute]), expected.told]
    case .unknownEncoding(let name, let close): [about(["name": shown(name)])] + meant(close)
    case .conflict(let one, let other): [about(["one": shown(one), "other": shown(other)])]
    case .needs(let name, let other): [about(["name": shown(name), "other": other])]
    case .sameApp(let name, let first):
      [about(["app": shown(name), "place": "\(first.line):\(first.column)"])]
    case .template(let error): error.told
    case .headingInBraces(let heading, _): insteadOf(heading: heading)
    case .unknownVariable(let name, let known, _):
      [about(["name": shown(name)])]
        + (ReservedVariable(everydayName: name).map { [Told("write", ["text": $0.inBraces])] }
          ?? suggestion(for: name, among: known).map { meant($0) } ?? columns(known))
    case .unknownAnswer(let name, let known):
      [about(["name": shown(name)])]
        + (suggestion(for: name, among: known).map { meant($0) } ?? columns(known))
    case .secret(let name), .badVariableName(let name), .reservedVariable(let name),
      .repeatedVariable(let name), .unusedValue(let name), .outsideFolder(let name),
      .sheetOfText(let name), .hiddenColumn(let name), .missingValue(let name),
      .controlCharacter(let name), .placeholderLost(let name), .valueInHost(let name):
      [about(["name": shown(name)])]
    case .onlyInLinks(let name, let attribute):
      [about(".links", ["name": shown(name), "attribute": attribute])]
    case .sameColumnName(let name, let headings):
      [about(["name": shown(name), "headings": list(headings)])]
    case .noSuchColumn(let heading, let headings):
      [about(["name": shown(heading)])]
        + (suggestion(for: heading, among: headings).map { meant($0) } ?? columns(headings))
    case .csv(let problem): problem.told(rule)
    case .workbook(let fault): fault.told
    case .severalSheets(let read, let others):
      [about(["sheet": shown(read), "others": list(others)])]
    case .hiddenRows(let count): [about(numbers: ["n": count])]
    case .valueAsName(let text, let column, let row, _):
      [about(["text": shown(text), "line": "\(row)", "name": columnVariable(column)])]
    case .strayRow(let row): row.told
    case .tableBeside(let column): [about(["column": column])]
    case .cellWithoutName(let text, let columns):
      [
        about(
          ["text": shown(text), "columns": columns.joined(separator: ", ")],
          numbers: ["n": columns.count])
      ]
    case .cell(let problem, let column, let value): problem.told(column, value)
    case .otherTarget(let address, let column, let value),
      .linkBehindText(let address, let column, let value):
      [about(["address": shown(address), "column": shown(column), "value": shown(value)])]
    case .damagedLabel("", let column): [about(".empty", ["column": shown(column)])]
    case .damagedLabel(let value, let column):
      [about(["column": shown(column), "value": shown(value)])]
    case .badID(let id): [about(["id": shown(id), "limit": "\(JobLimits.rowIDBytesMax)"])]
    case .spaceAtEnd(let name, let value): [about(["name": shown(name), "value": shown(value)])]
    case .damaged(let damage, let column, let value): damage.told(column, value)
    case .damagedColumn(let damage, let column, let value): damage.told(column, value)
    case .nameInValue(let name, let column):
      [about(["name": shown(name), "column": shown(column)])]
    case .link(let error, let link):
      isEncodedLink(link)
        ? [Told("link-encoded", ["link": shown(link)])]
        : [Told("in-link", ["link": shown(link)])] + error.told
    case .oneIDForAll: [about(".all")]
    case .sameID(let id, let first): [about(["id": shown(id), "place": first.spot])]
    case .sameLink(let link, let first): [about(first.fact, ["link": shown(link)] + first.facts)]
    case .sameIDButCase(let id, let other, let first), .sameIDButLook(let id, let other, let first):
      [about(["id": shown(id), "other": shown(other), "place": first.spot])]
    case .sameLinkButCase(let link, let other, let first):
      [about(first.fact, ["link": shown(link), "other": shown(other)] + first.facts)]
    }
  }

  /// The problem's own name; a further part of it tells apart sentences of one rule.
  private func about(
    _ part: String = "", _ texts: [String: String] = [:], numbers: [String: Int] = [:]
  ) -> Told {
    Told(rule + part, texts, numbers: numbers)
  }

  private func about(_ texts: [String: String], numbers: [String: Int] = [:]) -> Told {
    about("", texts, numbers: numbers)
  }
}

extension EarlierRow {
  /// As someone finds it who has the sheet open.
  fileprivate var spot: String {
    cell?.wholeName ?? "\(file.split(separator: "/").last ?? ""):\(position.line)"
  }

  fileprivate var fact: String { id == nil ? "" : ".row" }

  fileprivate var facts: [String: String] {
    ["place": spot] + (id.map { ["row": shown($0)] } ?? [:])
  }
}

private func + (one: [String: String], other: [String: String]) -> [String: String] {
  one.merging(other) { $1 }
}

private func unreadable(_ code: Int32) -> String {
  switch code {
  case ENOENT: ".missing"
  case EACCES, EPERM: ".closed"
  case EISDIR: ".folder"
  case ESPIPE: ".special"
  default: ""
  }
}

private func meant(_ name: String?) -> [Told] {
  name.map { [Told("meant", ["name": shown($0)])] } ?? []
}

private func allowed(_ names: [String]) -> [Told] {
  names.isEmpty ? [] : [Told("allowed", ["names": names.joined(separator: ", ")])]
}

private func columns(_ names: [String]) -> [Told] {
  names.isEmpty ? [] : [Told("known", ["names": list(names)])]
}

/// The names of columns; of many only the first.
private func list(_ names: [String]) -> String {
  firstNames(8, of: names.map(quoted))
}

extension ExpectedValue {
  fileprivate var told: Told {
    switch self {
    case .jobID: Told("expected.job-id", numbers: ["limit": JobLimits.jobIDCharactersMax])
    case .oneOf(let words):
      Told("expected.one-of", ["names": words.map(quoted).joined(separator: ", ")])
    case .number(let range):
      Told("expected.number", ["from": "\(range.lowerBound)", "to": "\(range.upperBound)"])
    case .rowNumber(let range, let word):
      Told(
        "expected.row-number",
        ["from": "\(range.lowerBound)", "to": "\(range.upperBound)", "word": word])
    case .names: Told("expected.names")
    case .text: Told("expected.text")
    case .appleIdentifier: Told("expected.app")
    case .packageName: Told("expected.package")
    case .certificates: Told("expected.certificates")
    case .entitlements: Told("expected.entitlements")
    case .filters: Told("expected.filters")
    case .variable: Told("expected.variable")
    case .language: Told("expected.language")
    }
  }
}

/// What to write in place of a heading between braces.
private func insteadOf(heading: String) -> [Told] {
  let own = heading.utf8.allSatisfy { $0 < 0x80 }
  let name = own ? variableName(of: heading) : suggestedName(for: heading)
  return [
    Told(
      own ? "heading-in-braces" : "heading-in-braces.column",
      ["heading": shown(heading), "name": name])
  ]
}

extension URITemplateError {
  fileprivate var told: [Told] {
    let place = Told("at-character", ["position": "\(offset + 1)"])
    let sign = character.map { String($0) }
    return switch rule {
    case .tooLong: [Told(rule.rawValue, numbers: ["limit": URITemplate.byteCountMax])]
    case .tooManyVariables:
      [place, Told(rule.rawValue, numbers: ["limit": URITemplate.variableCountMax])]
    case .variableName where sign == nil: [place, Told("\(rule.rawValue).missing")]
    case .reservedOperator, .variableName, .literalCharacter:
      [place, Told(rule.rawValue, ["sign": shown(sign ?? "")])]
    default: [place, Told(rule.rawValue)]
    }
  }
}

extension WebLinkError {
  fileprivate var told: [Told] {
    let key = "link-\(rule.rawValue)"
    let place = Told("at-character", ["position": "\(offset + 1)"])
    return switch rule {
    case .empty, .mistypedScheme, .schemeNotOpened: [Told(key)]
    case .tooLong: [Told(key, numbers: ["limit": WebLink.byteCountMax])]
    case .missingScheme:
      [Told(meant == .mail ? "\(key).mail" : meant == .telephone ? "\(key).telephone" : key)]
    case .controlCharacter, .invisibleCharacter, .noCharacter: [place, Told(key, ["code": code])]
    case .numberCharacter, .hostCharacter:
      [place, Told(key, ["sign": shown(character.map { String($0) } ?? "")])]
    default: [place, Told(key)]
    }
  }
}
