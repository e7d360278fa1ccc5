// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// Looks through an `assetlinks.json`.
struct AndroidLinter {
  let document: JSONDocument
  var findings: LintFindings
  /// The first statement for each package and relation.
  private var known: [String: JSONPosition] = [:]

  private static let statementKeys = ["relation", "target", "include", "relation_extensions"]
  private static let targetKeys = ["namespace", "package_name", "sha256_cert_fingerprints", "site"]
  private static let relations = [
    AndroidAssociation.openingLinks, AndroidAssociation.sharingPasswords,
    "delegate_permission/common.use_as_origin",
  ]

  init(_ document: JSONDocument) {
    self.document = document
    findings = LintFindings(in: document)
  }

  mutating func lint() {
    let root = document.root
    guard let statements = root.elements else {
      let isApple = root["applinks"] != nil || root["webcredentials"] != nil
      return findings.add(isApple ? .otherPlatform : .wrongRoot, at: root)
    }
    if statements.isEmpty { findings.add(.malformedStatement, at: root) }
    for statement in statements { lint(statement) }
  }

  private mutating func lint(_ statement: JSONNode) {
    guard let members = statement.members else {
      return findings.add(.malformedStatement, at: statement)
    }
    lintSpelling(of: members, known: Self.statementKeys)
    if let include = statement["include"] {
      let isFine = include.string?.hasPrefix("https://") == true
      if !isFine || statement["relation"] != nil || statement["target"] != nil {
        findings.add(.malformedStatement, at: include)
      }
      return
    }
    lintRelations(of: statement)
    if let target = statement["target"] {
      lintTarget(target)
      lintRepetition(of: statement, target: target)
    } else {
      findings.add(.malformedStatement, at: statement)
    }
    if let extensions = statement["relation_extensions"] { lintExtensions(extensions) }
  }

  private mutating func lintRelations(of statement: JSONNode) {
    guard let relations = statement["relation"]?.elements, !relations.isEmpty else {
      return findings.add(.wrongRelation, at: statement["relation"] ?? statement)
    }
    for relation in relations {
      let text = relation.string ?? ""
      let suggestion = Spelling.suggestion(for: text, among: Self.relations)
      if !text.isRelation || suggestion != nil {
        findings.add(.wrongRelation, at: relation, suggestion: suggestion)
      }
    }
  }

  private mutating func lintTarget(_ target: JSONNode) {
    lintSpelling(of: target.members ?? [], known: Self.targetKeys)
    switch target["namespace"]?.string {
    case "android_app":
      lintPackage(of: target)
      lintFingerprints(of: target)
    case "web" where target["site"] != nil || target["package_name"] == nil:
      let site = target["site"]?.string ?? ""
      if !site.isOrigin { findings.add(.wrongSite, at: target["site"] ?? target) }
    default:
      findings.add(.wrongNamespace, at: target["namespace"] ?? target)
    }
  }

  private mutating func lintPackage(of target: JSONNode) {
    guard let node = target["package_name"], let package = node.string, package.isPackageName,
      !Placeholder.isPlaceholder(package)
    else {
      return findings.add(.wrongPackage, at: target["package_name"] ?? target)
    }
    if Placeholder.isExample(package) { findings.add(.exampleName, at: node) }
  }

  private mutating func lintFingerprints(of target: JSONNode) {
    let node = target["sha256_cert_fingerprints"]
    guard let fingerprints = node?.elements, !fingerprints.isEmpty else {
      return findings.add(.noFingerprints, at: node ?? target)
    }
    for fingerprint in fingerprints where fingerprint.string?.isFingerprint != true {
      let text = fingerprint.string ?? ""
      findings.add(
        .malformedFingerprint, at: fingerprint, suggestion: text.asFingerprint)
    }
  }

  private mutating func lintRepetition(of statement: JSONNode, target: JSONNode) {
    guard let package = target["package_name"]?.string else { return }
    for relation in statement["relation"]?.elements?.compactMap(\.string) ?? [] {
      let key = "\(relation) \(package)"
      if let first = known[key] {
        findings.add(.duplicateStatement, at: statement, text: package, other: first)
      } else {
        known[key] = document.position(of: statement)
      }
    }
  }

  mutating func lintSpelling(of members: [JSONMember], known: [String]) {
    for member in members {
      if let suggestion = Spelling.suggestion(for: member.key, among: known) {
        findings.add(.misspeltKey, at: member, suggestion: suggestion)
      }
    }
  }
}

// Dynamic rules of Android 15.
extension AndroidLinter {
  private static let ruleKeys = ["/", "?", "#", "exclude", "comment"]

  private mutating func lintExtensions(_ extensions: JSONNode) {
    lintSpelling(of: extensions.members ?? [], known: Self.relations)
    guard let relation = extensions[AndroidAssociation.openingLinks] else { return }
    lintSpelling(of: relation.members ?? [], known: [AndroidAssociation.rulesKey])
    guard let list = relation[AndroidAssociation.rulesKey] else { return }
    guard let nodes = list.elements, !nodes.isEmpty else {
      return findings.add(.malformedDynamicRule, at: list)
    }
    var rules: [AndroidRule] = []
    for node in nodes {
      lintSpelling(of: node.members ?? [], known: Self.ruleKeys)
      switch AndroidAssociation.rule(node, in: document) {
      case .success(let rule): rules.append(rule)
      case .failure(let problem): findings.add(.malformedDynamicRule, at: problem.node)
      }
    }
    if rules.count == nodes.count && rules.allSatisfy(\.excludes) {
      findings.add(.onlyExcludes, at: extensions)
    }
    if let all = rules.firstIndex(where: \.matchesEverything) {
      for rule in rules[(all + 1)...] {
        findings.add(
          rule.excludes ? .deadExclude : .unreachable, at: rule.position, text: rule.path?.value,
          other: rules[all].position)
      }
    }
  }
}

extension AndroidRule {
  fileprivate var matchesEverything: Bool {
    let path = path?.value
    return query.isEmpty && fragment == nil && (path == nil || path == "*" || path == "/*")
  }
}

extension String {
  /// Scheme and host, perhaps a port, and no slash after them.
  fileprivate var isOrigin: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 3 && ["https:", "http:"].contains(parts[0]) && parts[1].isEmpty
      && !parts[2].isEmpty && !parts[2].contains { "@?#".contains($0) }
  }
}
