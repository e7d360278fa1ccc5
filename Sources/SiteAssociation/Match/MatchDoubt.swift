// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Why it is not known what a phone makes of a link, although all rules are known.
///
/// Each case that is neither documented nor recorded.
package enum MatchDoubt: String, CaseIterable, Sendable {
  // On Apple's systems.
  /// The path has slashes in a row, or parts that are dots.
  case oddPath
  /// The rule has a variable without values, a redefined one, or one outside the path.
  case variable
  /// The entry has no rules, or `paths` beside `appIDs`.
  case form
  /// Only slashes at the end of the path decide, and the rule has the form of iOS 12.
  case slashesInPaths
  /// The link ends where the pattern goes on with wildcards and slashes, such as `?*`, `*/` or `/**`.
  case endOfPattern
  /// The pattern begins with a wildcard, and it depends on a slash before that.
  case startOfPattern
  /// The pattern has slashes in a row, or parts that are dots.
  case slashesInPattern
  /// A value of a variable is empty, or has a slash or a wildcard at an end.
  case edgeOfValue
  /// Only the case of a query item's name decides.
  case caseOfName
  /// An earlier rule keeps the link from another app.
  case excludedForOtherApp
  /// A pattern or a flag of the rule has a wrong type.
  case wrongType
  /// The pattern has a character as it is that links have percent-encoded.
  case unencodedPattern
  /// A link that is compared decoded has characters outside of ASCII, and how they count decides.
  case otherCharacters

  /// The variables of the rule have more values than are looked through here.
  case tooManyValues
  /// The rules have so many ways to match that not all were tried.
  case tooManyWays

  // On Android.
  /// The rule has a key that is not documented, such as those of Apple.
  case unknownKey
  /// The rule asks for nothing.
  case asksNothing
  /// `$(…)` in a pattern.
  case variableOnAndroid
  /// A `\` in a pattern, which may be an escape.
  case backslash
  /// A `*`, `?` or `\` in the name of a query item.
  case nameWithWildcard
  /// A `*` directly before another wildcard.
  case starBeforeWildcard
  /// A `?` against a character that Java counts as two, such as an emoji.
  case characterOfTwoUnits
  /// A dot in a pattern with other wildcards than a `*` at its end.
  case dotAmongWildcards
  /// An item of the query without `=`.
  case itemWithoutEqualsSign
  /// A `%` that encodes nothing, or bytes that are no UTF-8.
  case badEncoding
  /// No slash after the host.
  case emptyPath
}
