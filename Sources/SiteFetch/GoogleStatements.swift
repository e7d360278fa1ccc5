// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import SiteAssociation
internal import StrictJSON

/// What Google found in a host's statements about links, as `statements:list` of its API tells it.
///
/// Whatever has another form than is known is left out; an answer is never longer than what is fetched.
package struct GoogleStatements: Equatable, Sendable {
  /// The certificates of each package, by their SHA-256 fingerprints in upper case with colons.
  package private(set) var certificates: [String: Set<String>] = [:]
  /// How many statements there are, also of other kinds.
  package let count: Int
  /// What Google says went wrong.
  package let errorCodes: [String]

  /// Reads an answer; nil if it is no object of JSON.
  package init?(_ answer: [UInt8]) {
    guard let root = JSONLint(answer).document?.root, root.members != nil else { return nil }
    errorCodes = root["errorCode"]?.elements?.compactMap(\.string) ?? []
    let statements = root["statements"]?.elements ?? []
    count = statements.count
    for statement in statements {
      guard statement["relation"]?.string == AndroidAssociation.openingLinks,
        let app = statement["target"]?["androidApp"], let package = app["packageName"]?.string
      else { continue }
      var known = certificates[package] ?? []
      if let fingerprint = app["certificate"]?["sha256Fingerprint"]?.string {
        known.insert(fingerprint.uppercased())
      }
      certificates[package] = known
    }
  }

  /// What is missing in it for apps: packages with the certificates that they are signed with.
  package func problems(for apps: [String: Set<String>]) -> [ServingProblem] {
    apps.sorted { $0.key < $1.key }.compactMap { package, wanted in
      guard let known = certificates[package] else { return .googleMissesApp(package) }
      let missing = wanted.subtracting(known)
      return missing.isEmpty
        ? nil
        : .googleMissesCertificate(
          package, missing: missing.sorted(), known: known.sorted())
    }
  }
}
