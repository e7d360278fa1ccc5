// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

// A rule in the forms of the two files.
extension LinkRule {
  /// Whether both platforms understand it; Android has no variables, and no link has a blank.
  package var isWellFormed: Bool {
    path.isPattern && !path.contains("#") && query.allSatisfy(\.isWellFormed)
      && fragment?.isPattern != false
  }

  /// The same with illegal characters percent-encoded; nil if both platforms then do not understand it.
  package var percentEncoded: LinkRule? {
    let encoded = LinkRule(
      path: path.percentEncoded,
      query: query.map {
        QueryItem(name: $0.name.percentEncoded, pattern: $0.pattern.percentEncoded)
      },
      fragment: fragment?.percentEncoded, excludes: excludes)
    return encoded.isWellFormed && encoded != self ? encoded : nil
  }

  /// As a link with patterns, for people.
  package var text: String {
    let items = query.map { "\($0.name)=\($0.pattern)" }.joined(separator: "&")
    return path + (items.isEmpty ? "" : "?" + items) + (fragment.map { "#" + $0 } ?? "")
  }

  /// From a rule that was read in Apple's file.
  var appleRule: AppleRule {
    var rule = AppleRule(position: .start)
    rule.path = Placed(path, at: .start)
    rule.fragment = fragment.map { Placed($0, at: .start) }
    if !query.isEmpty {
      rule.query = .items(query.map { ($0.name, Placed($0.pattern, at: .start)) })
    }
    rule.excludes = excludes
    return rule
  }

  /// The element of `components`.
  var component: JSONValue { object(path: path, query: query, fragment: fragment) }

  /// The elements of `dynamic_app_link_components` with the same meaning.
  ///
  /// On Apple's systems slashes at the end do not count and `/x/*` includes `/x`; Android takes both
  /// literally, so it gets a rule for either. What reads differently when it is decoded is written in
  /// both ways.
  var dynamicRules: [JSONValue] {
    var rules: [JSONValue] = []
    for path in pathsOnAndroid {
      let spellings = [
        AndroidSpelling(self, path: path), AndroidSpelling(decoding: self, path: path),
      ]
      for spelling in spellings.compactMap(\.self) {
        let rule = object(
          path: spelling.path, query: spelling.query, fragment: spelling.fragment)
        if !rules.contains(rule) { rules.append(rule) }
      }
    }
    return rules
  }

  private var pathsOnAndroid: [String] {
    let path = path.hasPrefix("/") || path.hasPrefix("*") ? path : "/" + path
    if path == "/*" || path == "*" { return ["*"] }
    if path.hasSuffix("/*") { return [String(path.dropLast(2)), path] }
    if path.hasSuffix("*") { return [path] }
    let bare = String(path.reversed().drop { $0 == "/" }.reversed())
    let spellings = bare.isEmpty ? ["/"] : [bare, bare + "/"]
    return spellings.contains(path) ? spellings : spellings + [path]
  }

  private func object(path: String, query: [QueryItem], fragment: String?) -> JSONValue {
    var members: [(key: String, value: JSONValue)] = [("/", .string(path))]
    if !query.isEmpty {
      members.append(("?", .object(query.map { ($0.name, .string($0.pattern)) })))
    }
    if let fragment { members.append(("#", .string(fragment))) }
    if excludes { members.append(("exclude", true)) }
    return .object(members)
  }
}

extension LinkRule.QueryItem {
  fileprivate var isWellFormed: Bool {
    !name.isEmpty && pattern.isPattern && !(name + pattern).contains { "&#".contains($0) }
  }
}

extension String {
  fileprivate var percentEncoded: String {
    let digits = Array("0123456789ABCDEF".utf8)
    let bytes = utf8.flatMap { byte in
      (0x21...0x7E).contains(byte)
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  fileprivate var isPattern: Bool {
    !isEmpty && !contains("$(") && utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
