// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import SiteAssociation

/// The association files of a site, compiled once and asked about any number of links.
struct SiteMatcher {
  /// What one file says about a link.
  struct Answer {
    let path: String
    let explanations: [LinkExplanation]
    /// Whether the file lets an app use the passwords of the site.
    let sharesPasswords: Bool

    /// Whether an app opens the link by this file.
    ///
    /// Of a file that names App Clips alone, no more can be asked than that they are authorised.
    var opens: Bool {
      let verdicts = explanations.map(\.verdict)
      return verdicts.contains(.opens)
        || !verdicts.isEmpty && verdicts.allSatisfy { $0 == .authorised }
    }
  }

  private struct Matcher<Rules: Sendable> {
    let path: String
    var rules: Rules
    let sharesPasswords: Bool
  }

  private var apple: [Matcher<AppleMatcher>] = []
  private var android: [Matcher<AndroidMatcher>] = []

  /// Compiles files that can be read; with a host, links of other hosts open nothing.
  init(_ files: [LintedFile], host: String?) {
    for file in files {
      guard let document = file.lint.document else { continue }
      switch file.lint.kind {
      case .apple:
        let association = AppleAssociation(document)
        apple.append(
          Matcher(
            path: file.path, rules: AppleMatcher(association, host: host),
            sharesPasswords: !association.webCredentials.isEmpty))
      case .android:
        let association = AndroidAssociation(document)
        android.append(
          Matcher(
            path: file.path, rules: AndroidMatcher(association, host: host),
            sharesPasswords: association.sharesPasswords))
      }
    }
  }

  /// What becomes of a link by each of the files, those of Apple first.
  mutating func ask(about link: [UInt8], listsEarlierRules: Bool) -> [Answer] {
    var answers: [Answer] = []
    for number in apple.indices {
      let explanations = apple[number].rules.explain(link, listsEarlierRules: listsEarlierRules)
      answers.append(
        Answer(
          path: apple[number].path, explanations: explanations,
          sharesPasswords: apple[number].sharesPasswords))
    }
    for number in android.indices {
      let explanations = android[number].rules.explain(link, listsEarlierRules: listsEarlierRules)
      answers.append(
        Answer(
          path: android[number].path, explanations: explanations,
          sharesPasswords: android[number].sharesPasswords))
    }
    return answers
  }
}
