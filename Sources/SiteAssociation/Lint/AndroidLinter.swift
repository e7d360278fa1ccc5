// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// Checks an `assetlinks.json`.
struct AndroidLinter {
  let document: JSONDocument
  var findings: LintFindings
  /// The first statement for each package and relation.
  private var known: [String: JSONPosition] = [:]
  /// The first list of dynamic rules for each package.
  var lists: [String: (position: JSONPosition, rules: [AndroidRule])] = [:]

  private static let statementKeys = ["relation", "target", "include", "relation_extensions"]
  private static let targetKeys = ["namespace", "package_name", "sha256_cert_fingerprints", "site"]
  static let relations = [
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
    let findingCount = findings.all.count
    lintSpelling(of: members, known: Self.statementKeys)
    lintPlaces(in: statement)
    if let include = statement["include"] {
      let isFine = include.string?.hasPrefix("https://") == true
      if !isFine || statement["relation"] != nil || statement["target"] != nil {
        findings.add(.malformedStatement, at: include)
      } else if findings.all.count == findingCount {
        findings.add(.includesOthers, at: include)
      }
      return
    }
    lintRelations(of: statement)
    if let target = statement["target"] {
      lintTarget(target)
    } else {
      findings.add(.malformedStatement, at: statement)
    }
    let rules = statement["relation_extensions"].flatMap { lintExtensions($0) }
    // Two different lists are worse than two statements, and their finding covers both.
    let isOtherList = lintOtherList(rules, of: statement)
    lintRepetition(of: statement, isSaid: isOtherList)
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
    for fingerprint in fingerprints {
      let text = fingerprint.string ?? ""
      if let name = PublicTestKeys.name(of: text.asFingerprint ?? text) {
        findings.add(.publicTestKey, at: fingerprint, text: name)
      } else if !text.isFingerprint {
        findings.add(.malformedFingerprint, at: fingerprint, suggestion: text.asFingerprint)
      }
    }
  }

  private mutating func lintRepetition(of statement: JSONNode, isSaid: Bool) {
    guard let package = statement["target"]?["package_name"]?.string else { return }
    for relation in statement["relation"]?.elements?.compactMap(\.string) ?? [] {
      let key = "\(relation) \(package)"
      if let first = known[key] {
        if isSaid { continue }
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

extension String {
  /// Scheme and host, perhaps a port, and no slash after them.
  fileprivate var isOrigin: Bool {
    let parts = split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 3 && ["https:", "http:"].contains(parts[0]) && parts[1].isEmpty
      && !parts[2].isEmpty && !parts[2].contains { "@?#".contains($0) }
  }
}
