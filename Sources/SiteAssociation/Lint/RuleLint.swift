// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

// Findings about the rules of a file together.
extension AppleLinter {
  /// Finds rules that can never run, or that keep others from running.
  mutating func lintRules() {
    let association = AppleAssociation(document)
    let variables = PatternVariables(defined: association.variables)
    let deciding = association.entries.map { lintOrder(of: $0, variables: variables) }
    lintEntries(of: association, deciding: deciding, variables: variables)
    lintExcludesAcrossApps(in: association, variables: variables)
    for entry in association.entries { lintSample(entry) }
  }

  /// Checks the rules of one entry; returns the number of the first that matches every link.
  private mutating func lintOrder(of entry: AppleEntry, variables: PatternVariables) -> Int? {
    var coverage = RuleCoverage(entry, variables: variables)
    var opensSomething = false
    var deciding: Int?
    for (number, rule) in entry.rules.enumerated() {
      if rule.excludes && coverage.matchesEverything(number) {
        // At the end of a list it changes nothing.
        if !opensSomething || number + 1 < entry.rules.count {
          findings.add(.excludesEverything, at: rule.position)
        }
        return deciding ?? number
      }
      if deciding == nil && coverage.matchesEverything(number) { deciding = number }
      opensSomething = opensSomething || !rule.excludes
      guard let earlier = coverage.firstRule(covering: number) else { continue }
      let other = entry.rules[earlier]
      let kind: LintRule =
        if rule.excludes && !other.excludes {
          .deadExclude
        } else if rule.isParent(of: other) {
          .parentIsCovered
        } else {
          .unreachable
        }
      findings.add(kind, at: rule.position, text: rule.path?.value, other: other.position)
    }
    return deciding
  }

  /// It is unknown whether an exclude of one app keeps a later app from opening a link.
  private mutating func lintExcludesAcrossApps(
    in association: AppleAssociation, variables: PatternVariables
  ) {
    // Only files with something to find are matched with sample links.
    let excludes = association.entries.contains { $0.rules.contains(where: \.excludes) }
    guard association.entries.count > 1, excludes else { return }
    var matcher = AppleMatcher(association, host: nil, stepLimit: Self.stepCount)
    var samplesLeft = Self.sampleCount
    for (number, entry) in association.entries.enumerated() {
      for rule in entry.rules where rule.excludes {
        let samples = SampleLinks.links(of: rule, variables: variables, host: "example.com")
        for sample in samples where samplesLeft > 0 {
          samplesLeft -= 1
          let opening = matcher.match(Array(sample.utf8)).first { verdict in
            verdict.verdict == .opens && verdict.rule.map { $0.entry > number } == true
          }
          guard let place = opening?.rule else { continue }
          findings.add(
            .excludeAcrossApps, at: rule.position, text: opening?.app,
            other: association.entries[place.entry].rules[place.rule].position)
          break
        }
      }
    }
  }

  /// The limit for links made from patterns; real files stay far below.
  private static let sampleCount = 1000
  private static let stepCount = 10_000_000

  /// The components of Apple's own documentation, which no real shop has by chance.
  private mutating func lintSample(_ entry: AppleEntry) {
    let hasSample = entry.rules.contains { rule in
      guard case .items(let items) = rule.query else { return false }
      return rule.path?.value == "/help/*"
        && items.contains { $0.name == "articleNumber" && $0.pattern.value == "????" }
    }
    if hasSample, let first = entry.rules.first {
      findings.add(.sampleLeftIn, at: first.position)
    }
  }
}

extension AppleRule {
  /// Whether this is `/x` and the other one `/x/*`, which matches `/x`, too.
  fileprivate func isParent(of other: AppleRule) -> Bool {
    guard let path = path?.value, let wide = other.path?.value, wide.hasSuffix("/*") else {
      return false
    }
    return path.utf8.elementsEqual(wide.utf8.dropLast(2))
  }
}
