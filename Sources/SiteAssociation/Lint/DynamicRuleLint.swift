// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

// Dynamic rules of Android 15: where they are, and what each says.
extension AndroidLinter {
  private static let extensionsKey = "relation_extensions"
  private static let ruleKeys = ["/", "?", "#", "exclude", "comment"]
  /// Keys that only Apple knows, in lower case.
  private static let keysOfApple = ["casesensitive", "percentencoded"]

  /// Reports what is in a place where nobody looks for it.
  mutating func lintPlaces(in statement: JSONNode) {
    let rulesKeys = [AndroidAssociation.rulesKey, AndroidAssociation.openingLinks]
    let extensionsDoNothing = statement["include"] != nil
    for member in statement.members ?? []
    where rulesKeys.contains(member.key)
      || extensionsDoNothing && member.key == Self.extensionsKey
    {
      findings.add(.misplacedExtension, at: member)
    }
    for member in statement["target"]?.members ?? []
    where rulesKeys.contains(member.key) || member.key == Self.extensionsKey {
      findings.add(.misplacedExtension, at: member)
    }
    for member in statement[Self.extensionsKey]?.members ?? []
    where member.key == AndroidAssociation.rulesKey {
      findings.add(.misplacedExtension, at: member)
    }
  }

  /// Checks the extensions of a statement; nil if there are no dynamic rules that Android reads.
  mutating func lintExtensions(_ extensions: JSONNode) -> [AndroidRule]? {
    guard let members = extensions.members else {
      findings.add(.notAnObject, at: extensions)
      return nil
    }
    for member in members where member.key != AndroidAssociation.rulesKey {
      let suggestion =
        Spelling.suggestion(for: member.key, among: Self.relations)
        ?? (isMisnamedRelation(member) ? AndroidAssociation.openingLinks : nil)
      if let suggestion { findings.add(.misspeltKey, at: member, suggestion: suggestion) }
    }
    guard let relation = extensions[AndroidAssociation.openingLinks] else { return nil }
    guard let members = relation.members else {
      findings.add(.notAnObject, at: relation)
      return nil
    }
    let list = relation[AndroidAssociation.rulesKey]
    for member in members {
      let known = [AndroidAssociation.rulesKey]
      if Spelling.suggestion(for: member.key, among: known) != nil
        || list == nil && member.value.isListOfRules
      {
        findings.add(.misspeltKey, at: member, suggestion: AndroidAssociation.rulesKey)
      }
    }
    return list.flatMap { lintRules($0, of: extensions) }
  }

  /// Whether rules for links are under the name of another relation.
  private func isMisnamedRelation(_ member: JSONMember) -> Bool {
    !Self.relations.contains(member.key) && member.value[AndroidAssociation.rulesKey] != nil
  }

  private mutating func lintRules(_ list: JSONNode, of extensions: JSONNode) -> [AndroidRule]? {
    guard let nodes = list.elements, !nodes.isEmpty else {
      findings.add(.malformedDynamicRule, at: list)
      return nil
    }
    var rules: [AndroidRule] = []
    for node in nodes {
      lintKeys(of: node)
      switch AndroidAssociation.rule(node, in: document) {
      case .success(let rule):
        rules.append(rule)
        if rule.asksNothing, !rule.hasUnknownKey { findings.add(.asksNothing, at: node) }
        lintPatterns(of: rule)
      case .failure(let problem): findings.add(.malformedDynamicRule, at: problem.node)
      }
    }
    guard rules.count == nodes.count else { return nil }
    if rules.allSatisfy(\.excludes) {
      findings.add(.onlyExcludes, at: extensions)
    } else {
      lintOrder(of: rules)
    }
    return rules
  }

