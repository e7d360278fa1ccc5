// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Tells which rules of an entry match every link that another one matches.
///
/// The answer errs on the side of no: a file that works is not to be called wrong.
struct RuleCoverage {
  /// Steps of matching spent on one file; what is not compared by then counts as not covered.
  private static let stepCount = 10_000_000
  private static let pairCount = 1_000_000

  private struct Rule {
    let isUsable: Bool
    let isCaseSensitive: Bool
    let isPercentEncoded: Bool
    let path: PatternLanguage?
    let fragment: PatternLanguage?
    let query: Query?
  }

  private enum Query {
    case whole(PatternLanguage)
    case items([(name: String, pattern: PatternLanguage)])
  }

  private let rules: [Rule]
  private var scratch = PatternScratch(stepLimit: stepCount)
  private var pairs = 0

  init(_ entry: AppleEntry, variables: PatternVariables) {
    let names = entry.form == .components ? variables : nil
    var room = PatternCompiler.stateCount
    var textRoom = PatternLanguage.byteCount
    rules = entry.rules.map { rule in
      func language(_ text: String, isPath: Bool = false) -> PatternLanguage {
        PatternLanguage(
          text, isPath: isPath, variables: names, isCaseSensitive: rule.isCaseSensitive,
          room: &room, textRoom: &textRoom)
      }
      let query: Query? = rule.query.map { query in
        switch query {
        case .whole(let pattern): .whole(language(pattern.value))
        case .items(let items): .items(items.map { ($0.name, language($0.pattern.value)) })
        }
      }
      return Rule(
        isUsable: rule.isUsable && rule.mistakes.isSubset(of: .exclude),
        isCaseSensitive: rule.isCaseSensitive,
        isPercentEncoded: rule.isPercentEncoded,
        path: rule.path.map { language($0.value, isPath: true) },
        fragment: rule.fragment.map { language($0.value) }, query: query)
    }
  }

  /// Whether a rule matches every link.
  func matchesEverything(_ number: Int) -> Bool {
    let rule = rules[number]
    let matchesAnyQuery =
      switch rule.query {
      case nil: true
      case .whole(let pattern): pattern.pattern.matchesAnything
      case .items(let items): items.allSatisfy { $0.pattern.pattern.matchesAnything }
      }
    return rule.isUsable && matchesAnyQuery && rule.path?.pattern.matchesAnything != false
      && rule.fragment?.pattern.matchesAnything != false
  }

  /// The first rule before this one that matches whatever it matches; with a bound, the first before that.
  mutating func firstRule(covering number: Int, before bound: Int? = nil) -> Int? {
    for earlier in 0..<min(number, bound ?? number) {
      pairs += 1
      guard pairs < Self.pairCount else { return nil }
      if covers(rules[earlier], rules[number]) || matchesEverything(earlier) { return earlier }
    }
    return nil
  }

  private mutating func covers(_ wide: Rule, _ narrow: Rule) -> Bool {
    wide.isUsable && narrow.isUsable && wide.isCaseSensitive == narrow.isCaseSensitive
      && wide.isPercentEncoded == narrow.isPercentEncoded && covers(wide.path, narrow.path)
      && covers(wide.fragment, narrow.fragment) && covers(wide.query, narrow.query)
  }

  /// A part that is not named admits everything.
  private mutating func covers(_ wide: PatternLanguage?, _ narrow: PatternLanguage?) -> Bool {
    guard let wide, !wide.pattern.matchesAnything else { return true }
    guard let narrow else { return false }
    return wide.covers(narrow, using: &scratch)
  }

  private mutating func covers(_ wide: Query?, _ narrow: Query?) -> Bool {
    switch (wide, narrow) {
    case (nil, _): return true
    case (.whole(let wide), .whole(let narrow)): return covers(wide, narrow)
    case (.whole(let wide), _): return wide.pattern.matchesAnything
    case (.items(let wide), _):
      var known: [(name: String, pattern: PatternLanguage)] = []
      if case .items(let narrow) = narrow { known = narrow }
      for item in wide {
        let same = known.first { $0.name.utf8.elementsEqual(item.name.utf8) }
        guard covers(item.pattern, same?.pattern) else { return false }
      }
      return true
    }
  }
}
