// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

extension AppleLinter {
  /// Checks a list of app identifiers; `isLink` if they are to open links.
  mutating func lintAppIDs(_ nodes: [JSONNode], isLink: Bool) {
    var first: [String: JSONPosition] = [:]
    for node in nodes {
      let position = document.position(of: node)
      guard let text = node.string else {
        findings.add(.malformedAppID, at: position)
        continue
      }
      if let other = first[text] {
        findings.add(.duplicateApp, at: position, text: text, other: other)
      } else {
        first[text] = position
      }
      lintAppID(text, at: position, isLink: isLink)
    }
  }

  /// `ABCDE12345.com.example.shop`: ten capital letters or digits, a dot, the bundle identifier.
  mutating func lintAppID(_ text: String, at position: JSONPosition, isLink: Bool) {
    if let mistake = AppIDMistake(in: text) {
      return findings.add(
        mistake.rule, at: position, text: text, suggestion: mistake.suggestion)
    }
    let prefix = String(text.prefix { $0 != "." })
    let bundle = String(text.dropFirst(prefix.count + 1))
    if Self.samplePrefixes.contains(prefix) {
      findings.add(.sampleLeftIn, at: position, text: text)
    } else if Placeholder.isExample(bundle) {
      findings.add(.exampleName, at: position, text: text)
    } else if prefix.utf8.allSatisfy({ $0 < UInt8(ascii: "A") }) {
      findings.add(.numericPrefix, at: position, text: text)
    }
    if isLink && bundle.lowercased().hasSuffix(".clip") {
      findings.add(.appClipUnderAppLinks, at: position, text: text)
    }
  }

  /// Prefixes in Apple's documentation.
  private static let samplePrefixes = ["ABCDE12345", "9JA89QQLNQ", "D3KQX62K1A"]
}

/// The mistake that keeps an app identifier from matching any app.
struct AppIDMistake {
  let rule: LintRule
  /// What was probably meant.
  let suggestion: String?

  init?(in text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let prefix = parts.first ?? ""
    if Placeholder.isPlaceholder(text)
      || prefix.isAppPrefix && Placeholder.isPlaceholderTeam(prefix)
    {
      self.init(.placeholder)
    } else if prefix.isAppPrefix {
      guard !text.isAppID else { return nil }
      self.init(.malformedAppID)
    } else {
      self.init(withoutPrefix: text, parts: parts)
    }
  }

  private init(_ rule: LintRule, suggestion: String? = nil) {
    self.rule = rule
    self.suggestion = suggestion
  }

  private init(withoutPrefix text: String, parts: [String]) {
    let rest = parts.dropLast().joined(separator: ".")
    if parts.count > 1 && Placeholder.isPlaceholderPrefix(parts[0]) {
      self.init(.placeholder)
    } else if let last = parts.last, last.isAppPrefix, rest.isBundleIdentifier, rest.contains(".") {
      self.init(.noPrefix, suggestion: "\(last).\(rest)")
    } else if parts.count > 1 && parts[0].utf8.count != 10 && text.isBundleIdentifier {
      self.init(.noPrefix)
    } else {
      self.init(.malformedAppID)
    }
  }
}

extension String {
  /// Whether this is a complete app identifier.
  var isAppID: Bool {
    let parts = split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(
      String.init)
    return parts.count == 2 && parts[0].isAppPrefix && parts[1].isBundleIdentifier
  }

  /// Whether this is ten capital letters or digits.
  fileprivate var isAppPrefix: Bool {
    utf8.count == 10
      && utf8.allSatisfy {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// Letters, digits and hyphens between dots; a part may begin with a digit.
  fileprivate var isBundleIdentifier: Bool {
    split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "-") }
    }
  }
}

extension UInt8 {
  var isASCIILetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(folded)
  }
}
