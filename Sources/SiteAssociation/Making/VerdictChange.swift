// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// A link whose verdict changes with another file of the same host.
package struct VerdictChange: Hashable, Sendable {
  package let app: String
  package let link: String
  package let before: PhoneVerdict
  package let after: PhoneVerdict

  /// How many questions about links and rules are allowed for two files.
  fileprivate static let questionCount = 2_000_000
  fileprivate static let linkCount = 2_000
  /// How many pairs of an opening rule and an exclude are combined.
  private static let pairCount = 4_000
  /// How many apps are checked that both files treat alike, spread from the first to the last.
  private static let otherAppCount = 100

  /// How the verdicts for the apps of one file change with another one.
  ///
  /// The links come from its own rules and, to find lost ones, from the rules of the other file, and from
  /// each opening rule combined with each exclude of the other file: what the other one opens in addition
  /// is no change of this one. `unasked` counts the links and apps that were too many to check.
  package static func all(
    from old: [UInt8], to new: [UInt8], kind: AssociationKind, host: String,
    unasked: (Int) -> Void = { _ in }
  ) -> [VerdictChange] {
    old == new
      ? []
      : all(
        from: ServedFile(old, kind: kind), to: ServedFile(new, kind: kind), host, unasked: unasked)
  }

  package static func all(
    from before: ServedFile, to after: ServedFile, _ host: String,
    unasked: (Int) -> Void = { _ in }
  ) -> [VerdictChange] {
    let (rules, others) = (FileRules(before, host: host), FileRules(after, host: host))
    let differing = rules.apps.filter { rules.weights[$0.name] != others.weights[$0.name] }
    let same = rules.apps.filter { rules.weights[$0.name] == others.weights[$0.name] }
    let apps = differing + spread(same, otherAppCount)
    guard !apps.isEmpty else { return [] }
    var judge = SiteJudge(host: host, files: files(before), apps: apps)
    var other = SiteJudge(host: host, files: files(after), apps: apps)
    var known: Set<String> = []
    var left = pairCount
    var links = ["https://\(host)/"] + apps.flatMap { rules.links[$0.name] ?? [] }
    let own = Set(links)
    for app in apps { links += rules.links(of: app, takenBy: others, host: host, pairs: &left) }
    for app in apps { links += others.links[app.name] ?? [] }
    links = links.filter { known.insert($0).inserted }
    let room = min(linkCount, max(1, questionCount / (rules.count + others.count + 1)))
    let unaskedApps = differing.count + same.count - apps.count
    let missing = max(0, links.count - room) + max(0, -left) + unaskedApps
    if missing > 0 { unasked(missing) }
    var changes: [VerdictChange] = []
    for link in spread(links, room) {
      judge.judge(Array(link.utf8))
      other.judge(Array(link.utf8))
      for number in apps.indices where judge.verdicts[number] != other.verdicts[number] {
        let (was, now) = (judge.verdicts[number], other.verdicts[number])
        guard was == .opens || now == .shut || own.contains(link) else { continue }
        changes.append(VerdictChange(app: apps[number].name, link: link, before: was, after: now))
      }
    }
    return changes
  }

  /// At most so many of a list, from beginning to end.
  fileprivate static func spread<Element>(_ list: [Element], _ count: Int) -> [Element] {
    list.count <= count ? list : (0..<count).map { list[$0 * list.count / count] }
  }

  /// Why the link has this verdict with the new file.
  package static func reasons(
    for changes: [VerdictChange], in new: ServedFile, _ host: String
  ) -> [String] {
    var judge = SiteJudge(
      host: host, files: files(new),
      apps: Set(changes.map(\.app)).sorted().flatMap { MeantApp.named($0, new.kind) })
    return changes.map { change in
      judge.explain(Array(change.link.utf8), listsEarlierRules: false).apps
        .first { $0.app.name == change.app }?.why.description ?? ""
    }
  }

  fileprivate static func files(_ file: ServedFile) -> HostFiles {
    file.kind == .apple ? HostFiles(apple: .file(file)) : HostFiles(android: .file(file))
  }
}

