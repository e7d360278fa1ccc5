// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import SiteAssociation

/// The association files of a site, compiled once and asked about any number of links.
struct SiteMatcher {
  /// What one file says about a link.
  struct Answer {
    let path: String
    let explanations: [LinkExplanation]

    /// Whether an app opens the link by this file.
    var opens: Bool { explanations.contains { $0.verdict == .opens } }
  }

  private var apple: [(path: String, matcher: AppleMatcher)] = []
  private var android: [(path: String, matcher: AndroidMatcher)] = []

  /// Compiles files that can be read; with a host, links of other hosts open nothing.
  init(_ files: [LintedFile], host: String?) {
    for file in files {
      guard let document = file.lint.document else { continue }
      switch file.lint.kind {
      case .apple:
        apple.append((file.path, AppleMatcher(AppleAssociation(document), host: host)))
      case .android:
        android.append((file.path, AndroidMatcher(AndroidAssociation(document), host: host)))
      }
    }
  }

  /// What becomes of a link by each of the files, those of Apple first.
  mutating func ask(about link: [UInt8], listsEarlierRules: Bool) -> [Answer] {
    var answers: [Answer] = []
    for number in apple.indices {
      let explanations = apple[number].matcher.explain(link, listsEarlierRules: listsEarlierRules)
      answers.append(Answer(path: apple[number].path, explanations: explanations))
    }
    for number in android.indices {
      let explanations = android[number].matcher.explain(
        link, listsEarlierRules: listsEarlierRules)
      answers.append(Answer(path: android[number].path, explanations: explanations))
    }
    return answers
  }
}
