// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What people write instead of a pattern, on both platforms, because other tools use it.
///
/// In a pattern only `*` and `?` are special, so these match no link that anyone intends. When in
/// doubt, the answer is no.
enum PatternMistake {
  /// `https://example.com/s/*` where only the path is compared.
  case url
  /// `^/s/\d+$`.
  case regularExpression
  /// `/s/{id}`, `/s/:id`, `/s/<id>` or `/s/[id]`.
  case placeholder
  /// `/s?id=*` or `/s#top` where only the path is compared.
  case queryOrFragment

  /// The first mistake in a pattern; nil if it may be intended.
  init?(in pattern: String, isPath: Bool) {
    let text = PatternText(Array(pattern.utf8), isPath: isPath)
    if text.isURL {
      self = .url
    } else if text.hasRegularExpression {
      self = .regularExpression
    } else if text.hasPlaceholder {
      self = .placeholder
    } else if text.hasQueryOrFragment {
      self = .queryOrFragment
    } else {
      return nil
    }
  }
}

extension PatternMistake {
  /// An equivalent pattern without a star directly before another wildcard.
  static func evened(_ pattern: String) -> String {
    var evened: [Character] = []
    var run: [Character] = []
    func end() {
      let marks = run.count { $0 == "?" }
      evened += Array(repeating: "?", count: marks) + (marks < run.count ? ["*"] : [])
      run = []
    }
    for character in pattern {
      if character == "*" || character == "?" {
        run.append(character)
      } else {
        end()
        evened.append(character)
      }
    }
    end()
    return String(evened)
  }
}

extension LintRule {
  init(_ mistake: PatternMistake) {
    self =
      switch mistake {
      case .url: .urlInPath
      case .regularExpression: .regularExpression
      case .placeholder: .placeholderInPattern
      case .queryOrFragment: .queryInPath
      }
  }
}

/// The bytes of a pattern, with questions about their surroundings.
private struct PatternText {
  private let text: [UInt8]
  private let isPath: Bool

  init(_ text: [UInt8], isPath: Bool) {
    self.text = text
    self.isPath = isPath
  }

  var isURL: Bool {
    isPath && ["https://", "http://", "*://"].contains { text.starts(with: $0.utf8) }
  }

  var hasRegularExpression: Bool {
    if text.first == UInt8(ascii: "^") || text.contains(UInt8(ascii: "\\")) { return true }
    if isPath && text.count > 2 && text.last == UInt8(ascii: "$") { return true }
    for offset in text.indices where text[offset] == UInt8(ascii: ".") {
      // `/.*`; with a letter before the dot it may be a name and any extension.
      let before = byte(offset - 1)
      let after = byte(offset + 1)
      if (after == UInt8(ascii: "*") || after == UInt8(ascii: "+"))
        && (before == nil || before == UInt8(ascii: "/"))
      {
        return true
      }
    }
    return brackets("[", "]").contains { isClass($0) }
      || brackets("(", ")").contains { isGroup($0) }
      || brackets("{", "}").contains { inside in
        !inside.isEmpty && text[inside].allSatisfy { $0.isDigit || $0 == UInt8(ascii: ",") }
      }
  }

  var hasPlaceholder: Bool {
    if brackets("{", "}").contains(where: { !$0.isEmpty })
      || brackets("<", ">").contains(where: { isName($0) })
    {
      return true
    }
    guard isPath else { return false }
    return brackets("[", "]").contains { isWholePart($0) && isName($0) }
      || text.indices.contains { offset in
        text[offset] == UInt8(ascii: ":") && byte(offset - 1) == UInt8(ascii: "/")
          && byte(offset + 1).map { $0.isASCIILetterOrDigit && !$0.isDigit } == true
      }
  }

  /// A path pattern ends before the query and the fragment.
  var hasQueryOrFragment: Bool {
    guard isPath else { return false }
    if text.contains(UInt8(ascii: "#")) { return true }
    guard let mark = text.firstIndex(of: UInt8(ascii: "?")) else { return false }
    let name = text[(mark + 1)...].prefix { $0.isPartOfName }
    return !name.isEmpty && byte(name.endIndex) == UInt8(ascii: "=")
  }

  /// `[a-z]` or `[^/]`.
  private func isClass(_ inside: Range<Int>) -> Bool {
    text[inside].first == UInt8(ascii: "^")
      || ["a-z", "A-Z", "0-9", "1-9", "a-f", "A-F"].contains { range in
        inside.dropLast(2).contains { text[$0..<$0 + 3].elementsEqual(range.utf8) }
      }
  }

  /// `(a|b)`, `(.*)`, `(?:…)`, `(a)+` or a whole part of a path.
  private func isGroup(_ inside: Range<Int>) -> Bool {
    // `$(name)` is a variable of Apple.
    if inside.isEmpty || byte(inside.lowerBound - 2) == UInt8(ascii: "$") { return false }
    let bytes = text[inside]
    return bytes.contains(UInt8(ascii: "|"))
      || ["?:", ".*", ".+"].contains { bytes.starts(with: $0.utf8) }
      || byte(inside.upperBound + 1) == UInt8(ascii: "+") || isPath && isWholePart(inside)
  }

  /// Whether the brackets and their content are a whole part of the path.
  private func isWholePart(_ inside: Range<Int>) -> Bool {
    let after = byte(inside.upperBound + 1)
    return byte(inside.lowerBound - 2) == UInt8(ascii: "/")
      && (after == nil || after == UInt8(ascii: "/"))
  }

  private func isName(_ inside: Range<Int>) -> Bool {
    !inside.isEmpty && text[inside].allSatisfy { $0.isPartOfName || $0 == UInt8(ascii: ".") }
  }

  /// The text between the innermost brackets of one kind.
  private func brackets(_ open: Unicode.Scalar, _ close: Unicode.Scalar) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var start: Int?
    for (offset, byte) in text.enumerated() {
      if byte == UInt8(ascii: open) {
        start = offset + 1
      } else if byte == UInt8(ascii: close), let begun = start {
        found.append(begun..<offset)
        start = nil
      }
    }
    return found
  }

  private func byte(_ offset: Int) -> UInt8? {
    text.indices.contains(offset) ? text[offset] : nil
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  /// Letters, digits, hyphens and underscores.
  fileprivate var isPartOfName: Bool {
    isASCIILetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }
}
