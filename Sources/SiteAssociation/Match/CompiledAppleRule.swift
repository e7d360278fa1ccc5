// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A rule of an Apple file, ready to be compared with links.
///
/// A class, because a million links are not to copy twenty rules a million times.
final class CompiledAppleRule: Sendable {
  let excludes: Bool
  /// Whether it may exclude or open: its flag has a wrong type.
  let mayDoEither: Bool
  /// Whether it is compared with the decoded link.
  let decodes: Bool
  private let isUsable: Bool
  private let folds: Bool
  private let path: URLPattern?
  private let query: Query?
  private let fragment: URLPattern?
  /// What is not known of the rule's parts; nil for nearly every rule.
  private let doubts: Doubts?

  private enum Query: Sendable {
    case whole(URLPattern)
    case items([(name: [UInt8], pattern: URLPattern)])
  }

  /// Compiles a rule; `room` is the number of states that the file may still have.
  init(_ rule: AppleRule, variables: PatternVariables, hasVariables: Bool, room: inout Int) {
    // If it is not known whether case counts, any match is looked for.
    let isCaseSensitive = rule.isCaseSensitive && !rule.mistakes.contains(.caseSensitive)
    func compile(_ text: Placed<String>, isPath: Bool = false) -> URLPattern {
      URLPattern(
        text.value, isPath: isPath, variables: hasVariables ? variables : nil,
        isCaseSensitive: isCaseSensitive, room: &room)
    }
    excludes = rule.excludes
    mayDoEither = rule.mistakes.contains(.exclude)
    decodes = !rule.isPercentEncoded && !rule.mistakes.contains(.percentEncoded)
    folds = !isCaseSensitive
    path = rule.path.map { compile($0, isPath: true) }
    fragment = rule.fragment.map { compile($0) }
    query = rule.query.map { query in
      switch query {
      case .whole(let pattern): .whole(compile(pattern))
      case .items(let items): .items(items.map { (Array($0.name.utf8), compile($0.pattern)) })
      }
    }
    isUsable = rule.isUsable
    doubts = Doubts(
      rule, variables: hasVariables ? variables : nil, isOfPaths: !hasVariables, room: &room)
  }

  /// How the path must begin for the rule to match or to be in doubt.
  var head: (bits: UInt64, mask: UInt64) {
    decodes || doubts != nil ? (0, 0) : path?.head ?? (0, 0)
  }

  /// Whether the rule matches, as far as that is known.
  ///
  /// A search that was broken off may still have matched.
  func outcome(with link: LinkText, using scratch: inout PatternScratch) -> RuleOutcome {
    let outcome = found(with: link, using: &scratch)
    return scratch.isSpent ? .mayMatch(.tooManyWays) : outcome
  }

  private func found(with link: LinkText, using scratch: inout PatternScratch) -> RuleOutcome {
    guard let doubts else {
      let mismatch = mismatch(with: link, using: &scratch)
      if mismatch == .unusable { return outcomeOfTooLarge(with: link) }
      return mismatch.map { .mismatch($0) } ?? .matches
    }
    return doubts.outcome(of: self, with: link, using: &scratch)
  }

  /// What the rest says if the path, or all that has variables, may match.
  func mismatch(
    with link: LinkText, ignoringPath: Bool = false, ignoringVariables: Bool = false,
    foldingNames: Bool, using scratch: inout PatternScratch
  ) -> RuleMismatch? {
    mismatch(
      with: link, path: ignoringPath ? nil : path, query: ignoringVariables ? nil : query,
      fragment: ignoringVariables ? nil : fragment, foldsNames: foldingNames, using: &scratch)
  }

  /// A pattern that is too large to be asked may match, for all that is known here.
  func outcomeOfTooLarge(with link: LinkText) -> RuleOutcome {
    pathBegins(link) ? .mayMatch(.tooManyValues) : .mismatch(.path)
  }

  func pathBegins(_ link: LinkText) -> Bool {
    path?.begins(link.bytes, in: link.pathWithoutTrailingSlashes) ?? true
  }

  /// The first part that does not fit; nil if the rule matches.
  func mismatch(with link: LinkText, using scratch: inout PatternScratch) -> RuleMismatch? {
    mismatch(
      with: link, path: path, query: query, fragment: fragment, foldsNames: folds, using: &scratch)
  }

  private func mismatch(
    with link: LinkText, path: URLPattern?, query: Query?, fragment: URLPattern?,
    foldsNames: Bool, using scratch: inout PatternScratch
  ) -> RuleMismatch? {
    guard isUsable else { return .unusable }
    if let path,
      !path.matches(link.bytes, in: link.pathWithoutTrailingSlashes, with: &scratch)
    {
      return path.isTooLarge ? .unusable : .path
    }
    switch query {
    case .whole(let pattern):
      guard pattern.matches(link.bytes, in: link.query, with: &scratch) else {
        return pattern.isTooLarge ? .unusable : .query
      }
    case .items(let items):
      for index in items.indices {
        guard
          has(
            items[index].name, items[index].pattern, in: link, folds: foldsNames, using: &scratch)
        else {
          return items[index].pattern.isTooLarge ? .unusable : .queryItem(index)
        }
      }
    case nil: break
    }
    if let fragment, !fragment.matches(link.bytes, in: link.fragment, with: &scratch) {
      return fragment.isTooLarge ? .unusable : .fragment
    }
    return nil
  }

  /// The first value of an item that does not match; nil if the link has no such item.
  func misfit(
    ofItem number: Int, in link: LinkText, using scratch: inout PatternScratch
  ) -> Range<Int>? {
    guard case .items(let items) = query else { return nil }
    for item in link.items where link.isEqual(item.name, to: items[number].name, folds: folds) {
      if !items[number].pattern.matches(link.bytes, in: item.value, with: &scratch) {
        return item.value
      }
    }
    return nil
  }

  /// Whether every item with the name matches; a link without it counts as one with an empty value.
  private func has(
    _ name: [UInt8], _ pattern: URLPattern, in link: LinkText, folds: Bool,
    using scratch: inout PatternScratch
  ) -> Bool {
    // The caller calls a search that was broken off unknown.
    guard scratch.count(link.items.count) else { return false }
    var isThere = false
    for item in link.items where link.isEqual(item.name, to: name, folds: folds) {
      isThere = true
      guard pattern.matches(link.bytes, in: item.value, with: &scratch) else { return false }
    }
    return isThere || pattern.matches(link.bytes, in: 0..<0, with: &scratch)
  }
}
