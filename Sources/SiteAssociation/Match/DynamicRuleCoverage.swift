// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Tells which dynamic rules of Android match every link that another one matches.
///
/// It is not documented in every case where a star ends, so only certain cases count: a pattern
/// without a star, or with a single one at its end, that matches another pattern character by character.
struct DynamicRuleCoverage {
  /// The limit for one list; a rule that was not compared by then counts as not covered.
  private static let stepCount = 10_000_000

  private struct Pattern {
    let text: [UInt8]
    /// What comes before the star at the end; nil if there is a star before that.
    let beginning: ArraySlice<UInt8>?
    let hasStar: Bool
    let admitsEveryPath: Bool

    init(_ pattern: String) {
      text = Array(pattern.utf8)
      admitsEveryPath = text.elementsEqual("*".utf8) || text.elementsEqual("/*".utf8)
      hasStar = text.last == UInt8(ascii: "*")
      let beginning = hasStar ? text.dropLast() : text[...]
      self.beginning = beginning.contains(UInt8(ascii: "*")) ? nil : beginning
    }
  }

  private struct Rule {
    let path: Pattern?
    let query: [(name: String, pattern: Pattern)]
    let fragment: Pattern?
    /// Whether it is known what it matches.
    let isCertain: Bool
  }

  private let rules: [Rule]
  private var steps = 0

  init(_ rules: [AndroidRule]) {
    self.rules = rules.map { rule in
      Rule(
        path: rule.path.map { Pattern($0.value) },
        query: rule.query.map { ($0.name, Pattern($0.pattern.value)) },
        fragment: rule.fragment.map { Pattern($0.value) },
        isCertain: !rule.asksNothing && !rule.hasUnknownKey)
    }
  }

  /// Whether a rule matches every link.
  func matchesEverything(_ number: Int) -> Bool {
    let rule = rules[number]
    // Android takes no absent item and no absent fragment for an empty one.
    return rule.isCertain && rule.query.isEmpty && rule.fragment == nil
      && admitsEveryPath(rule.path)
  }

  /// The first rule before this one that matches whatever it matches.
  mutating func firstRule(covering number: Int) -> Int? {
    firstRule(covering: number, among: 0..<number)
  }

  /// The first of some rules that matches whatever this one matches.
  mutating func firstRule(covering number: Int, among others: some Sequence<Int>) -> Int? {
    for earlier in others {
      guard steps < Self.stepCount else { return nil }
      if covers(rules[earlier], rules[number]) { return earlier }
    }
    return nil
  }

  private mutating func covers(_ wide: Rule, _ narrow: Rule) -> Bool {
    steps += 1
    guard wide.isCertain, admitsEveryPath(wide.path) || covers(wide.path, narrow.path),
      covers(wide.fragment, narrow.fragment)
    else { return false }
    for item in wide.query {
      steps += narrow.query.count
      let same = narrow.query.first { $0.name.utf8.elementsEqual(item.name.utf8) }
      guard covers(item.pattern, same?.pattern) else { return false }
    }
    return true
  }

  private func admitsEveryPath(_ path: Pattern?) -> Bool {
    path?.admitsEveryPath ?? true
  }

  private mutating func covers(_ wide: Pattern?, _ narrow: Pattern?) -> Bool {
    guard let wide else { return true }
    guard let narrow else { return false }
    steps += min(wide.text.count, narrow.text.count)
    if wide.text == narrow.text { return true }
    guard let beginning = wide.beginning, narrow.text.count >= beginning.count,
      wide.hasStar || narrow.text.count == beginning.count
    else { return false }
    return zip(beginning, narrow.text).allSatisfy { wanted, found in
      // It does not matter here how much of a longer character a `?` matches.
      wanted == found
        || wanted == UInt8(ascii: "?") && found < 0x80 && found != UInt8(ascii: "*")
    }
  }
}
