// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Links that open every app of a file, as can be said without asking its rules one by one.
///
/// Most jobs have one rule such as `/s/?*`, and perhaps a few exceptions; then a million links need no
/// matcher.
package struct SureOpening: Equatable, Sendable {
  /// What the path begins with, with something after it; nil admits every path.
  private(set) var beginning: [UInt8]?
  /// What the path must not begin with, because an earlier rule may say something else about it.
  private(set) var exceptions: [[UInt8]] = []
  /// How much of the path must be the same decoded, because that is what some rules are compared with;
  /// whatever comes after it changes nothing.
  private(set) var plainCount = 0

  /// Every link of the host.
  static let everything = SureOpening()

  /// A rule as far as it matters here.
  struct Rule {
    let path: String?
    /// Whether it asks for nothing but the path, as it is written.
    let isPlain: Bool
    let excludes: Bool
  }

  private init() {}

  /// What rules admit, asked in their order; nil if only the rules can tell.
  ///
  /// If links are decoded before they are compared, nothing is sure of one that is encoded up to where
  /// the rules look.
  init?(_ rules: [Rule], decodes: Bool = false) {
    for rule in rules {
      guard let path = rule.path else { return nil }
      if rule.isPlain, !rule.excludes, let opening = SureOpening(opening: path) {
        beginning = opening.beginning
        if decodes {
          let counts = exceptions.map(\.count) + [(beginning?.count ?? -1) + 1]
          plainCount = counts.max() ?? 0
        }
        return
      }
      // A link that does not begin as the pattern does cannot match it, whatever else it asks.
      guard let fixed = Self.fixedBeginning(of: path, dotIsAny: decodes) else { return nil }
      exceptions.append(fixed)
    }
    return nil
  }

  private init?(opening path: String) {
    if path == "*" { return }
    let fixed = Array(path.utf8.dropLast(2))
    guard path.hasSuffix("?*"), Self.beginsAsPathsDo(path),
      !fixed.contains(where: { "*?$".utf8.contains($0) })
    else { return nil }
    beginning = fixed
  }

  private static func fixedBeginning(of path: String, dotIsAny: Bool) -> [UInt8]? {
    let unfixed = dotIsAny ? "*?$." : "*?$"
    var fixed = Array(path.utf8.prefix { !unfixed.utf8.contains($0) })
    // It is not known how Apple's systems read slashes in a row and dots.
    let slash = UInt8(ascii: "/")
    let odd = fixed.indices.dropLast().dropFirst().first { index in
      fixed[index] == slash && (fixed[index + 1] == slash || fixed[index + 1] == UInt8(ascii: "."))
    }
    if let odd { fixed.removeSubrange(odd...) }
    // Slashes at the end count for nothing there.
    while fixed.last == UInt8(ascii: "/") { fixed.removeLast() }
    return fixed.isEmpty || !beginsAsPathsDo(path) ? nil : fixed
  }

  /// With one slash; elsewhere in a pattern, slashes at the beginning are made one.
  private static func beginsAsPathsDo(_ path: String) -> Bool {
    path.hasPrefix("/") && !path.hasPrefix("//")
  }

  /// The links that all of these admit, if they lie within each other.
  package static func all(_ openings: [SureOpening?]) -> SureOpening? {
    var common = SureOpening.everything
    for opening in openings {
      guard let opening else { return nil }
      common.exceptions += opening.exceptions
      common.plainCount = max(common.plainCount, opening.plainCount)
      guard let beginning = opening.beginning else { continue }
      let known = common.beginning ?? []
      guard beginning.starts(with: known) || known.starts(with: beginning) else { return nil }
      if beginning.count >= known.count { common.beginning = beginning }
    }
    return common
  }

  /// Whether a link of the host is one of them; `start` is where its path begins.
  package func opens(_ link: Span<UInt8>, pathFrom start: Int) -> Bool {
    for index in start..<max(start, min(start + plainCount, link.count))
    where link[index] == UInt8(ascii: "%") || link[index] >= 0x80 {
      return false
    }
    if isOdd(link, pathFrom: start) { return false }
    for exception in exceptions where begins(link, start, with: exception) { return false }
    guard let beginning else { return true }
    let next = start + beginning.count
    guard next < link.count, begins(link, start, with: beginning) else { return false }
    // After `/s/`, another slash is none of the path's characters on Apple's systems.
    let byte = link[next]
    return byte != UInt8(ascii: "/") && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
  }

  /// Whether a path may have slashes in a row or dots as a part, of which not all is known.
  private func isOdd(_ link: Span<UInt8>, pathFrom start: Int) -> Bool {
    var isAfterSlash = false
    for index in start..<max(start, link.count) {
      let byte = link[index]
      if byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") { return false }
      let isSlash = byte == UInt8(ascii: "/")
      if isAfterSlash, isSlash || byte == UInt8(ascii: ".") { return true }
      isAfterSlash = isSlash
    }
    return false
  }

  private func begins(_ link: Span<UInt8>, _ start: Int, with beginning: [UInt8]) -> Bool {
    guard link.count - start >= beginning.count else { return false }
    for (index, wanted) in beginning.enumerated() where link[start + index] != wanted {
      return false
    }
    return true
  }
}

extension AppleMatcher {
  /// Links that open every app of `details`; nil if only the rules can tell.
  package var sureOpening: SureOpening? {
    guard !association.entries.contains(where: \.isOfUnknownForm) else { return nil }
    return .all(
      entriesOfApp.map { entries in
        SureOpening(
          entries.flatMap { association.entries[$0].rules }.map { rule in
            // In another case, or decoded, a link may match though it begins otherwise.
            let isAsWritten =
              rule.isCaseSensitive && rule.isPercentEncoded && rule.mistakes.isEmpty
              && rule.path?.value.utf8.allSatisfy { (0x21...0x7E).contains($0) } == true
            return SureOpening.Rule(
              path: isAsWritten ? rule.path?.value : nil,
              isPlain: rule.query == nil && rule.fragment == nil, excludes: rule.excludes)
          })
      })
  }
}

extension AndroidMatcher {
  /// Links that open every app of the file; nil if only the rules can tell.
  package var sureOpening: SureOpening? {
    .all(
      statementOfApp.map { statement in
        guard case .list(let rules) = association.statements[statement].rules else {
          return .everything
        }
        return SureOpening(
          rules.map { rule in
            // The matcher decides about parts that may be ignored or are uncertain.
            let isPlainPath = !rule.hasUnknownKey && rule.path?.value.contains("\\") == false
            return SureOpening.Rule(
              path: isPlainPath ? rule.path?.value : nil,
              isPlain: rule.query.isEmpty && rule.fragment == nil,
              excludes: rule.excludes)
          }, decodes: true)
      })
  }
}
