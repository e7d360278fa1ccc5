// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Decides what happens to links of a host on phones: the only place where that is decided.
///
/// It combines whether a file can be read, which apps it names, with which certificate, what the app
/// declares, and what the rules say. It owns its buffers, so judging allocates nothing; each
/// thread needs its own copy.
package struct SiteJudge: Sendable {
  /// The given apps, or else all apps in the files.
  package let apps: [MeantApp]
  /// The verdict for each app on the link that was judged last.
  package private(set) var verdicts: [PhoneVerdict]

  private let host: String?
  private let hostBytes: [UInt8]
  private var apple: AppleMatcher?
  private var android: AndroidMatcher?
  private let statuses: [AppStatus]
  private let isOfAppClips: Bool
  private var link = LinkText()
  private var linkProblem: LinkProblem?
  private var isUnencrypted = false
  /// Whether the host or the path of a link matters, besides the rules.
  private let needsLink: Bool
  private let filesWithoutApp: [FileWithoutApp]
  /// The judges of apps for which phones ask the file of another host, and those hosts.
  private var others: [(base: String, judge: SiteJudge)] = []
  /// For each app its place among those, if it is there.
  private let placesInOthers: [Int?]

  /// The host of the links that start App Clips without a host of their own.
  package static let appClipHost = "appclip.apple.com"

  /// Compiles what a host serves; without a host, all links count as its own.
  ///
  /// An app that declares `*.example.com` is judged by the file of `example.com`, if that is among
  /// `bases`.
  package init(
    host: String?, files: HostFiles, apps meant: [MeantApp] = [], bases: [String: HostFiles] = [:]
  ) {
    self.host = host
    hostBytes = host.map { Array($0.utf8) } ?? []
    isOfAppClips = host == Self.appClipHost
    if case .file(let file) = files.apple, let document = file.lint.document {
      apple = AppleMatcher(AppleAssociation(document), host: host)
    }
    var mistakes: [Int: LintFinding] = [:]
    if case .file(let file) = files.android, let document = file.lint.document {
      android = AndroidMatcher(AndroidAssociation(document), host: host)
      mistakes = file.mistakesInStatements
    }
    apps = meant.isEmpty ? Self.apps(of: apple, android) : meant
    filesWithoutApp =
      meant.isEmpty ? FileWithoutApp.all(among: files, apps, android?.association) : []
    var others: [(base: String, judge: SiteJudge)] = []
    placesInOthers = apps.map { app in
      guard let host, case .coversUnder(let base) = app.entitlement(for: host),
        let filesOfBase = bases[base]
      else { return nil }
      others.append(
        (base, SiteJudge(host: host, files: filesOfBase, apps: [app.asking(for: host)])))
      return others.count - 1
    }
    self.others = others
    let problem = host == nil ? nil : LinkProblem(host: hostBytes)
    statuses = zip(apps, placesInOthers).map { [apple, android] app, place in
      var status =
        if let place {
          others[place].judge.statuses[0].inAnotherFile
        } else {
          switch app.platform {
          case .iOS: AppStatus(of: app, in: files.apple, apple, host: host)
          case .clip: AppStatus(ofClip: app, in: files.apple, apple, host: host)
          case .android:
            AppStatus(of: app, in: files.android, android, mistakes: mistakes, host: host)
          }
        }
      if let problem { status.settled = (problem.verdict, .link(problem)) }
      return status
    }
    verdicts = apps.map { _ in .unknown }
    needsLink = host == nil || isOfAppClips || apps.contains { $0.declarations != nil }
  }

  private static func apps(of apple: AppleMatcher?, _ android: AndroidMatcher?) -> [MeantApp] {
    var apps = (apple?.association.apps ?? []).map { MeantApp(.iOS, $0) }
    apps += (apple?.association.appClips ?? []).map { MeantApp(.clip, $0.value) }
    let malformed = android?.association.malformed.compactMap(\.package?.value) ?? []
    var known: Set<String> = []
    for package in (android?.packages ?? []) + malformed where known.insert(package).inserted {
      apps.append(MeantApp(.android, package))
    }
    return apps
  }

  /// The verdict for every link, app by app; nil if the rules decide.
  package var settled: [(verdict: PhoneVerdict, why: Why)?] {
    isOfAppClips ? apps.map { _ in nil } : statuses.map(\.settled)
  }

  /// The conditions that no file can prove, app by app.
  package var conditions: [[OpeningCondition]] {
    zip(apps, statuses).map { app, status in
      if isOfAppClips { return app.platform == .clip ? [.published] : [] }
      return status.settled == nil ? status.conditions : []
    }
  }

  /// The platforms on which an app may open a link.
  package var openPlatforms: [LinkExplanation.Platform] {
    [.iOS, .android].filter { platform in
      zip(apps, settled).contains { app, settled in
        settled == nil && app.platform.phone == platform
      }
    }
  }

  /// The platform's verdict on the link that was judged last; nil if it has no app.
  ///
  /// An App Clip only counts if no app was given: it must not hide that an app stays shut.
  package func verdict(on platform: LinkExplanation.Platform) -> PhoneVerdict? {
    let isOfClips = isOfAppClips || isLinkOfAppClips
    let asked: MeantApp.Platform =
      if platform == .android {
        .android
      } else {
        !isOfClips && apps.contains { $0.platform == .iOS } ? .iOS : .clip
      }
    if isOfClips, platform == .android { return nil }
    return zip(apps, verdicts).lazy.filter { $0.0.platform == asked }.map(\.1).best
  }

  /// Links that open every app, as far as that is certain without asking the rules one by one.
  package var sureOpening: SureOpening? {
    let isSure = zip(apps, statuses).allSatisfy { $0.declarations == nil && $1.isSure }
    // Without a host, each link's own host matters, too.
    guard !apps.isEmpty, isSure, !isOfAppClips, host != nil else { return nil }
    var openings: [SureOpening?] = []
    if let apple, !apple.association.entries.isEmpty { openings.append(apple.sureOpening) }
    if let android, !android.association.statements.isEmpty {
      openings.append(android.sureOpening)
    }
    return .all(openings)
  }

  /// Judges a link for each app.
  package mutating func judge(_ url: [UInt8]) {
    let verdicts = match(url)
    for app in apps.indices {
      if let place = placesInOthers[app] {
        others[place].judge.judge(url)
        self.verdicts[app] = others[place].judge.verdicts[0]
      } else {
        self.verdicts[app] =
          decision(about: app, verdicts[apps[app].platform, statuses[app].number]).verdict
      }
    }
  }

  /// Judges a link, and says why and by which rule.
  ///
  /// The rules before the deciding one are many, and cost more than the verdict.
  package mutating func explain(
    _ url: [UInt8], listsEarlierRules: Bool = true
  ) -> LinkJudgement {
    let verdicts = match(url)
    readLink(url)
    let apple = apple?.explain(url, listsEarlierRules: listsEarlierRules) ?? []
    let android = android?.explain(url, listsEarlierRules: listsEarlierRules) ?? []
    var judgements: [AppJudgement] = []
    for app in apps.indices {
      if let place = placesInOthers[app] {
        let judgement = others[place].judge.explain(url, listsEarlierRules: listsEarlierRules)
        judgements += judgement.apps.map { other in
          AppJudgement(
            app: apps[app], verdict: other.verdict, why: other.why, conditions: other.conditions,
            explanation: other.explanation, base: others[place].base)
        }
        continue
      }
      let decision = decision(about: app, verdicts[apps[app].platform, statuses[app].number])
      let explanation = statuses[app].number.map { number in
        switch apps[app].platform {
        case .iOS: apple[number]
        // The App Clips come after the apps.
        case .clip: apple[verdicts.apple.count + number]
        case .android: android[number]
        }
      }
      judgements.append(
        AppJudgement(
          app: apps[app], verdict: decision.verdict, why: why(decision, app, explanation),
          conditions: decision.verdict == .opens ? conditions(of: app) : [],
          explanation: explanation))
    }
    return LinkJudgement(
      apps: judgements, winner: winner(among: judgements), filesWithoutApp: filesWithoutApp)
  }

  private struct Verdicts {
    var apple: [AppVerdict] = []
    var android: [AppVerdict] = []

    /// What the rules say about an app; nil if they say nothing.
    subscript(platform: MeantApp.Platform, number: Int?) -> AppVerdict? {
      guard let number else { return nil }
      switch platform {
      case .iOS: return apple[number]
      case .clip: return nil
      case .android: return android[number]
      }
    }
  }

  /// What the rules say; problems of the link itself are kept.
  private mutating func match(_ url: [UInt8]) -> Verdicts {
    let verdicts = Verdicts(apple: apple?.match(url) ?? [], android: android?.match(url) ?? [])
    // Apple's matcher has parsed the link already; most questions need only that.
    if let apple, !needsLink, apple.problem == nil {
      linkProblem = nil
      isUnencrypted = apple.isUnencrypted
    } else {
      readLink(url)
    }
    return verdicts
  }

  private mutating func readLink(_ url: [UInt8]) {
    linkProblem = link.read(url)
    isUnencrypted = link.isUnencrypted
    guard host != nil, !link.isEqual(link.host, to: hostBytes, folds: true) else { return }
    let isOurs = link.bytes[link.host].hostAlone.lazy.map(\.folded)
      .elementsEqual(hostBytes.lazy.map(\.folded))
    switch linkProblem {
    // It may be the same host in its other form.
    case nil where LinkProblem(host: hostBytes) == .unencodedHost:
      linkProblem = .unencodedHost
    case nil: linkProblem = .otherHost
    case .portOrUser where !isOurs: linkProblem = .otherHost
    default: break
    }
  }

  /// The app that an iPhone with all of them opens, if several certainly open the link.
  private func winner(among judgements: [AppJudgement]) -> String? {
    let apps = judgements.filter { $0.app.platform == .iOS && $0.verdict != .shut }
    // Between two files, or two apps of one entry, it is undefined.
    guard apps.count > 1, apps.allSatisfy({ $0.verdict == .opens && $0.base == nil }) else {
      return nil
    }
    let entries = apps.map { $0.explanation?.rule?.entry ?? .max }
    guard let first = entries.min(), entries.count(where: { $0 == first }) == 1 else { return nil }
    return entries.firstIndex(of: first).map { apps[$0].app.name }
  }
}

