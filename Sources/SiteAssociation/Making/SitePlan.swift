// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// An app for Android: its package and the certificates that may sign it.
package struct AndroidApp: Equatable, Sendable {
  package let package: String
  /// SHA-256, in upper-case digits with colons.
  package let fingerprints: [String]
  /// Whether only its manifest decides which links of the host it opens.
  package let opensWholeHost: Bool

  package init(package: String, fingerprints: [String], opensWholeHost: Bool = false) {
    self.package = package
    self.fingerprints = fingerprints
    self.opensWholeHost = opensWholeHost
  }
}

/// Why no association file can be made.
package enum SitePlanError: Error, Equatable, Sendable {
  case badAppID(String)
  case badPackage(String)
  case badFingerprint(String, package: String)
  case noFingerprint(package: String)
  /// A pattern with a variable or with characters that no link has, or an empty one; and how it is written,
  /// if it only has to be percent-encoded.
  case badPattern(String, encoded: String? = nil)
  /// All links are excluded, or none is to be opened.
  case nothingOpens
  case tooLarge(byteCount: Int)
}

/// What the association files of one host should say.
package struct SitePlan: Sendable {
  /// Apps for iOS, as `ABCDE12345.com.example.shop`.
  package var appleApps: [String] = []
  package var appClips: [String] = []
  package var androidApps: [AndroidApp] = []
  /// Excludes come first in the files, whatever the order here.
  package var rules: [LinkRule] = []
  /// Whether the apps may use the passwords of the site.
  package var sharesPasswords = false

  package init() {}

  /// What Android 15 and later cannot do with these rules, each once.
  package var limitsOnAndroid: [AndroidLimit] {
    guard androidApps.contains(where: { !$0.opensWholeHost }) else { return [] }
    var limits: [AndroidLimit] = []
    for limit in rules.flatMap(\.limitsOnAndroid) where !limits.contains(limit) {
      limits.append(limit)
    }
    return limits
  }

  /// The text of `apple-app-site-association`; nil if there is no app for it.
  package func appleFile() throws(SitePlanError) -> String? {
    let sections = try appleSections()
    guard !sections.isEmpty else { return nil }
    let text = JSONValue.object(sections).pretty
    guard text.utf8.count <= AssociationLint.appleByteCount else {
      throw .tooLarge(byteCount: text.utf8.count)
    }
    return text
  }

  /// The text of `assetlinks.json`; nil if there is no app for it.
  package func androidFile() throws(SitePlanError) -> String? {
    let statements = try androidStatements()
    return statements.isEmpty ? nil : JSONValue.array(statements).pretty
  }

  /// The sections of Apple's file and what is in them.
  func appleSections() throws(SitePlanError) -> [(key: String, value: JSONValue)] {
    let apps = appleApps.withoutRepetitions
    let clips = appClips.withoutRepetitions
    for app in apps + clips where !app.isAppID { throw .badAppID(app) }
    var sections: [(key: String, value: JSONValue)] = []
    if !apps.isEmpty {
      let components = JSONValue.array(try usefulRules().map(\.component))
      let entry: JSONValue = ["appIDs": .texts(apps), "components": components]
      sections.append(("applinks", ["details": [entry]]))
    }
    if !clips.isEmpty { sections.append(("appclips", ["apps": .texts(clips)])) }
    if sharesPasswords && !apps.isEmpty {
      sections.append(("webcredentials", ["apps": .texts(apps)]))
    }
    return sections
  }

  func androidStatements() throws(SitePlanError) -> [JSONValue] {
    guard !androidApps.isEmpty else { return [] }
    var rules: [JSONValue] = []
    if androidApps.contains(where: { !$0.opensWholeHost }) {
      for rule in try usefulRules().flatMap(\.dynamicRules) where !rules.contains(rule) {
        rules.append(rule)
      }
    }
    return try androidApps.map { app throws(SitePlanError) in
      guard app.package.isPackageName else { throw .badPackage(app.package) }
      guard !app.fingerprints.isEmpty else { throw .noFingerprint(package: app.package) }
      if let bad = app.fingerprints.first(where: { !$0.isFingerprint }) {
        throw .badFingerprint(bad, package: app.package)
      }
      return AndroidAssociation.statement(
        about: app.package, fingerprints: app.fingerprints.withoutRepetitions,
        rules: app.opensWholeHost ? nil : rules, sharesPasswords: sharesPasswords)
    }
  }

  /// The rules, excludes first, without those that could never run.
  func usefulRules() throws(SitePlanError) -> [LinkRule] {
    let ordered = rules.filter(\.excludes) + rules.filter { !$0.excludes }
    for rule in ordered where !rule.isWellFormed {
      throw .badPattern(rule.text, encoded: rule.percentEncoded?.text)
    }
    let entry = AppleEntry(
      position: .start, apps: [], form: .components, rules: ordered.map(\.appleRule))
    var coverage = RuleCoverage(entry, variables: PatternVariables())
    let useful = ordered.indices.filter { coverage.firstRule(covering: $0) == nil }
      .map { ordered[$0] }
    guard useful.contains(where: { !$0.excludes }) else { throw .nothingOpens }
    return useful
  }
}

extension [String] {
  fileprivate var withoutRepetitions: [String] {
    var known: Set<String> = []
    return filter { known.insert($0).inserted }
  }
}
