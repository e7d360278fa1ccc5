// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension App.Kind {
  /// Nil for what is no identifier with the team's prefix.
  package init?(apple name: String, isClip: Bool = false) {
    guard isAppleIdentifier(name) else { return nil }
    // An App Clip is told by its name; Apple asks for that.
    self = isClip || name.lowercased().hasSuffix(".clip") ? .clip(name) : .ios(name)
  }

  /// Nil without a certificate, and for what is no package or no certificate.
  package init?(android package: String, certificates: [String]) {
    guard isPackageName(package), areCertificates(certificates.joined(separator: " ")) else {
      return nil
    }
    self = .android(package: package, certificates: certificates)
  }

  package static func isPackage(_ name: String) -> Bool { isPackageName(name) }

  /// The attribute of a manifest that names it.
  package var attribute: String {
    switch self {
    case .ios: "ios"
    case .clip: "clip"
    case .android: "android"
    }
  }

  package var name: String {
    switch self {
    case .ios(let name), .clip(let name), .android(let name, _): name
    }
  }

  package var certificates: [String] {
    if case .android(_, let certificates) = self { certificates } else { [] }
  }

  package func isSameApp(as other: App.Kind) -> Bool {
    attribute == other.attribute && name == other.name
  }

  /// The same app, which may be signed with either's.
  package func withCertificates(of other: App.Kind) -> App.Kind {
    guard case .android(let package, let own) = self else { return self }
    return .android(
      package: package, certificates: own + other.certificates.filter { !own.contains($0) })
  }
}
