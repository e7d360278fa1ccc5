// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// An app that is to open links, and what is known about it.
package struct MeantApp: Hashable, Sendable {
  package enum Platform: String, Sendable {
    case iOS = "ios"
    case clip
    case android

    /// The phones for which the app is made.
    package var phone: LinkExplanation.Platform { self == .android ? .android : .iOS }

    /// The file that must name it.
    package var kind: AssociationKind { self == .android ? .android : .apple }
  }

  package let platform: Platform
  /// The identifier with the team's prefix, or the package.
  package let name: String
  /// The fingerprints of the certificates that the app is signed with; empty if unknown.
  package var certificates: [String] = []
  /// The hosts that the app declares; nil if unknown.
  package var declarations: [Declaration]?

  package init(_ platform: Platform, _ name: String) {
    self.platform = platform
    self.name = name
  }

  /// A host that an app declares, in its entitlements or in a filter of its manifest.
  package struct Declaration: Hashable, Sendable {
    /// In lower case.
    package let host: String
    /// Whether it means the subdomains, and not the host itself.
    package let isWildcard: Bool
    /// The path of a filter, which may end with a star; nil for all paths.
    package let path: String?
    /// Whether only devices of developers or managed devices use it.
    package let isRestricted: Bool

    package init(host: String, isWildcard: Bool, path: String? = nil, isRestricted: Bool = false) {
      self.host = host
      self.isWildcard = isWildcard
      self.path = path
      self.isRestricted = isRestricted
    }

    func covers(_ host: String) -> Bool {
      isWildcard ? host.hasSuffix("." + self.host) : host == self.host
    }

    /// Whether the filter is about a path, which is decoded.
    func covers(path: some Collection<UInt8>) -> Bool {
      guard let pattern = self.path?.utf8 else { return true }
      return pattern.last == UInt8(ascii: "*")
        ? path.starts(with: pattern.dropLast()) : path.elementsEqual(pattern)
    }
  }

  /// The app as if it declared exactly one host.
  func asking(for host: String) -> MeantApp {
    var app = self
    app.declarations = declarations?.filter { $0.covers(host) }.map {
      Declaration(host: host, isWildcard: false, path: $0.path, isRestricted: $0.isRestricted)
    }
    return app
  }

  /// The host whose file phones ask for instead of this one's; nil if there is none.
  package func base(for host: String) -> String? {
    if case .coversUnder(let base) = entitlement(for: host) { base } else { nil }
  }

  /// What the declarations of an app say about a host.
  enum Entitlement: Equatable {
    /// The declarations are unknown.
    case notSaid
    case covers
    /// Only devices of developers or managed devices open the links.
    case restricted
    /// Phones ask for the file of this other host.
    case coversUnder(String)
    case missing
  }

  /// The host itself takes precedence over a wildcard, and the longest wildcard over others.
  func entitlement(for host: String) -> Entitlement {
    guard let declarations else { return .notSaid }
    // An App Clip may not declare subdomains.
    let fitting = declarations.filter { $0.covers(host) && !($0.isWildcard && platform == .clip) }
    let exact = fitting.filter { !$0.isWildcard }
    if !exact.isEmpty { return exact.contains { !$0.isRestricted } ? .covers : .restricted }
    guard let longest = fitting.max(by: { $0.host.utf8.count < $1.host.utf8.count }) else {
      return .missing
    }
    let same = fitting.filter { $0.host == longest.host }
    return same.contains { !$0.isRestricted } ? .coversUnder(longest.host) : .restricted
  }
}
