// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The dynamic rules of an Android file, compiled once and matched with any number of links.
///
/// It tells what Android 15 and later do; earlier versions ask the app's own manifest alone. Dynamic
/// rules only narrow the manifest, so "opens" means: if the app asks for such links at all.
package struct AndroidMatcher: Sendable {
  package let association: AndroidAssociation
  /// The packages that the file names, each once, in the order of the file.
  let packages: [String]
  private let host: [UInt8]?
  private let rules: [[CompiledRule]]
  /// For each app the number of the statement that counts: the first with rules, or the first at all.
  let statementOfApp: [Int]
  private(set) var link = LinkText()
  private var verdicts: [AppVerdict]
  /// How many steps of matching were done so far, for all links together.
  package private(set) var steps = 0

  private struct CompiledRule: Sendable {
    let path: AndroidPattern?
    let query: [(name: [UInt8], pattern: AndroidPattern)]
    let fragment: AndroidPattern?
    let excludes: Bool
  }

  /// Compiles a file; with a host, links of other hosts match nothing.
  package init(_ association: AndroidAssociation, host: String? = nil) {
    self.association = association
    self.host = host.map { Array($0.utf8) }
    rules = association.statements.map { statement in
      guard case .list(let list) = statement.rules else { return [] }
      return list.map { rule in
        CompiledRule(
          path: rule.path.map { AndroidPattern($0.value) },
          query: rule.query.map { (Array($0.name.utf8), AndroidPattern($0.pattern.value)) },
          fragment: rule.fragment.map { AndroidPattern($0.value) }, excludes: rule.excludes)
      }
    }
    var apps: [String] = []
    var statementOfApp: [Int] = []
    var numbers: [String: Int] = [:]
    for (index, statement) in association.statements.enumerated() {
      if let number = numbers[statement.package.value] {
        let current = association.statements[statementOfApp[number]]
        if !current.hasRules && statement.hasRules { statementOfApp[number] = index }
      } else {
        numbers[statement.package.value] = apps.count
        apps.append(statement.package.value)
        statementOfApp.append(index)
      }
    }
    self.statementOfApp = statementOfApp
    packages = apps
    verdicts = apps.map { AppVerdict(app: $0) }
  }

  /// Says for every app of the file whether it opens a link; the apps are in the order of the file.
  package mutating func match(_ url: [UInt8]) -> [AppVerdict] {
    let isOurs = read(url) == nil
    for app in verdicts.indices {
      let statement = statementOfApp[app]
      verdicts[app].verdict = .none
      verdicts[app].rule = nil
      guard isOurs else { continue }
      guard case .list = association.statements[statement].rules else {
        verdicts[app].verdict = .opens
        continue
      }
      for rule in rules[statement].indices where mismatch(statement, rule) == nil {
        verdicts[app].verdict = rules[statement][rule].excludes ? .excluded : .opens
        verdicts[app].rule = RulePlace(
          entry: association.statements[statement].index, rule: rule)
        break
      }
    }
    return verdicts
  }

  /// Takes a link apart; whatever is asked afterwards is about it.
  mutating func read(_ url: [UInt8]) -> LinkProblem? {
    if let problem = link.read(url) { return problem }
    guard let host else { return nil }
    return link.isEqual(link.host, to: host, folds: true) ? nil : .otherHost
  }

  /// The first part of a rule that does not fit the link; nil if the rule matches.
  mutating func mismatch(_ statement: Int, _ number: Int) -> RuleMismatch? {
    let rule = rules[statement][number]
    if let path = rule.path, !path.matches(link.bytes, in: link.path, steps: &steps) {
      return .path
    }
    for index in rule.query.indices where !has(rule.query[index]) { return .queryItem(index) }
    if let fragment = rule.fragment,
      !fragment.matches(link.bytes, in: link.fragment, steps: &steps)
    {
      return .fragment
    }
    return nil
  }

  /// Whether an item with the name is there and matches; Android takes no absent item for an empty one.
  private mutating func has(_ item: (name: [UInt8], pattern: AndroidPattern)) -> Bool {
    for candidate in link.items where link.isEqual(candidate.name, to: item.name, folds: false) {
      if item.pattern.matches(link.bytes, in: candidate.value, steps: &steps) { return true }
    }
    return false
  }
}

extension AndroidStatement {
  fileprivate var hasRules: Bool { if case .none = rules { false } else { true } }
}
