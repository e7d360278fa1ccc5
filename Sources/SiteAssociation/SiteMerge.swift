// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// Why our entries cannot be added to a file that is there already.
package enum SiteMergeError: Error, Equatable, Sendable {
  case plan(SitePlanError)
  case json(JSONFinding)
  case edit(JSONEditError)
  /// `details` has the form of 2015, in which no new entry can be written.
  case detailsIsObject(JSONPosition)
  /// The file has other dynamic rules for the app, and there may be one list only.
  case otherDynamicRules(package: String, JSONPosition)
  /// The file leaves it to the app which links it opens, and rules would close all others.
  case noDynamicRules(package: String, JSONPosition)
  /// The file has dynamic rules for the app, and the job shall make none.
  case hasDynamicRules(package: String, JSONPosition)
  /// One of two has dynamic rules for the app, and the other leaves it to the app.
  case rulesAndNone(package: String)
}

/// Adds what is missing to deployed files; every other byte of them stays what it was.
extension SitePlan {
  /// Apple's file with our entries; the same bytes if they are there already.
  package func merged(intoApple bytes: [UInt8]) throws(SiteMergeError) -> [UInt8] {
    let sections = try planned { () throws(SitePlanError) in try appleSections() }
    var file = MergedFile(bytes)
    for (key, value) in sections {
      guard case .object(let members) = value else { continue }
      for (list, elements) in members {
        guard case .array(let elements) = elements else { continue }
        let root = try file.read()
        if let details = root.node(at: [.key(key), .key(list)]), details.members != nil {
          throw .detailsIsObject(root.position(of: details))
        }
        let present = root.node(at: [.key(key), .key(list)])?.elements?.map(\.value) ?? []
        let missing = elements.filter { element in !present.contains { $0.includes(element) } }
          .compactMap { withoutAppsThatOpen($0, in: root) }
        // An empty list is added for no one's sake.
        if !missing.isEmpty { try file.append(missing, to: [key, list]) }
      }
    }
    return try sized(file.bytes)
  }

  /// An entry without the apps that open all its links already, by wider rules; nil if that is all of them.
  private func withoutAppsThatOpen(_ entry: JSONValue, in document: JSONDocument) -> JSONValue? {
    guard let components = entry["components"], case .array(let apps) = entry["appIDs"],
      let rules = try? usefulRules(), !rules.contains(where: \.excludes)
    else { return entry }
    let association = AppleAssociation(document)
    let missing = apps.filter { app in
      guard case .string(let name) = app else { return true }
      return !association.opens(rules.map(\.appleRule), for: name)
    }
    return missing.isEmpty ? nil : ["appIDs": .array(missing), "components": components]
  }

  /// Android's file with our statements; the same bytes if they are there already.
  package func merged(intoAndroid bytes: [UInt8]) throws(SiteMergeError) -> [UInt8] {
    let statements = try planned { () throws(SitePlanError) in try androidStatements() }
    var file = MergedFile(bytes)
    let document = try file.read()
    let present = document.root.elements ?? []
    var missing: [JSONValue] = []
    for statement in statements where !present.contains(where: { $0.says(statement) }) {
      let package = statement["target"]?["package_name"]
      let place = present.firstIndex {
        $0["target"]?["package_name"]?.value == package
          && $0["relation"]?.elements?.contains {
            $0.string == AndroidAssociation.openingLinks
          } == true
      }
      guard let place, case .string(let name) = package else {
        missing.append(statement)
        continue
      }
      try file.add(statement, to: present[place], number: place, package: name)
    }
    if !missing.isEmpty { try file.append(missing, to: []) }
    return file.bytes
  }

  private func planned<Made>(
    _ make: () throws(SitePlanError) -> Made
  ) throws(SiteMergeError) -> Made {
    do throws(SitePlanError) { return try make() } catch { throw .plan(error) }
  }

  private func sized(_ bytes: [UInt8]) throws(SiteMergeError) -> [UInt8] {
    guard bytes.count <= AssociationLint.appleByteCount else {
      throw .plan(.tooLarge(byteCount: bytes.count))
    }
    return bytes
  }
}

