// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is known of a rule and a link.
enum RuleOutcome: Equatable {
  case matches
  case mismatch(RuleMismatch)
  case mayMatch(MatchDoubt)
}

/// What Apple neither documents nor shows of one rule; most rules have nothing of the kind.
struct Doubts: Sendable {
  /// A variable without values, or one with two meanings, in the path.
  private var hasOddVariable = false
  /// A variable in the query or in the fragment.
  private var hasVariableOutside = false
  /// The path with every slash taken to the letter, for a rule of `paths`.
  private var literalPath: URLPattern?
  /// The path of the link with which the pattern ends before its last wildcard.
  private var shortPath: URLPattern?
  private let isCaseFolded: Bool

  /// Finds what is doubtful; nil if nothing is.
  init?(_ rule: AppleRule, variables: PatternVariables?, isOfPaths: Bool, room: inout Int) {
    isCaseFolded = !rule.isCaseSensitive && rule.query?.hasItems == true
    let path = rule.path?.value ?? ""
    let tokens = [PatternToken](path, hasVariables: variables != nil)
    if let variables {
      hasOddVariable = tokens.contains { $0.isOddVariable(variables) }
      hasVariableOutside = rule.patternsOutsidePath.contains { pattern in
        [PatternToken](pattern, hasVariables: true).contains(where: \.isVariable)
      }
    }
    func compile(_ pattern: String, isPath: Bool) -> URLPattern {
      URLPattern(
        pattern, isPath: isPath, variables: variables, isCaseSensitive: rule.isCaseSensitive,
        room: &room)
    }
    if isOfPaths, rule.path != nil { literalPath = compile(path, isPath: false) }
    if let short = Self.shortened(path) { shortPath = compile(short, isPath: true) }
    let isPlain = !hasOddVariable && !hasVariableOutside && !isCaseFolded
    if isPlain, literalPath == nil, shortPath == nil { return nil }
  }

  /// `/foo` of `/foo?*`, and `/t` of `/t/*/`; not `/s` of `/s/?*`, about which there is a record.
  private static func shortened(_ path: String) -> String? {
    if path.hasSuffix("/*/") { return String(path.dropLast(3)) }
    guard path.hasSuffix("?*") else { return nil }
    let rest = path.dropLast(2)
    return rest.isEmpty || "/*?".contains(rest.last ?? "/") ? nil : String(rest)
  }

  func outcome(
    of rule: CompiledAppleRule, with link: LinkText, using scratch: inout PatternScratch
  ) -> RuleOutcome {
    let mismatch = rule.mismatch(with: link, using: &scratch)
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
    if let shortPath, mismatch == nil || mismatch == .path,
      shortPath.matches(link.bytes, in: link.pathWithoutTrailingSlashes, with: &scratch)
    {
      let rest = rule.mismatch(
        with: link, ignoringPath: true, foldingNames: isCaseFolded, using: &scratch)
      return rest.map { .mismatch($0) } ?? .mayMatch(.endOfPattern)
    }
    if isCaseFolded {
      let exact = rule.mismatch(with: link, foldingNames: false, using: &scratch)
      if (exact == nil) != (mismatch == nil) { return .mayMatch(.caseOfName) }
    }
    return mismatch.map { .mismatch($0) } ?? .matches
  }
}

extension PatternToken {
  fileprivate var isVariable: Bool { if case .variable = self { true } else { false } }

  fileprivate func isOddVariable(_ variables: PatternVariables) -> Bool {
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
