// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// The content of a file of ours, so that the needs of several jobs can be combined.
///
/// Equal contents have equal bytes, in whatever order they were combined. So a file is ours if it is
/// exactly what we would write for its content.
package struct OwnFile: Equatable, Sendable {
  package let kind: AssociationKind
  /// By the app's identifier or its package.
  private var apps: [String: Content] = [:]
  private var clips: Set<String> = []

  /// What the file says about one app.
  fileprivate struct Content {
    /// Nil: the app itself decides, which only Android's file can express.
    var rules: [JSONValue]? = []
    /// The form for iOS 12.
    var paths: [JSONValue] = []
    var fingerprints: Set<String> = []
    var sharesPasswords = false
  }

  /// Reads a file that was just made, ignoring anything not of our form.
  package init(made bytes: [UInt8], kind: AssociationKind) {
    self.kind = kind
    guard let root = JSONLint(bytes).document?.root else { return }
    switch kind {
    case .apple: readApple(root)
    case .android: readAndroid(root)
    }
  }

  /// Reads an existing file; nil if we would write any of it differently.
  package init?(existing bytes: [UInt8], kind: AssociationKind) {
    self.init(made: bytes, kind: kind)
    guard !isEmpty, self.bytes == bytes else { return nil }
  }

  package static func == (left: OwnFile, right: OwnFile) -> Bool {
    left.kind == right.kind && left.bytes == right.bytes
  }

  package var isEmpty: Bool { apps.isEmpty && clips.isEmpty }

  /// The apps that it names, App Clips included.
  package var names: Set<String> { clips.union(apps.keys) }

  /// The patterns of the paths in its rules, each once.
  package var paths: [String] {
    var known: Set<String> = []
    return apps.inOrder.flatMap { $0.value.rules ?? [] }.compactMap { $0["/"]?.text }
      .filter { known.insert($0).inserted }
  }

  /// Whether it contains everything that another one says.
  package func includes(_ other: OwnFile) -> Bool {
    var united = self
    do throws(SiteMergeError) { try united.formUnion(other) } catch { return false }
    return united.bytes == bytes
  }

  /// Adds the content of another file.
  ///
  /// Rules for Android and none at all cannot be combined: the rules would close what the app opens.
  package mutating func formUnion(_ other: OwnFile) throws(SiteMergeError) {
    for (name, content) in other.apps {
      guard var mine = apps[name] else {
        apps[name] = content
        continue
      }
      switch (mine.rules, content.rules) {
      case (nil, nil): break
      case (let rules?, let others?):
        mine.rules = rules + others
      default: throw .rulesAndNone(package: name)
      }
      mine.paths += content.paths
      mine.fingerprints.formUnion(content.fingerprints)
      mine.sharesPasswords = mine.sharesPasswords || content.sharesPasswords
      apps[name] = mine
    }
    clips.formUnion(other.clips)
  }

  /// Removes an app.
  package mutating func leaveOut(app name: String) {
    apps[name] = nil
    clips.remove(name)
  }

  /// Removes the rules for paths, and apps that have no opening rule left.
  package mutating func leaveOut(_ paths: DroppedPath) {
    for (name, content) in apps {
      guard let rules = content.rules else { continue }
      var content = content
      let kept = rules.filter { rule in !paths.covers(rule["/"]?.text ?? "*") }
      guard kept.count < rules.count else { continue }
      content.rules = kept
      content.paths.removeAll { path in
        let text = path.text ?? ""
        return paths.covers(text.hasPrefix("NOT ") ? String(text.dropFirst(4)) : text)
      }
      apps[name] = kept.contains { !$0.isExclude } ? content : nil
    }
  }
}

// Reading.
extension OwnFile {
  private mutating func readApple(_ root: JSONNode) {
    for entry in root["applinks"]?["details"]?.elements ?? [] {
      for app in entry["appIDs"]?.strings ?? [] {
        let rules = entry["components"]?.elements?.map(\.value) ?? []
        apps[app, default: Content()].rules = (apps[app]?.rules ?? []) + rules
      }
      if let app = entry["appID"]?.string {
        let paths = entry["paths"]?.elements?.map(\.value) ?? []
        apps[app, default: Content()].paths += paths
      }
    }
    clips = Set(root["appclips"]?["apps"]?.strings ?? [])
    for app in root["webcredentials"]?["apps"]?.strings ?? [] {
      apps[app]?.sharesPasswords = true
    }
  }

  private mutating func readAndroid(_ root: JSONNode) {
    for statement in root.elements ?? [] {
      guard let package = statement["target"]?["package_name"]?.string else { continue }
      let list = statement["relation_extensions"]?[AndroidAssociation.openingLinks]
      var content = apps[package] ?? Content()
      content.rules = list?[AndroidAssociation.rulesKey]?.elements?.map(\.value)
      content.fingerprints.formUnion(
        statement["target"]?["sha256_cert_fingerprints"]?.strings ?? [])
      content.sharesPasswords =
        statement["relation"]?.strings.contains(AndroidAssociation.sharingPasswords) == true
      apps[package] = content
    }
  }
}

// Writing.
extension OwnFile {
  /// The file: apps and rules in one order, excludes first, and each rule once.
  package var bytes: [UInt8] {
    switch kind {
    case .apple: Array(JSONValue.object(appleSections).pretty.utf8)
    case .android: Array(JSONValue.array(androidStatements).pretty.utf8)
    }
  }