// How one link and one app fit together.
extension SiteJudge {
  private enum Decision {
    case link(LinkProblem)
    case notForApps
    case clipLink(isOurs: Bool)
    case clip
    case settled(PhoneVerdict)
    case undeclared(PhoneVerdict)
    case otherPath
    case unencrypted
    case doubt(MatchDoubt)
    case statusDoubt
    case opens
    case shut

    var verdict: PhoneVerdict {
      switch self {
      case .opens, .clip, .clipLink(isOurs: true): .opens
      case .settled(let verdict), .undeclared(let verdict): verdict
      case .link(let problem): problem.verdict
      case .unencrypted, .doubt, .statusDoubt: .unknown
      case .notForApps, .clipLink(isOurs: false), .otherPath, .shut: .shut
      }
    }
  }

  private var isLinkOfAppClips: Bool {
    host == nil && link.host.count == Self.appClipHost.utf8.count
      && link.isEqual(link.host, to: Array(Self.appClipHost.utf8), folds: true)
  }

  private func decision(about app: Int, _ verdict: AppVerdict?) -> Decision {
    if let linkProblem, linkProblem.verdict == .shut || isOfAppClips { return .link(linkProblem) }
    let meant = apps[app]
    if isOfAppClips || isLinkOfAppClips {
      return meant.platform == .clip ? .clipLink(isOurs: starts(meant)) : .notForApps
    }
    let status = statuses[app]
    if let settled = status.settled, settled.verdict == .shut { return .settled(.shut) }
    if let linkProblem { return .link(linkProblem) }
    // The rules that were asked may not be those that count.
    switch status.settled?.why {
    case .declaredUnder, .twoRuleLists, .rulesInOneStatement: return .settled(.unknown)
    default: break
    }
    // With a host, this was settled before.
    if host == nil, let undeclared = undeclared(meant) { return .undeclared(undeclared.verdict) }
    if meant.platform == .android, !isFiltered(meant) { return .otherPath }
    if meant.platform != .clip, let verdict, verdict.verdict != .opens {
      return verdict.doubt.map { .doubt($0) } ?? .shut
    }
    if status.settled != nil { return .settled(.unknown) }
    if isUnencrypted { return .unencrypted }
    if let doubt = verdict?.doubt { return .doubt(doubt) }
    if status.doubt != nil { return .statusDoubt }
    return meant.platform == .clip ? .clip : .opens
  }

