// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The dynamic rules of one statement, ready to be compared with links.
struct AndroidRules: Sendable {
  private struct Rule: Sendable {
    let excludes: Bool
    let path: AndroidPattern?
    /// Which of `items` it asks for.
    let items: Range<Int>
    let fragment: AndroidPattern?
    /// Why it is not certain that a link matches that fits.
    let doubt: MatchDoubt?
    /// Whether Android may ignore it, with all others of the app, which opens links that do not fit.
    let mayBeIgnored: Bool
  }

  private let rules: [Rule]
  /// How the path of a link must begin for each rule.
  private let heads: [(bits: UInt64, mask: UInt64)]
  private let items: [AndroidPattern]
  /// What all patterns are made of.
  private let tokens: [UInt32]

  /// Whether a rule matches a link.
  enum Fit {
    case yes
    case maybe(MatchDoubt)
    /// The first part that does not fit.
    case no(RuleMismatch)
  }

  /// What all rules together say about a link, by their numbers.
  struct Answer {
    fileprivate(set) var verdict = LinkVerdict.none
    fileprivate(set) var rule: Int?
    fileprivate(set) var doubt: MatchDoubt?
    fileprivate(set) var doubtfulRule: Int?
  }

  init(_ list: [AndroidRule]) {
    var tokens: [UInt32] = []
    var items: [AndroidPattern] = []
    rules = list.map { rule in
      let first = items.count
      for item in rule.query {
        let pattern = Self.certain(item.pattern.value)
        items.append(
          AndroidRule.isOddName(item.name)
            ? AndroidPattern("*", addingTo: &tokens)
            : AndroidPattern(pattern, itemNamed: item.name, addingTo: &tokens))
      }
      return Rule(
        excludes: rule.excludes,
        path: rule.path.map { AndroidPattern(Self.certain($0.value), addingTo: &tokens) },
        items: first..<items.count,
        fragment: rule.fragment.map { AndroidPattern(Self.certain($0.value), addingTo: &tokens) },
        doubt: rule.doubt, mayBeIgnored: rule.hasUnknownKey)
    }
    // One that may be ignored is asked about every link.
    heads = rules.map { ($0.mayBeIgnored ? nil : $0.path?.head(tokens: tokens)) ?? (0, 0) }
    self.items = items
    self.tokens = tokens
  }

  /// The part of a pattern about which all is known, and anything after it.
  private static func certain(_ pattern: String) -> String {
    let bytes = Array(pattern.utf8)
    let hasEscapes = AndroidPattern.isGlob(pattern)
    let end = bytes.indices.first { index in
      bytes[index] == UInt8(ascii: "\\") && hasEscapes || bytes[index...].starts(with: "$(".utf8)
    }
    return end.map { String(decoding: bytes[..<$0], as: UTF8.self) + "*" } ?? pattern
  }

  /// Asks the rules in their order.
  ///
  /// After a rule that may match, the search goes on; if what that rule
  /// would say differs from the end of the search, the link is not said to open.
  func answer(to link: AndroidLink, steps: inout Int) -> Answer {
    var answer = Answer()
    var mayOpen: (rule: Int, doubt: MatchDoubt)?
    var mayExclude: (rule: Int, doubt: MatchDoubt)?
    let head = link.head
    search: for number in rules.indices {
      // Most rules are about other paths.
      if let head, (head ^ heads[number].bits) & heads[number].mask != 0 { continue }
      let rule = rules[number]
      switch fit(rule, link, steps: &steps) {
      case .no:
        if rule.mayBeIgnored { mayOpen = mayOpen ?? (number, .unknownKey) }
      case .maybe(let doubt) where rule.excludes: mayExclude = mayExclude ?? (number, doubt)
      case .maybe(let doubt): mayOpen = mayOpen ?? (number, doubt)
      case .yes:
        answer.verdict = rule.excludes ? .excluded : .opens
        answer.rule = number
        break search
      }
    }
    if answer.verdict == .opens {
      guard let mayExclude else { return answer }
      answer.verdict = .excluded
      answer.rule = mayExclude.rule
      (answer.doubtfulRule, answer.doubt) = mayExclude
    } else if let mayOpen {
      (answer.doubtfulRule, answer.doubt) = mayOpen
    }
    return answer
  }

