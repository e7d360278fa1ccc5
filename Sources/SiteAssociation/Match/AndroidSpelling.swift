// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A rule in words of Android, which compares patterns with decoded links.
///
/// Google's documentation does not say so, so a rule that reads differently when it is decoded is
/// written in both ways; one of the two matches nothing.
struct AndroidSpelling: Equatable {
  let path: String
  let query: [LinkRule.QueryItem]
  let fragment: String?

  /// As it is written for Apple's systems, as far as Android can be asked the same.
  ///
  /// Nil for an exclude of which Android can be asked only a part: it would exclude more.
  init?(_ rule: LinkRule, path: String) {
    guard let items = Self.items(rule.query, excludes: rule.excludes) else { return nil }
    self.path = path
    query = items
    fragment = rule.fragment.flatMap { $0.asksNothing ? nil : $0 }
  }

  /// Decoded; nil if a part of it cannot be, or if it would exclude more.
  init?(decoding rule: LinkRule, path: String) {
    func decode(_ pattern: String) -> String? {
      let decoded = Self.decode(pattern)
      // A wildcard in place of an encoded one asks for less.
      return rule.excludes && decoded?.wildcardCount != pattern.wildcardCount ? nil : decoded
    }
    guard let path = decode(path) else { return nil }
    var items: [LinkRule.QueryItem] = []
    for item in rule.query {
      guard let name = decode(item.name), let pattern = decode(item.pattern) else {
        return nil
      }
      items.append(LinkRule.QueryItem(name: name, pattern: pattern))
    }
    guard let asked = Self.items(items, excludes: rule.excludes) else { return nil }
    self.path = path
    query = asked
    if let fragment = rule.fragment, !fragment.asksNothing {
      guard let decoded = decode(fragment) else { return nil }
      self.fragment = decoded
    } else {
      fragment = nil
    }
  }

  /// What can be asked of the items of a query, which is decoded before it is split.
  ///
  /// A rule that opens asks for what can be asked; one that excludes asks for all, or is nil.
  private static func items(
    _ items: [LinkRule.QueryItem], excludes: Bool
  ) -> [LinkRule.QueryItem]? {
    var asked: [LinkRule.QueryItem] = []
    for item in items where !item.pattern.asksNothing {
      // The item of such a name would be split too, or the name would be a pattern.
      guard !item.name.unicodeScalars.contains(where: { "&;=*?\\".unicodeScalars.contains($0) }),
        !asked.contains(where: { $0.name == item.name }),
        !excludes || !item.pattern.utf8.contains(UInt8(ascii: "&"))
      else {
        if excludes { return nil }
        continue
      }
      let pattern = excludes ? item.pattern : value(item.pattern)
      asked.append(LinkRule.QueryItem(name: item.name, pattern: pattern))
    }
    return asked
  }

  /// A pattern for what is left of a value after the query was split at separators in it.
  private static func value(_ pattern: String) -> String {
    let scalars = pattern.unicodeScalars
    var kept = Substring(scalars.prefix { $0 != "&" && $0 != ";" })
    let isCut = kept.unicodeScalars.count < scalars.count
    // One that begins with a separator is empty then.
    let mayBeAnything = kept.hasSuffix("?*")
    if mayBeAnything { kept = kept.dropLast(2) }
    guard isCut || mayBeAnything else { return pattern }
    return kept.unicodeScalars.last == "*" ? String(kept) : kept + "*"
  }

  /// A pattern decoded, or nil if something in it cannot be.
  ///
  /// A character that would become a wildcard or an escape is asked for as any character.
  static func decode(_ pattern: String) -> String? {
    let bytes = Array(pattern.utf8)
    var decoded = String.UnicodeScalarView()
    var offset = 0
    while offset < bytes.count {
      guard
        let (scalar, next) = PercentEncoding.character(
          in: bytes.span, at: offset, before: bytes.count)
      else { return nil }
      let isWildcard = scalar == "*" || scalar == "?" || scalar == "\\"
      decoded.append(isWildcard && next - offset > 1 ? "?" : scalar)
      offset = next
    }
    return String(decoded)
  }
}

extension String {
  fileprivate var wildcardCount: Int {
    utf8.count { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
  }

  /// Whether it is only stars: on Apple's systems, what is absent matches, too.
  fileprivate var asksNothing: Bool { !isEmpty && utf8.allSatisfy { $0 == UInt8(ascii: "*") } }
}
