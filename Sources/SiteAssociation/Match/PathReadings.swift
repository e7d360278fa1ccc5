// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A pattern of a path that can be read in more than one way, as far as recordings of Apple's matcher go.
///
/// They show what becomes of `/x`, `x`, `/x/`, `/x/*`, `/x*` and `/x/?*`. What is about other slashes and
/// wildcards at the ends, such as `*/x` and `/x/**`, they leave open.
struct PathReadings: Sendable {
  /// Matches for certain, if `literal` does too.
  private let strict: URLPattern
  /// The pattern without the slash that may be put before a `?` at its beginning.
  private let literal: URLPattern?
  private let loose: URLPattern
  /// The loose reading of the pattern without its parts that are dots.
  private let evened: URLPattern?
  let doubt: MatchDoubt

  /// Finds out whether there are several ways; nil for nearly every pattern.
  init?(
    _ pattern: String, variables: PatternVariables?,
    compile: (String, PathReading) -> URLPattern
  ) {
    let tokens = [PatternToken](pattern, hasVariables: variables != nil)
    let evened = tokens.contains(where: \.isVariable) ? nil : Self.evened(pattern)
    guard let doubt = Self.doubt(of: pattern, tokens, variables, hasDots: evened != nil) else {
      return nil
    }
    self.doubt = doubt
    strict = compile(pattern, .strict)
    literal = tokens.first == .character ? compile(pattern, .literal) : nil
    loose = compile(pattern, .loose)
    self.evened = evened.map { compile($0, .loose) }
  }

  func surelyMatches(_ link: LinkText, using scratch: inout PatternScratch) -> Bool {
    [strict, literal].allSatisfy { pattern in
      pattern?.matches(link.bytes, in: link.pathWithoutTrailingSlashes, with: &scratch) ?? true
    }
  }

  func mayMatch(_ link: LinkText, using scratch: inout PatternScratch) -> Bool {
    [loose, evened].contains { pattern in
      guard let pattern else { return false }
      return pattern.isTooLarge
        || pattern.matches(link.bytes, in: link.pathWithoutTrailingSlashes, with: &scratch)
    }
  }

  private static func doubt(
    of pattern: String, _ tokens: [PatternToken], _ variables: PatternVariables?, hasDots: Bool
  ) -> MatchDoubt? {
    var dropped = tokens
    dropped.dropTrailingSlashes()
    if dropped.isEmpty || dropped == [.run] { return nil }
    func isNamed(_ names: Set<String>?, in tokens: some Sequence<PatternToken>) -> Bool {
      tokens.contains { token in
        if case .variable(let name) = token { names?.contains(name) == true } else { false }
      }
    }
    if isNamed(variables?.namesWithSlashes, in: dropped)
      || isNamed(variables?.namesWithWildcards, in: dropped.prefix(1) + dropped.suffix(2))
    {
      return .edgeOfValue
    }
    // At the ends, it is recorded that slashes in a row count as one.
    dropped.startWithOneSlash()
    let hasSlashesInARow = dropped.contains { token in
      if case .text(let text) = token { text.hasSlashesInARow } else { false }
    }
    if hasSlashesInARow || hasDots { return .slashesInPattern }
    if dropped.first == .run || tokens.first == .character { return .startOfPattern }
    guard dropped.last == .run else { return nil }
    let isOpen = tokens.last != .run || isOpenAtEnd(pattern, before: dropped.dropLast())
    return isOpen ? .endOfPattern : nil
  }

  /// Whether a star at the end comes after something else than in the patterns that are recorded.
  private static func isOpenAtEnd(
    _ pattern: String, before tokens: ArraySlice<PatternToken>
  ) -> Bool {
    let earlier = tokens.dropLast().last
    switch tokens.last {
    // A recording shows that `/s/?*` does not match `/s`.
    case .character: return earlier?.endsWithSlash != true
    // `/s/**`; and `/*/*`, of which no record says whether it matches the folder of the folder.
    case .text(let text) where text.last == UInt8(ascii: "/"):
      return !pattern.hasSuffix("/*") || text.count == 1 && earlier == .run
    case .text, .run, .variable, nil: return false
    }
  }

  /// The pattern without parts that are dots; nil if it has none.
  private static func evened(_ pattern: String) -> String? {
    let parts = pattern.utf8.split(separator: UInt8(ascii: "/"))
    let isDots = parts.map { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }
    guard isDots.contains(true) else { return nil }
    var kept: [Substring.UTF8View] = []
    for (part, isDots) in zip(parts, isDots) {
      if !isDots {
        kept.append(part)
      } else if part.count == 2 {
        _ = kept.popLast()
      }
    }
    return kept.map { "/" + String(decoding: $0, as: UTF8.self) }.joined()
  }
}

extension PatternToken {
  var isVariable: Bool { if case .variable = self { true } else { false } }

  fileprivate var endsWithSlash: Bool {
    if case .text(let text) = self { text.last == UInt8(ascii: "/") } else { false }
  }
}
