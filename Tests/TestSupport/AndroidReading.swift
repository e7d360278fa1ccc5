// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// A second reading of dynamic rules, step by step as Android does it, which shares nothing with ours.
///
/// The names are Android's: a rule is a group of filters, each a text, a beginning or a simple glob.
package struct AndroidReading {
  private struct Filter {
    enum Part { case path, query, fragment }
    enum Kind { case literal, prefix, glob }
    let part: Part
    let kind: Kind
    let text: [UInt16]
  }

  private let groups: [(allows: Bool, filters: [Filter])]
  /// Whether a link is decoded first.
  package let decodes: Bool

  /// Whether the file has rules for the app; if not, its manifest decides.
  package let hasRules: Bool

  /// The rules of the first statement of a file, or of the first about a package.
  package init(_ file: String, package: String? = nil, decodes: Bool) throws {
    let root = try JSONDocument(reading: Array(file.utf8)).root
    let relation = "delegate_permission/common.handle_all_urls"
    let statement = root.elements?.first {
      package == nil || $0["target"]?["package_name"]?.string == package
    }
    let rules = statement?["relation_extensions"]?[relation]?["dynamic_app_link_components"]
    hasRules = rules != nil
    groups = (rules?.elements ?? []).map { rule in
      var filters: [Filter] = []
      func add(_ part: Filter.Part, _ name: String, _ expression: String?) {
        guard let expression else { return }
        let (kind, text) = Self.converted(expression)
        filters.append(Filter(part: part, kind: kind, text: Array(name.utf16) + text))
      }
      add(.path, "", rule["/"]?.string)
      for item in rule["?"]?.members ?? [] { add(.query, item.key + "=", item.value.string) }
      add(.fragment, "", rule["#"]?.string)
      return (rule["exclude"]?.bool != true, filters)
    }
    self.decodes = decodes
  }

  package func opens(_ link: String) -> Bool {
    let (path, query, fragment) = Self.parts(of: link)
    let first = groups.first { group in
      !group.filters.isEmpty
        && group.filters.allSatisfy { filter in
          switch filter.part {
          case .path: Self.matches(filter, read(path))
          case .fragment: fragment.map { Self.matches(filter, read($0)) } ?? false
          case .query:
            query.map { query in
              var items = Self.split(read(query), at: "&")
              if items.count == 1 { items = Self.split(read(query), at: ";") }
              return items.contains { Self.matches(filter, $0) }
            } ?? false
          }
        }
    }
    return first?.allows ?? false
  }

  /// Path, query and fragment of a link with a host; those that are not there are nil.
  private static func parts(of link: String) -> (String, String?, String?) {
    let rest = link.split(separator: "//", maxSplits: 1).last ?? ""
    let halves = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let front = halves[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let path = front[0].drop { $0 != "/" }
    return (
      String(path), front.count > 1 ? String(front[1]) : nil,
      halves.count > 1 ? String(halves[1]) : nil
    )
  }

  private func read(_ text: String) -> [UInt16] {
    Array((decodes ? percentDecoded(text) : text).utf16)
  }

  /// As Java splits: nothing empty at the end.
  private static func split(_ text: [UInt16], at separator: Unicode.Scalar) -> [[UInt16]] {
    if text.isEmpty { return [[]] }
    var parts = text.split(
      separator: UInt16(separator.value), omittingEmptySubsequences: false
    ).map(Array.init)
    while parts.last?.isEmpty == true { parts.removeLast() }
    return parts
  }

  private static func converted(_ expression: String) -> (Filter.Kind, [UInt16]) {
    let wildcards = expression.unicodeScalars.filter { $0 == "*" || $0 == "?" }.count
    if wildcards == 0 { return (.literal, Array(expression.utf16)) }
    if wildcards == 1 && expression.unicodeScalars.last == "*" {
      return (.prefix, Array(expression.utf16.dropLast()))
    }
    let glob = expression.unicodeScalars.map { scalar in
      switch scalar {
      case "*": ".*"
      case "?": "."
      case ".": "\\."
      case "\\": "\\\\"
      default: String(scalar)
      }
    }
    return (.glob, glob.flatMap { Array($0.utf16) })
  }

  private static func matches(_ filter: Filter, _ text: [UInt16]) -> Bool {
    switch filter.kind {
    case .literal: text == filter.text
    case .prefix: text.starts(with: filter.text)
    case .glob: globMatches(filter.text, text)
    }
  }

  /// The glob of `PatternMatcher`, with its oddities: an escaped dot is any character, except after a
  /// star.
  private static func globMatches(_ pattern: [UInt16], _ text: [UInt16]) -> Bool {
    let (dot, star, backslash): (UInt16, UInt16, UInt16) = (0x2E, 0x2A, 0x5C)
    var pattern = pattern[...]
    var text = text[...]
    while !pattern.isEmpty, let first = text.first {
      var sign = pattern.removeFirst()
      let isEscaped = sign == backslash
      if isEscaped { sign = pattern.popFirst() ?? 0 }
      if pattern.first != star {
        guard sign == dot || first == sign else { return false }
        text.removeFirst()
      } else if isEscaped || sign != dot {
        pattern.removeFirst()
        text = text.drop { $0 == sign }
      } else {
        pattern.removeFirst()
        if pattern.isEmpty { return true }
        if pattern.first == backslash { pattern.removeFirst() }
        guard let end = text.firstIndex(of: pattern.popFirst() ?? 0) else { return false }
        text = text[(end + 1)...]
      }
    }
    return pattern.isEmpty && text.isEmpty || pattern.elementsEqual([dot, star])
  }
}
