// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// The existing dynamic rules of a statement and the added ones: excludes come after all existing rules, so
/// that no link of others is lost, and before the new opening rules; the order of opening rules makes
/// no difference.
struct MergedRules {
  private struct Rule {
    let value: JSONValue
    let text: String
    let isExclude: Bool
    /// Its index among the existing rules; nil if it is added.
    let place: Int?

    init(_ value: JSONValue, place: Int?) {
      self.value = value
      text = value.compact
      isExclude = value.isExclude
      self.place = place
    }
  }

  private let thereCount: Int
  /// The existing rules, and then the added ones.
  private let rules: [Rule]
  /// Nil if a rule cannot be read; then only equal ones are known to cover each other.
  private var coverage: DynamicRuleCoverage?
  /// The numbers of the rules in the order of the new list.
  private var order: [Int]

  init(_ there: [JSONNode], in document: JSONDocument, adding new: [JSONValue]) {
    thereCount = there.count
    rules =
      there.enumerated().map { Rule($1.value, place: $0) } + new.map { Rule($0, place: nil) }
    order = Array(there.indices)
    let known = there.compactMap { try? AndroidAssociation.rule($0, in: document).get() }
    guard let text = JSONLint(Array(JSONValue.array(new).compact.utf8)).document else { return }
    let added = (text.root.elements ?? []).compactMap {
      try? AndroidAssociation.rule($0, in: text).get()
    }
    guard known.count == there.count, added.count == new.count else { return }
    coverage = DynamicRuleCoverage(known + added)
  }

  /// The added rules, each with the number of the existing one before which it comes.
  mutating func added() -> [(number: Int, element: JSONValue)] {
    for number in thereCount..<rules.count { insert(number) }
    var items: [(number: Int, element: JSONValue)] = []
    var next = 0
    for number in order {
      if let place = rules[number].place {
        next = place + 1
      } else {
        items.append((next, rules[number].value))
      }
    }
    return items
  }

  private mutating func insert(_ number: Int) {
    let rule = rules[number]
    var (place, first) = (order.count, 0)
    if rule.isExclude {
      first = (order.lastIndex { rules[$0].place != nil } ?? -1) + 1
      place = (order.lastIndex { rules[$0].isExclude && rules[$0].place == nil } ?? first - 1) + 1
    }
    while place > first {
      let other = rules[order[place - 1]]
      guard other.isExclude == rule.isExclude, isBefore(rule.text, other.text) else { break }
      place -= 1
    }
    // The order of opening rules makes no difference to phones.
    let before = rule.isExclude ? order[..<place] : order[...]
    let isCovered =
      coverage == nil
      ? before.contains { rules[$0].value == rule.value }
      : coverage?.firstRule(covering: number, among: before) != nil
    if !isCovered { order.insert(number, at: place) }
  }
}
