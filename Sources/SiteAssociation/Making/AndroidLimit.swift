// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Something that no rules can achieve on Android 15 and later.
package enum AndroidLimit: Hashable, Sendable {
  /// The links have no slash after the host, so no rule for a path matches them.
  case emptyPath
  /// A value in the middle of the path: once decoded, a slash in it ends it.
  case slashInValue
  /// A text with a `%` that encodes nothing.
  case badEncoding(String)
  /// A pattern with a `*` directly before another wildcard.
  case starBeforeWildcard(String)
  /// An exclude with a `*` that is not at its end: it may end too early.
  case excludeEndsEarly(String)
  /// An exclude that Android can only express in part, so it is left out there.
  case excludeLeftOut(String)
  /// The links have one item with a fixed value and `&` after it, which then belongs to the value.
  case ampersandAtEnd
}

extension AndroidLimit {
  /// For programs.
  package var name: String {
    switch self {
    case .emptyPath: "empty-path"
    case .slashInValue: "slash-in-value"
    case .badEncoding: "bad-encoding"
    case .starBeforeWildcard: "star-before-wildcard"
    case .excludeEndsEarly: "exclude-ends-early"
    case .excludeLeftOut: "exclude-left-out"
    case .ampersandAtEnd: "ampersand-at-end"
    }
  }
}

extension LinkShape {
  /// What Android cannot do with the links of the shape, for which a rule asks for `path`.
  func limitsOnAndroid(path pattern: String) -> [AndroidLimit] {
    var limits: [AndroidLimit] = []
    if path.isEmpty { limits.append(.emptyPath) }
    if let star = pattern.utf8.firstIndex(of: UInt8(ascii: "*")),
      pattern.utf8[star...].dropFirst().contains(where: { $0 != UInt8(ascii: "/") })
    {
      limits.append(.slashInValue)
    }
    if case .literal(let text) = query.first, query.count == 1, text.hasSuffix("&"),
      text.contains("="), text.split(separator: "&").count == 1
    {
      limits.append(.ampersandAtEnd)
    }
    return limits
  }
}

extension LinkRule {
  /// What Android cannot do with the rule.
  package var limitsOnAndroid: [AndroidLimit] {
    var limits = limitsOfShape
    let patterns = [path] + query.flatMap { [$0.name, $0.pattern] } + [fragment].compactMap(\.self)
    for pattern in patterns {
      let decoded = AndroidSpelling.decode(pattern)
      if decoded == nil { limits.append(.badEncoding(pattern)) }
      if [pattern, decoded ?? ""].contains(where: \.hasStarBeforeWildcard) {
        limits.append(.starBeforeWildcard(pattern))
      }
      if excludes, pattern.dropLast().utf8.contains(UInt8(ascii: "*")) {
        limits.append(.excludeEndsEarly(pattern))
      }
    }
    let isDecodable = patterns.allSatisfy { AndroidSpelling.decode($0) != nil }
    if excludes, isDecodable, AndroidSpelling(decoding: self, path: path) == nil {
      limits.append(.excludeLeftOut(text))
    }
    return limits
  }
}

extension String {
  fileprivate var hasStarBeforeWildcard: Bool {
    zip(utf8, utf8.dropFirst()).contains { first, second in
      first == UInt8(ascii: "*") && (second == UInt8(ascii: "*") || second == UInt8(ascii: "?"))
    }
  }
}
