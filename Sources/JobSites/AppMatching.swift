// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
internal import Plain
package import SiteAssociation

/// How many rows of a job open one app.
package struct AppCoverage: Equatable, Sendable {
  package let app: MeantApp
  /// The rows whose link opens the app; of an App Clip, those whose host is authorised for it.
  package fileprivate(set) var rows = 0
  /// The rows of whose link that is not known.
  package fileprivate(set) var unknownRows = 0
  /// The conditions that no file can prove.
  package fileprivate(set) var conditions: [OpeningCondition] = []

  package init(_ app: MeantApp, rows: Int = 0, conditions: [OpeningCondition] = []) {
    self.app = app
    self.rows = rows
    self.conditions = conditions
  }
}

extension AppCoverage {
  /// How many links it opens, and on which conditions.
  package var words: [String] {
    guard rows > 0 || unknownRows == 0 else {
      return ["it is not known whether \(sentence(unknownRows))"]
    }
    let line = sentence(rows)
    let rest =
      unknownRows == 0
      ? [] : ["  it is not known of \(count(grouped: unknownRows, "more link"))"]
    guard rows > 0, !conditions.isEmpty else { return [line] + rest }
    return [line + ","] + conditions.clauses.map { "  \(visible($0))" } + rest
  }

  private func sentence(_ rows: Int) -> String {
    let links = count(grouped: rows, "link")
    let name = visible(app.name)
    return switch app.platform {
    case .iOS: "\(name) opens \(links) on an iPhone"
    case .clip: "\(name), an App Clip, is authorised for \(links)"
    case .android: "\(name) opens \(links) on Android"
    }
  }
}

