// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
package import SiteAssociation
internal import WebLink

/// How many rows of a job open one app.
package struct AppCoverage: Equatable, Sendable {
  package let app: MeantApp
  /// The rows whose link opens the app; of an App Clip, those whose host is authorised for it.
  package internal(set) var rows = 0
  /// The rows of whose link that is not known.
  package internal(set) var unknownRows = 0
  /// What must be so besides, because no file shows it.
  package internal(set) var conditions: [OpeningCondition] = []

  package init(_ app: MeantApp, rows: Int = 0, conditions: [OpeningCondition] = []) {
    self.app = app
    self.rows = rows
    self.conditions = conditions
  }
}

/// Finds out which apps the links of a job open, by asking the judge of each host.
///
/// Links of which a glance says that they open every app are only counted; the others are judged one by
/// one.
struct AppMatching {
  private var sites: [Site] = []
  private var latest = 0
  private var counts: [AppCoverage]
  private let hasOneSite: Bool
  private let hasNoFile: Bool

  /// What counts for apps that ask for all hosts under one.
  private let bases: [String: HostFiles]
  /// How many sites have files of their own here; behind them are those of `coveredSite`.
  private let ownCount: Int
  /// The places of those behind, by their hosts: to look through them all for each link takes too long.
  private var covered: [String: Int] = [:]
  private static let coveredMax = 1000

  private struct Site {
    /// nil: the files are for every host.
    let host: String?
    var judge: SiteJudge
    let sure: SureOpening?
    /// For each app of the judge its place among all.
    let places: [Int]
    /// The platforms of which an app may open a link; of the others, no link need be asked about.
    let openPlatforms: [LinkExplanation.Platform]
    var isAsked = false

    init(_ host: String?, _ judge: SiteJudge, places: [Int]) {
      (self.host, self.judge, self.places) = (host, judge, places)
      (sure, openPlatforms) = (judge.sureOpening, judge.openPlatforms)
    }
  }

  /// A platform on which a link opens no app, as far as is known.
  struct Miss {
    let platform: LinkExplanation.Platform
    let verdict: PhoneVerdict
    let why: Why
  }

  /// Brings files together with the apps of a job; if it names none, with all of the files.
  init(_ associations: Associations, of job: Job) {
    let meant = job.meantApps
    let hostOfJob = JobLinks(job.link).host
    var bases = Dictionary(
      associations.sites.compactMap { site in site.host.map { ($0, site.files) } }
    ) { first, _ in first }
    // Files for every host are also those of the host that is asked for in place of the job's.
    if let hostOfJob, let common = associations.sites.first(where: { $0.host == nil }) {
      for base in meant.compactMap({ $0.base(for: hostOfJob) }) where bases[base] == nil {
        bases[base] = common.files
      }
    }
    self.bases = bases
    var coverage = meant.map { AppCoverage($0) }
    var placeOfApp = Dictionary(zip(meant, meant.indices)) { first, _ in first }
    var served = associations.sites
    // Links of Apple's own host start App Clips without a file.
    let mayBeOfApple = hostOfJob == nil || hostOfJob == SiteJudge.appClipHost
    if mayBeOfApple, !served.isEmpty, meant.contains(where: { $0.platform == .clip }),
      !served.contains(where: { $0.host == nil })
    {
      served.append((SiteJudge.appClipHost, HostFiles()))
    }
    // Of a host that has no file here, the file of the host above may count.
    if let hostOfJob, !served.contains(where: { [nil, hostOfJob].contains($0.host) }),
      Self.isCovered(hostOfJob, by: meant, bases)
    {
      served.append((hostOfJob, HostFiles()))
    }
    for served in served
    where hostOfJob == nil || [nil, hostOfJob].contains(served.host) {
      let host = served.host ?? hostOfJob
      let judge = SiteJudge(host: host, files: served.files, apps: meant, bases: bases)
      let places = judge.apps.map { app in
        if let place = placeOfApp[app] { return place }
        placeOfApp[app] = coverage.count
        coverage.append(AppCoverage(app))
        return coverage.count - 1
      }
      sites.append(Site(served.host, judge, places: places))
    }
    counts = coverage
    ownCount = sites.count
    hasOneSite = sites.count == 1
    hasNoFile = associations.sites.isEmpty
  }

