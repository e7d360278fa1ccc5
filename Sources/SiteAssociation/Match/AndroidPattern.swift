// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A pattern of a dynamic rule of Android 15 and later.
///
/// It has no variables, cases count, and `*` never reconsiders: it runs until the character after it
/// is found for the first time (Android's documentation of dynamic rules, and `PatternMatcher`). So
/// one walk is enough. It counts in the units of Java.
struct AndroidPattern: Sendable {
  private enum Token {
    static let any: UInt32 = 0x1_0000
    static let run: UInt32 = 0x1_0001
    /// A dot that some versions take for any character.
    static let dot: UInt32 = 0x1_0002
  }

  /// Where the pattern is among the tokens of all patterns, which are in one place, so that to ask
  /// twenty rules takes no memory and counts no references.
  private let tokens: Range<Int>
  /// How many of them are text that the pattern begins with.
  private let beginningCount: Int
  /// How long the name of the item is, if an item without `=` could be meant, too.
  private let bareNameCount: Int?

  /// A pattern for a part of a link; with a name, for an item of the query with that name.
  init(_ pattern: String, itemNamed name: String? = nil, addingTo all: inout [UInt32]) {
    let isGlob = Self.isGlob(pattern)
    func literal(_ unit: UInt16) -> UInt32 {
      isGlob && unit == UInt16(UInt8(ascii: ".")) ? Token.dot : UInt32(unit)
    }
    var tokens: [UInt32] = []
    if let name { tokens += "\(name)=".utf16.map(literal) }
    let mayBeEmpty = pattern.utf8.allSatisfy { $0 == UInt8(ascii: "*") }
    bareNameCount = name != nil && mayBeEmpty ? tokens.count - 1 : nil
    tokens += pattern.utf16.map { unit in
      switch unit {
      case UInt16(UInt8(ascii: "*")): Token.run
      case UInt16(UInt8(ascii: "?")): Token.any
      default: literal(unit)
      }
    }
    beginningCount = tokens.prefix { $0 < Token.any }.count
    self.tokens = all.count..<all.count + tokens.count
    all += tokens
  }

  /// Whether it has more wildcards than a star at its end.
  ///
  /// Otherwise Android compares texts, in which a dot is a dot.
  static func isGlob(_ pattern: String) -> Bool {
    let wildcards = pattern.utf8.count { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
    return wildcards > (pattern.utf8.last == UInt8(ascii: "*") ? 1 : 0)
  }

  /// The first units of text, up to four, in one number, and the bits of it that count.
  func head(tokens all: [UInt32]) -> (bits: UInt64, mask: UInt64) {
    var head: (bits: UInt64, mask: UInt64) = (0, 0)
    for (place, index) in tokens.prefix(min(beginningCount, 4)).enumerated() {
      head.bits |= UInt64(all[index]) << (16 * place)
      head.mask |= 0xFFFF << (16 * place)
    }
    return head
  }

  enum Fit: Equatable {
    case yes
    case no
    case maybe(MatchDoubt)
  }

  /// Whether the pattern matches the whole of a part of a link; `steps` grows by what it took.
  func fit(
    _ text: Span<UInt16>, _ part: AndroidLink.Part, hasPairs: Bool, tokens all: Span<UInt32>,
    steps: inout Int
  ) -> Fit {
    let start = part.range.lowerBound
    let end = part.range.upperBound
    let certainCount = min(end, part.certainEnd) - start
    for index in 0..<max(0, min(beginningCount, certainCount)) {
      steps += 1
      guard UInt32(text[start + index]) == all[tokens.lowerBound + index] else { return .no }
    }
    guard beginningCount <= certainCount else {
      if part.certainEnd < end { return .maybe(.badEncoding) }
      return bareNameCount == part.range.count ? .maybe(.itemWithoutEqualsSign) : .no
    }
    // What follows, certain or not, is at least one character.
    if beginningCount == tokens.count { return start + beginningCount == end ? .yes : .no }
    let fit = walk(text, part, takesPairs: false, tokens: all, steps: &steps)
    // For a reader, a character of two units is one.
    guard hasPairs, tokens.count - beginningCount > 1 || fit != .yes else { return fit }
    let other = walk(text, part, takesPairs: true, tokens: all, steps: &steps)
    return fit == other ? fit : .maybe(.characterOfTwoUnits)
  }

  /// Compares what comes after the beginning.
  private func walk(
    _ text: Span<UInt16>, _ part: AndroidLink.Part, takesPairs: Bool, tokens all: Span<UInt32>,
    steps: inout Int
  ) -> Fit {
    let end = part.range.upperBound
    let certainEnd = min(end, part.certainEnd)
    var offset = part.range.lowerBound + beginningCount
    var index = tokens.lowerBound + beginningCount
    var doubt: MatchDoubt?
    while index < tokens.upperBound {
      steps += 1
      let token = all[index]
      index += 1
      if token == Token.run {
        guard index < tokens.upperBound else { return doubt.map { .maybe($0) } ?? .yes }
        let next = all[index]
        if next == Token.any || next == Token.run {
          return .maybe(.starBeforeWildcard)
        }
        // Right after a star, a dot is a dot.
        let wanted = next == Token.dot ? UInt32(UInt8(ascii: ".")) : next
        let isPair = takesPairs && wanted.isFirstOfPair && index + 1 < tokens.upperBound
        let second = isPair ? all[index + 1] : 0
        while offset < certainEnd {
          if UInt32(text[offset]) == wanted {
            if !isPair { break }
            if offset + 1 < end, UInt32(text[offset + 1]) == second { break }
          }
          offset += 1
          steps += 1
        }
        guard offset < certainEnd else { return offset < end ? .maybe(.badEncoding) : .no }
        index += 1
        offset += 1
        continue
      }
      guard offset < certainEnd else { return offset < end ? .maybe(.badEncoding) : .no }
      let unit = UInt32(text[offset])
      offset += 1
      if token == unit { continue }
      switch token {
      case Token.any:
        if takesPairs, unit.isFirstOfPair, offset < end { offset += 1 }
      case Token.dot:
        if unit != UInt32(UInt8(ascii: ".")) { doubt = doubt ?? .dotAmongWildcards }
      default:
        return .no
      }
    }
    guard offset == end else { return .no }
    return doubt.map { .maybe($0) } ?? .yes
  }
}

extension UInt32 {
  /// Whether it is the first of the two units of a character beyond the first 65,536.
  fileprivate var isFirstOfPair: Bool { (0xD800..<0xDC00).contains(self) }
}