  private var appleSections: [(key: String, value: JSONValue)] {
    var entries: [(rules: [JSONValue], apps: [String])] = []
    for (app, content) in apps.inOrder {
      let rules = useful(content.rules ?? [])
      if let place = entries.firstIndex(where: { $0.rules == rules }) {
        entries[place].apps.append(app)
      } else {
        entries.append((rules, [app]))
      }
    }
    var details = entries.map { entry -> JSONValue in
      ["appIDs": .texts(entry.apps), "components": .array(entry.rules)]
    }
    let legacy = apps.inOrder.filter { !$0.value.paths.isEmpty }
    details += legacy.map { ["appID": .string($0.key), "paths": .array($0.value.paths.inOrder)] }
    var sections: [(key: String, value: JSONValue)] = []
    if !details.isEmpty {
      let list = JSONValue.array(details)
      sections.append(
        ("applinks", legacy.isEmpty ? ["details": list] : ["apps": [], "details": list]))
    }
    if !clips.isEmpty {
      sections.append(("appclips", ["apps": .texts(clips.sorted(by: isBefore))]))
    }
    let sharing = apps.inOrder.filter(\.value.sharesPasswords).map(\.key)
    if !sharing.isEmpty { sections.append(("webcredentials", ["apps": .texts(sharing)])) }
    return sections
  }

  private var androidStatements: [JSONValue] {
    apps.inOrder.map { package, content in
      AndroidAssociation.statement(
        about: package, fingerprints: content.fingerprints.sorted(by: isBefore),
        rules: content.rules.map(useful), sharesPasswords: content.sharesPasswords)
    }
  }

  /// The rules in their order, without those that could never run.
  private func useful(_ rules: [JSONValue]) -> [JSONValue] {
    let ordered = rules.inOrder
    let file: JSONValue =
      kind == .apple
      ? ["applinks": ["details": [["appIDs": ["x"], "components": .array(ordered)]]]]
      : .array(ordered)
    guard let document = JSONLint(Array(file.compact.utf8)).document else { return ordered }
    switch kind {
    case .apple:
      guard let entry = AppleAssociation(document).entries.first,
        entry.rules.count == ordered.count
      else { return ordered }
      var coverage = RuleCoverage(entry, variables: PatternVariables())
      return ordered.indices.filter { coverage.firstRule(covering: $0) == nil }.map { ordered[$0] }
    case .android:
      let read = (document.root.elements ?? []).compactMap { node in
        try? AndroidAssociation.rule(node, in: document).get()
      }
      guard read.count == ordered.count else { return ordered }
      var coverage = DynamicRuleCoverage(read)
      return ordered.indices.filter { coverage.firstRule(covering: $0) == nil }.map { ordered[$0] }
    }
  }
}

extension AndroidAssociation {
  /// What is said about an app; without rules, its own manifest decides.
  static func statement(
    about package: String, fingerprints: [String], rules: [JSONValue]?, sharesPasswords: Bool
  ) -> JSONValue {
    var statement: [(key: String, value: JSONValue)] = [
      ("relation", .texts([openingLinks] + (sharesPasswords ? [Self.sharingPasswords] : []))),
      (
        "target",
        [
          "namespace": "android_app", "package_name": .string(package),
          "sha256_cert_fingerprints": .texts(fingerprints),
        ]
      ),
    ]
    if let rules {
      let list = JSONValue.object([(rulesKey, .array(rules))])
      statement.append(("relation_extensions", .object([(openingLinks, list)])))
    }
    return .object(statement)
  }
}

/// The paths of a host that the user gives up.
package struct DroppedPath: Sendable {
  private let text: String

  /// As it was typed: a path, perhaps with a star at its end.
  package init(_ text: String) {
    self.text = text
  }

  /// Whether a path, or the pattern for one, is meant: byte by byte, except for slashes at the end.
  package func covers(_ path: String) -> Bool {
    guard text.hasSuffix("*") else { return bare(path) == bare(text) }
    let beginning = text.dropLast()
    return path.hasPrefix(beginning) || beginning.hasSuffix("/") && path == beginning.dropLast()
  }

  private func bare(_ path: String) -> Substring {
    var path = path[...]
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}

/// By bytes, independent of languages.
func isBefore(_ left: String, _ right: String) -> Bool {
  left.utf8.lexicographicallyPrecedes(right.utf8)
}

extension [String: OwnFile.Content] {
  fileprivate var inOrder: [Element] { sorted { isBefore($0.key, $1.key) } }
}

extension [JSONValue] {
  /// Each once, in the order of `excludesFirst`.
  fileprivate var inOrder: [JSONValue] {
    // By bytes: Swift considers some different letters equal, and phones do not.
    var known: Set<[UInt8]> = []
    return filter { known.insert([UInt8]($0.compact.utf8)).inserted }.excludesFirst
  }

  /// Excludes first, because the first rule that matches decides, and each kind in byte order.
  var excludesFirst: [JSONValue] {
    map { (isExclude: $0.isExclude, text: $0.compact, value: $0) }
      .sorted { $0.isExclude == $1.isExclude ? isBefore($0.text, $1.text) : $0.isExclude }
      .map(\.value)
  }
}

extension JSONValue {
  static func texts(_ texts: [String]) -> JSONValue {
    .array(texts.map { .string($0) })
  }

  /// The value of a member, letter by letter.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  fileprivate var text: String? { if case .string(let text) = self { text } else { nil } }

  /// A rule, or a path of the form for iOS 12, that leaves links to the browser.
  var isExclude: Bool { text?.hasPrefix("NOT ") ?? (self["exclude"] == true) }
}

extension JSONNode {
  fileprivate var strings: [String] { elements?.compactMap(\.string) ?? [] }
}
