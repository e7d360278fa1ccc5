// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// Why our entries cannot be added to an existing file.
package enum SiteMergeError: Error, Equatable, Sendable {
  case plan(SitePlanError)
  case json(JSONFinding)
  case edit(JSONEditError)
  /// `details` has the form of 2015, which cannot hold a new entry.
  case detailsIsObject(JSONPosition)
  /// The file has other dynamic rules for the app, and only one list is allowed.
  case otherDynamicRules(package: String, JSONPosition)
  /// The file lets the app decide which links it opens, and rules would close all others.
  case noDynamicRules(package: String, JSONPosition)
  /// The file has dynamic rules for the app, and the job must not make any.
  case hasDynamicRules(package: String, JSONPosition)
  /// Phones ignore what the file says about the app, so additions would have no effect.
  case malformedStatement(package: String, JSONPosition)
  /// One of two has dynamic rules for the app, and the other lets the app decide.
  case rulesAndNone(package: String)
}

/// Adds what is missing to deployed files; all other bytes of them stay the same.
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
          .flatMap { withoutDeadRules($0, in: root) }
        // An empty list is not worth adding.
        for element in missing { try file.put(element, into: [key, list]) }
      }
    }
    return try sized(file.bytes)
  }

  /// An entry without rules that could never decide, because the app's existing ones cover them.
  ///
  /// Apps that lack different rules get separate entries, and an app that lacks none gets none.
  private func withoutDeadRules(_ entry: JSONValue, in document: JSONDocument) -> [JSONValue] {
    guard case .array(let components) = entry["components"],
      case .array(let apps) = entry["appIDs"],
      let rules = try? usefulRules(), rules.count == components.count
    else { return [entry] }
    let association = AppleAssociation(document)
    var lacking: [(numbers: [Int], apps: [JSONValue])] = []
    for app in apps {
      guard case .string(let name) = app else { continue }
      let numbers = association.rulesMissing(of: rules.map(\.appleRule), for: name)
      // Excludes alone open nothing.
      guard numbers.contains(where: { !rules[$0].excludes }) else { continue }
      if let place = lacking.firstIndex(where: { $0.numbers == numbers }) {
        lacking[place].apps.append(app)
      } else {
        lacking.append((numbers, [app]))
      }
    }
    return lacking.map { numbers, apps in
      ["appIDs": .array(apps), "components": .array(numbers.map { components[$0] })]
    }
  }

  /// Android's file with our statements; the same bytes if they are there already.
  package func merged(intoAndroid bytes: [UInt8]) throws(SiteMergeError) -> [UInt8] {
    let statements = try planned { () throws(SitePlanError) in try androidStatements() }
    var file = MergedFile(bytes)
    let document = try file.read()
    let present = document.root.elements ?? []
    let malformed = AndroidAssociation(document).malformed
    var missing: [JSONValue] = []
    for statement in statements {
      let package = statement["target"]?["package_name"]
      if case .string(let name) = package,
        let bad = malformed.first(where: { $0.package?.value == name })
      {
        throw .malformedStatement(package: name, bad.position)
      }
      if present.contains(where: { $0.says(statement) }) { continue }
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
    for statement in missing { try file.put(statement.inOneOrder, into: []) }
    return file.bytes
  }

  /// The file of a platform; nil if there is no app for it.
  package func file(of kind: AssociationKind) throws(SiteMergeError) -> String? {
    try planned { () throws(SitePlanError) in
      kind == .apple ? try appleFile() : try androidFile()
    }
  }

  /// The file of a platform with everything in the plan; the same bytes if it is there already.
  package func merged(
    into bytes: [UInt8], of kind: AssociationKind
  ) throws(SiteMergeError) -> [UInt8] {
    kind == .apple ? try merged(intoApple: bytes) : try merged(intoAndroid: bytes)
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

  /// Appends to the array at a path; missing parts of the path are created first.
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
  /// The numbers of the rules that could decide about a link of an app, after its existing ones.
  fileprivate func rulesMissing(of rules: [AppleRule], for app: String) -> [Int] {
    let entries = entries.filter { entry in
      entry.apps.contains { $0.value.utf8.elementsEqual(app.utf8) }
    }
    let there = entries.flatMap(\.rules)
    guard entries.allSatisfy({ $0.form == .components }) else { return Array(rules.indices) }
    let all = AppleEntry(position: .start, apps: [], form: .components, rules: there + rules)
    var coverage = RuleCoverage(all, variables: PatternVariables(defined: variables))
    return rules.indices.filter { number in
      coverage.firstRule(covering: there.count + number, before: there.count) == nil
    }
  }
}

extension JSONNode {
  /// Whether a statement contains everything in another one; having no rules matters, too.
  fileprivate func says(_ statement: JSONValue) -> Bool {
    value.includes(statement)
      && (self["relation_extensions"] == nil) == (statement["relation_extensions"] == nil)
  }
}

extension MergedFile {
  private static let rulesPath = [
    "relation_extensions", AndroidAssociation.openingLinks, AndroidAssociation.rulesKey,
  ]

  /// Adds what a statement says about an app to the existing one, because only one list of rules is
  /// allowed.
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
      guard case .array(let wanted) = wanted, there != nil else {
        throw .otherDynamicRules(package: package, position)
      }
      try put(rules: wanted, at: [.index(number)] + Self.rulesPath.map { .key($0) })
    }
    let prints = ["target", "sha256_cert_fingerprints"]
    guard case .array(let wanted) = statement[prints[0]]?[prints[1]] else { return }
    try put(fingerprints: wanted, at: [.index(number)] + prints.map { .key($0) })
  }

  /// Adds the rules that the rules before their place leave something to decide.
  private mutating func put(
    rules: [JSONValue], at steps: [JSONStep]
  ) throws(SiteMergeError) {
    let document = try read()
    var list = MergedRules(document.node(at: steps)?.elements ?? [], in: document, adding: rules)
    try insert(list.added(), in: steps, of: document)
  }

  private mutating func put(
    fingerprints: [JSONValue], at steps: [JSONStep]
  ) throws(SiteMergeError) {
    let document = try read()
    let known = document.node(at: steps)?.elements?.map(\.value) ?? []
    let added = fingerprints.enumerated()
      .filter { !known.contains($1) && !fingerprints[..<$0].contains($1) }
      .map { (text: $1.compact, value: $1) }.sorted { isBefore($0.text, $1.text) }
    let texts = known.map(\.compact)
    let items = added.map { text, value in
      ((texts.lastIndex { !isBefore(text, $0) } ?? -1) + 1, value)
    }
    try insert(items, in: steps, of: document)
  }

  /// Adds an element to the list at a path, in a fixed order with others that we could have added: so two
  /// campaigns produce the same bytes, whichever comes first.
  mutating func put(_ element: JSONValue, into path: [String]) throws(SiteMergeError) {
    let steps = path.map { JSONStep.key($0) }
    let document = try read()
    guard let there = document.node(at: steps)?.elements else {
      return try append([element], to: path)
    }
    let text = element.compact
    var place = there.count
    while place > 0 {
      let other = there[place - 1].value
      guard isBefore(text, other.compact), element.mayStandBefore(other) else { break }
      place -= 1
    }
    try insert([(place, element)], in: steps, of: document)
  }

  /// Inserts elements into a list, all in one edit.
  private mutating func insert(
    _ items: [(number: Int, element: JSONValue)], in steps: [JSONStep], of document: JSONDocument
  ) throws(SiteMergeError) {
    guard !items.isEmpty else { return }
    do throws(JSONEditError) {
      bytes = try document.inserting(items, in: steps)
    } catch {
      throw .edit(error)
    }
  }
}

