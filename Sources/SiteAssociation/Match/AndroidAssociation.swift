// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import StrictJSON

/// What Android reads in an `assetlinks.json` file: the statements about apps that may open links.
package struct AndroidAssociation: Sendable {
  package let statements: [AndroidStatement]
  /// Statements about apps that Android leaves out because of a mistake.
  package let malformed: [MalformedStatement]
  /// Whether an app may use the passwords of the site, which opens no link.
  package let sharesPasswords: Bool
  /// Whether the file includes others, which may name more apps.
  let hasIncludes: Bool
}

/// One statement with the relation `delegate_permission/common.handle_all_urls`.
package struct AndroidStatement: Sendable {
  package let position: JSONPosition
  /// The index in the file.
  package let index: Int
  package let package: Placed<String>
  package let fingerprints: [Placed<String>]
  package let rules: Rules

  /// `dynamic_app_link_components`, which Android 15 and later ask.
  package enum Rules: Sendable {
    /// There are none: the app's own manifest decides.
    case none
    case list([AndroidRule])
    /// Something is wrong at this place, so Android drops all of them.
    case ignored(JSONPosition)
  }
}

/// A statement that would let an app open links, but has a mistake, so that it does not count.
package struct MalformedStatement: Equatable, Sendable {
  package let position: JSONPosition
  /// The index in the file.
  package let index: Int
  /// The app that it is about, if that is a string at all.
  package let package: Placed<String>?
  package let why: Why

  /// The first mistake.
  package enum Why: Equatable, Sendable {
    case relation
    case package
    case noFingerprints
    /// It includes another file, and then says nothing itself.
    case include
    /// The one that is malformed, as it is written.
    case fingerprint(String)
  }
}

/// One dynamic rule.
package struct AndroidRule: Sendable {
  package let position: JSONPosition
  package internal(set) var path: Placed<String>?
  package internal(set) var query: [(name: String, pattern: Placed<String>)] = []
  package internal(set) var fragment: Placed<String>?
  package internal(set) var excludes = false
  /// Whether it has a key that Google's documentation does not name.
  var hasUnknownKey = false

  /// Whether it asks for nothing at all.
  var asksNothing: Bool { path == nil && query.isEmpty && fragment == nil }
}

extension AndroidRule {
  /// Whether two lists of rules say the same, wherever they stand.
  static func list(_ rules: [AndroidRule], saysSameAs others: [AndroidRule]) -> Bool {
    rules.count == others.count && zip(rules, others).allSatisfy { $0.says($1) }
  }

  /// Whether another rule means the same, whatever the order in which it says so.
  private func says(_ other: AndroidRule) -> Bool {
    excludes == other.excludes && path?.value == other.path?.value
      && fragment?.value == other.fragment?.value && query.count == other.query.count
      && zip(query.sortedByName, other.query.sortedByName).allSatisfy {
        $0.name == $1.name && $0.pattern.value == $1.pattern.value
      }
  }
}

extension [(name: String, pattern: Placed<String>)] {
  fileprivate var sortedByName: Self {
    sorted { ($0.name, $0.pattern.value) < ($1.name, $1.pattern.value) }
  }
}

extension AndroidAssociation {
  package static let openingLinks = "delegate_permission/common.handle_all_urls"
  static let sharingPasswords = "delegate_permission/common.get_login_creds"
  static let rulesKey = "dynamic_app_link_components"

  /// Reads a file as Android does: a statement that is malformed is left out, the others count.
  package init(_ document: JSONDocument) {
    hasIncludes = document.root.elements?.contains { $0["include"] != nil } == true
    var statements: [AndroidStatement] = []
    var malformed: [MalformedStatement] = []
    var sharesPasswords = false
    for (index, node) in (document.root.elements ?? []).enumerated() {
      let relations = node.relations
      let target = node["target"]
      let isApp = target?["namespace"]?.string == "android_app"
      let opensLinks = isApp && relations?.contains(Self.openingLinks) != false
      let package = document.placedString(target?["package_name"])
      if isApp, let why = Self.mistake(in: node) {
        if opensLinks {
          malformed.append(
            MalformedStatement(
              position: document.position(of: node), index: index, package: package, why: why))
        }
        continue
      }
      sharesPasswords = sharesPasswords || relations?.contains(Self.sharingPasswords) == true
      guard opensLinks, let package else { continue }
      statements.append(
        AndroidStatement(
          position: document.position(of: node), index: index, package: package,
          fingerprints: document.placedStrings(target?["sha256_cert_fingerprints"]),
          rules: Self.rules(of: node, in: document)))
    }
    self.statements = statements
    self.malformed = malformed
    self.sharesPasswords = sharesPasswords
  }

  /// Why a statement about an app does not count; nil if it does.
  private static func mistake(in statement: JSONNode) -> MalformedStatement.Why? {
    let target = statement["target"]
    if statement["include"] != nil { return .include }
    guard statement.relations != nil else { return .relation }
    guard target?["package_name"]?.string?.isPackageName == true else { return .package }
    let fingerprints = target?["sha256_cert_fingerprints"]?.elements ?? []
    if fingerprints.isEmpty { return .noFingerprints }
    for fingerprint in fingerprints where fingerprint.string?.isFingerprint != true {
      return .fingerprint(fingerprint.string ?? fingerprint.value.compact)
    }
    return nil
  }

  private static func rules(of node: JSONNode, in document: JSONDocument) -> AndroidStatement.Rules
  {
    guard let list = node["relation_extensions"]?[openingLinks]?[rulesKey] else { return .none }
    guard let elements = list.elements, !elements.isEmpty else {
      return .ignored(document.position(of: list))
    }
    var rules: [AndroidRule] = []
    for element in elements {
      switch rule(element, in: document) {
      case .success(let rule): rules.append(rule)
      case .failure(let problem): return .ignored(document.position(of: problem.node))
      }
    }
    return .list(rules)
  }

  /// What is wrong with a dynamic rule.
  struct RuleProblem: Error {
    let node: JSONNode
  }

  /// Reads a rule, in which nothing may be empty or of a wrong type.
  static func rule(_ node: JSONNode, in document: JSONDocument) -> Result<AndroidRule, RuleProblem>
  {
    guard let members = node.members, !members.isEmpty else { return .failure(.init(node: node)) }
    var rule = AndroidRule(position: document.position(of: node))
    for member in members {
      let value = document.placedString(member.value)
      switch member.key {
      case "/" where value?.value.isEmpty == false: rule.path = value
      case "#" where value?.value.isEmpty == false: rule.fragment = value
      case "?":
        for item in member.value.members ?? [] {
          guard let pattern = document.placedString(item.value) else {
            return .failure(.init(node: item.value))
          }
          rule.query.append((item.key, pattern))
        }
        if rule.query.isEmpty { return .failure(.init(node: member.value)) }
      case "exclude":
        guard let excludes = member.value.bool else { return .failure(.init(node: member.value)) }
        rule.excludes = excludes
      case "/", "#": return .failure(.init(node: member.value))
      case "comment" where value != nil: break
      default: rule.hasUnknownKey = true
      }
    }
    return .success(rule)
  }
}
