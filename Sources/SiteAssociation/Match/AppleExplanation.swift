// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension AppleMatcher {
  /// Says for every app and App Clip of the file what becomes of a link, and by which rules.
  ///
  /// The rules before the one that decides are many, and cost more than the verdict.
  package mutating func explain(
    _ url: [UInt8], listsEarlierRules: Bool = true
  ) -> [LinkExplanation] {
    let verdicts = match(url)
    let problem = read(url)
    var explanations = verdicts.indices.map { number in
      let earlierRules =
        listsEarlierRules && problem == nil ? rules(before: verdicts[number].rule, of: number) : []
      return LinkExplanation(
        platform: .iOS, app: verdicts[number].app, verdict: verdicts[number].verdict,
        reason: reason(for: verdicts[number], number: number, problem),
        rule: verdicts[number].rule, earlierRules: earlierRules, doubt: verdicts[number].doubt)
    }
    for app in association.appClips {
      explanations.append(
        LinkExplanation(
          platform: .iOS, app: app.value, verdict: problem == nil ? .authorised : .none,
          reason: problem.map { .linkIsNotOurs($0) } ?? .appClip, rule: nil, earlierRules: []))
    }
    return explanations
  }

  private func reason(
    for verdict: AppVerdict, number: Int, _ problem: LinkProblem?
  ) -> LinkExplanation.Reason {
    if let problem { return .linkIsNotOurs(problem) }
    if let place = verdict.rule {
      return .rule(association.entries[place.entry].rules[place.rule].position)
    }
    let hasRules = entriesOfApp[number].contains { !association.entries[$0].rules.isEmpty }
    return hasRules ? .noRuleMatches : .noRules
  }

  /// The rules that were asked for an app before the one that decided; all, if none did.
  private mutating func rules(before last: RulePlace?, of number: Int) -> [RuleThatDidNotMatch] {
    var earlierRules: [RuleThatDidNotMatch] = []
    // Until the verdict they cost as much as it did, and that was not too much.
    beginQuestions()
    for entry in entriesOfApp[number] {
      for rule in association.entries[entry].rules.indices {
        let place = RulePlace(entry: entry, rule: rule)
        if place == last { return earlierRules }
        if let mismatch = mismatch(entry, rule) {
          earlierRules.append(describe(mismatch, at: place))
        }
      }
    }
    return earlierRules
  }

  private mutating func describe(
    _ mismatch: RuleMismatch, at place: RulePlace
  ) -> RuleThatDidNotMatch {
    let rule = association.entries[place.entry].rules[place.rule]
    let link = rule.isPercentEncoded ? link : decodedLink
    var item: String?
    var pattern: String?
    var found: String?
    switch mismatch {
    case .path:
      pattern = rule.path?.value
      found = link.text(link.path)
    case .query:
      if case .whole(let whole) = rule.query { pattern = whole.value }
      found = link.text(link.query)
    case .queryItem(let number):
      guard case .items(let items) = rule.query else { break }
      item = items[number].name
      pattern = items[number].pattern.value
      // All repetitions must match, so the one that does not is to blame.
      found = misfit(ofItem: number, place)
    case .fragment:
      pattern = rule.fragment?.value
      found = link.text(link.fragment)
    case .unusable, .unknown: break
    }
    return RuleThatDidNotMatch(
      rule: place, position: rule.position, mismatch: mismatch, item: item, pattern: pattern,
      found: found)
  }
}

extension LinkText {
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The value of the first query item with a name.
  func firstValue(of name: String, folds: Bool) -> String? {
    let name = Array(name.utf8)
    return items.first { isEqual($0.name, to: name, folds: folds) }.map { text($0.value) }
  }
}
