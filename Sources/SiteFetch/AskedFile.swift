// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation

/// What a host, or someone who copies from it, is asked for.
package enum AskedFile: String, CaseIterable, Sendable {
  case apple
  /// The older place of the same file.
  case appleAtRoot = "apple-at-root"
  /// The same file, asked for under the name of Apple's copying server.
  case appleAsBot = "apple-as-bot"
  case android
  /// What Apple's devices get.
  case appleCopy = "apple-copy"
  /// What Google makes of the host's statements.
  case googleView = "google-view"

  /// The file of a platform in the place where it belongs.
  init(_ kind: AssociationKind) { self = kind == .apple ? .apple : .android }

  package var kind: AssociationKind {
    switch self {
    case .apple, .appleAtRoot, .appleAsBot, .appleCopy: .apple
    case .android, .googleView: .android
    }
  }

  /// Whether others than the host are asked.
  package var isElsewhere: Bool { self == .appleCopy || self == .googleView }

  package var userAgent: String {
    self == .appleAsBot ? "AASA-Bot/1.0.0" : Fetcher.userAgent
  }

  /// Where it is asked for; a host may have a port after it.
  package func url(host: String) -> String {
    switch self {
    case .apple, .appleAsBot: "https://\(host)/.well-known/apple-app-site-association"
    case .appleAtRoot: "https://\(host)/apple-app-site-association"
    case .android: "https://\(host)/.well-known/assetlinks.json"
    case .appleCopy: "https://app-site-association.cdn-apple.com/a/v1/\(host)"
    case .googleView:
      "https://digitalassetlinks.googleapis.com/v1/statements:list"
        + "?source.web.site=https://\(host)"
        + "&relation=\(AndroidAssociation.openingLinks)"
    }
  }
}
