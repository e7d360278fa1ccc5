// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import JobManifest
package import SiteAssociation
package import StrictJSON
package import TagKeys
package import TagMemory
package import WebLink

/// A finding of the check, and its place.
package typealias PreflightFinding = JobManifest.Finding<PreflightProblem>

/// The rules of the check, by the names that scripts know; they never change.
package enum PreflightRule: String, CaseIterable, Sendable {
  case `unknown-chip`, `chip-without-password`, `chip-without-lock`, `chip-without-mirror`
  case `chip-without-signature`, `chip-unformatted`, `hidden-from-phones`, `too-large`
  case `no-key-file`, `key-file`, `own-network-host`, `placeholder-host`, `reserved-host`
  case `short-token`, `tokens-run-out`, pattern, `clip-pattern`, association, `no-association`,
    `whose-association`
  case `two-associations`, `public-key`, `app-not-in-files`, `other-certificate`, `app-stays-shut`
  case `opens-unknown`, `opens-no-app`
}

/// What can be wrong with a job in view of chips, keys, phones and association files.
package enum PreflightProblem: FindingProblem {
  /// A problem in the job's own files.
  case manifest(Problem)

  // The chips.
  case unknownChip(String, suggestion: String?)
  case noPassword(TagChip)
  case noLock(TagChip)
  case noMirror(TagChip)
  case noSignature(TagChip, isRequired: Bool)
  /// The chip is delivered without the NDEF format, and the job does not allow formatting.
  case unformatted(TagChip)
  /// The job requires the password for reading too, so no phone sees the link.
  case hiddenFromPhones
  case tooLarge(size: Int, on: [Excess])

  // The key file.
  case noKeyFile(String)
  case keyFile(KeyFileError)

  // The links.
  case doubt(LinkDoubt, beginning: String, rows: Int)
  case encodedDots(String)
  /// This many rows have links to a host that is no website for a phone; `first` is the first row's id.
  case unservedHost(UnservedHost, String, rows: Int, first: String)
  /// This many rows share links that differ only in their tokens, which have so many values.
  case guessableToken(String, rows: Int, values: Int, needed: Int, isCut: Bool)
  /// More rows than values, or nearly.
  case tokensRunOut(String, rows: Int, values: Int, needed: Int)

  // The association files.
  /// `encoded` is how it is written, if it only has to be percent-encoded.
  case badPattern(String, encoded: String? = nil)
  /// A pattern in an App Clip, where nothing reads it.
  case clipPattern
  case site(SiteMergeError)
  case brokenAssociation(JSONFinding)
  case notAnAssociation
  /// A file whose host is unknown, because the job has several hosts.
  case whoseFile
  case twoFiles(AssociationKind)
  /// The job names a certificate whose private key is public.
  case publicKey(String, app: String)
  /// A file names one.
  case publicKeyInFile(LintFinding)
  /// An app that opens no link, or possibly none; with the host if there are several.
  case appShut(String, host: String?, PhoneVerdict, Why)
  case opensNoApp(String, LinkExplanation.Platform, PhoneVerdict, Why)

  /// A chip for which a message is too large.
  package struct Excess: Hashable, Sendable {
    package let chip: TagChip
    package let byteCount: Int
  }

  /// Whether it is about what a link opens.
  package var isAboutOpening: Bool {
    switch self {
    case .appShut, .opensNoApp: true
    default: false
    }
  }

  /// Whether it is about a public private key; the files can be judged all the same.
  package var isAboutPublicKey: Bool {
    switch self {
    case .publicKey, .publicKeyInFile: true
    default: false
    }
  }

  /// The rule about reserved hosts, which are never websites: an error only with a real reader.
  package static let reservedHost = PreflightRule.`reserved-host`.rawValue

  package var rule: String {
    let rule: PreflightRule
    switch self {
    case .manifest(let problem): return problem.rule
    case .unknownChip: rule = .`unknown-chip`
    case .noPassword: rule = .`chip-without-password`
    case .noLock: rule = .`chip-without-lock`
    case .noMirror: rule = .`chip-without-mirror`
    case .noSignature: rule = .`chip-without-signature`
    case .unformatted: rule = .`chip-unformatted`
    case .hiddenFromPhones: rule = .`hidden-from-phones`
    case .tooLarge: rule = .`too-large`
    case .noKeyFile: rule = .`no-key-file`
    case .keyFile: rule = .`key-file`
    case .doubt(let doubt, _, _): return doubt.rawValue
    case .encodedDots: return LinkDoubt.encodedDots.rawValue
    case .unservedHost(.ownNetwork, _, _, _): rule = .`own-network-host`
    case .unservedHost(.placeholder, _, _, _): rule = .`placeholder-host`
    case .unservedHost: rule = .`reserved-host`
    case .guessableToken: rule = .`short-token`
    case .tokensRunOut: rule = .`tokens-run-out`
    case .badPattern: rule = .pattern
    case .clipPattern: rule = .`clip-pattern`
    case .site: rule = .association
    case .brokenAssociation(let finding): return "json-\(finding.rule.rawValue)"
    case .notAnAssociation: rule = .`no-association`
    case .whoseFile: rule = .`whose-association`
    case .twoFiles: rule = .`two-associations`
    case .publicKey, .publicKeyInFile: rule = .`public-key`
    case .appShut(_, _, _, .notNamed), .appShut(_, _, _, .notGiven), .appShut(_, _, _, .noFile):
      rule = .`app-not-in-files`
    case .appShut(_, _, _, .otherCertificate), .appShut(_, _, _, .missingCertificate):
      rule = .`other-certificate`
    case .appShut: rule = .`app-stays-shut`
    case .opensNoApp(_, _, .unknown, _): rule = .`opens-unknown`
    case .opensNoApp: rule = .`opens-no-app`
    }
    return rule.rawValue
  }

  package var fact: String {
    if case .manifest(let problem) = self { problem.fact } else { description }
  }

  package var isError: Bool {
    switch self {
    case .manifest(let problem): problem.isError
    case .noSignature(_, let isRequired): isRequired
    case .unformatted, .hiddenFromPhones, .doubt, .encodedDots, .clipPattern: false
    case .unservedHost, .guessableToken: false
    default: true
    }
  }
}

extension PreflightProblem {
  /// What helps, if the words for it depend on who says it.
  package var cure: Cure? {
    switch self {
    case .manifest(.outsideFolder): .allowOutside
    case .manifest(.secret): .makeKeyFile(nil)
    case .noKeyFile(let path): .makeKeyFile(path)
    default: nil
    }
  }
}
