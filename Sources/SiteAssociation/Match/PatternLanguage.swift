// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A pattern in two forms: as what matches, and as what is matched by a wider one.
struct PatternLanguage: Sendable {
  /// More texts are not written out; the pattern then counts as covered by nothing but itself.
  private static let textCount = 1000
  /// What the texts of all patterns of an entry may take together.
  static let byteCount = 1 << 24
  /// What an array takes in addition to its bytes.
  private static let arrayByteCount = 48

  // Bytes that no link has. One stands for any character, the other for any characters or none: the
  // first is taken by `?` and `*` of the wider pattern, the second by `*` alone.
  private static let anyCharacter: UInt8 = 0xF7
  private static let anyText: UInt8 = 0xFF

  let source: String
  let pattern: URLPattern
  /// All that it matches, its variables put in; nil if that is too much.
  private let texts: [[UInt8]]?

  init(
    _ source: String, isPath: Bool, variables: PatternVariables?, isCaseSensitive: Bool,
    room: inout Int, textRoom: inout Int
  ) {
    self.source = source
    pattern = URLPattern(
      source, isPath: isPath, variables: variables, isCaseSensitive: isCaseSensitive, room: &room)
    var tokens = [PatternToken](source, hasVariables: variables != nil)
    var isSubtree = false
    if isPath {
      tokens.dropTrailingSlashes()
      tokens.startWithOneSlash()
      isSubtree = tokens.dropSubtree()
    }
    var texts = Self.write(tokens, variables: variables, room: textRoom)
    textRoom -= texts.map { Self.size(of: $0) } ?? 0
    if isSubtree {
      texts = texts.map { texts in texts + texts.map { $0 + [UInt8(ascii: "/"), Self.anyText] } }
    }
    self.texts = texts
  }

  /// Whether every text that `other` matches is matched by this pattern.
  func covers(_ other: PatternLanguage, using scratch: inout PatternScratch) -> Bool {
    if pattern.matchesAnything || source.utf8.elementsEqual(other.source.utf8) { return true }
    guard let texts = other.texts else { return false }
    for text in texts where !pattern.matches(text, in: 0..<text.count, with: &scratch) {
      return false
    }
    return true
  }

  /// The tokens as texts; nil if these are too many, or larger than `room`.
  private static func write(
    _ tokens: [PatternToken], variables: PatternVariables?, room: Int
  ) -> [[UInt8]]? {
    var texts: [[UInt8]] = [[]]
    var room = room
    for token in tokens {
      switch token {
      case .text(let text): append(text, to: &texts, room: &room)
      case .character: append([anyCharacter], to: &texts, room: &room)
      case .run: append([anyText], to: &texts, room: &room)
      case .variable(let name):
        switch variables?[name] {
        case .character: append([anyCharacter], to: &texts, room: &room)
        case .texts(let values):
          let count = texts.count * values.count
          guard count <= textCount, count * arrayByteCount <= room else { return nil }
          // Values hold no variables, so this goes no deeper.
          let written = values.compactMap {
            write([PatternToken]($0, hasVariables: false), variables: nil, room: room)?.first
          }
          texts = texts.flatMap { text in written.map { text + $0 } }
          room -= size(of: texts)
        case nil: return nil
        }
      }
      if room < 0 { return nil }
    }
    return texts
  }

  private static func append(_ bytes: [UInt8], to texts: inout [[UInt8]], room: inout Int) {
    room -= bytes.count * texts.count
    guard room >= 0 else { return }
    for index in texts.indices { texts[index] += bytes }
  }

  private static func size(of texts: [[UInt8]]) -> Int {
    texts.reduce(0) { $0 + $1.count + arrayByteCount }
  }
}
