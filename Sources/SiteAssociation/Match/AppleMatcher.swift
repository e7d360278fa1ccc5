// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The rules of an Apple file, compiled once and matched with any number of links.
///
/// It holds what it works on, so matching takes no memory; each thread needs its own copy.
package struct AppleMatcher: Sendable {
  package let association: AppleAssociation
  private let host: [UInt8]?
  private let rules: [[CompiledAppleRule]]
  /// How the path of a link must begin for each rule.
  private let heads: [[(bits: UInt64, mask: UInt64)]]
  /// For each app the numbers of the entries that name it, in their order.
  let entriesOfApp: [[Int]]
  private let numbers: [String: Int]
  private let appClips: [String: Int]
  /// Whether an entry has no rules at all, or `paths` beside `appIDs`.
  private let isOfUnknownForm: [Bool]
  private let hasExcludes: Bool

  /// The limit for one link; reaching it takes some hundredths of a second.
  ///
  /// No real file comes near. With variables whose values have stars, a small one could take a minute.
  private static let stepsOfLink = 1 << 22

  /// The states of all patterns together: what one byte of a link costs at most.
  package let stateCount: Int

  private(set) var link = LinkText()
  private(set) var decodedLink = LinkText()
  private var isDecoded = false
  private var scratch: PatternScratch
  /// For each entry what its rules say of the link, once they were asked.
  private var outcomes: [EntryOutcome?]
  /// The first entries that were asked which of them keep the link from apps, and those that do.
  private var searchedEntries = 0
  private var excludingEntries: [Int] = []
  private(set) var verdicts: [AppVerdict]
  /// Why the link is none of the host; nil if it is.
  private(set) var problem: LinkProblem?

  /// What the rules of one entry say of a link.
  private struct EntryOutcome {
    /// The first rule that certainly matches.
    var rule: Int?
    /// Rules before it that may match, and what they would do.
    var mayOpen: MatchDoubt?
    var mayExclude: MatchDoubt?
  }

  /// Compiles a file; with a host, links of other hosts match nothing.
  package init(_ association: AppleAssociation, host: String? = nil) {
    self.init(association, host: host, stepLimit: .max)
  }

  /// Compiles a file to be matched until this many steps are done; then nothing matches any more.
  init(_ association: AppleAssociation, host: String?, stepLimit: Int) {
    self.association = association
    scratch = PatternScratch(stepLimit: stepLimit)
    self.host = host.map { Array($0.utf8) }
    let variables = PatternVariables(defined: association.variables)
    var room = PatternCompiler.stateCount
    rules = association.entries.map { entry in
      entry.rules.map {
        CompiledAppleRule(
          $0, variables: variables, hasVariables: entry.form == .components, room: &room)
      }
    }
    heads = rules.map { $0.map(\.head) }
    stateCount = PatternCompiler.stateCount - room
    isOfUnknownForm = association.entries.map(\.isOfUnknownForm)
    hasExcludes = rules.joined().contains { $0.excludes || $0.mayDoEither }
    outcomes = rules.map { _ in nil }
    var verdicts: [AppVerdict] = []
    var entriesOfApp: [[Int]] = []
    var numbers: [String: Int] = [:]
    for (index, entry) in association.entries.enumerated() {
      for app in entry.apps.map(\.value) {
        let number = numbers[app, default: verdicts.count]
        if number == verdicts.count {
          numbers[app] = number
          verdicts.append(AppVerdict(app: app))
          entriesOfApp.append([])
        }
        if entriesOfApp[number].last != index { entriesOfApp[number].append(index) }
      }
    }
    self.entriesOfApp = entriesOfApp
    self.numbers = numbers
    self.verdicts = verdicts
    appClips = Dictionary(
      zip(association.appClips.map(\.value), association.appClips.indices),
      uniquingKeysWith: { first, _ in first })
  }

  /// The place of an app among the verdicts; nil if no entry names it, byte for byte.
  func number(of app: String) -> Int? {
    numbers[app].flatMap { verdicts[$0].app.utf8.elementsEqual(app.utf8) ? $0 : nil }
  }

  /// The place of an App Clip among those of the file; nil if it is not there, byte for byte.
  func number(ofClip clip: String) -> Int? {
    appClips[clip].flatMap {
      association.appClips[$0].value.utf8.elementsEqual(clip.utf8) ? $0 : nil
    }
  }

  var isUnencrypted: Bool { link.isUnencrypted }

  /// How many steps of matching were done so far, for all links together.
  package var steps: Int { scratch.steps }

  /// Says for every app of `details` whether it opens a link; the apps are in the order of the file.
  ///
  /// The first entry with a rule that matches decides, and in it the first such rule.
  package mutating func match(_ url: [UInt8]) -> [AppVerdict] {
    matchAsWritten(url)
    guard problem == nil, link.hasOddPath else { return verdicts }
    // Whether a system looks at the path as it is or evens it first, only both together are sure.
    let asWritten = verdicts
    matchAsWritten(link.evened)
    for app in verdicts.indices {
      let isSame = verdicts[app].verdict == asWritten[app].verdict
      verdicts[app] = asWritten[app]
      if !isSame { verdicts[app].doubt = .oddPath }
    }
    return verdicts
  }

  private mutating func matchAsWritten(_ url: [UInt8]) {
    problem = read(url)
    for app in verdicts.indices {
      verdicts[app].verdict = .none
      verdicts[app].rule = nil
      verdicts[app].doubt = nil
      if problem == nil { judge(app) }
    }
  }

  private mutating func judge(_ app: Int) {
    var mayOpen: MatchDoubt?
    var mayExclude: MatchDoubt?
    for entry in entriesOfApp[app] {
      let outcome = outcome(of: entry)
      mayOpen = mayOpen ?? outcome.mayOpen
      mayExclude = mayExclude ?? outcome.mayExclude
      guard let rule = outcome.rule else { continue }
      verdicts[app].verdict = rules[entry][rule].excludes ? .excluded : .opens
      verdicts[app].rule = RulePlace(entry: entry, rule: rule)
      break
    }
    let opens = verdicts[app].verdict == .opens
    verdicts[app].doubt = opens ? mayExclude : mayOpen
    if opens, let entry = verdicts[app].rule?.entry, isExcluded(before: entry, forOthersThan: app) {
      verdicts[app].doubt = .excludedForOtherApp
    }
  }

  /// Whether an earlier entry keeps the link from other apps; what that does to this one is not known.
  private mutating func isExcluded(before entry: Int, forOthersThan app: Int) -> Bool {
    guard hasExcludes else { return false }
    while searchedEntries < entry {
      if let rule = outcome(of: searchedEntries).rule, rules[searchedEntries][rule].excludes {
        excludingEntries.append(searchedEntries)
      }
      searchedEntries += 1
    }
    // Both lists are in order, so this ends after the app's own entries at the latest.
    var own = entriesOfApp[app][...]
    for earlier in excludingEntries {
      guard earlier < entry else { break }
      own = own.drop { $0 < earlier }
      if own.popFirst() != earlier { return true }
    }
    return false
  }

  /// Gives further questions about the link a share of their own.
  mutating func beginQuestions() { scratch.beginLink(stepCount: Self.stepsOfLink) }

  /// Takes a link apart; every later question is about it.
  package mutating func read(_ url: [UInt8]) -> LinkProblem? {
    isDecoded = false
    beginQuestions()
    searchedEntries = 0
    excludingEntries.removeAll(keepingCapacity: true)
    for entry in outcomes.indices { outcomes[entry] = nil }
    if let problem = link.read(url) { return problem }
    guard let host else { return nil }
    return link.isEqual(link.host, to: host, folds: true) ? nil : .otherHost
  }

  private mutating func outcome(of entry: Int) -> EntryOutcome {
    if let outcome = outcomes[entry] { return outcome }
    var outcome = EntryOutcome()
    // Without rules, or with `paths` beside `appIDs`, it is not known what systems make of it.
    if isOfUnknownForm[entry] { (outcome.mayOpen, outcome.mayExclude) = (.form, .form) }
    // Held here, because to take them out of the matcher again for each rule is half of the work.
    let (rules, heads, link) = (rules[entry], heads[entry], link)
    let head = link.head
    for number in rules.indices {
      // Most rules are about other paths.
      if (head ^ heads[number].bits) & heads[number].mask != 0 { continue }
      let rule = rules[number]
      let finding =
        rule.decodes
        ? rule.outcome(with: decoded(), using: &scratch)
        : rule.outcome(with: link, using: &scratch)
      switch finding {
      case .mismatch: continue
      case .mayMatch(let doubt):
        if rule.excludes || rule.mayDoEither {
          outcome.mayExclude = outcome.mayExclude ?? doubt
        }
        if !rule.excludes || rule.mayDoEither { outcome.mayOpen = outcome.mayOpen ?? doubt }
        continue
      case .matches: outcome.rule = number
      }
      break
    }
    outcomes[entry] = outcome
    return outcome
  }

  /// The first part of a rule that does not fit the link; nil if the rule matches.
  mutating func mismatch(_ entry: Int, _ number: Int) -> RuleMismatch? {
    let rule = rules[entry][number]
    return switch rule.outcome(with: rule.decodes ? decoded() : link, using: &scratch) {
    case .matches: nil
    case .mayMatch(let doubt): .unknown(doubt)
    case .mismatch(let mismatch): mismatch
    }
  }

  /// The value of a query item that keeps a rule from matching; nil if the link has no such item.
  mutating func misfit(ofItem item: Int, _ place: RulePlace) -> String? {
    let rule = rules[place.entry][place.rule]
    let link = rule.decodes ? decoded() : link
    return rule.misfit(ofItem: item, in: link, using: &scratch).map { link.text($0) }
  }

  private mutating func decoded() -> LinkText {
    if !isDecoded {
      decodedLink.decode(link)
      isDecoded = true
    }
    return decodedLink
  }
}
