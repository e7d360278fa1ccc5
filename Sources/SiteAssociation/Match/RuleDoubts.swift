// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is known of a rule and a link.
enum RuleOutcome: Equatable {
  case matches
  case mismatch(RuleMismatch)
  case mayMatch(MatchDoubt)
}

/// Properties of a rule that Apple neither documents nor shows; most rules have none.
struct Doubts: Sendable {
  /// A variable without values, or one with two meanings, in the path.
  private var hasOddVariable = false
  /// A variable in the query or in the fragment.
  private var hasVariableOutside = false
  /// The path with every slash taken to the letter, for a rule of `paths`.
  private var literalPath: URLPattern?
  /// The path as it is surely read and as it may be read, where these differ.
  private var readings: PathReadings?
  private let otherCharacters: OtherCharacters?
  private let isCaseFolded: Bool
  /// The parts of the rule that have a wrong type.
  private let mistakes: AppleRule.Mistakes
  /// A character that no link has as it is.
  private let hasUnencodedCharacter: Bool

  /// Finds what is doubtful; nil if nothing is.
  init?(_ rule: AppleRule, variables: PatternVariables?, isOfPaths: Bool, room: inout Int) {
    isCaseFolded = !rule.isCaseSensitive && rule.query?.hasItems == true
    mistakes = rule.mistakes
    let patterns = rule.patternsOutsidePath + (rule.path.map { [$0.value] } ?? [])
    hasUnencodedCharacter =
      rule.isPercentEncoded
      && patterns.contains { pattern in
        [PatternToken](pattern, hasVariables: variables != nil).contains(where: \.isUnencoded)
      }
    otherCharacters = OtherCharacters(rule, patterns: patterns, variables: variables)
    let path = rule.path?.value ?? ""
    let tokens = [PatternToken](path, hasVariables: variables != nil)
    if let variables {
      hasOddVariable = tokens.contains { $0.isOddVariable(variables) }
      hasVariableOutside = rule.patternsOutsidePath.contains { pattern in
        [PatternToken](pattern, hasVariables: true).contains {
          $0.isVariable || $0.isUnclosedVariable
        }
      }
    }
    func compile(_ pattern: String, isPath: Bool) -> URLPattern {
      URLPattern(
        pattern, isPath: isPath, variables: variables, isCaseSensitive: rule.isCaseSensitive,
        room: &room)
    }
    if isOfPaths, rule.path != nil { literalPath = compile(path, isPath: false) }
    readings = PathReadings(path, variables: variables) { text, reading in
      URLPattern(
        text, isPath: true, reading: reading, variables: variables,
        isCaseSensitive: rule.isCaseSensitive && !mistakes.contains(.caseSensitive), room: &room)
    }
    let isPlain =
      !hasOddVariable && !hasVariableOutside && !isCaseFolded && mistakes.isEmpty
      && !hasUnencodedCharacter
    if isPlain, literalPath == nil, readings == nil, otherCharacters == nil { return nil }
  }

  func outcome(
    of rule: CompiledAppleRule, with link: LinkText, using scratch: inout PatternScratch
  ) -> RuleOutcome {
    if mistakes == .all { return .mayMatch(.wrongType) }
    if mistakes.contains(.percentEncoded), link.hasEncoding { return .mayMatch(.wrongType) }
    let outcome = outcomeOfPatterns(of: rule, with: link, using: &scratch)
    switch outcome {
    case .matches where !mistakes.isEmpty, .mayMatch where !mistakes.isEmpty:
      return .mayMatch(.wrongType)
    case .matches where hasUnencodedCharacter: return .mayMatch(.unencodedPattern)
    case _ where otherCharacters?.decide(outcome, with: link) == true:
      return .mayMatch(.otherCharacters)
    default: return outcome
    }
  }

  private func outcomeOfPatterns(
    of rule: CompiledAppleRule, with link: LinkText, using scratch: inout PatternScratch
  ) -> RuleOutcome {
    let mismatch = rule.mismatch(with: link, using: &scratch)
    if mismatch == .unusable { return rule.outcomeOfTooLarge(with: link) }
    if hasOddVariable || hasVariableOutside {
      let rest = rule.mismatch(
        with: link, ignoringPath: hasOddVariable, ignoringVariables: hasVariableOutside,
        foldingNames: isCaseFolded, using: &scratch)
      if let rest { return .mismatch(rest) }
      return rule.pathBegins(link) ? .mayMatch(.variable) : .mismatch(.path)
    }
    if let literalPath {
      let isLiteral = literalPath.matches(link.bytes, in: link.path, with: &scratch)
      if isLiteral != (mismatch == nil) { return .mayMatch(.slashesInPaths) }
    }
    if let readings, mismatch == nil || mismatch == .path,
      !readings.surelyMatches(link, using: &scratch),
      mismatch == nil || readings.mayMatch(link, using: &scratch)
    {
      let rest = rule.mismatch(
        with: link, ignoringPath: true, foldingNames: isCaseFolded, using: &scratch)
      return rest.map { .mismatch($0) } ?? .mayMatch(readings.doubt)
    }
    if isCaseFolded {
      let exact = rule.mismatch(with: link, foldingNames: false, using: &scratch)
      if (exact == nil) != (mismatch == nil) { return .mayMatch(.caseOfName) }
    }
    return mismatch.map { .mismatch($0) } ?? .matches
  }
}

extension PatternToken {
  fileprivate var isUnclosedVariable: Bool {
    guard case .text(let text) = self else { return false }
    return String(decoding: text, as: UTF8.self).contains("$(")
  }

  /// Whether it has blanks, control characters or other letters than ASCII.
  var isUnencoded: Bool {
    guard case .text(let text) = self else { return false }
    return !text.allSatisfy { (0x21...0x7E).contains($0) }
  }

  fileprivate func isOddVariable(_ variables: PatternVariables) -> Bool {
    if isUnclosedVariable { return true }
    guard case .variable(let name) = self else { return false }
    let isPredefined = PatternVariables.predefined[name] != nil
    guard let values = variables.defined[name] else { return !isPredefined }
    return isPredefined || values.isEmpty
  }
}

extension AppleRule {
  fileprivate var patternsOutsidePath: [String] {
    let patterns: [String] =
      switch query {
      case .whole(let pattern): [pattern.value]
      case .items(let items): items.map(\.pattern.value)
      case nil: []
      }
    return patterns + (fragment.map { [$0.value] } ?? [])
  }
}

extension AppleQuery {
  fileprivate var hasItems: Bool { if case .items = self { true } else { false } }
}
