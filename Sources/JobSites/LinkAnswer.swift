// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import SiteAssociation
internal import SiteFetch

/// What one side makes of a job's links on a platform.
enum LinkAnswer {
  /// That side never shows such a file.
  case never
  /// Google knows the apps, and says nothing of links.
  case seesIt
  case differs
  case noAddress
  case notAsked
  case unknown
  case none
  case links(LinkSurvey.Tally)

  /// Its name for the page.
  var name: String {
    switch self {
    case .never: "never"
    case .seesIt: "sees-it"
    case .differs: "differs"
    case .noAddress: "no-address"
    case .notAsked: "not-asked"
    case .unknown: "unknown"
    case .none: "none"
    case .links: "links"
    }
  }
}

extension HostProbe {
  func linkAnswer(_ view: HostView, _ kind: AssociationKind) -> LinkAnswer {
    guard let seen = judgement.seen(view, kind) else { return .never }
    switch seen {
    case .statements(let statements): return survey.isKnown(to: statements) ? .seesIt : .differs
    case .noAddress: return .noAddress
    case .notAsked: return .notAsked
    case .unknown: return .unknown
    case .absent where view == .googleView: return .none
    case .absent, .file:
      guard let tally = survey.tally(view, kind) else { return .unknown }
      return tally.opened + tally.shut + tally.unknown > 0 ? .links(tally) : .none
    }
  }
}
