// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

// Findings about the entries of a file together. For one app, the first rule that matches decides;
// of several apps that open a link, the first that is installed gets it.
extension AppleLinter {
  /// Finds entries without effect; `deciding` has, for each entry, its rule that matches every link.
  mutating func lintEntries(
    of association: AppleAssociation, deciding: [Int?], variables: PatternVariables
  ) {
    lintEntriesThatOnlyExclude(in: association, deciding: deciding)
    lintOtherApps(in: association, deciding: deciding)
    lintDecidedApps(in: association, deciding: deciding)
    for (same, entries) in Dictionary(grouping: association.entries, by: { SameApps($0) })
    where entries.count > 1 && !same.apps.isEmpty {
      lintEntriesOfSameApps(entries, variables: variables)
    }
  }

  /// Entries of one app in both forms are for iOS 12, which reads only one of them: no repetition.
  private struct SameApps: Hashable {
    let form: AppleEntry.Form
    let apps: Set<String>

    init(_ entry: AppleEntry) {
      form = entry.form
      apps = Set(entry.apps.map(\.value))
    }

    init(_ app: String, in form: AppleEntry.Form) {
      self.form = form
      apps = [app]
    }
  }

  private mutating func lintEntriesThatOnlyExclude(
    in association: AppleAssociation, deciding: [Int?]
  ) {
    var opened: Set<String> = []
    for entry in association.entries where entry.opensSomething {
      opened.formUnion(entry.apps.map(\.value))
    }
    for (entry, deciding) in zip(association.entries, deciding)
    // A rule that excludes every link was reported already.
    where deciding == nil && !entry.opensSomething && entry.rules.contains(where: \.isUsable) {
      guard let app = entry.apps.first(where: { !opened.contains($0.value) }) else { continue }
      findings.add(.entryOnlyExcludes, at: entry.position, text: app.value)
    }
  }

  /// Finds apps that get a link only if an earlier one is not installed.
  private mutating func lintOtherApps(in association: AppleAssociation, deciding: [Int?]) {
    var first: (position: JSONPosition, apps: Set<String>)?
    for (entry, deciding) in zip(association.entries, deciding) {
      if let first {
        guard entry.opensSomething, let app = entry.apps.first,
          entry.apps.allSatisfy({ !first.apps.contains($0.value) })
        else { continue }
        findings.add(
          .shadowedByOtherApp, at: entry.position, text: app.value, other: first.position)
      } else if let deciding, !entry.rules[...deciding].contains(where: \.excludes),
        !entry.apps.isEmpty
      {
        first = (entry.rules[deciding].position, Set(entry.apps.map(\.value)))
      }
    }
  }

  /// Finds entries whose apps are completely covered by an earlier entry for more apps.
  private mutating func lintDecidedApps(in association: AppleAssociation, deciding: [Int?]) {
    var decided: [SameApps: (rule: AppleRule, by: Set<String>)] = [:]
    for (entry, deciding) in zip(association.entries, deciding) {
      let same = SameApps(entry)
      let earlier = entry.apps.map { decided[SameApps($0.value, in: entry.form)] }
      if let first = earlier.first, let (other, apps) = first, apps != same.apps,
        earlier.allSatisfy({ $0 != nil })
      {
        let rule = entry.rules.first { $0.excludes != other.excludes } ?? entry.rules.first
        if let rule { addHidden(rule, by: other) }
      }
      guard let deciding else { continue }
      for app in entry.apps {
        let key = SameApps(app.value, in: entry.form)
        decided[key] = decided[key] ?? (entry.rules[deciding], same.apps)
      }
    }
  }

  private mutating func addHidden(_ rule: AppleRule, by other: AppleRule) {
    let kind: LintRule =
      switch (rule.excludes, other.excludes) {
      case (true, false): .deadExclude
      case (false, true): .excludedByEarlierEntry
      default: .unreachable
      }
    findings.add(kind, at: rule.position, text: rule.path?.value, other: other.position)
  }

  /// Finds rules that a rule of an earlier entry keeps from running.
  private mutating func lintEntriesOfSameApps(
    _ entries: [AppleEntry], variables: PatternVariables
  ) {
    let all = AppleEntry(
      position: entries[0].position, apps: entries[0].apps, form: entries[0].form,
      rules: entries.flatMap(\.rules))
    var coverage = RuleCoverage(all, variables: variables)
    var start = 0
    for entry in entries {
      for number in start..<start + entry.rules.count {
        guard let earlier = coverage.firstRule(covering: number, before: start) else { continue }
        addHidden(all.rules[number], by: all.rules[earlier])
        // One finding per entry is enough.
        if coverage.matchesEverything(earlier) { break }
      }
      start += entry.rules.count
    }
  }
}

extension AppleEntry {
  fileprivate var opensSomething: Bool { rules.contains { $0.isUsable && !$0.excludes } }
}
