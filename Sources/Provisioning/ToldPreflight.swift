// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
internal import JobManifest
internal import Plain
internal import SiteAssociation
internal import StrictJSON
internal import TagKeys
internal import TagMemory
internal import WebLink

extension PreflightProblem {
  package var told: [Told] {
    switch self {
    case .manifest(let problem): problem.told
    case .unknownChip(let name, let close):
      [
        Told(rule, ["name": shown(name)]),
        close.map { Told("meant", ["name": $0]) }
          ?? Told("known", ["names": TagChip.allCases.map(\.name).joined(separator: ", ")]),
      ]
    case .noPassword(let chip):
      [Told(chip.takesLock ? "\(rule).lock" : rule, ["chip": chip.name])]
    case .noLock(let chip), .noMirror(let chip), .unformatted(let chip):
      [Told(rule, ["chip": chip.name])]
    case .noSignature(let chip, let isRequired):
      [Told(isRequired ? rule : "\(rule).unchecked", ["chip": chip.name])]
    case .tooLarge(let size, let chips):
      [
        Told(
          rule,
          [
            "size": "\(size)",
            "chips": chips.map { "\($0.chip.name): \($0.byteCount)" }.joined(separator: ", "),
            "most": "\(chips.map(\.byteCount).max() ?? 0)",
          ])
      ]
    case .noKeyFile(let path): [Told(rule, ["file": shown(path)])]
    case .keyFile(let error): [error.told(rule)]
    case .doubt(let doubt, let beginning, let rows):
      [Told("links", ["beginning": shown(beginning)], numbers: ["n": rows]), Told(doubt.rawValue)]
    case .encodedDots(let link): [Told("in-link", ["link": shown(link)]), Told(rule)]
    case .unservedHost(let kind, let host, let rows, let first):
      [
        Told("leads", ["host": shown(host), "row": shown(first)], numbers: ["n": rows]),
        Told(kind == .phoneItself ? "\(rule).phone" : rule),
      ]
    case .guessableToken(let name, let rows, let values, let needed, let isCut):
      [
        Told(
          isCut ? "\(rule).cut" : rule,
          ["name": shown(name)], numbers: ["n": rows, "values": values, "needed": needed])
      ]
    case .tokensRunOut(let name, let rows, let values, let needed):
      [
        Told(
          rule, ["name": shown(name)], numbers: ["n": rows, "values": values, "needed": needed])
      ]
    case .badPattern(let pattern, let encoded?):
      [Told("\(rule).encoded", ["pattern": shown(pattern), "encoded": shown(encoded)])]
    case .badPattern(let pattern, nil): [Told(rule, ["pattern": shown(pattern)])]
    case .site(let error): [Told(rule)] + error.told
    case .twoFiles(let kind): [Told(rule, ["file": kind.fileName])]
    case .publicKey(let key, let app): [Told(rule, ["app": shown(app), "key": key])]
    case .publicKeyInFile: [Told("\(rule).file")]
    case .hiddenFromPhones, .clipPattern, .brokenAssociation, .notAnAssociation, .whoseFile:
      [Told(rule)]
    case .appShut(let app, _, _, .notNamed): [Told("\(rule).named", ["app": shown(app)])]
    case .appShut(let app, let host, let verdict, let why):
      [
        Told(
          "app-\(verdict == .shut ? "shut" : "unknown")\(host == nil ? "" : ".host")",
          ["app": shown(app), "host": host ?? ""]),
        why.told,
      ]
    case .opensNoApp(let link, let platform, _, let why):
      [
        Told(rule, ["link": shown(link), "phone": platform == .iOS ? "iPhone" : "Android"]),
        onTags(why),
      ]
    }
  }
}

/// The same as it is said of the link of a row.
private func onTags(_ why: Why) -> Told {
  switch why {
  case .noRuleMatches, .noRules: Told("why.no-pattern")
  case .excluded(_, let pattern): Told("why.kept-for-browser", ["pattern": shown(pattern)])
  default: why.told
  }
}

extension KeyFileError {
  fileprivate func told(_ rule: String) -> Told {
    let file = ["file": shown(path)]
    return switch fault {
    case .openToOthers(let permissions):
      Told(
        "\(rule).open",
        file.merging(["permissions": octal(permissions)]) { $1 })
    case .version(let version):
      Told(
        "\(rule).newer",
        file.merging(["version": "\(version)"]) { $1 })
    case .damagedLine, .repeatedLine, .missing, .wrongID: Told("\(rule).damaged", file)
    default: Told(rule, file)
    }
  }
}

extension SiteMergeError {
  fileprivate var told: [Told] {
    switch self {
    case .plan(.badAppID(let app)): [Told("plan.app", ["app": app])]
    case .plan(.badPackage(let package)): [Told("plan.package", ["package": package])]
    case .plan(.badFingerprint(_, let package)), .plan(.noFingerprint(let package)):
      [Told("plan.fingerprint", ["package": package])]
    case .plan(.badPattern(let pattern, _)): [Told("pattern", ["pattern": pattern])]
    case .plan(.nothingOpens): [Told("plan.nothing-opens")]
    case .plan(.tooLarge(let size)):
      [Told("why.too-large", ["size": "\(size)", "limit": "\(AssociationLint.appleByteCount)"])]
    case .rulesAndNone(let package): [Told("plan.rules-and-none", ["package": package])]
    case .json, .edit, .detailsIsObject, .otherDynamicRules, .noDynamicRules, .hasDynamicRules,
      .malformedStatement:
      []
    }
  }
}
