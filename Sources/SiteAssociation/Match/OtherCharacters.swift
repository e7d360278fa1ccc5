// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What is not known of characters outside of ASCII, which only decoded links have.
///
/// No record shows whether a `?` takes a character, a byte or a unit of UTF-16, whether their cases fold, and
/// whether `é` is the same as `e` with an accent of its own.
struct OtherCharacters: Sendable {
  /// Whether a pattern has a `?` with no star after it.
  private let counts: Bool
  /// Whether the patterns have such characters in another case than the link may have.
  private let folds: Bool
  private let hasAny: Bool
  private let hasAccents: Bool
  /// How the path begins before anything that is not known.
  private let beginning: [UInt8]
  private let isCaseSensitive: Bool

  /// Finds out what a rule depends on; nil if that is nothing.
  init?(_ rule: AppleRule, patterns: [String], variables: PatternVariables?) {
    guard !rule.isPercentEncoded else { return nil }
    let tokens = patterns.map { [PatternToken]($0, hasVariables: variables != nil) }
    counts = tokens.contains { tokens in
      zip(tokens, tokens.dropFirst() + [.text([])]).contains { token, next in
        switch token {
        case .character: next != .run
        case .variable(let name): variables?.namesWithCharacters.contains(name) == true
        case .text, .run: false
        }
      }
    }
    hasAny = patterns.contains { $0.utf8.contains { $0 >= 0x80 } }
    hasAccents = patterns.contains { Array($0.utf8).hasAccents }
    isCaseSensitive = rule.isCaseSensitive && !rule.mistakes.contains(.caseSensitive)
    folds = hasAny && !isCaseSensitive
    guard counts || hasAny else { return nil }
    let path = Array((rule.path?.value ?? "").utf8.drop { $0 == UInt8(ascii: "/") })
    var fixed = path.prefix { $0 < 0x80 && !"*?$".utf8.contains($0) }
    // An accent may belong to the letter before it, and slashes at the end do not count.
    if fixed.count < path.count, path[fixed.count] >= 0x80 { fixed = fixed.dropLast() }
    while fixed.last == UInt8(ascii: "/") { fixed.removeLast() }
    beginning = Array(fixed)
  }

  /// Whether what was found depends on it.
  func decide(_ outcome: RuleOutcome, with link: LinkText) -> Bool {
    func hasOthers(_ range: Range<Int>) -> Bool { link.bytes[range].contains { $0 >= 0x80 } }
    switch outcome {
    case .mayMatch: return false
    case .matches:
      return counts && [link.path, link.query, link.fragment].contains(where: hasOthers)
    case .mismatch(let mismatch):
      let part: Range<Int>
      switch mismatch {
      case .path: part = link.path
      case .query, .queryItem: part = link.query
      case .fragment: part = link.fragment
      case .unusable, .unknown: return false
      }
      guard hasOthers(part), begins(link) else { return false }
      return counts || folds || hasAny && (hasAccents || Array(link.bytes[part]).hasAccents)
    }
  }

  private func begins(_ link: LinkText) -> Bool {
    let path = link.bytes[link.path].drop { $0 == UInt8(ascii: "/") }
    guard path.count >= beginning.count else { return false }
    return zip(path, beginning).allSatisfy {
      $0 == $1 || !isCaseSensitive && $0.folded == $1.folded
    }
  }
}

extension [UInt8] {
  /// Whether it has one of the accents from U+0300 to U+036F.
  fileprivate var hasAccents: Bool {
    zip(self, dropFirst()).contains { first, second in
      first == 0xCC && second >= 0x80 || first == 0xCD && (0x80...0xAF).contains(second)
    }
  }
}
