// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

extension AppleAssociation {
  /// Reads a file as Apple's systems do.
  package init(_ document: JSONDocument) {
    let root = document.root
    let links = root["applinks"]
    let reading = AppleEntryReading(document: document, defaults: links?["defaults"])
    entries = reading.entries(of: links?["details"])
    variables = Self.variables(links?["substitutionVariables"])
    appClips = document.placedStrings(root["appclips"]?["apps"])
    webCredentials = document.placedStrings(root["webcredentials"]?["apps"])
    activityContinuation = document.placedStrings(root["activitycontinuation"]?["apps"])
  }

  private static func variables(_ node: JSONNode?) -> [String: [String]] {
    var variables: [String: [String]] = [:]
    for member in node?.members ?? [] where variables[member.key] == nil {
      let values = member.value.elements ?? []
      let texts = values.compactMap(\.string)
      // Nobody knows what a variable with a value of another type matches.
      variables[member.key] = texts.count == values.count ? texts : []
    }
    return variables
  }
}

/// Reads the entries of `applinks.details`.
private struct AppleEntryReading {
  let document: JSONDocument
  /// `applinks.defaults`.
  let defaults: JSONNode?

  func entries(of details: JSONNode?) -> [AppleEntry] {
    guard let details else { return [] }
    if let members = details.members {
      // The form of 2015, which still works: each key is the identifier of an app.
      return members.map { member in
        let position = document.position(of: member.keyRange.lowerBound)
        return entry(member.value, at: position, apps: [Placed(member.key, at: position)])
      }
    }
    return (details.elements ?? []).map { node in
      entry(node, at: document.position(of: node), apps: apps(of: node))
    }
  }

  /// `appID` counts only where there is no `appIDs`, not even an empty one.
  private func apps(of node: JSONNode) -> [Placed<String>] {
    if let list = node["appIDs"] { return document.placedStrings(list) }
    return document.placedString(node["appID"]).map { [$0] } ?? []
  }

  private func entry(
    _ node: JSONNode, at position: JSONPosition, apps: [Placed<String>]
  ) -> AppleEntry {
    // Systems since iOS 13 ignore paths if there are components.
    if let components = node["components"] {
      let rules = (components.elements ?? []).map { rule($0, entryDefaults: node["defaults"]) }
      return AppleEntry(position: position, apps: apps, form: .components, rules: rules)
    }
    guard let paths = node["paths"] else {
      return AppleEntry(
        position: position, apps: apps, form: .none, rules: [], isOfUnknownForm: true)
    }
    let rules = (paths.elements ?? []).map { rule(path: $0) }
    return AppleEntry(
      position: position, apps: apps, form: .paths, rules: rules,
      isOfUnknownForm: node["appIDs"] != nil)
  }

  private func rule(_ component: JSONNode, entryDefaults: JSONNode?) -> AppleRule {
    var rule = AppleRule(position: document.position(of: component))
    for source in [defaults, entryDefaults, component] { apply(source, to: &rule) }
    rule.isUsable = component.members != nil
    // A rule that asks for nothing known may admit everything.
    if rule.mistakes.contains(.path) { rule.path = nil }
    if rule.mistakes.contains(.query) { rule.query = nil }
    if rule.mistakes.contains(.fragment) { rule.fragment = nil }
    return rule
  }

  private func rule(path: JSONNode) -> AppleRule {
    var rule = AppleRule(position: document.position(of: path))
    guard let text = path.string else {
      rule.isUsable = false
      rule.mistakes = .all
      return rule
    }
    rule.excludes = text.hasPrefix("NOT ")
    rule.path = Placed(rule.excludes ? String(text.dropFirst(4)) : text, at: rule.position)
    return rule
  }

  /// Sets what a component says, or what is said for all components.
  ///
  /// Recorded results have `exclude` and patterns inherited, too: defaults for `/` hold for every
  /// component that has none of its own.
  private func apply(_ source: JSONNode?, to rule: inout AppleRule) {
    guard let source else { return }
    guard source.members != nil else {
      rule.mistakes = .all
      return
    }
    func member<Value>(_ key: String, _ part: AppleRule.Mistakes, _ read: (JSONNode) -> Value?)
      -> Value?
    {
      guard let node = source[key] else { return nil }
      let value = read(node)
      if value == nil { rule.mistakes.insert(part) } else { rule.mistakes.remove(part) }
      return value
    }
    rule.path = member("/", .path) { document.placedString($0) } ?? rule.path
    rule.fragment = member("#", .fragment) { document.placedString($0) } ?? rule.fragment
    rule.query = member("?", .query) { query($0) } ?? rule.query
    rule.excludes = member("exclude", .exclude) { $0.bool } ?? rule.excludes
    rule.isCaseSensitive =
      member("caseSensitive", .caseSensitive) { $0.bool } ?? rule.isCaseSensitive
    rule.isPercentEncoded =
      member("percentEncoded", .percentEncoded) { $0.bool } ?? rule.isPercentEncoded
  }

  /// One value that is not a string makes the system ignore the whole dictionary, as is recorded.
  private func query(_ node: JSONNode) -> AppleQuery?? {
    if let whole = document.placedString(node) { return .whole(whole) }
    guard let members = node.members else { return nil }
    guard members.allSatisfy({ $0.value.string != nil }) else { return .some(nil) }
    return .items(
      members.compactMap { member in
        document.placedString(member.value).map { (name: member.key, pattern: $0) }
      })
  }
}
