// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import StrictJSON

// What phones do and why, as names and facts: the words of other languages are made of them.

extension OpeningCondition {
  package var told: Told {
    switch self {
    case .entitlement(let host, let isOfClip):
      Told(
        host.isEmpty ? "if.entitlement.each" : "if.entitlement",
        ["section": isOfClip ? "appclips" : "applinks", "host": host])
    case .filter(let host):
      host.isEmpty ? Told("if.filter.each") : Told("if.filter", ["host": host])
    case .certificate: Told("if.certificate")
    case .experience: Told("if.experience")
    case .published: Told("if.published")
    }
  }
}

extension Why {
  package var told: Told {
    switch self {
    case .noFile(let kind): Told("why.no-file", ["file": kind.fileName])
    case .notGiven(let kind): Told("why.not-given", ["file": kind.fileName])
    case .noFilesOfHost: Told("why.no-files-of-host")
    case .notJSON(_, let position): Told("why.not-json", position.facts)
    case .wrongRoot(let kind): Told("why.wrong-root.\(kind == .apple ? "apple" : "android")")
    case .tooLarge(let count):
      count > AssociationLint.appleByteCount
        ? Told("why.too-large", ["size": "\(count)", "limit": "\(AssociationLint.appleByteCount)"])
        : Told(
          "why.perhaps-too-large",
          ["size": "\(count)", "limit": "\(AssociationLint.cautiousByteCount)"])
    case .contentTypes([]): Told("why.no-content-type")
    case .contentTypes(let types):
      Told("why.content-type", ["types": types.prefix(3).joined(separator: ", ")])
    case .byteOrderMark: Told("why.byte-order-mark")
    case .duplicateKey(let position): Told("why.duplicate-key", position.facts)
    case .notNamed: Told("why.not-named")
    case .malformedStatement(let position): Told("why.malformed-statement", position.facts)
    case .included: Told("why.included")
    case .otherCertificate(let wanted):
      Told("why.other-certificate", ["certificate": short(wanted.first ?? "")])
    case .missingCertificate(let missing):
      Told("why.missing-certificate", ["certificates": missing.map(short).joined(separator: ", ")])
    case .twoRuleLists(let position): Told("why.two-rule-lists", position.facts)
    case .rulesInOneStatement(let position): Told("why.rules-in-one-statement", position.facts)
    case .malformedAppID(let name): Told("why.malformed-app-id", ["name": name])
    case .placeholder(let name): Told("why.placeholder", ["name": name])
    case .mistake(let finding): Told("why.mistake", finding.position.facts)
    case .namesNoApp(let kind): Told("why.names-no-app.\(kind == .apple ? "apple" : "android")")
    case .notDeclared(let host): Told("why.not-declared", ["host": host])
    case .declaredForDevelopers(let host): Told("why.for-developers", ["host": host])
    case .declaredUnder(let host): Told("why.declared-under", ["host": host])
    case .otherPath: Told("why.other-path")
    case .link: Told("why.link")
    case .unencrypted: Told("why.unencrypted")
    case .otherClip(let bundle):
      bundle.map { Told("why.other-clip", ["name": $0]) } ?? Told("why.no-clip")
    case .notForApps: Told("why.not-for-apps", ["host": SiteJudge.appClipHost])
    case .rule(let position): Told("why.rule", position.facts)
    case .excluded(let position, let pattern):
      Told("why.excluded", position.facts.merging(["pattern": pattern]) { $1 })
    case .noRuleMatches: Told("why.no-rule-matches")
    case .noRules: Told("why.no-rules")
    case .doubt(let doubt): Told("doubt.\(doubt.rawValue)")
    case .appDecides: Told("why.app-decides")
    case .rulesAreIgnored(let position): Told("why.rules-are-ignored", position.facts)
    case .clip: Told("why.clip")
    case .clipOfLink: Told("why.clip-of-link")
    }
  }
}

extension JSONPosition {
  package var facts: [String: String] { ["line": "\(line)", "column": "\(column)"] }
}
