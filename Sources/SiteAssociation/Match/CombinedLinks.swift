// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The patterns of a rule, whichever platform it is for.
struct RulePatterns {
  enum Query {
    case whole(String)
    case items([(name: String, pattern: String)])
  }

  let path: String?
  let query: Query?
  let fragment: String?
  let excludes: Bool
  let variables: PatternVariables
  /// Whether a link has the texts percent-encoded, as patterns of Android are compared decoded.
  let isEncoded: Bool

  init?(_ rule: AppleRule, _ variables: PatternVariables) {
    guard rule.isUsable else { return nil }
    path = rule.path?.value
    query =
      switch rule.query {
      case .whole(let pattern): .whole(pattern.value)
      case .items(let items): .items(items.map { ($0.name, $0.pattern.value) })
      case nil: nil
      }
    fragment = rule.fragment?.value
    excludes = rule.excludes
    self.variables = variables
    isEncoded = false
  }

  init(_ rule: AndroidRule) {
    path = rule.path?.value
    query = rule.query.isEmpty ? nil : .items(rule.query.map { ($0.name, $0.pattern.value) })
    fragment = rule.fragment?.value
    excludes = rule.excludes
    variables = PatternVariables()
    isEncoded = true
  }

  /// Links that this rule and another one match, as far as their patterns can be written out together:
  /// a link that one campaign opens and the other's exclude takes is mostly in neither's own samples.
  func links(with other: RulePatterns, host: String) -> [String] {
    let fragments = PatternMeeting(fragment, other.fragment, self, other).texts
    let queries = queries(with: other)
    let paths = paths.flatMap { path in
      other.paths.flatMap { PatternMeeting(path, $0, self, other).texts }
    }
    var links: [String] = []
    for path in paths {
      for query in queries {
        for fragment in fragments.prefix(1) {
          let path = path.map { ($0.hasPrefix("/") ? "" : "/") + encoded($0) } ?? "/"
          links.append(
            "https://\(host)\(path)" + (query.isEmpty ? "" : "?" + query)
              + (fragment.map { $0.isEmpty ? "" : "#" + encoded($0) } ?? ""))
        }
      }
    }
    return links.filter { $0.utf8.count <= SampleLinks.longestLink }
  }

  /// The path as it can be written: on Apple's systems `/x/*` matches `/x`, too, and slashes at the end do not
  /// count.
  private var paths: [String] {
    guard let path else { return ["*"] }
    guard !isEncoded else { return [path] }
    if path.hasSuffix("/*") { return [path, String(path.dropLast(2))] }
    var bare = path[...]
    while bare.utf8.count > 1, bare.hasSuffix("/") { bare.removeLast() }
    return [String(bare)]
  }

  private func queries(with other: RulePatterns) -> [String] {
    switch (query, other.query) {
    case (nil, nil): return [""]
    case (let query?, nil): return [written(query, variables)]
    case (nil, let query?): return [written(query, other.variables)]
    case (.whole(let one), .whole(let second)):
      return PatternMeeting(one, second, self, other).texts.compactMap(\.self)
    case (.items(let ones), .items(let others)):
      var items = ones.map { ($0.name, [$0.pattern]) }
      for (name, pattern) in others {
        if let place = items.firstIndex(where: { $0.0 == name }) {
          items[place].1.append(pattern)
        } else {
          items.append((name, [pattern]))
        }
      }
      var parts: [String] = []
      for (name, patterns) in items {
        let meeting = PatternMeeting(
          patterns[0], patterns.count > 1 ? patterns[1] : nil, self, other)
        guard let value = meeting.texts.first ?? nil else { return [] }
        parts.append("\(encoded(name))=\(encoded(value))")
      }
      return [parts.joined(separator: "&")]
    // Whether one takes what the other is made of, the files themselves tell.
    case (let one?, let second?):
      return [written(one, variables), written(second, other.variables)]
    }
  }

  private func written(_ query: Query, _ variables: PatternVariables) -> String {
    switch query {
    case .whole(let pattern): SampleLinks.text(pattern, variables, run: "x")
    case .items(let items):
      items.map {
        "\(encoded($0.name))=\(encoded(SampleLinks.text($0.pattern, variables, run: "x")))"
      }.joined(separator: "&")
    }
  }

