// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// Checks an Apple file: its sections and entries.
struct AppleLinter {
  let document: JSONDocument
  var findings: LintFindings
  /// The variables that a pattern may name.
  let variableNames: Set<String>
  /// The variables that a misspelt one is compared with.
  let likelyNames: [String]

  private static let likelyNameCount = 100

  private static let services = ["appclips", "webcredentials", "activitycontinuation"]
  private static let sections = ["applinks"] + services
  private static let linksKeys = ["apps", "details", "defaults", "substitutionVariables"]
  private static let entryKeys = ["appIDs", "appID", "components", "paths", "defaults"]

  init(_ document: JSONDocument) {
    self.document = document
    findings = LintFindings(in: document)
    let defined = document.root["applinks"]?["substitutionVariables"]?.members ?? []
    variableNames = Set(defined.map(\.key)).union(PatternVariables.predefined.keys)
    likelyNames = Array(variableNames.sorted().prefix(Self.likelyNameCount))
  }

  mutating func lint() {
    let root = document.root
    guard let members = root.members else {
      let isAndroid = root.elements?.contains { $0["relation"] != nil || $0["target"] != nil }
      findings.add(isAndroid == true ? .otherPlatform : .wrongRoot, at: root)
      return
    }
    lintSpelling(of: members, known: Self.sections, as: .misspeltSection)
    let isMisspelt = findings.all.contains { $0.suggestion == "applinks" }
    if let links = root["applinks"] {
      lintLinks(links)
    } else if !isMisspelt {
      findings.add(.noAppLinks, at: root)
    }
    for member in members where Self.services.contains(member.key) { lintService(member) }
  }

  private mutating func lintLinks(_ links: JSONNode) {
    guard let members = links.members else { return findings.add(.noDetails, at: links) }
    for member in members where Self.sections.contains(member.key) {
      findings.add(.misplacedSection, at: member)
    }
    lintSpelling(
      of: members.filter { !Self.sections.contains($0.key) }, known: Self.linksKeys,
      as: .misspeltKey)
    if let apps = links["apps"], apps.elements?.isEmpty != true {
      findings.add(.appsNotEmpty, at: apps)
    }
    if let defaults = links["defaults"] { lintDefaults(defaults) }
    if let variables = links["substitutionVariables"] { lintVariables(variables) }
    guard let details = links["details"] else { return findings.add(.noDetails, at: links) }
    if details.children.isEmpty { return findings.add(.noDetails, at: details) }
    for entry in details.elements ?? [] { lintEntry(entry) }
    for member in details.members ?? [] {
      findings.add(.legacyForm, at: member)
      lintAppID(member.key, at: document.position(of: member.keyRange.lowerBound), isLink: true)
      lintPatterns(of: member.value)
    }
    lintRules()
  }

  private mutating func lintEntry(_ entry: JSONNode) {
    guard let members = entry.members else { return findings.add(.notAnObject, at: entry) }
    lintSpelling(of: members, known: Self.entryKeys, as: .misspeltKey)
    lintApps(of: entry)
    if entry["appIDs"] != nil && entry["appID"] != nil { findings.add(.appIDAndAppIDs, at: entry) }
    if entry["paths"] != nil {
      if entry["appIDs"] != nil || entry["components"] != nil {
        findings.add(.mixedForms, at: entry)
      } else {
        findings.add(.legacyForm, at: entry)
      }
    }
    lintPatterns(of: entry)
  }

  private mutating func lintApps(of entry: JSONNode) {
    if let list = entry["appIDs"] {
      guard let apps = list.elements else { return addNotAList("appIDs", in: entry) }
      if apps.isEmpty { findings.add(.noApp, at: list) }
      lintAppIDs(apps, isLink: true)
    } else if let app = entry["appID"] {
      lintAppIDs([app], isLink: true)
    } else {
      findings.add(.noApp, at: entry)
    }
  }

  /// Checks the patterns of an entry one by one; how they work together is checked elsewhere.
  private mutating func lintPatterns(of entry: JSONNode) {
    if let defaults = entry["defaults"] { lintDefaults(defaults) }
    let patterns = entry["components"] ?? entry["paths"]
    if let patterns, patterns.elements == nil {
      addNotAList(entry["components"] == nil ? "paths" : "components", in: entry)
    } else if patterns?.elements?.isEmpty != false {
      findings.add(.noPatterns, at: patterns ?? entry)
    }
    let defaults = entry["defaults"] ?? document.root["applinks"]?["defaults"]
    let isEncoded = defaults?["percentEncoded"]?.bool ?? true
    for component in entry["components"]?.elements ?? [] {
      lintComponent(component, isEncoded: isEncoded)
    }
    for path in entry["paths"]?.elements ?? [] { lintLegacyPath(path) }
  }

  private mutating func addNotAList(_ key: String, in entry: JSONNode) {
    guard let member = entry.members?.first(where: { $0.key == key }) else { return }
    findings.add(.notAList, at: member)
  }

  private mutating func lintService(_ member: JSONMember) {
    let service = member.value
    let apps = service["apps"]?.elements
    let findingCount = findings.all.count
    lintSpelling(of: service.members ?? [], known: ["apps"], as: .misspeltKey)
    if member.key == "appclips" {
      if apps?.isEmpty != false || service["details"] != nil {
        findings.add(.uselessAppClips, at: service)
      }
    } else if apps == nil && service.members?.isEmpty != true && findings.all.count == findingCount
    {
      // An empty object is not a mistake: it only says that there are none.
      findings.add(.malformedService, at: member)
    }
    lintAppIDs(apps ?? [], isLink: false)
  }

  mutating func lintSpelling(of members: [JSONMember], known: [String], as rule: LintRule) {
    for member in members {
      if let suggestion = Spelling.suggestion(for: member.key, among: known) {
        findings.add(rule, at: member, suggestion: suggestion)
      }
    }
  }
}
