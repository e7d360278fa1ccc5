// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import StrictJSON

// What is wrong with a file, as names and facts: the words of other languages are made of them.

extension LintFinding {
  package var told: [Told] {
    switch rule {
    case .notJSON, .emptyFile, .byteOrderMark, .duplicateKey: json?.told ?? []
    case .tooLarge: [about(numbers: sizes(AssociationLint.appleByteCount))]
    case .nearlyTooLarge: [about(numbers: sizes(AssociationLint.cautiousByteCount))]
    case .misspeltSection, .misspeltKey, .wrongFileName, .starBeforeWildcard, .pathWithoutSlash:
      [about(textFact.merging(meantFact) { $1 })]
    case .unknownComponentKey, .unknownVariable:
      [suggestion == nil ? about(textFact) : about(".meant", textFact.merging(meantFact) { $1 })]
    case .noPrefix: [suggestion == nil ? about(textFact) : about(".meant", meantFact)]
    case .malformedFingerprint, .wrongRelation:
      [suggestion == nil ? about() : about(".meant", meantFact)]
    case .misplacedSection, .malformedService, .notAList, .placeholder, .malformedAppID,
      .appClipUnderAppLinks, .exampleName, .numericPrefix, .flagNotBoolean, .placeholderInPattern,
      .regularExpression, .patternInDefaults, .unencodedCharacter, .vacuousQuery,
      .entryOnlyExcludes, .variableOnAndroid, .keyOfApple, .platformsDiffer:
      [about(textFact)]
    case .unreachable, .deadExclude, .excludeAcrossApps, .excludedByEarlierEntry:
      [about(placeFacts)]
    case .duplicateApp, .parentIsCovered, .shadowedByOtherApp, .duplicateStatement,
      .otherDynamicRules:
      [about(textFact.merging(placeFacts) { $1 })]
    case .misplacedExtension: [misplacedExtension]
    case .publicTestKey:
      [about(text?.contains("\"") == true ? ".android" : ".react", nameInQuotes)]
    case .wrongRoot, .otherPlatform, .noAppLinks, .noDetails, .noApp, .appsNotEmpty, .legacyForm,
      .mixedForms, .appIDAndAppIDs, .noPatterns, .uselessAppClips, .notAnObject, .sampleLeftIn,
      .excludesEverything, .patternNotString, .queryInPath, .unclosedVariable, .encodedPattern,
      .commentPromisesMore, .urlInPath, .malformedStatement, .wrongNamespace, .wrongPackage,
      .noFingerprints, .wrongSite, .malformedDynamicRule, .onlyExcludes, .includesOthers,
      .asksNothing:
      [about()]
    }
  }

  /// The rule's own name; a further part of it tells apart sentences of one rule.
  private func about(
    _ part: String = "", _ texts: [String: String] = [:], numbers: [String: Int] = [:]
  ) -> Told {
    Told(rule.rawValue + part, texts, numbers: numbers)
  }

  private func about(_ texts: [String: String]) -> Told { about("", texts) }

  private var textFact: [String: String] { ["text": shown(text ?? "")] }
  private var meantFact: [String: String] { ["meant": shown(suggestion ?? "")] }
  private var placeFacts: [String: String] { other?.facts ?? [:] }

  private func sizes(_ limit: Int) -> [String: Int] { ["size": byteCount ?? 0, "limit": limit] }

  private var misplacedExtension: Told {
    switch text {
    case AndroidAssociation.rulesKey:
      about(".rules", textFact.merging(["relation": AndroidAssociation.openingLinks]) { $1 })
    case AndroidAssociation.openingLinks: about(".relation", textFact)
    default: about(textFact)
    }
  }

  /// Which of the keys that Android's developers gave away.
  private var nameInQuotes: [String: String] {
    let parts = (text ?? "").split(separator: "\"", omittingEmptySubsequences: false)
    return parts.count > 1 ? ["name": shown(String(parts[1]))] : [:]
  }
}

extension JSONFinding {
  /// What is wrong, and what is there; the place comes with the finding.
  fileprivate var told: [Told] {
    let name = "json-\(rule.rawValue)"
    return switch rule {
    case .tooLarge, .tooDeep: [Told(name, numbers: ["limit": limit ?? 0])]
    case .oddSpace, .missingComma, .missingValue, .unexpectedCharacter, .smartQuote, .singleQuote,
      .badNumber, .controlCharacter:
      [Told(name), sign]
    case .wrongBracket: [Told(name), sign] + place("json-opened")
    case .unclosedBracket: [Told(name)] + place("json-opened")
    case .duplicateKey: [Told(name, ["name": shown(self.name ?? "")])] + place("json-first")
    case .unknownWord: [Told(name, ["name": shown(self.name ?? "")])]
    default: [Told(name)]
    }
  }

  private func place(_ name: String) -> [Told] { other.map { [Told(name, $0.facts)] } ?? [] }

  /// A character has a name only in English, so others have their number.
  private var sign: Told {
    guard let character else { return Told("json-end") }
    if (0x21...0x7E).contains(character.value) {
      return Told("json-sign", ["sign": String(character)])
    }
    let digits = String(character.value, radix: 16, uppercase: true)
    let zeros = String(repeating: "0", count: max(0, 4 - digits.utf8.count))
    return Told("json-character", ["code": "U+\(zeros)\(digits)"])
  }
}