/// A link with which an iPhone that has all apps of a file opens another app with another file.
///
/// Each app alone opens it as before: the first one in the file gets the link.
package struct WinnerChange: Hashable, Sendable {
  package let link: String
  /// The apps that may have got the link: several, if that is undefined.
  package let before: [String]
  /// Those of the new file, one of which got nothing before.
  package let after: [String]

  package static func all(
    from before: ServedFile, to after: ServedFile, _ host: String
  ) -> [WinnerChange] {
    guard before.kind == .apple, after.kind == .apple else { return [] }
    let (rules, others) = (FileRules(before, host: host), FileRules(after, host: host))
    guard others.apps.count > 1, !rules.apps.isEmpty else { return [] }
    var judge = SiteJudge(host: host, files: VerdictChange.files(before))
    var other = SiteJudge(host: host, files: VerdictChange.files(after))
    var known: Set<String> = []
    // A new rule may take some of the links of an old one, so links of both are checked.
    let links = [rules, others].flatMap(\.allLinks).filter { known.insert($0).inserted }
    let room = VerdictChange.questionCount / (rules.count + others.count + 1)
    var changes: [WinnerChange] = []
    for link in VerdictChange.spread(links, min(VerdictChange.linkCount, max(1, room))) {
      let bytes = Array(link.utf8)
      other.judge(bytes)
      guard other.hasSeveralOpen else { continue }
      let old = judge.explain(bytes, listsEarlierRules: false).firstApps
      let new = other.explain(bytes, listsEarlierRules: false).firstApps
      if !old.isEmpty, !Set(old).isSuperset(of: new) {
        changes.append(WinnerChange(link: link, before: old, after: new))
      }
    }
    return changes
  }
}

extension SiteJudge {
  /// Whether an iPhone has a choice among apps for the link that was judged last.
  fileprivate var hasSeveralOpen: Bool {
    zip(apps, verdicts).count { $0.platform == .iOS && $1 == .opens } > 1
  }
}

extension LinkJudgement {
  /// The apps of the first entry that opens the link for sure.
  fileprivate var firstApps: [String] {
    let opening = apps.filter { $0.app.platform == .iOS && $0.verdict == .opens }
      .map { (name: $0.app.name, entry: $0.explanation?.rule?.entry ?? .max) }
    let first = opening.map(\.entry).min()
    return opening.filter { $0.entry == first }.map(\.name).sorted()
  }
}

/// What a file says of each app, and links for its rules.
private struct FileRules {
  private(set) var apps: [MeantApp] = []
  /// The links that the rules of an app are about.
  private(set) var links: [String: [String]] = [:]
  /// How much the file says of each app: more, if something was added.
  private(set) var weights: [String: Int] = [:]
  /// How many rules there are.
  private(set) var count = 0
  private var patterns: [String: [RulePatterns]] = [:]
  /// The excludes of all apps, where one app's may touch another one.
  private var excludesOfAll: [RulePatterns] = []

  var allLinks: [String] { apps.flatMap { links[$0.name] ?? [] } }

  init(_ file: ServedFile, host: String) {
    guard let document = file.lint.document else { return }
    switch file.kind {
    case .apple:
      let association = AppleAssociation(document)
      let variables = PatternVariables(defined: association.variables)
      for entry in association.entries {
        let links = entry.rules.flatMap {
          SampleLinks.links(of: $0, variables: variables, host: host)
        }
        let patterns = entry.rules.compactMap { RulePatterns($0, variables) }
        for app in entry.apps {
          add(MeantApp(.iOS, app.value), links, patterns, weight: 1 + entry.rules.count)
        }
        excludesOfAll += patterns.filter(\.excludes)
        count += entry.rules.count
      }
      for clip in association.appClips { add(MeantApp(.clip, clip.value), [], [], weight: 1) }
    case .android:
      for statement in AndroidAssociation(document).statements {
        var links: [String] = []
        var rules: [AndroidRule] = []
        if case .list(let list) = statement.rules { rules = list }
        for rule in rules { links += SampleLinks.links(of: rule, host: host) }
        add(
          MeantApp(.android, statement.package.value), links, rules.map { RulePatterns($0) },
          weight: 1 + rules.count + statement.fingerprints.count)
        count += 1 + rules.count
      }
    }
  }

  /// Links that a rule of this file opens and an exclude of the other one takes; `pairs` goes below zero
  /// by those that were not brought together.
  ///
  /// On Apple's systems an exclude of another app counts, too: it is not known what phones make of it.
  func links(
    of app: MeantApp, takenBy other: FileRules, host: String, pairs: inout Int
  ) -> [String] {
    let excludes =
      app.platform == .android
      ? (other.patterns[app.name] ?? []).filter(\.excludes) : other.excludesOfAll
    let opening = (patterns[app.name] ?? []).filter { !$0.excludes }
    var links: [String] = []
    for rule in opening {
      for exclude in excludes {
        pairs -= 1
        if pairs >= 0 { links += rule.links(with: exclude, host: host) }
      }
    }
    return links
  }

  private mutating func add(
    _ app: MeantApp, _ links: [String], _ patterns: [RulePatterns], weight: Int
  ) {
    self.patterns[app.name, default: []] += patterns
    if weights[app.name] == nil { apps.append(app) }
    weights[app.name, default: 0] += weight
    self.links[app.name, default: []] += links
  }
}

extension MeantApp {
  /// The apps of a kind of file that may have a name.
  fileprivate static func named(_ name: String, _ kind: AssociationKind) -> [MeantApp] {
    kind == .android ? [MeantApp(.android, name)] : [MeantApp(.iOS, name), MeantApp(.clip, name)]
  }
}
