// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What the links of a template have in common: the fixed texts and gaps of each part of a link.
package struct LinkShape: Equatable, Sendable {
  /// A stretch of a link between two gaps, or a gap.
  package enum Part: Equatable, Sendable {
    case literal(String)
    /// A value that differs from link to link and is never empty.
    case variable
  }

  /// From the first slash on; all literals are percent-encoded as they are in the links.
  package let path: [Part]
  /// Without the question mark; empty if there is no query.
  package let query: [Part]
  /// Without the number sign; empty if there is no fragment.
  package let fragment: [Part]

  package init(path: [Part], query: [Part] = [], fragment: [Part] = []) {
    self.path = path
    self.query = query
    self.fragment = fragment
  }
}

/// A rule as both platforms understand it, percent-encoded as links are.
package struct LinkRule: Equatable, Sendable {
  package struct QueryItem: Equatable, Sendable {
    package let name: String
    package let pattern: String

    package init(name: String, pattern: String) {
      self.name = name
      self.pattern = pattern
    }
  }

  package let path: String
  package let query: [QueryItem]
  package let fragment: String?
  package let excludes: Bool
  /// What Android cannot do with the links that the rule was made for.
  let limitsOfShape: [AndroidLimit]

  /// A rule as a job names it.
  package init(
    path: String, query: [QueryItem] = [], fragment: String? = nil, excludes: Bool = false
  ) {
    self.path = path
    self.query = query
    self.fragment = fragment
    self.excludes = excludes
    limitsOfShape = []
  }

  /// The rule that admits the links of a shape.
  ///
  /// A star ends where its segment does: so Android's star, which never backtracks, and Apple's, which
  /// does, admit the same links, and not many.
  package init(_ shape: LinkShape) {
    let segments = Self.text(of: shape.path).split(separator: "/", omittingEmptySubsequences: false)
    let path = segments.map { Self.pattern(for: $0) }.joined(separator: "/")
    self.path = path.isEmpty ? "/" : path
    excludes = false
    limitsOfShape = shape.limitsOnAndroid(path: self.path)
    query = Self.items(of: shape.query)
    let fragment = Self.pattern(for: Self.text(of: shape.fragment)[...])
    self.fragment = fragment.isEmpty ? nil : fragment
  }

  /// What can be asked about the items of a query.
  private static func items(of parts: [LinkShape.Part]) -> [QueryItem] {
    var patterns: [(name: String, values: [Substring])] = []
    for item in text(of: parts).split(separator: "&") {
      let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(halves[0])
      // A name with a gap may be any name, and Apple asks the same of all repetitions.
      if name.contains(gap) { return [] }
      let value = halves.count > 1 ? halves[1] : ""
      if let same = patterns.firstIndex(where: { $0.name == name }) {
        patterns[same].values.append(value)
      } else {
        patterns.append((name, [value]))
      }
    }
    return patterns.compactMap { name, values in
      // Asking for an empty value asks for nothing.
      guard !name.isEmpty, !values.contains("") else { return nil }
      let alike = Set(values.map { pattern(for: $0) })
      return QueryItem(name: name, pattern: alike.count == 1 ? alike.first ?? "?*" : "?*")
    }
  }

  /// Stands for a gap in a text, because no link has it.
  private static let gap: Character = "\0"

  private static func text(of parts: [LinkShape.Part]) -> String {
    parts.map { part in
      switch part {
      case .literal(let literal): literal
      case .variable: String(gap)
      }
    }.joined()
  }

  /// Whatever begins with the text before the first gap, and is longer if there is a gap.
  private static func pattern(for text: Substring) -> String {
    let literal = text.prefix { $0 != gap }
    return Self.escape(literal) + (literal.endIndex < text.endIndex ? "?*" : "")
  }

  /// Patterns have no escape, so a literal wildcard or variable is matched as any character.
  private static func escape(_ literal: Substring) -> String {
    String(literal.map { $0 == "*" || $0 == "$" ? "?" : $0 })
  }
}