  /// How many links each app opens, and if what holds on the hosts that were asked about.
  var coverage: [AppCoverage] {
    var coverage = counts
    let isAnyAsked = sites.contains(where: \.isAsked)
    for site in sites where site.isAsked || !isAnyAsked {
      for (place, conditions) in zip(site.places, site.judge.conditions) {
        for condition in conditions where !coverage[place].conditions.contains(condition) {
          coverage[place].conditions.append(condition)
        }
      }
    }
    return coverage
  }

  /// Whether there is anything that a link could open.
  var isEmpty: Bool { hasNoFile || !sites.isEmpty && sites.allSatisfy { $0.judge.apps.isEmpty } }

  /// The apps that open no link at all of a host that was asked about, each with that host.
  var settled: [(app: MeantApp, host: String?, verdict: PhoneVerdict, why: Why)] {
    sites.filter(\.isAsked).flatMap { site in
      zip(site.judge.apps, site.judge.settled).compactMap { app, settled in
        settled.map { (app, site.host, $0.verdict, $0.why) }
      }
    }
  }

  /// Takes a link if a glance says that it opens every app; its path begins at `start`.
  mutating func takesAtAGlance(_ link: [UInt8], pathFrom start: Int?) -> Bool {
    // `https` has five letters.
    guard hasOneSite, let start, link.count > 5, link[4] | 0x20 == UInt8(ascii: "s"),
      sites[0].host == nil || isOf(0, link),
      sites[0].sure?.opens(link.span, pathFrom: start) == true
    else { return false }
    sites[0].isAsked = true
    for place in sites[0].places { counts[place].rows += 1 }
    return true
  }

  /// Takes a link.
  ///
  /// Why a link opens no app costs far more than that it does not, so it is only told if asked.
  mutating func match(
    _ link: [UInt8], tellsWhy: Bool = true, skipsSettled: Bool = false
  ) -> [Miss] {
    guard let site = site(of: link) else {
      for place in counts.indices { counts[place].unknownRows += 1 }
      return phones.map { Miss(platform: $0, verdict: .unknown, why: .noFilesOfHost) }
    }
    sites[site].isAsked = true
    sites[site].judge.judge(link)
    let verdicts = sites[site].judge.verdicts
    for (place, verdict) in zip(sites[site].places, verdicts) {
      switch verdict {
      case .opens: counts[place].rows += 1
      case .unknown: counts[place].unknownRows += 1
      case .shut: break
      }
    }
    let platforms = skipsSettled ? sites[site].openPlatforms : [.iOS, .android]
    return misses(link, on: platforms, at: site, tellsWhy: tellsWhy)
  }

  /// Why a link opens no app, for those misses that are shown.
  mutating func whyNot(_ link: [UInt8], on platform: LinkExplanation.Platform) -> Miss? {
    site(of: link).flatMap { misses(link, on: [platform], at: $0, tellsWhy: true).first }
  }

  private mutating func misses(
    _ link: [UInt8], on platforms: [LinkExplanation.Platform], at site: Int, tellsWhy: Bool
  ) -> [Miss] {
    var misses: [Miss] = []
    for platform in platforms {
      guard let verdict = sites[site].judge.verdict(on: platform), verdict != .opens else {
        continue
      }
      let why = tellsWhy ? whyNot(link, on: platform, verdict, at: site) : .noRuleMatches
      misses.append(Miss(platform: platform, verdict: verdict, why: why))
    }
    return misses
  }