  func fit(_ number: Int, _ link: AndroidLink, steps: inout Int) -> Fit {
    fit(rules[number], link, steps: &steps)
  }

  private func fit(_ rule: Rule, _ link: AndroidLink, steps: inout Int) -> Fit {
    var doubt: MatchDoubt?
    if let path = rule.path {
      switch fit(path, toPathOf: link, steps: &steps) {
      case .no: return .no(.path)
      case .maybe(let reason): doubt = reason
      case .yes: break
      }
    }
    for index in rule.items {
      switch fit(items[index], toItemsOf: link, steps: &steps) {
      case .no: return .no(.queryItem(index - rule.items.lowerBound))
      case .maybe(let reason): doubt = doubt ?? reason
      case .yes: break
      }
    }
    if let fragment = rule.fragment {
      guard let part = link.fragment else { return .no(.fragment) }
      switch fit(fragment, to: part, of: link, steps: &steps) {
      case .no: return .no(.fragment)
      case .maybe(let reason): doubt = doubt ?? reason
      case .yes: break
      }
    }
    return (doubt ?? rule.doubt).map { .maybe($0) } ?? .yes
  }

  private func fit(
    _ pattern: AndroidPattern, to part: AndroidLink.Part, of link: AndroidLink, steps: inout Int
  ) -> AndroidPattern.Fit {
    pattern.fit(
      link.units.span, part, hasPairs: link.hasPairs, tokens: tokens.span, steps: &steps)
  }

  private func fit(
    _ path: AndroidPattern, toPathOf link: AndroidLink, steps: inout Int
  ) -> AndroidPattern.Fit {
    let fit = fit(path, to: link.path, of: link, steps: &steps)
    guard link.path.range.isEmpty else { return fit }
    // Whether the phone adds the slash that is missing depends on what hands the link over.
    let slash = [UInt16(UInt8(ascii: "/"))]
    let withSlash = path.fit(
      slash.span, AndroidLink.Part(0..<1), hasPairs: false, tokens: tokens.span, steps: &steps)
    return fit == withSlash ? fit : .maybe(.emptyPath)
  }

  /// An item must be there and match; Android takes no absent item for an empty one.
  private func fit(
    _ item: AndroidPattern, toItemsOf link: AndroidLink, steps: inout Int
  ) -> AndroidPattern.Fit {
    var doubt: MatchDoubt?
    for part in link.items {
      switch fit(item, to: part, of: link, steps: &steps) {
      case .yes: return .yes
      case .maybe(let reason): doubt = doubt ?? reason
      case .no: break
      }
    }
    return doubt.map { .maybe($0) } ?? .no
  }
}

extension AndroidRule {
  /// What Google's documentation leaves open of the rule; nil if nothing.
  fileprivate var doubt: MatchDoubt? {
    let patterns = [path, fragment].compactMap { $0?.value } + query.map(\.pattern.value)
    if hasUnknownKey { return .unknownKey }
    if asksNothing { return .asksNothing }
    if patterns.contains(where: { $0.contains("$(") }) { return .variableOnAndroid }
    if patterns.contains(where: \.hasEscape) { return .backslash }
    return query.contains { Self.isOddName($0.name) } ? .nameWithWildcard : nil
  }

  /// Whether Android may take something in the name of an item for a wildcard.
  static func isOddName(_ name: String) -> Bool {
    name.utf8.contains { "*?\\".utf8.contains($0) }
  }
}

extension String {
  /// Whether a `\` in the pattern may be an escape, as it is beside wildcards.
  fileprivate var hasEscape: Bool {
    utf8.contains(UInt8(ascii: "\\")) && AndroidPattern.isGlob(self)
  }
}
