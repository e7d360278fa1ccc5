// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import JobManifest
package import SiteAssociation
package import StrictJSON
package import TagKeys
package import TagMemory
package import WebLink

/// Something that the check of a job says, and where.
package typealias PreflightFinding = JobManifest.Finding<PreflightProblem>

/// What can be wrong with a job when it meets chips, keys, phones and association files.
package enum PreflightProblem: FindingProblem {
  /// What the job's own files have.
  case manifest(Problem)

  // The chips.
  case unknownChip(String, suggestion: String?)
  case noPassword(TagChip)
  case noLock(TagChip)
  case noMirror(TagChip)
  case noSignature(TagChip, isRequired: Bool)
  /// The chip is delivered without the format of NDEF, and the job allows no formatting.
  case unformatted(TagChip)
  /// Require the password for reading too, so no phone sees the link.
  case hiddenFromPhones
  case tooLarge(size: Int, on: [Excess])

  // The key file.
  case noKeyFile(String)
  case keyFile(KeyFileError)

  // The links.
  case doubt(LinkDoubt, beginning: String, rows: Int)
  case encodedDots(String)
  /// So many rows have links of a host that is no website for a phone; the id of the first of them.
  case unservedHost(UnservedHost, String, rows: Int, first: String)
  /// So many rows share links that differ in their tokens alone, of which there are so many values.
  case guessableToken(String, rows: Int, values: Int, needed: Int, isCut: Bool)
  /// More rows than there are values, or nearly so many.
  case tokensRunOut(String, rows: Int, values: Int, needed: Int)

  // The association files.
  /// And how it is written, if it only has to be percent-encoded.
  case badPattern(String, encoded: String? = nil)
  /// A pattern in an App Clip, where nothing reads it.
  case clipPattern
  case site(SiteMergeError)
  case brokenAssociation(JSONFinding)
  case notAnAssociation
  /// A file whose host no one can tell, because the job has several.
  case whoseFile
  case twoFiles(AssociationKind)
  /// The job names a certificate whose private key everybody has.
  case publicKey(String, app: String)
  /// A file names one.
  case publicKeyInFile(LintFinding)
  /// An app that opens no link at all, or of which that is not known; the host if there are several.
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

  /// Whether it is about a key that everybody has, beside which the files can be judged.
  package var isAboutPublicKey: Bool {
    switch self {
    case .publicKey, .publicKeyInFile: true
    default: false
    }
  }

  /// The rule about hosts that are nowhere a website: a warning, unless a reader is a real one.
  package static let reservedHost = "reserved-host"

  package var rule: String {
    switch self {
    case .manifest(let problem): problem.rule
    case .unknownChip: "unknown-chip"
    case .noPassword: "chip-without-password"
    case .noLock: "chip-without-lock"
    case .noMirror: "chip-without-mirror"
    case .noSignature: "chip-without-signature"
    case .unformatted: "chip-unformatted"
    case .hiddenFromPhones: "hidden-from-phones"
    case .tooLarge: "too-large"
    case .noKeyFile: "no-key-file"
    case .keyFile: "key-file"
    case .doubt(let doubt, _, _): doubt.rawValue
    case .encodedDots: LinkDoubt.encodedDots.rawValue
    case .unservedHost(.ownNetwork, _, _, _): "own-network-host"
    case .unservedHost(.placeholder, _, _, _): "placeholder-host"
    case .unservedHost: Self.reservedHost
    case .guessableToken: "short-token"
    case .tokensRunOut: "tokens-run-out"
    case .badPattern: "pattern"
    case .clipPattern: "clip-pattern"
    case .site: "association"
    case .brokenAssociation(let finding): "json-\(finding.rule.rawValue)"
    case .notAnAssociation: "no-association"
    case .whoseFile: "whose-association"
    case .twoFiles: "two-associations"
    case .publicKey, .publicKeyInFile: "public-key"
    case .appShut(_, _, _, .notNamed), .appShut(_, _, _, .notGiven), .appShut(_, _, _, .noFile):
      "app-not-in-files"
    case .appShut(_, _, _, .otherCertificate), .appShut(_, _, _, .missingCertificate):
      "other-certificate"
    case .appShut: "app-stays-shut"
    case .opensNoApp(_, _, .unknown, _): "opens-unknown"
    case .opensNoApp: "opens-no-app"
    }
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
  /// What helps, where the words for it depend on who says it.
  package var cure: Cure? {
    switch self {
    case .manifest(.outsideFolder): .allowOutside
    case .manifest(.secret): .makeKeyFile(nil)
    case .noKeyFile(let path): .makeKeyFile(path)
    default: nil
    }
  }
}