/// A file that is edited step by step.
private struct MergedFile {
  fileprivate(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func read() throws(SiteMergeError) -> JSONDocument {
    do throws(JSONFinding) { return try JSONDocument(reading: bytes) } catch { throw .json(error) }
  }

  /// Appends to the array at a path; what is missing of the path is made first.
  mutating func append(_ elements: [JSONValue], to path: [String]) throws(SiteMergeError) {
    let document = try read()
    let steps = path.map { JSONStep.key($0) }
    var depth = 0
    while depth < steps.count && document.node(at: Array(steps[...depth])) != nil { depth += 1 }
    do throws(JSONEditError) {
      if depth == steps.count {
        bytes = try document.appending(elements: elements, to: steps)
      } else {
        let value = path[(depth + 1)...].reversed().reduce(JSONValue.array(elements)) {
          .object([($1, $0)])
        }
        bytes = try document.appending(
          members: [(path[depth], value)], to: Array(steps[..<depth]))
      }
    } catch {
      throw .edit(error)
    }
  }
}

extension AppleAssociation {
  /// Whether an app opens all links of some rules; no, where an exclude may keep some of them.
  fileprivate func opens(_ rules: [AppleRule], for app: String) -> Bool {
    let entries = entries.filter { entry in
      entry.apps.contains { $0.value.utf8.elementsEqual(app.utf8) }
    }
    let there = entries.flatMap(\.rules)
    guard entries.allSatisfy({ $0.form == .components }), !there.contains(where: \.excludes) else {
      return false
    }
    let all = AppleEntry(position: .start, apps: [], form: .components, rules: there + rules)
    var coverage = RuleCoverage(all, variables: PatternVariables(defined: variables))
    return rules.indices.allSatisfy { number in
      coverage.firstRule(covering: there.count + number, before: there.count) != nil
    }
  }
}

extension AndroidRule {
  /// Whether a list has a rule, or opens all its links by a wider one; no, where an exclude may keep some.
  fileprivate static func list(
    _ nodes: [JSONNode], in document: JSONDocument, opensAllOf rule: JSONValue
  ) -> Bool {
    if nodes.contains(where: { $0.value == rule }) { return true }
    let there = nodes.compactMap { try? AndroidAssociation.rule($0, in: document).get() }
    guard there.count == nodes.count, !there.contains(where: \.excludes),
      let text = JSONLint(Array(rule.compact.utf8)).document,
      let one = try? AndroidAssociation.rule(text.root, in: text).get(), !one.excludes
    else { return false }
    var coverage = DynamicRuleCoverage(there + [one])
    return coverage.firstRule(covering: there.count) != nil
  }
}

extension JSONNode {
  /// Whether a statement says all that another one does; to have no rules says something, too.
  fileprivate func says(_ statement: JSONValue) -> Bool {
    value.includes(statement)
      && (self["relation_extensions"] == nil) == (statement["relation_extensions"] == nil)
  }
}

extension MergedFile {
  private static let rulesPath = [
    "relation_extensions", AndroidAssociation.openingLinks, AndroidAssociation.rulesKey,
  ]

  /// Adds what a statement says about an app to the one that the file has: there may be one list of
  /// rules only.
  mutating func add(
    _ statement: JSONValue, to present: JSONNode, number: Int, package: String
  ) throws(SiteMergeError) {
    let document = try read()
    let position = document.position(of: document.root.elements?[number] ?? document.root)
    let extensionsKey = Self.rulesPath[0]
    switch (statement[extensionsKey], present[extensionsKey]) {
    case (nil, nil): break
    case (nil, _?): throw .hasDynamicRules(package: package, position)
    case (_?, nil): throw .noDynamicRules(package: package, position)
    case (let ours?, _?):
      let wanted = ours[Self.rulesPath[1]]?[Self.rulesPath[2]]
      let there = present[Self.rulesPath[0]]?[Self.rulesPath[1]]?[Self.rulesPath[2]]?.elements
      guard case .array(let wanted) = wanted, let there else {
        throw .otherDynamicRules(package: package, position)
      }
      try append(
        wanted.filter { !AndroidRule.list(there, in: document, opensAllOf: $0) },
        at: [.index(number)] + Self.rulesPath.map { .key($0) })
    }
    let prints = ["target", "sha256_cert_fingerprints"]
    let known = present[prints[0]]?[prints[1]]?.elements?.map(\.value) ?? []
    guard case .array(let wanted) = statement[prints[0]]?[prints[1]] else { return }
    try append(
      wanted.filter { !known.contains($0) }, at: [.index(number)] + prints.map { .key($0) })
  }

  private mutating func append(
    _ elements: [JSONValue], at steps: [JSONStep]
  ) throws(SiteMergeError) {
    guard !elements.isEmpty else { return }
    let document = try read()
    do throws(JSONEditError) {
      bytes = try document.appending(elements: elements, to: steps)
    } catch {
      throw .edit(error)
    }
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// Whether this says all that `other` says.
  ///
  /// It may have more members, and its lists of identifiers, relations and fingerprints may be longer.
  /// Rules have an order and must be equal.
  fileprivate func includes(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.object, .object(let members)):
      return members.allSatisfy { member in
        guard let mine = self[member.key] else { return false }
        let isOrdered = ["components", "paths", "relation_extensions"].contains(member.key)
        return isOrdered ? mine == member.value : mine.includes(member.value)
      }
    case (.array(let mine), .array(let others)):
      return others.allSatisfy { mine.contains($0) }
    default:
      return self == other
    }
  }
}
