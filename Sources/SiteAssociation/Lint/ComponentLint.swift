// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain
import StrictJSON

// Findings about a single pattern.
extension AppleLinter {
  static let componentKeys = [
    "/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded",
  ]
  private static let flags = ["exclude", "caseSensitive", "percentEncoded"]
  /// Common wrong spellings of the oddly named keys.
  static let plainKeys = [
    "path": "/", "paths": "/", "query": "?", "queryItems": "?", "fragment": "#", "hash": "#",
  ]

  /// Checks a component; `isEncoded` is the default for `percentEncoded`.
  mutating func lintComponent(_ component: JSONNode, isEncoded: Bool) {
    guard let members = component.members else {
      return findings.add(.notAnObject, at: component)
    }
    for member in members where !Self.componentKeys.contains(member.key) {
      if let suggestion = Spelling.suggestion(for: member.key, among: Self.componentKeys) {
        findings.add(.misspeltKey, at: member, suggestion: suggestion)
      } else {
        findings.add(.unknownComponentKey, at: member, suggestion: Self.plainKeys[member.key])
      }
    }
    lintFlags(of: component)
    let isEncoded = component["percentEncoded"]?.bool ?? isEncoded
    if let path = component["/"] {
      lintPattern(path, isEncoded: isEncoded, isPath: true)
      lintComment(component["comment"], on: path)
    }
    if let fragment = component["#"] { lintPattern(fragment, isEncoded: isEncoded) }
    if let query = component["?"] {
      for member in query.members ?? [] {
        lintPattern(member.value, isEncoded: isEncoded)
        if member.value.string == "*" { findings.add(.vacuousQuery, at: member) }
      }
      if query.members == nil { lintPattern(query, isEncoded: isEncoded) }
    }
  }

  mutating func lintLegacyPath(_ path: JSONNode) {
    guard let text = path.string else { return findings.add(.patternNotString, at: path) }
    let pattern = text.hasPrefix("NOT ") ? String(text.dropFirst(4)) : text
    lintMistake(in: pattern, isPath: true, at: path)
    lintStars(in: pattern, at: path)
    lintCharacters(of: [PatternToken](pattern, hasVariables: false), at: path)
  }

  mutating func lintDefaults(_ defaults: JSONNode) {
    guard let members = defaults.members else { return findings.add(.notAnObject, at: defaults) }
    for member in members where ["/", "?", "#"].contains(member.key) {
      findings.add(.patternInDefaults, at: member)
    }
    lintSpelling(of: members, known: Self.componentKeys, as: .misspeltKey)
    lintFlags(of: defaults)
  }

  mutating func lintVariables(_ variables: JSONNode) {
    guard let members = variables.members else {
      return findings.add(.notAnObject, at: variables)
    }
    for member in members {
      let values = member.value.elements ?? []
      if values.isEmpty || values.contains(where: { $0.string == nil }) {
        findings.add(.unknownVariable, at: member)
      }
    }
  }

  private mutating func lintFlags(of node: JSONNode) {
    for member in node.members ?? [] where Self.flags.contains(member.key) {
      if member.value.bool == nil { findings.add(.flagNotBoolean, at: member) }
    }
  }

  private mutating func lintPattern(
    _ pattern: JSONNode, isEncoded: Bool, isPath: Bool = false
  ) {
    guard let text = pattern.string else { return findings.add(.patternNotString, at: pattern) }
    lintMistake(in: text, isPath: isPath, at: pattern)
    lintStars(in: text, at: pattern)
    let tokens = [PatternToken](text, hasVariables: true)
    if isEncoded {
      lintCharacters(of: tokens, at: pattern)
    } else if text.hasPercentEncoding {
      findings.add(.encodedPattern, at: pattern)
    }
    lintVariables(in: tokens, at: pattern)
  }

  /// Links on phones never contain blanks, control characters or letters other than ASCII.
  private mutating func lintCharacters(of tokens: [PatternToken], at pattern: JSONNode) {
    if tokens.contains(where: \.isUnencoded) { findings.add(.unencodedCharacter, at: pattern) }
  }

  private mutating func lintVariables(in tokens: [PatternToken], at pattern: JSONNode) {
    for token in tokens {
      switch token {
      case .text(let text) where String(decoding: text, as: UTF8.self).contains("$("):
        findings.add(.unclosedVariable, at: pattern)
      case .variable(let name) where !variableNames.contains(name):
        findings.add(
          .unknownVariable, at: pattern, text: name,
          suggestion: Spelling.suggestion(for: name, among: likelyNames))
        // One finding per pattern is enough.
        return
      default: break
      }
    }
  }

  private mutating func lintMistake(in text: String, isPath: Bool, at pattern: JSONNode) {
    guard let mistake = PatternMistake(in: text, isPath: isPath) else { return }
    findings.add(LintRule(mistake), at: pattern)
  }

  /// Two stars may come from a language in which they mean more than one.
  private mutating func lintStars(in text: String, at pattern: JSONNode) {
    guard text.contains("**") else { return }
    findings.add(
      .starBeforeWildcard, at: pattern, text: text, suggestion: PatternMistake.evened(text))
  }

  private mutating func lintComment(_ comment: JSONNode?, on path: JSONNode) {
    guard let comment = comment?.string?.lowercased(), let pattern = path.string else { return }
    let promisesMore = ["start with", "starts with", "beginning with", "begins with"].contains {
      comment.contains($0)
    }
    if promisesMore && !pattern.contains("*") { findings.add(.commentPromisesMore, at: path) }
  }
}

extension String {
  /// Whether a `%` is followed by two hexadecimal digits.
  fileprivate var hasPercentEncoding: Bool {
    let bytes = Array(utf8)
    return bytes.indices.dropLast(2).contains {
      bytes[$0] == UInt8(ascii: "%") && bytes[$0 + 1].hexValue != nil
        && bytes[$0 + 2].hexValue != nil
    }
  }
}