  private mutating func lintKeys(of rule: JSONNode) {
    for member in rule.members ?? [] {
      if Self.keysOfApple.contains(member.key.lowercased()) {
        findings.add(.keyOfApple, at: member)
      } else if let key = AppleLinter.plainKeys[member.key] {
        findings.add(.unknownComponentKey, at: member, suggestion: key)
      } else if let suggestion = Spelling.suggestion(for: member.key, among: Self.ruleKeys) {
        findings.add(.misspeltKey, at: member, suggestion: suggestion)
      }
    }
  }

  private mutating func lintPatterns(of rule: AndroidRule) {
    for item in rule.query { lintPattern(item.pattern, isPath: false) }
    if let fragment = rule.fragment { lintPattern(fragment, isPath: false) }
    guard let path = rule.path, lintPattern(path, isPath: true) else { return }
    if let first = path.value.utf8.first, !"/*?".utf8.contains(first) {
      findings.add(
        .pathWithoutSlash, at: path.position, text: path.value, suggestion: "/" + path.value)
    }
  }

  /// Checks one pattern; false if it is none at all.
  @discardableResult
  private mutating func lintPattern(_ pattern: Placed<String>, isPath: Bool) -> Bool {
    let text = pattern.value
    if text.contains("$(") {
      findings.add(.variableOnAndroid, at: pattern.position, text: text)
    } else if let mistake = PatternMistake(in: text, isPath: isPath) {
      findings.add(LintRule(mistake), at: pattern.position, text: text)
    } else if text.contains("**") || text.contains("*?") {
      findings.add(
        .starBeforeWildcard, at: pattern.position, text: text,
        suggestion: PatternMistake.evened(text))
      return true
    } else {
      return true
    }
    return false
  }
}

// Findings about the rules of a list together, and about two lists in a file.
extension AndroidLinter {
  /// Finds rules that can never run, or that keep all others from running.
  private mutating func lintOrder(of rules: [AndroidRule]) {
    var coverage = DynamicRuleCoverage(rules)
    for (number, rule) in rules.enumerated() {
      if rule.excludes && coverage.matchesEverything(number) {
        // At the end of a list it changes nothing.
        if number + 1 < rules.count { findings.add(.excludesEverything, at: rule.position) }
        return
      }
      guard let earlier = coverage.firstRule(covering: number),
        !rule.isOtherSpelling(of: rules[earlier])
      else { continue }
      findings.add(
        rule.excludes && !rules[earlier].excludes ? .deadExclude : .unreachable,
        at: rule.position, text: rule.path?.value, other: rules[earlier].position)
    }
  }

  /// Whether another statement has other dynamic rules for the app, which is reported.
  mutating func lintOtherList(_ rules: [AndroidRule]?, of statement: JSONNode) -> Bool {
    guard let rules, let first = rules.first,
      statement["relation"]?.elements?.contains(where: {
        $0.string == AndroidAssociation.openingLinks
      }) == true,
      let package = statement["target"]?["package_name"]?.string
    else { return false }
    guard let known = lists[package] else {
      lists[package] = (first.position, rules)
      return false
    }
    if AndroidRule.list(rules, saysSameAs: known.rules) { return false }
    findings.add(.otherDynamicRules, at: first.position, text: package, other: known.position)
    return true
  }
}

extension AndroidRule {
  /// Whether only slashes are added at the end of the path, which is intended: most paths need both
  /// spellings.
  fileprivate func isOtherSpelling(of other: AndroidRule) -> Bool {
    guard excludes == other.excludes, let path = path?.value, let shorter = other.path?.value,
      path.utf8.count > shorter.utf8.count, path.utf8.starts(with: shorter.utf8)
    else { return false }
    return path.utf8.dropFirst(shorter.utf8.count).allSatisfy { $0 == UInt8(ascii: "/") }
  }
}

extension JSONNode {
  /// Whether this may be intended as a list of dynamic rules.
  fileprivate var isListOfRules: Bool {
    elements?.contains { $0["/"] != nil || $0["?"] != nil || $0["#"] != nil } == true
  }
}
