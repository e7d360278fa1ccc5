// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import SiteAssociation

/// How many rows of a job open one app.
package struct AppCoverage: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case ios
    case clip
    case android
  }

  package let kind: Kind
  /// The identifier with the team's prefix, or the package.
  package let name: String
  /// The rows whose link opens the app; of an App Clip, those whose host is authorised for it.
  package internal(set) var rows = 0
}

/// Finds out which apps the links of a job open.
///
/// The rules are compiled once. Links of which a glance says that they open every app are only
/// counted; the others are matched rule by rule.
struct AppMatching {
  private var apple: [Matcher<AppleMatcher>] = []
  private var android: [Matcher<AndroidMatcher>] = []
  private let sure: SureOpening?
  private var apps: [AppCoverage]
  private let clips: [Int]
  /// An App Clip is authorised for all links, and must not hide that an app opens none.
  private let askedOnApple: AppCoverage.Kind
  /// The apps of the job that none of the files has.
  let missing: [AppCoverage]
  /// The rows that open every app.
  private var sureRows = 0

  private struct Matcher<Rules: Sendable>: Sendable {
    var rules: Rules
    /// For each app of the file its place in `apps`; nil for one that the job does not mention.
    let apps: [Int?]
  }

  /// A platform on which a link opens no app.
  struct Miss {
    let platform: LinkExplanation.Platform
    let reason: PreflightProblem.NoApp
  }

  /// The apps of the files; if the job names some, those alone.
  init(_ associations: Associations, apps named: [AppCoverage], host: String?) {
    var apps = named
    var found: Set<Int> = []
    func place(_ kind: AppCoverage.Kind, _ name: String) -> Int? {
      var place = apps.firstIndex { $0.kind == kind && $0.name == name }
      if place == nil, named.isEmpty {
        place = apps.count
        apps.append(AppCoverage(kind: kind, name: name))
      }
      if let place { found.insert(place) }
      return place
    }
    var openings: [SureOpening?] = []
    for file in associations.apple {
      var rules = AppleMatcher(file, host: host)
      openings.append(rules.sureOpening)
      let places = rules.match([]).map { place(.ios, $0.app) }
      apple.append(Matcher(rules: rules, apps: places))
    }
    for file in associations.android {
      var rules = AndroidMatcher(file, host: host)
      openings.append(rules.sureOpening)
      let places = rules.match([]).map { place(.android, $0.app) }
      android.append(Matcher(rules: rules, apps: places))
    }
    clips = associations.apple.flatMap(\.appClips).compactMap { place(.clip, $0.value) }
    self.apps = apps
    askedOnApple = apps.contains { $0.kind == .ios } ? .ios : .clip
    missing = apps.indices.filter { !found.contains($0) }.map { apps[$0] }
    // With several files of a kind, each opens some of the apps, and none opens all.
    let isSure = missing.isEmpty && apple.count < 2 && android.count < 2
    sure = isSure ? .all(openings) : nil
  }

  /// Whether there is anything that a link could open.
  var isEmpty: Bool { apple.isEmpty && android.isEmpty }

  var coverage: [AppCoverage] {
    apps.map { app in
      var app = app
      app.rows += sureRows
      return app
    }
  }

  /// Takes a link if a glance says that it opens every app; its path begins at `start`.
  mutating func takesAtAGlance(_ link: [UInt8], pathFrom start: Int?) -> Bool {
    guard let start, sure?.opens(link.span, pathFrom: start) == true else { return false }
    sureRows += 1
    return true
  }

  /// Takes a link whose path begins at `start`; nil if it is none that apps can open.
  ///
  /// Why a link opens no app costs far more than that it does not, so it is only told if asked.
  mutating func match(_ link: [UInt8], pathFrom start: Int?, tellsWhy: Bool) -> [Miss] {
    var isOpen = [Bool](repeating: false, count: apps.count)
    if start != nil { for clip in clips { isOpen[clip] = true } }
    for index in apple.indices {
      let verdicts = apple[index].rules.match(link)
      for (app, verdict) in zip(apple[index].apps, verdicts) where verdict.verdict == .opens {
        if let app { isOpen[app] = true }
      }
    }
    for index in android.indices {
      let verdicts = android[index].rules.match(link)
      for (app, verdict) in zip(android[index].apps, verdicts) where verdict.verdict == .opens {
        if let app { isOpen[app] = true }
      }
    }
    for app in apps.indices where isOpen[app] { apps[app].rows += 1 }
    var misses: [Miss] = []
    func noneOpens(_ kind: AppCoverage.Kind) -> Bool {
      var isAsked = false
      for app in apps.indices where apps[app].kind == kind {
        if isOpen[app] { return false }
        isAsked = true
      }
      return isAsked
    }
    if noneOpens(askedOnApple) {
      misses.append(Miss(platform: .iOS, reason: tellsWhy ? whyNot(link, on: .iOS) : .noPattern))
    }
    if noneOpens(.android) {
      let reason = tellsWhy ? whyNot(link, on: .android) : .noPattern
      misses.append(Miss(platform: .android, reason: reason))
    }
    return misses
  }

  /// Why a link opens no app on a platform, for those misses that are shown.
  mutating func whyNot(
    _ link: [UInt8], on platform: LinkExplanation.Platform
  ) -> PreflightProblem.NoApp {
    platform == .iOS ? whyNotApple(link) : whyNotAndroid(link)
  }

  private mutating func whyNotApple(_ link: [UInt8]) -> PreflightProblem.NoApp {
    for index in apple.indices {
      for explanation in apple[index].rules.explain(link) {
        if case .linkIsNotOurs(let problem) = explanation.reason { return .link(problem) }
        guard explanation.verdict == .excluded, let place = explanation.rule else { continue }
        let rule = apple[index].rules.association.entries[place.entry].rules[place.rule]
        return .excluded(pattern: rule.path?.value ?? "*")
      }
    }
    return .noPattern
  }

  private mutating func whyNotAndroid(_ link: [UInt8]) -> PreflightProblem.NoApp {
    for index in android.indices {
      let statements = android[index].rules.association.statements
      for explanation in android[index].rules.explain(link) {
        if case .linkIsNotOurs(let problem) = explanation.reason { return .link(problem) }
        guard explanation.verdict == .excluded, let place = explanation.rule,
          let statement = statements.first(where: { $0.index == place.entry }),
          case .list(let rules) = statement.rules
        else { continue }
        return .excluded(pattern: rules[place.rule].path?.value ?? "*")
      }
    }
    return .noPattern
  }
}
