// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// A second reading of Apple's file, written from the recordings of its matcher, which shares nothing with
/// ours but the reader of JSON.
package struct AppleReading {
  package enum Verdict { case opens, excluded, none }

  private let root: JSONNode

  package init(_ file: [UInt8]) throws {
    root = try JSONDocument(reading: file).root
  }

  /// All apps of the entries.
  package var apps: Set<String> { Set(entries.flatMap { apps(of: $0) }) }

  /// The first rule that matches decides, entry by entry.
  package func verdict(of app: String, on link: String) -> Verdict {
    for entry in entries where apps(of: entry).contains(app) {
      if let components = entry["components"]?.elements {
        for component in components where matches(component, of: entry, link) {
          return setting("exclude", component, entry)?.bool == true ? .excluded : .opens
        }
      } else {
        for path in entry["paths"]?.elements?.compactMap(\.string) ?? [] {
          let excludes = path.hasPrefix("NOT ")
          let pattern = excludes ? String(path.dropFirst(4)) : path
          if matchesPath(pattern, Self.parts(of: link).path) {
            return excludes ? .excluded : .opens
          }
        }
      }
    }
    return .none
  }

  private var entries: [JSONNode] {
    let details = root["applinks"]?["details"]
    return details?.elements ?? []
  }

  private func apps(of entry: JSONNode) -> [String] {
    if let apps = entry["appIDs"] { return apps.elements?.compactMap(\.string) ?? [] }
    return entry["appID"]?.string.map { [$0] } ?? []
  }

  /// What is nearest counts: the rule, its entry, the file.
  private func setting(_ key: String, _ component: JSONNode, _ entry: JSONNode) -> JSONNode? {
    component[key] ?? entry["defaults"]?[key] ?? root["applinks"]?["defaults"]?[key]
  }

  private func matches(_ component: JSONNode, of entry: JSONNode, _ link: String) -> Bool {
    guard component.members != nil else { return false }
    let folds = setting("caseSensitive", component, entry)?.bool == false
    let decodes = setting("percentEncoded", component, entry)?.bool == false
    func read(_ text: String) -> String {
      let text = decodes ? percentDecoded(text) : text
      return folds ? text.lowercased() : text
    }
    func pattern(_ text: String) -> String { folds ? text.lowercased() : text }
    let parts = Self.parts(of: link)
    if let path = setting("/", component, entry)?.string {
      guard matchesPath(pattern(path), read(parts.path)) else { return false }
    }
    if let fragment = setting("#", component, entry)?.string {
      guard glob(pattern(fragment), read(parts.fragment)) else { return false }
    }
    guard let query = setting("?", component, entry) else { return true }
    if let whole = query.string { return glob(pattern(whole), read(parts.query)) }
    let wanted = query.members ?? []
    guard wanted.allSatisfy({ $0.value.string != nil }) else { return true }
    let items = parts.query.split(separator: "&").map { item in
      let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return (name: read(String(halves[0])), value: halves.count > 1 ? read(String(halves[1])) : "")
    }
    return wanted.allSatisfy { item in
      let same = items.filter { Array($0.name.utf8) == Array(pattern(item.key).utf8) }.map(\.value)
      return (same.isEmpty ? [""] : same).allSatisfy { glob(pattern(item.value.string ?? ""), $0) }
    }
  }

  private static func parts(of link: String) -> (path: String, query: String, fragment: String) {
    let rest = link.split(separator: "//", maxSplits: 1).last ?? ""
    let halves = rest.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    let front = halves[0].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    return (
      String(front[0].drop { $0 != "/" }), front.count > 1 ? String(front[1]) : "",
      halves.count > 1 ? String(halves[1]) : ""
    )
  }

  /// Slashes at the end do not count, and `/x/*` is about `/x`, too.
  private func matchesPath(_ pattern: String, _ path: String) -> Bool {
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    var pattern = "/" + pattern.drop { $0 == "/" }
    while pattern.hasSuffix("/") { pattern.removeLast() }
    return glob(pattern, path) || pattern.hasSuffix("/*") && glob(String(pattern.dropLast(2)), path)
  }

  /// A pattern as a list of what may be next: nil is a star, a set is one byte or one of some words.
  private func glob(_ pattern: String, _ text: String) -> Bool {
    let text = Array(text.utf8)
    var ends: Set<Int> = [0]
    var rest = Array(pattern.utf8)[...]
    while let sign = rest.popFirst() {
      if sign == UInt8(ascii: "*") {
        ends = ends.min().map { Set($0...text.count) } ?? []
      } else if sign == UInt8(ascii: "?") {
        ends = Set(ends.map { $0 + 1 }.filter { $0 <= text.count })
      } else if sign == UInt8(ascii: "$"), rest.first == UInt8(ascii: "("),
        let close = rest.firstIndex(of: UInt8(ascii: ")"))
      {
        let name = String(decoding: rest[rest.index(after: rest.startIndex)..<close], as: UTF8.self)
        rest = rest[(close + 1)...]
        ends = Set(ends.flatMap { self.ends(of: name, in: text, from: $0) })
      } else {
        ends = Set(ends.filter { $0 < text.count && text[$0] == sign }.map { $0 + 1 })
      }
    }
    return ends.contains(text.count)
  }

  private func ends(of variable: String, in text: [UInt8], from start: Int) -> [Int] {
    let values = root["applinks"]?["substitutionVariables"]?[variable]?.elements
    if let values {
      return (start...text.count).filter { end in
        values.contains { $0.string.map { Array($0.utf8) == Array(text[start..<end]) } ?? false }
      }
    }
    guard start < text.count else { return [] }
    let letters = variable == "lang" || variable == "region" ? 2 : 1
    return start + letters <= text.count ? [start + letters] : []
  }
}

/// A text in which each `%` with two digits is a byte; any other stays.
func percentDecoded(_ text: String) -> String {
  var bytes: [UInt8] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.popFirst() {
    if byte == 0x25, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
      bytes.append(value)
      rest = rest.dropFirst(2)
    } else {
      bytes.append(byte)
    }
  }
  return String(decoding: bytes, as: UTF8.self)
}