  /// What an app's declarations say against the link, if each link has its own host.
  private func undeclared(_ app: MeantApp) -> (verdict: PhoneVerdict, why: Why)? {
    guard app.declarations != nil else { return nil }
    let host = link.text(link.host).lowercased()
    switch app.entitlement(for: host) {
    // Files for every host are also those of the host that is asked instead.
    case .notSaid, .covers, .coversUnder: return nil
    // Android has no such modes.
    case .restricted where app.platform == .android: return nil
    case .restricted: return (.shut, .declaredForDevelopers(host: host))
    case .missing: return (.shut, .notDeclared(host: host))
    }
  }

  /// Whether one of the app's filters matches the path, as far as they are known.
  private func isFiltered(_ app: MeantApp) -> Bool {
    guard app.declarations != nil else { return true }
    var decoded = LinkText()
    decoded.decode(link)
    let path = decoded.bytes[decoded.path]
    let host = link.text(link.host).lowercased()
    return app.filters(on: host).contains { $0.covers(path: path) }
  }

  /// Whether a link of Apple's own host starts the App Clip: it names the bundle identifier.
  private func starts(_ clip: MeantApp) -> Bool {
    let bundle = clip.name.drop { $0 != "." }.dropFirst()
    return link.firstValue(of: "p", folds: false).map { $0.utf8.elementsEqual(bundle.utf8) }
      ?? false
  }

