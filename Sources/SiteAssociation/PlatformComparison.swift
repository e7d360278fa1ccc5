// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

extension AssociationLint {
  /// Links of the two files' own rules that an app opens on one platform only.
  ///
  /// The findings are about Apple's file; `other` is the rule of Android that made the link, if one did.
  /// Without dynamic rules of Android there is nothing to compare: the app's manifest decides.
  package static func differences(
    apple: AppleAssociation, android: AndroidAssociation, host: String
  ) -> [LintFinding] {
    var appleMatcher = AppleMatcher(apple, host: host, stepLimit: stepCount)
    var samplesLeft = sampleCount
    var androidMatcher = AndroidMatcher(android, host: host)
    let lists = android.statements.compactMap { statement in
      if case .list(let rules) = statement.rules { rules } else { nil }
    }
    guard !lists.isEmpty, !apple.entries.isEmpty else { return [] }
    let variables = PatternVariables(defined: apple.variables)
    var findings: [LintFinding] = []
    func compare(_ links: [String], at position: JSONPosition, other: JSONPosition?) {
      for link in links where samplesLeft > 0 && appleMatcher.steps < stepCount {
        samplesLeft -= 1
        let onApple = appleMatcher.match(Array(link.utf8))
        let opensOnApple = onApple.contains { $0.verdict == .opens }
        let onAndroid = androidMatcher.match(Array(link.utf8))
        let opensOnAndroid = onAndroid.contains { $0.verdict == .opens }
        // What is not known is no difference.
        guard opensOnApple != opensOnAndroid,
          (onApple + onAndroid).allSatisfy({ $0.doubt == nil })
        else { continue }
        var finding = LintFinding(.platformsDiffer, at: position)
        finding.text = link
        finding.other = other
        findings.append(finding)
        return
      }
    }
    for entry in apple.entries {
      for rule in entry.rules {
        let links = SampleLinks.links(of: rule, variables: variables, host: host)
        compare(links, at: rule.position, other: nil)
      }
    }
    for rule in lists.joined() {
      let start = apple.entries.first?.position ?? .start
      compare(SampleLinks.links(of: rule, host: host), at: start, other: rule.position)
    }
    return findings
  }

  /// What is spent on two files: no real ones come near.
  private static let sampleCount = 10_000
  private static let stepCount = 10_000_000
}