/// Finds out which apps the links of a job open, by asking the judge of each host.
///
/// Links of which a glance says that they open every app are only counted; the others are judged one by
/// one.
package struct AppMatching {
  private var judges: SiteJudges
  private var counts: [AppCoverage]
  /// For each site with files here, the place of each of its apps among all; the others have those of the
  /// first.
  private let places: [[Int]]
  /// What opens every app, if there is one site.
  private let sure: SureOpening?
  private let hasNoFile: Bool

  /// A platform on which a link opens no app, as far as is known.
  package struct Miss {
    package let platform: LinkExplanation.Platform
    package let verdict: PhoneVerdict
    package let why: Why
  }

  /// Brings the files of hosts together with the apps of a job; if it names none, with all of the files.
  package init(_ given: [(host: String?, files: HostFiles)], of job: Job) {
    let meant = job.meantApps
    let hostOfJob = JobLinks(job.link).host
    var bases = Dictionary(
      given.compactMap { site in site.host.map { ($0, site.files) } }
    ) { first, _ in first }
    // Files for every host are also those of the host that is asked for in place of the job's.
    if let hostOfJob, let common = given.first(where: { $0.host == nil }) {
      for base in meant.compactMap({ $0.base(for: hostOfJob) }) where bases[base] == nil {
        bases[base] = common.files
      }
    }
    var served = given
    // Links of Apple's own host start App Clips without a file.
    let mayBeOfApple = hostOfJob == nil || hostOfJob == SiteJudge.appClipHost
    if mayBeOfApple, !served.isEmpty, meant.contains(where: { $0.platform == .clip }),
      !served.contains(where: { $0.host == nil })
    {
      served.append((SiteJudge.appClipHost, HostFiles()))
    }
    // If a host has no file here, the file of the host above may count.
    if let hostOfJob, !served.contains(where: { [nil, hostOfJob].contains($0.host) }),
      SiteJudges.isCovered(hostOfJob, by: meant, bases)
    {
      served.append((hostOfJob, HostFiles()))
    }
    judges = SiteJudges(
      served.filter { hostOfJob == nil || [nil, hostOfJob].contains($0.host) },
      hostOfAll: hostOfJob, apps: meant, bases: bases)
    var coverage = meant.map { AppCoverage($0) }
    var placeOfApp = Dictionary(zip(meant, meant.indices)) { first, _ in first }
    places = judges.sites.map { site in
      site.judge.apps.map { app in
        if let place = placeOfApp[app] { return place }
        placeOfApp[app] = coverage.count
        coverage.append(AppCoverage(app))
        return coverage.count - 1
      }
    }
    counts = coverage
    sure = judges.sites.count == 1 ? judges.sites[0].judge.sureOpening : nil
    hasNoFile = given.isEmpty
  }

  /// How many links each app opens, and if what holds on the hosts that were asked about.
  package var coverage: [AppCoverage] {
    var coverage = counts
    let isAnyAsked = judges.sites.contains(where: \.isAsked)
    for (number, site) in judges.sites.enumerated() where site.isAsked || !isAnyAsked {
      for (place, conditions) in zip(places(ofSite: number), site.judge.conditions) {
        for condition in conditions where !coverage[place].conditions.contains(condition) {
          coverage[place].conditions.append(condition)
        }
      }
    }
    return coverage
  }

  /// Whether there is anything that a link could open.
  package var isEmpty: Bool {
    hasNoFile || !judges.sites.isEmpty && judges.sites.allSatisfy { $0.judge.apps.isEmpty }
  }

  /// The apps that open no link at all of a host that was asked about, each with that host.
  package var settled: [(app: MeantApp, host: String?, verdict: PhoneVerdict, why: Why)] {
    judges.settled
  }

  /// Counts a link if a glance says that it opens every app; its path begins at `start`.
  package mutating func opensAtAGlance(_ link: [UInt8], pathFrom start: Int?) -> Bool {
    // `https` has five letters.
    guard let sure, let start, link.count > 5, link[4] | 0x20 == UInt8(ascii: "s"),
      judges.sites[0].host == nil || judges.isLink(link, ofSiteAt: 0),
      sure.opens(link.span, pathFrom: start)
    else { return false }
    judges.noteAsked(0)
    for place in places[0] { counts[place].rows += 1 }
    return true
  }

  /// Judges and counts a link.
  ///
  /// Why a link opens no app costs far more than that it does not, so it is only told if asked.
  package mutating func match(
    _ link: [UInt8], tellsWhy: Bool = true, skipsSettled: Bool = false
  ) -> [Miss] {
    guard let site = judges.place(ofLink: link) else {
      for place in counts.indices { counts[place].unknownRows += 1 }
      return phones.map { Miss(platform: $0, verdict: .unknown, why: .noFilesOfHost) }
    }
    judges.judge(link, at: site)
    for (place, verdict) in zip(places(ofSite: site), judges.sites[site].judge.verdicts) {
      switch verdict {
      case .opens: counts[place].rows += 1
      case .unknown: counts[place].unknownRows += 1
      case .shut: break
      }
    }
    let platforms = skipsSettled ? judges.sites[site].openPlatforms : [.iOS, .android]
    return misses(link, on: platforms, at: site, tellsWhy: tellsWhy)
  }

  /// Why a link opens no app, for those misses that are shown.
  package mutating func whyNot(_ link: [UInt8], on platform: LinkExplanation.Platform) -> Miss? {
    judges.place(ofLink: link)
      .flatMap { misses(link, on: [platform], at: $0, tellsWhy: true).first }
  }

  private mutating func misses(
    _ link: [UInt8], on platforms: [LinkExplanation.Platform], at site: Int, tellsWhy: Bool
  ) -> [Miss] {
    var misses: [Miss] = []
    for platform in platforms {
      guard let verdict = judges.sites[site].judge.verdict(on: platform), verdict != .opens else {
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
    let judgement = judges.explain(link, at: site, listsEarlierRules: false)
    let reasons = judgement.apps.filter {
      $0.app.platform.phone == platform && $0.verdict == verdict && $0.why != .notForApps
    }.map(\.why)
    return reasons.first { if case .excluded = $0 { true } else { false } } ?? reasons.first
      ?? .noRuleMatches
  }

  private func places(ofSite site: Int) -> [Int] {
    places.indices.contains(site) ? places[site] : places.first ?? []
  }

  /// The phones that have any of the apps.
  private var phones: [LinkExplanation.Platform] {
    [.iOS, .android].filter { phone in counts.contains { $0.app.platform.phone == phone } }
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