  private func encoded(_ text: String) -> String { isEncoded ? SampleLinks.encoded(text) : text }
}

/// The texts that two patterns both match: two whose stars stand for something, and the shortest one.
struct PatternMeeting {
  private enum Unit: Equatable {
    case byte(UInt8)
    case any
    case run
  }

  /// Nil stands for no text at all, where neither has a pattern; none, if there is no such text.
  private(set) var texts: [String?] = []

  /// Longer ones are not brought together.
  private static let cellsMax = 1 << 16

  init(_ one: String?, _ other: String?, _ first: RulePatterns, _ second: RulePatterns) {
    guard one != nil || other != nil else {
      texts = [nil]
      return
    }
    let left = Self.units(one ?? "*", first.variables)
    let right = Self.units(other ?? "*", second.variables)
    let filled = (Self.filled(left), Self.filled(right))
    let shapes: [(one: [Unit], other: [Unit], letter: Unicode.Scalar)] = [
      // A third rule may take the links with one letter.
      (filled.0, filled.1, "x"), (filled.0, filled.1, "7"), (left, right, "x"),
    ]
    for shape in shapes {
      guard let bytes = Self.meet(shape.one, shape.other, UInt8(ascii: shape.letter)) else {
        continue
      }
      let text = String(decoding: bytes, as: UTF8.self)
      if !texts.contains(text) { texts.append(text) }
    }
  }

  private static func units(_ pattern: String, _ variables: PatternVariables) -> [Unit] {
    [PatternToken](pattern, hasVariables: true).flatMap { token -> [Unit] in
      switch token {
      case .text(let bytes): bytes.map { .byte($0) }
      case .character: [.any]
      case .run: [.run]
      case .variable(let name):
        SampleLinks.text("$(\(name))", variables, run: "x").utf8.map { .byte($0) }
      }
    }
  }

  private static func filled(_ units: [Unit]) -> [Unit] {
    units.flatMap { $0 == .run ? [.any, .run] : [$0] }
  }

  /// Goes through both side by side; the first way to both ends is a shortest text.
  private static func meet(_ one: [Unit], _ other: [Unit], _ letter: UInt8) -> [UInt8]? {
    let width = other.count + 1
    guard (one.count + 1) * width <= cellsMax else { return nil }
    var cameFrom = [Int?](repeating: nil, count: (one.count + 1) * width)
    var said = [UInt8?](repeating: nil, count: cameFrom.count)
    var open = [0]
    cameFrom[0] = 0
    var next = 0
    func go(_ from: Int, _ i: Int, _ j: Int, _ byte: UInt8?) {
      let place = i * width + j
      guard cameFrom[place] == nil else { return }
      cameFrom[place] = from
      said[place] = byte
      open.append(place)
    }
    while next < open.count {
      let place = open[next]
      next += 1
      let (i, j) = (place / width, place % width)
      let (a, b) = (i < one.count ? one[i] : nil, j < other.count ? other[j] : nil)
      if a == .run { go(place, i + 1, j, nil) }
      if b == .run { go(place, i, j + 1, nil) }
      switch (a, b) {
      case (.byte(let x), .byte(let y)) where lower(x) == lower(y): go(place, i + 1, j + 1, x)
      case (.byte(let x), .any), (.any, .byte(let x)): go(place, i + 1, j + 1, x)
      case (.any, .any): go(place, i + 1, j + 1, letter)
      case (.run, .byte(let x)): go(place, i, j + 1, x)
      case (.run, .any): go(place, i, j + 1, letter)
      case (.byte(let x), .run): go(place, i + 1, j, x)
      case (.any, .run): go(place, i + 1, j, letter)
      default: break
      }
    }
    var place = cameFrom.count - 1
    guard cameFrom[place] != nil else { return nil }
    var bytes: [UInt8] = []
    while place != 0, let from = cameFrom[place] {
      if let byte = said[place] { bytes.append(byte) }
      place = from
    }
    return bytes.reversed()
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
