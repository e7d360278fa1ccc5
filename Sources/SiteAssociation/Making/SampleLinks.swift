// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// Links that rules match, made from their patterns: examples of where two files differ, or where two
/// rules of a file overlap.
enum SampleLinks {
  /// Longer patterns are not tried: no tag has such a link.
  static let longestLink = 4096

  /// Links on `host` that a rule matches, as far as its patterns can be written out.
  static func links(of rule: AppleRule, variables: PatternVariables, host: String) -> [String] {
    guard rule.isUsable else { return [] }
    var query = ""
    switch rule.query {
    case .whole(let pattern): query = "?" + text(pattern.value, variables, run: "x")
    case .items(let items):
      query = items.map { "\($0.name)=\(text($0.pattern.value, variables, run: "x"))" }
        .joined(separator: "&")
      query = query.isEmpty ? "" : "?" + query
    case nil: break
    }
    return links(
      path: rule.path?.value, query: query,
      fragment: rule.fragment.map { text($0.value, variables, run: "x") }, variables, host: host)
  }

  /// Links on `host` that a dynamic rule of Android matches.
  static func links(of rule: AndroidRule, host: String) -> [String] {
    let none = PatternVariables()
    let items = rule.query.map {
      "\(encoded($0.name))=\(encoded(text($0.pattern.value, none, run: "x")))"
    }
    return links(
      path: rule.path.map { encoded($0.value) },
      query: items.isEmpty ? "" : "?" + items.joined(separator: "&"),
      fragment: rule.fragment.map { encoded(text($0.value, none, run: "x")) }, none, host: host)
  }

  /// Percent-encodes characters that links never contain: Android's patterns may be decoded.
  static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let isPlain = (0x21..<0x7F).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
      return isPlain ? String(Unicode.Scalar(byte)) : "%" + upperHex([byte])
    }.joined()
  }

  private static func links(
    path: String?, query: String, fragment: String?, _ variables: PatternVariables, host: String
  ) -> [String] {
    let fragment = fragment.map { $0.isEmpty ? "" : "#" + $0 } ?? ""
    // An empty star and one that stands for a word find different mistakes.
    let links = ["x", ""].map { run in
      let path = text(path ?? "/*", variables, run: run)
      return "https://\(host)" + (path.hasPrefix("/") ? "" : "/") + path + query + fragment
    }
    return links.filter { $0.utf8.count <= longestLink }
  }

  static func text(_ pattern: String, _ variables: PatternVariables, run: String) -> String {
    [PatternToken](pattern, hasVariables: true).map { token in
      switch token {
      case .text(let text): String(decoding: text, as: UTF8.self)
      case .character: "x"
      case .run: run
      case .variable(let name):
        switch variables[name] {
        case .character(let set):
          set.contains(UInt8(ascii: "A")) ? "A" : set.contains(UInt8(ascii: "a")) ? "a" : "1"
        case .texts(let values): values.first.map { text($0, PatternVariables(), run: run) } ?? ""
        case nil: ""
        }
      }
    }.joined()
  }
}
