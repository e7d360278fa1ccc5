// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

extension AssociationLint {
  /// Links of the two files' own rules that an app opens on only one platform.
  ///
  /// Only apps that are certainly the same on both platforms are compared: see `SameApp`. A host may
  /// serve many apps, not all of them on both.
  ///
  /// The findings are about Apple's file; `other` is Android's rule that made the link, if one did.
  /// Without dynamic rules for Android there is nothing to compare: the app's manifest decides.
  package static func differences(
    apple: AppleAssociation, android: AndroidAssociation, host: String
  ) -> [LintFinding] {
    var appleMatcher = AppleMatcher(apple, host: host, stepLimit: stepCount)
    var samplesLeft = sampleCount
    var androidMatcher = AndroidMatcher(android, host: host)
    let variables = PatternVariables(defined: apple.variables)
    var findings: [LintFinding] = []
    // One finding per rule is enough, whichever apps have it.
    var known: Set<Int> = []
    func compare(
      _ same: SameApp, _ links: [String], at position: JSONPosition, other: JSONPosition?
    ) {
      let key = (other ?? position).offset * 2 + (other == nil ? 0 : 1)
      guard !known.contains(key) else { return }
      for link in links where samplesLeft > 0 && appleMatcher.steps < stepCount {
        samplesLeft -= 1
        let onApple = appleMatcher.match(Array(link.utf8)).filter { same.apple.contains($0.app) }
        let opensOnApple = onApple.contains { $0.verdict == .opens }
        let onAndroid = androidMatcher.match(Array(link.utf8)).filter { $0.app == same.package }
        let opensOnAndroid = onAndroid.contains { $0.verdict == .opens }
        // An unknown verdict is not a difference.
        guard opensOnApple != opensOnAndroid,
          (onApple + onAndroid).allSatisfy({ $0.doubt == nil })
        else { continue }
        var finding = LintFinding(.platformsDiffer, at: position)
        finding.text = link
        finding.other = other
        findings.append(finding)
        known.insert(key)
        return
      }
    }
    for same in SameApp.all(in: apple, androidMatcher) {
      let statement = android.statements[androidMatcher.statementOfApp[same.number]]
      guard case .list(let rules) = statement.rules else { continue }
      let entries = apple.entries.filter { entry in
        entry.apps.contains { same.apple.contains($0.value) }
      }
      for rule in entries.flatMap(\.rules) {
        let links = SampleLinks.links(of: rule, variables: variables, host: host)
        compare(same, links, at: rule.position, other: nil)
      }
      for rule in rules {
        let start = entries.first?.position ?? .start
        compare(same, SampleLinks.links(of: rule, host: host), at: start, other: rule.position)
      }
    }
    return findings
  }

  /// The limit for two files; real ones stay far below.
  private static let sampleCount = 10_000
  private static let stepCount = 10_000_000
}

/// An app that both files name.
private struct SameApp {
  /// Its identifiers, which differ in their prefix.
  let apple: Set<String>
  let package: String
  /// The number of the package in its file.
  let number: Int

  /// Apps whose bundle identifier is their package, or the only app of each file, whatever its name.
  static func all(in apple: AppleAssociation, _ android: AndroidMatcher) -> [SameApp] {
    let apps = Set(apple.entries.flatMap(\.apps).map(\.value))
    let packages = android.packages
    if apps.count == 1, packages.count == 1 {
      return [SameApp(apple: apps, package: packages[0], number: 0)]
    }
    let byName = Dictionary(grouping: apps) {
      name($0.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst())
    }
    return packages.enumerated().compactMap { number, package in
      byName[name(package.utf8)].map {
        SameApp(apple: Set($0), package: package, number: number)
      }
    }
  }

  /// Packages have no hyphens, and often differ in case.
  private static func name(_ text: some Sequence<UInt8>) -> [UInt8] {
    text.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0.folded }
  }
}
