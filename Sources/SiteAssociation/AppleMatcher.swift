// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The rules of an Apple file, compiled once and matched with any number of links.
///
/// It holds what it works on, so matching takes no memory; each thread needs its own copy.
package struct AppleMatcher: Sendable {
  package let association: AppleAssociation
  private let host: [UInt8]?
  private let rules: [[CompiledAppleRule]]
  /// For each app the numbers of the entries that name it.
  let entriesOfApp: [[Int]]

  /// The states of all patterns together: what one byte of a link costs at most.
  package let stateCount: Int

  private(set) var link = LinkText()
  private(set) var decodedLink = LinkText()
  private var isDecoded = false
  private var scratch: PatternScratch
  /// For each entry the first rule that matches the link, once it was looked for.
  private var firstMatches: [FirstMatch]
  private(set) var verdicts: [AppVerdict]

  private enum FirstMatch {
    case unknown, none
    case rule(Int)
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
    stateCount = PatternCompiler.stateCount - room
    firstMatches = rules.map { _ in .unknown }
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
    self.verdicts = verdicts
  }

  /// How many steps of matching were done so far, for all links together.
  package var steps: Int { scratch.steps }

  /// Says for every app of `details` whether it opens a link; the apps are in the order of the file.
  ///
  /// The first entry with a rule that matches decides, and in it the first such rule.
  package mutating func match(_ url: [UInt8]) -> [AppVerdict] {
    let isOurs = read(url) == nil
    for app in verdicts.indices {
      verdicts[app].verdict = .none
      verdicts[app].rule = nil
      guard isOurs else { continue }
      for entry in entriesOfApp[app] {
        guard let rule = firstMatch(in: entry) else { continue }
        verdicts[app].verdict = rules[entry][rule].excludes ? .excluded : .opens
        verdicts[app].rule = RulePlace(entry: entry, rule: rule)
        break
      }
    }
    return verdicts
  }

  /// Takes a link apart; every later question is about it.
  package mutating func read(_ url: [UInt8]) -> LinkProblem? {
    isDecoded = false
    for entry in firstMatches.indices { firstMatches[entry] = .unknown }
    if let problem = link.read(url) { return problem }
    guard let host else { return nil }
    return link.isEqual(link.host, to: host, folds: true) ? nil : .otherHost
  }

  private mutating func firstMatch(in entry: Int) -> Int? {
    switch firstMatches[entry] {
    case .none: return nil
    case .rule(let rule): return rule
    case .unknown: break
    }
    // Held here, because to take them out of the matcher again for each rule is half of the work.
    let (rules, link) = (rules[entry], link)
    for (number, rule) in rules.enumerated() {
      let mismatch =
        rule.decodes
        ? rule.mismatch(with: decoded(), using: &scratch)
        : rule.mismatch(with: link, using: &scratch)
      guard mismatch == nil else { continue }
      firstMatches[entry] = .rule(number)
      return number
    }
    firstMatches[entry] = .none
    return nil
  }

  mutating func mismatch(_ entry: Int, _ number: Int) -> RuleMismatch? {
    let rule = rules[entry][number]
    return rule.mismatch(with: rule.decodes ? decoded() : link, using: &scratch)
  }

  private mutating func decoded() -> LinkText {
    if !isDecoded {
      decodedLink.decode(link)
      isDecoded = true
    }
    return decodedLink
  }
}
