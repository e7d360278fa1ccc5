// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// What happens to a link on phones that have an app, and why.
package struct LinkExplanation: Equatable, Sendable {
  package enum Platform: String, Sendable {
    case iOS = "ios"
    case android
  }

  package let platform: Platform
  package let app: String
  package let verdict: LinkVerdict
  package let reason: Reason
  /// The rule that decided; nil if none did.
  package let rule: RulePlace?
  /// The rules of the app before that one, in the order in which they were asked.
  package let earlierRules: [RuleThatDidNotMatch]
  /// Why the verdict is not certain; nil if it is.
  package internal(set) var doubt: MatchDoubt?

  package enum Reason: Equatable, Sendable {
    /// The rule that begins here decided.
    case rule(JSONPosition)
    case noRuleMatches
    /// The app is named in the file, but has no rules.
    case noRules
    case linkIsNotOurs(LinkProblem)
    /// The file only permits the App Clip; which link starts it is set elsewhere.
    case appClip
    /// The file only proves the host; the rules are in the app (all of them before Android 15).
    case appDecides
    /// Something wrong here makes Android ignore all rules of the file for this app.
    case rulesAreIgnored(JSONPosition)
  }
}

/// A rule that was asked before the verdict, and the part of it that did not fit.
package struct RuleThatDidNotMatch: Equatable, Sendable {
  package let rule: RulePlace
  package let position: JSONPosition
  package let mismatch: RuleMismatch
  /// The name of the query item, if one is to blame.
  package let item: String?
  /// The pattern that did not match; nil for a rule that is none.
  package let pattern: String?
  /// What the link has in that place, as it was compared; nil if it has no such query item or, on
  /// Android, no fragment.
  package let found: String?
}