  private func conditions(of app: Int) -> [OpeningCondition] {
    if isOfAppClips || isLinkOfAppClips { return [.published] }
    let conditions = statuses[app].conditions
    let host = link.text(link.host).lowercased()
    return conditions.map { condition in
      switch condition {
      case .entitlement(_, let isOfClip): .entitlement(host: host, isOfClip: isOfClip)
      case .filter: .filter(host: host)
      case .certificate, .experience, .published: condition
      }
    }
  }

  private func why(
    _ decision: Decision, _ app: Int, _ explanation: LinkExplanation?
  ) -> Why {
    switch decision {
    case .link(let problem): return .link(problem)
    case .notForApps: return .notForApps
    case .clipLink(let isOurs):
      return isOurs ? .clipOfLink : .otherClip(link.firstValue(of: "p", folds: false))
    case .clip: return .clip
    case .settled, .statusDoubt:
      return statuses[app].settled?.why ?? statuses[app].doubt ?? .notNamed
    case .undeclared: return undeclared(apps[app])?.why ?? .otherPath
    case .otherPath: return .otherPath
    case .unencrypted: return .unencrypted
    case .doubt(let doubt): return .doubt(doubt)
    case .opens, .shut:
      guard let explanation else { return .notNamed }
      let pattern = explanation.rule.flatMap { place in
        explanation.platform == .android ? android?.path(of: place) : apple?.path(of: place)
      }
      return Why(explanation, pattern: pattern)
    }
  }
}

extension AppleMatcher {
  fileprivate func path(of place: RulePlace) -> String? {
    association.entries[place.entry].rules[place.rule].path?.value
  }
}

extension AndroidMatcher {
  fileprivate func path(of place: RulePlace) -> String? {
    guard let statement = association.statements.first(where: { $0.index == place.entry }),
      case .list(let rules) = statement.rules
    else { return nil }
    return rules[place.rule].path?.value
  }
}