  /// A rule that keeps the link for the browser tells more than one that does not match.
  private mutating func whyNot(
    _ link: [UInt8], on platform: LinkExplanation.Platform, _ verdict: PhoneVerdict, at site: Int
  ) -> Why {
    let judgement = sites[site].judge.explain(link, listsEarlierRules: false)
    let reasons = judgement.apps.filter {
      $0.app.platform.phone == platform && $0.verdict == verdict && $0.why != .notForApps
    }.map(\.why)
    return reasons.first { if case .excluded = $0 { true } else { false } } ?? reasons.first
      ?? .noRuleMatches
  }

  /// The site of a link's host; nil if no files of it are there.
  private mutating func site(of link: [UInt8]) -> Int? {
    guard sites.contains(where: { $0.host != nil }) else { return sites.isEmpty ? nil : 0 }
    if isOf(latest, link) { return latest }
    guard let site = (0..<ownCount).first(where: { isOf($0, link) }) ?? coveredSite(of: link) else {
      return nil
    }
    latest = site
    return site
  }

  /// The site of a host that has no file here, if that of the host above counts.
  private mutating func coveredSite(of link: [UInt8]) -> Int? {
    let apps = sites.first?.judge.apps ?? []
    guard !bases.isEmpty, apps.contains(where: { $0.declarations != nil }),
      let host = try? WebLink(String(decoding: link, as: UTF8.self)).host.map(String.init)
    else { return nil }
    if let known = covered[host] { return known }
    guard Self.isCovered(host, by: apps, bases) else { return nil }
    let judge = SiteJudge(host: host, files: HostFiles(), apps: apps, bases: bases)
    // Every row may have another host.
    if covered.count == Self.coveredMax, let last = sites.popLast()?.host { covered[last] = nil }
    sites.append(Site(host, judge, places: sites[0].places))
    covered[host] = sites.count - 1
    return sites.count - 1
  }

  private static func isCovered(
    _ host: String, by apps: [MeantApp], _ bases: [String: HostFiles]
  ) -> Bool {
    apps.contains { $0.base(for: host).map { bases[$0] != nil } ?? false }
  }

  /// The phones that have any of the apps.
  private var phones: [LinkExplanation.Platform] {
    [.iOS, .android].filter { phone in counts.contains { $0.app.platform.phone == phone } }
  }

  private func isOf(_ site: Int, _ link: [UInt8]) -> Bool {
    guard let host = sites[site].host?.utf8,
      let beginning = ["https://", "http://"].first(where: { link.begins(with: $0.utf8, at: 0) }),
      link.begins(with: host, at: beginning.utf8.count)
    else { return false }
    let end = beginning.utf8.count + host.count
    return end == link.count
      || [UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":")]
        .contains(link[end])
  }
}

extension [UInt8] {
  /// Whether lower-case text stands at a place, in whatever case.
  fileprivate func begins(with text: String.UTF8View, at place: Int) -> Bool {
    guard count - place >= text.count else { return false }
    return zip(self[place...], text).allSatisfy { $0.folded == $1 }
  }
}

extension MeantApp {
  init(_ app: App) {
    switch app.kind {
    case .ios(let id): self.init(.iOS, id)
    case .clip(let id): self.init(.clip, id)
    case .android(let package, let certificates):
      self.init(.android, package)
      self.certificates = certificates
    }
    declarations = app.declarations?.map { declared in
      Declaration(
        host: declared.host, isWildcard: declared.isWildcard, path: declared.path,
        isRestricted: declared.isRestricted)
    }
  }
}

extension Job {
  /// The apps that the job means to open its links.
  package var meantApps: [MeantApp] { apps.map { MeantApp($0) } }

  /// The packages for which Android's file lists links, and so closes all others of the host.
  package var listedApps: [String] {
    apps.compactMap { app in
      guard case .android(let package, _) = app.kind, !app.opensWholeHost else { return nil }
      return package
    }
  }
}