extension JSONValue {
  /// A statement with its rules and fingerprints in the order in which others are inserted.
  fileprivate var inOneOrder: JSONValue {
    switch self {
    case .object(let members):
      .object(members.map { ($0.key, $0.key == "relation" ? $0.value : $0.value.inOneOrder) })
    case .array(let elements):
      .array(elements.excludesFirst)
    default: self
    }
  }

  /// Whether an element may come before an existing one.
  ///
  /// The first of several apps that open a link gets it. So nothing comes before the entry of another app,
  /// unless no link certainly belongs to both.
  fileprivate func mayStandBefore(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.string, .string): return true
    case (.object(let mine), .object(let others)):
      guard Set(mine.map(\.key)) == Set(others.map(\.key)) else { return false }
      // Android asks each statement for its own app.
      if let app = self["target"]?["package_name"] {
        return other["target"]?["package_name"] != app
      }
      guard let starts = pathStarts, let otherStarts = other.pathStarts else { return false }
      return self["appIDs"] == other["appIDs"]
        || starts.allSatisfy { start in
          otherStarts.allSatisfy { !$0.starts(with: start) && !start.starts(with: $0) }
        }
    default: return false
    }
  }

  /// How the paths begin of the links that the components of an entry open; nil if that is uncertain.
  private var pathStarts: [[UInt8]]? {
    guard case .array(let components) = self["components"] else { return nil }
    var starts: [[UInt8]] = []
    for component in components {
      guard case .object(let members) = component,
        members.allSatisfy({ ["/", "?", "#"].contains($0.key) }),
        case .string(let path) = component["/"], path.hasPrefix("/"), !path.contains("$(")
      else { return nil }
      starts.append(Array(path.lowercased().utf8.prefix { !"*?".utf8.contains($0) }))
    }
    return starts
  }

  /// Whether this contains everything in `other`.
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
