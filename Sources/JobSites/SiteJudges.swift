// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation

/// The judges of the hosts whose association files are known: which of them a link asks.
package struct SiteJudges: Sendable {
  package struct Site: Sendable {
    /// nil: nobody says whose the files are.
    package let host: String?
    package fileprivate(set) var judge: SiteJudge
    package fileprivate(set) var isAsked = false
    /// The platforms of which an app may open a link; of the others, no link need be asked about.
    package let openPlatforms: [LinkExplanation.Platform]

    init(_ host: String?, _ judge: SiteJudge) {
      (self.host, self.judge, openPlatforms) = (host, judge, judge.openPlatforms)
    }
  }

  /// Hosts without a file here that are kept, of those for which the file of the host above counts: each
  /// link may have another one.
  private static let coveredMax = 1000

  package private(set) var sites: [Site]
  private let apps: [MeantApp]
  /// The files that count for apps that ask for all hosts under one.
  private let bases: [String: HostFiles]
  private var places: [String: Int] = [:]
  /// How many sites have files of their own here; behind them are those without.
  private let ownCount: Int
  private var latest = 0

  /// Takes files for those of their host, or else of `hostOfAll`; without apps, all of the files count.
  package init(
    _ served: [(host: String?, files: HostFiles)], hostOfAll: String? = nil, apps: [MeantApp],
    bases: [String: HostFiles]
  ) {
    (self.apps, self.bases) = (apps, bases)
    sites = served.map { host, files in
      Site(host, SiteJudge(host: host ?? hostOfAll, files: files, apps: apps, bases: bases))
    }
    ownCount = sites.count
    for (place, site) in sites.enumerated() {
      if let host = site.host, places[host] == nil { places[host] = place }
    }
  }

  /// Whether the file of the host above counts for one that has none here.
  package static func isCovered(
    _ host: String, by apps: [MeantApp], _ bases: [String: HostFiles]
  ) -> Bool {
    apps.contains { $0.base(for: host).map { bases[$0] != nil } ?? false }
  }

  /// The place of the judge of a host; nil if no file here counts for it.
  package mutating func place(of host: String) -> Int? {
    if let place = places[host] { return place }
    guard Self.isCovered(host, by: apps, bases) else { return nil }
    if sites.count - ownCount == Self.coveredMax, let last = sites.popLast()?.host {
      places[last] = nil
    }
    places[host] = sites.count
    sites.append(
      Site(host, SiteJudge(host: host, files: HostFiles(), apps: apps, bases: bases)))
    return sites.count - 1
  }

  /// The place of the judge of a link's host, for one link of a job after the other.
  package mutating func place(ofLink link: [UInt8]) -> Int? {
    guard sites.contains(where: { $0.host != nil }) else { return sites.indices.first }
    if isLink(link, ofSiteAt: latest) { return latest }
    guard let place = LinkHost(link).flatMap({ place(of: $0.name(in: link)) }) else { return nil }
    latest = place
    return place
  }

  /// Whether a link is of a site, told by its bytes.
  package func isLink(_ link: [UInt8], ofSiteAt place: Int) -> Bool {
    guard sites.indices.contains(place), let host = sites[place].host else { return false }
    return LinkHost.isHost(host, of: link)
  }

  /// Takes files of which nobody says whose they are for those of a host.
  package mutating func assign(_ files: HostFiles, to host: String, at place: Int) {
    places[host] = place
    sites[place] = Site(host, SiteJudge(host: host, files: files, apps: apps, bases: bases))
  }

  /// Notes that a site was asked, also where a glance has told what becomes of the link.
  package mutating func noteAsked(_ place: Int) { sites[place].isAsked = true }

  package mutating func judge(_ link: [UInt8], at place: Int) {
    sites[place].isAsked = true
    sites[place].judge.judge(link)
  }

  package mutating func explain(
    _ link: [UInt8], at place: Int, listsEarlierRules: Bool
  ) -> LinkJudgement {
    sites[place].isAsked = true
    return sites[place].judge.explain(link, listsEarlierRules: listsEarlierRules)
  }

  /// The apps that open no link at all of a host that was asked about, each with that host.
  package var settled: [(app: MeantApp, host: String?, verdict: PhoneVerdict, why: Why)] {
    sites.filter(\.isAsked).flatMap { site in
      zip(site.judge.apps, site.judge.settled).compactMap { app, settled in
        settled.map { (app, site.host, $0.verdict, $0.why) }
      }
    }
  }
}
