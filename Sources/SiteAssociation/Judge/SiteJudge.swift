// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Says what becomes of links of a host on phones: the one place where that is decided.
///
/// Whether a file can be read, whom it names, with which certificate, what the app declares, and what
/// the rules say of a link count together. It holds what it works on, so judging takes no memory; each
/// thread needs its own copy.
package struct SiteJudge: Sendable {
  /// The apps that were meant, or else all of the files.
  package let apps: [MeantApp]
  /// What is said of each app about the link that was judged last.
  package private(set) var verdicts: [PhoneVerdict]

  private let host: String?
  private var apple: AppleMatcher?
  private var android: AndroidMatcher?
  private let standings: [Standing]
  private let isOfAppClips: Bool
  private var link = LinkText()
  private var linkProblem: LinkProblem?
  private var isUnencrypted = false
  /// Whether the host or the path of a link decide, besides the rules.
  private let needsLink: Bool

  /// The host of the links that start App Clips without a host of one's own.
  package static let appClipHost = "appclip.apple.com"

  /// Compiles what a host serves; without a host, all links are taken for its own.
  package init(host: String?, files: HostFiles, apps meant: [MeantApp] = []) {
    self.host = host
    isOfAppClips = host == Self.appClipHost
    if case .file(let file) = files.apple, let document = file.lint.document {
      apple = AppleMatcher(AppleAssociation(document), host: host)
    }
    if case .file(let file) = files.android, let document = file.lint.document {
      android = AndroidMatcher(AndroidAssociation(document), host: host)
    }
    apps = meant.isEmpty ? Self.apps(of: apple, android) : meant
    standings = apps.map { [apple, android] app in
      switch app.platform {
      case .iOS: Standing(of: app, in: files.apple, apple, host: host)
      case .clip: Standing(ofClip: app, in: files.apple, apple, host: host)
      case .android: Standing(of: app, in: files.android, android, host: host)
      }
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

  /// What becomes of every link, app by app; nil where the rules decide.
  package var settled: [(verdict: PhoneVerdict, why: Why)?] {
    isOfAppClips ? apps.map { _ in nil } : standings.map(\.settled)
  }

  /// What must be so besides, app by app, because no file shows it.
  package var conditions: [[OpeningCondition]] {
    standings.map { isOfAppClips || $0.settled != nil ? [] : $0.conditions }
  }

  /// The platforms of which an app may open a link.
  package var openPlatforms: [LinkExplanation.Platform] {
    [.iOS, .android].filter { platform in
      zip(apps, settled).contains { app, settled in
        settled == nil && app.platform.phone == platform
      }
    }
  }

  /// What the apps of a platform make of the link that was judged last; nil if it has none.
  ///
  /// An App Clip counts where no app is asked for: it must not hide that an app stays shut.
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

  /// Links that open every app, as can be said without asking the rules one by one.
  package var sureOpening: SureOpening? {
    let isSure = zip(apps, standings).allSatisfy { $0.declarations == nil && $1.isSure }
    guard !apps.isEmpty, isSure, !isOfAppClips else { return nil }
    var openings: [SureOpening?] = []
    if let apple, !apple.association.entries.isEmpty { openings.append(apple.sureOpening) }
    if let android, !android.association.statements.isEmpty {
      openings.append(android.sureOpening)
    }
    return .all(openings)
  }

  /// Says of each app what becomes of a link.
  package mutating func judge(_ url: [UInt8]) {
    let verdicts = match(url)
    for app in apps.indices {
      let verdict = standings[app].number.map {
        apps[app].platform == .android ? verdicts.android[$0] : verdicts.apple[$0]
      }
      self.verdicts[app] = decision(about: app, verdict).verdict
    }
  }

  /// Says what becomes of a link, why, and by which rule.
  ///
  /// The rules before the one that decides are many, and cost more than the verdict.
  package mutating func explain(
    _ url: [UInt8], listsEarlierRules: Bool = true
  ) -> LinkJudgement {
    let verdicts = match(url)
    readLink(url)
    let apple = apple?.explain(url, listsEarlierRules: listsEarlierRules) ?? []
    let android = android?.explain(url, listsEarlierRules: listsEarlierRules) ?? []
    let judgements = apps.indices.map { app in
      let isAndroid = apps[app].platform == .android
      let number = standings[app].number
      let verdict = number.map { isAndroid ? verdicts.android[$0] : verdicts.apple[$0] }
      let explanation = number.map { isAndroid ? android[$0] : apple[$0] }
      let decision = decision(about: app, verdict)
      return AppJudgement(
        app: apps[app], verdict: decision.verdict, why: why(decision, app, explanation),
        conditions: decision.verdict == .opens ? conditions(of: app) : [],
        explanation: explanation)
    }
    return LinkJudgement(apps: judgements, winner: winner(among: verdicts.apple))
  }

  private struct Verdicts {
    var apple: [AppVerdict] = []
    var android: [AppVerdict] = []
  }

  /// What the rules say; what is wrong with the link itself is kept.
  private mutating func match(_ url: [UInt8]) -> Verdicts {
    let verdicts = Verdicts(apple: apple?.match(url) ?? [], android: android?.match(url) ?? [])
    // Apple's matcher has taken the link apart already; most questions need no more of it than this.
    if let apple, !needsLink {
      linkProblem = apple.problem
      isUnencrypted = apple.isUnencrypted
    } else {
      readLink(url)
    }
    return verdicts
  }

  private mutating func readLink(_ url: [UInt8]) {
    linkProblem = link.read(url)
    isUnencrypted = link.isUnencrypted
    if linkProblem == nil, let host, !link.isEqual(link.host, to: Array(host.utf8), folds: true) {
      linkProblem = .otherHost
    }
  }

  /// The app that an iPhone with all of them opens, if several open the link.
  private func winner(among verdicts: [AppVerdict]) -> String? {
    let opening = verdicts.filter { $0.verdict == .opens }
    guard opening.count > 1 else { return nil }
    return opening.min { ($0.rule?.entry ?? .max) < ($1.rule?.entry ?? .max) }?.app
  }
}

// How one link and one app come together.
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
    case standingDoubt
    case opens
    case shut

    var verdict: PhoneVerdict {
      switch self {
      case .opens, .clip, .clipLink(isOurs: true): .opens
      case .settled(let verdict), .undeclared(let verdict): verdict
      case .unencrypted, .doubt, .standingDoubt: .unknown
      case .link, .notForApps, .clipLink(isOurs: false), .otherPath, .shut: .shut
      }
    }
  }

  private var isLinkOfAppClips: Bool {
    host == nil && link.host.count == Self.appClipHost.utf8.count
      && link.isEqual(link.host, to: Array(Self.appClipHost.utf8), folds: true)
  }

  private func decision(about app: Int, _ verdict: AppVerdict?) -> Decision {
    if let linkProblem { return .link(linkProblem) }
    let meant = apps[app]
    if isOfAppClips || isLinkOfAppClips {
      return meant.platform == .clip ? .clipLink(isOurs: starts(meant)) : .notForApps
    }
    let standing = standings[app]
    if let settled = standing.settled, settled.verdict == .shut { return .settled(.shut) }
    // With a host, that was settled before.
    if host == nil, let undeclared = undeclared(meant) { return .undeclared(undeclared.verdict) }
    if meant.platform == .android, !isFiltered(meant) { return .otherPath }
    if meant.platform != .clip, let verdict, verdict.verdict != .opens {
      return verdict.doubt.map { .doubt($0) } ?? .shut
    }
    if standing.settled != nil { return .settled(.unknown) }
    if isUnencrypted { return .unencrypted }
    if let doubt = verdict?.doubt { return .doubt(doubt) }
    if standing.doubt != nil { return .standingDoubt }
    return meant.platform == .clip ? .clip : .opens
  }

  /// What an app's declarations say against the link, where each link has its own host.
  private func undeclared(_ app: MeantApp) -> (verdict: PhoneVerdict, why: Why)? {
    guard app.declarations != nil else { return nil }
    let host = link.text(link.host).lowercased()
    if app.platform == .android {
      return app.filters(on: host).isEmpty ? (.shut, .notDeclared(host: host)) : nil
    }
    switch app.entitlement(for: host) {
    case .notSaid, .covers: return nil
    case .restricted: return (.shut, .declaredForDevelopers(host: host))
    case .coversUnder(let base): return (.unknown, .declaredUnder(base))
    case .missing: return (.shut, .notDeclared(host: host))
    }
  }

  /// Whether one of the app's filters is about the path, as far as they are known.
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
    let conditions = isOfAppClips ? [] : standings[app].conditions
    let host = link.text(link.host)
    return conditions.map { condition in
      switch condition {
      case .entitlement(_, let isOfClip): .entitlement(host: host, isOfClip: isOfClip)
      case .filter: .filter(host: host)
      case .certificate, .experience: condition
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
      return isOurs ? .clip : .otherClip(link.firstValue(of: "p", folds: false))
    case .clip: return .clip
    case .settled, .standingDoubt:
      return standings[app].settled?.why ?? standings[app].doubt ?? .notNamed
    case .undeclared: return undeclared(apps[app])?.why ?? .otherPath
    case .otherPath: return .otherPath
    case .unencrypted: return .unencrypted
    case .doubt(let doubt): return .doubt(doubt)
    case .opens, .shut:
      return explanation.map { why($0, isOfAndroid: apps[app].platform == .android) } ?? .notNamed
    }
  }

  private func why(_ explanation: LinkExplanation, isOfAndroid: Bool) -> Why {
    switch explanation.reason {
    case .rule(let position):
      guard explanation.verdict == .excluded, let place = explanation.rule else {
        return .rule(position)
      }
      let pattern = isOfAndroid ? android?.path(of: place) : apple?.path(of: place)
      return .excluded(position, pattern: (pattern ?? nil) ?? "*")
    case .noRuleMatches: return .noRuleMatches
    case .noRules: return .noRules
    case .linkIsNotOurs(let problem): return .link(problem)
    case .appClip: return .clip
    case .appDecides: return .appDecides
    case .rulesAreIgnored(let position): return .rulesAreIgnored(position)
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
