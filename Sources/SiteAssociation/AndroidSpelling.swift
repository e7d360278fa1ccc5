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
  init(_ rule: LinkRule, path: String) {
    self.path = path
    query = Self.items(rule.query)
    fragment = rule.fragment.flatMap { $0.asksNothing ? nil : $0 }
  }

  /// Decoded; nil if a part of it cannot be.
  init?(decoding rule: LinkRule, path: String) {
    guard let path = Self.decode(path) else { return nil }
    var items: [LinkRule.QueryItem] = []
    for item in rule.query {
      guard let name = Self.decode(item.name), let pattern = Self.decode(item.pattern) else {
        return nil
      }
      items.append(LinkRule.QueryItem(name: name, pattern: pattern))
    }
    self.path = path
    query = Self.items(items)
    if let fragment = rule.fragment, !fragment.asksNothing {
      guard let decoded = Self.decode(fragment) else { return nil }
      self.fragment = decoded
    } else {
      fragment = nil
    }
  }

  /// What can be asked of the items of a query, which is decoded before it is split.
  private static func items(_ items: [LinkRule.QueryItem]) -> [LinkRule.QueryItem] {
    var asked: [LinkRule.QueryItem] = []
    for item in items where !item.pattern.asksNothing {
      // The item of such a name would be split too, or the name would be a pattern.
      guard !item.name.unicodeScalars.contains(where: { "&;=*?\\".unicodeScalars.contains($0) }),
        !asked.contains(where: { $0.name == item.name })
      else { continue }
      asked.append(LinkRule.QueryItem(name: item.name, pattern: value(item.pattern)))
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
  /// What would become a wildcard is asked for as any character.
  static func decode(_ pattern: String) -> String? {
    let bytes = Array(pattern.utf8)
    var decoded = String.UnicodeScalarView()
    var offset = 0
    while offset < bytes.count {
      guard
        let (scalar, next) = PercentEncoding.character(
          in: bytes.span, at: offset, before: bytes.count)
      else { return nil }
      let isWildcard = scalar == "*" || scalar == "?"
      decoded.append(isWildcard && next - offset > 1 ? "?" : scalar)
      offset = next
    }
    return String(decoded)
  }
}

extension String {
  /// Whether it is only stars: on Apple's systems, what is absent matches, too.
  fileprivate var asksNothing: Bool { !isEmpty && utf8.allSatisfy { $0 == UInt8(ascii: "*") } }
}
