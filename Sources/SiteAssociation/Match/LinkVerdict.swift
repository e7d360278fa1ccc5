// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the host's file says about a link and an app.
package enum LinkVerdict: String, Sendable {
  case opens
  /// A rule keeps the link for the browser.
  case excluded
  /// No rule is about the link, so the browser opens it.
  case none
  /// An App Clip may serve the host; which link starts it is set in App Store Connect.
  case authorised
}

/// The verdict of one app, and the rule that decided.
package struct AppVerdict: Equatable, Sendable {
  package let app: String
  package internal(set) var verdict = LinkVerdict.none
  /// The rule that decided; nil if none did.
  package internal(set) var rule: RulePlace?
  /// Why the verdict is not certain; nil if it is.
  ///
  /// Until that is known, the link is not said to open.
  package internal(set) var doubt: MatchDoubt?
  /// The rule that may match, if there is a doubt.
  package internal(set) var doubtfulRule: RulePlace?

  /// Before any rule was asked.
  var unknown: AppVerdict { AppVerdict(app: app) }
}

/// A rule by its place in a file.
package struct RulePlace: Hashable, Sendable {
  /// The index in `applinks.details`, or of the statement in `assetlinks.json`.
  package let entry: Int
  /// The index in `components`, `paths` or `dynamic_app_link_components`.
  package let rule: Int
}

/// The first part of a rule that does not fit a link.
package enum RuleMismatch: Equatable, Sendable {
  case path
  case query
  /// An item of the query; the number is that of the pattern in the rule.
  case queryItem(Int)
  case fragment
  /// The rule is not a rule: it is not an object, or its variables have too many values.
  case unusable
  /// Every part may fit.
  case unknown(MatchDoubt)
}
