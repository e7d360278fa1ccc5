// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension AndroidMatcher {
  /// Says for every app of the file what becomes of a link on Android 15 and later, and by which rules.
  ///
  /// The rules before the one that decides are many, and cost more than the verdict.
  package mutating func explain(
    _ url: [UInt8], listsEarlierRules: Bool = true
  ) -> [LinkExplanation] {
    let verdicts = match(url)
    let problem = read(url)
    return verdicts.indices.map { app in
      let number = statementOfApp[app]
      let earlierRules =
        listsEarlierRules && problem == nil
        ? rules(before: verdicts[app].rule?.rule, of: number) : []
      return LinkExplanation(
        platform: .android, app: verdicts[app].app, verdict: verdicts[app].verdict,
        reason: reason(for: verdicts[app], statement: number, problem),
        rule: verdicts[app].rule, earlierRules: earlierRules, doubt: verdicts[app].doubt)
    }
  }

  private func reason(
    for verdict: AppVerdict, statement number: Int, _ problem: LinkProblem?
  ) -> LinkExplanation.Reason {
    if let problem { return .linkIsNotOurs(problem) }
    switch association.statements[number].rules {
    case .none: return .appDecides
    case .ignored(let position): return .rulesAreIgnored(position)
    case .list(let rules):
      return verdict.rule.map { .rule(rules[$0.rule].position) } ?? .noRuleMatches
    }
  }

  /// The rules that were asked before the one that decided; all, if none did.
  private mutating func rules(before last: Int?, of number: Int) -> [RuleThatDidNotMatch] {
    let statement = association.statements[number]
    guard case .list(let rules) = statement.rules else { return [] }
    var earlierRules: [RuleThatDidNotMatch] = []
    for (index, rule) in rules.enumerated() {
      if index == last { break }
      if let mismatch = mismatch(number, index) {
        let place = RulePlace(entry: statement.index, rule: index)
        earlierRules.append(describe(mismatch, of: rule, at: place))
      }
    }
    return earlierRules
  }

  private func describe(
    _ mismatch: RuleMismatch, of rule: AndroidRule, at place: RulePlace
  ) -> RuleThatDidNotMatch {
    var item: String?
    var pattern: String?
    var found: String?
    switch mismatch {
    case .path:
      pattern = rule.path?.value
      found = decodedLink.text(decodedLink.path.range)
    case .queryItem(let number):
      item = rule.query[number].name
      pattern = rule.query[number].pattern.value
      found = decodedLink.firstValue(of: rule.query[number].name)
    case .fragment:
      pattern = rule.fragment?.value
      found = decodedLink.fragment.map { decodedLink.text($0.range) }
    case .query, .unusable, .unknown: break
    }
    return RuleThatDidNotMatch(
      rule: place, position: rule.position, mismatch: mismatch, item: item, pattern: pattern,
      found: found)
  }
}
