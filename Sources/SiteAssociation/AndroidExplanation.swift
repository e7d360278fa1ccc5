// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension AndroidMatcher {
  /// Says for every app of the file what becomes of a link on Android 15 and later, and by which rules.
  package mutating func explain(_ url: [UInt8]) -> [LinkExplanation] {
    let verdicts = match(url)
    let problem = read(url)
    return verdicts.indices.map { number in
      explain(verdicts[number], statement: statementOfApp[number], problem)
    }
  }

  private mutating func explain(
    _ verdict: AppVerdict, statement number: Int, _ problem: LinkProblem?
  ) -> LinkExplanation {
    let statement = association.statements[number]
    var reason = LinkExplanation.Reason.noRuleMatches
    var earlierRules: [RuleThatDidNotMatch] = []
    switch statement.rules {
    case _ where problem != nil: reason = problem.map { .linkIsNotOurs($0) } ?? reason
    case .none: reason = .appDecides
    case .ignored(let position): reason = .rulesAreIgnored(position)
    case .list(let rules):
      for (index, rule) in rules.enumerated() {
        let place = RulePlace(entry: statement.index, rule: index)
        if place == verdict.rule {
          reason = .rule(rule.position)
          break
        }
        if let mismatch = mismatch(number, index) {
          earlierRules.append(describe(mismatch, of: rule, at: place))
        }
      }
    }
    return LinkExplanation(
      platform: .android, app: verdict.app, verdict: verdict.verdict, reason: reason,
      rule: verdict.rule, earlierRules: earlierRules)
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
      found = link.text(link.path)
    case .queryItem(let number):
      item = rule.query[number].name
      pattern = rule.query[number].pattern.value
      found = link.firstValue(of: rule.query[number].name, folds: false)
    case .fragment:
      pattern = rule.fragment?.value
      found = link.text(link.fragment)
    case .query, .unusable: break
    }
    return RuleThatDidNotMatch(
      rule: place, position: rule.position, mismatch: mismatch, item: item, pattern: pattern,
      found: found)
  }
}
