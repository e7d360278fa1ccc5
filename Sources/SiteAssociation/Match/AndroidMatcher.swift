// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The dynamic rules of an Android file, compiled once and matched with any number of links.
///
/// It tells what Android 15 and later do; earlier versions ask the app's own manifest alone. Dynamic
/// rules only narrow the manifest, so "opens" means: if the app asks for such links at all. Where it is
/// not known whether a rule matches, and that decides, the link does not open, and the verdict says so.
package struct AndroidMatcher: Sendable {
  package let association: AndroidAssociation
  /// The packages that the file names, each once, in the order of the file.
  let packages: [String]
  private let numbers: [String: Int]
  /// For each app the numbers of its statements, in their order.
  let statementsOfApp: [[Int]]
  private let malformed: [String: MalformedStatement]
  private let host: [UInt8]?
  private let rules: [AndroidRules]
  /// For each app the number of the statement that counts: the first with rules, or the first at all.
  let statementOfApp: [Int]
  private(set) var link = LinkText()
  private(set) var decodedLink = AndroidLink()
  private var verdicts: [AppVerdict]
  /// How many steps of matching were done so far, for all links together.
  package private(set) var steps = 0

  /// Compiles a file; with a host, links of other hosts match nothing.
  package init(_ association: AndroidAssociation, host: String? = nil) {
    self.association = association
    self.host = host.map { Array($0.utf8) }
    rules = association.statements.map { statement in
      guard case .list(let list) = statement.rules else { return AndroidRules([]) }
      return AndroidRules(list)
    }
    var apps: [String] = []
    var statementOfApp: [Int] = []
    var statementsOfApp: [[Int]] = []
    var numbers: [String: Int] = [:]
    for (index, statement) in association.statements.enumerated() {
      if let number = numbers[statement.package.value] {
        statementsOfApp[number].append(index)
        let current = association.statements[statementOfApp[number]]
        if !current.hasRules && statement.hasRules { statementOfApp[number] = index }
      } else {
        numbers[statement.package.value] = apps.count
        apps.append(statement.package.value)
        statementOfApp.append(index)
        statementsOfApp.append([index])
      }
    }
    self.numbers = numbers
    self.statementsOfApp = statementsOfApp
    malformed = Dictionary(
      association.malformed.compactMap { statement in
        statement.package.map { ($0.value, statement) }
      }
    ) { first, _ in first }
    self.statementOfApp = statementOfApp
    packages = apps
    verdicts = apps.map { AppVerdict(app: $0) }
  }

  /// The place of an app among the verdicts; nil if no statement names it, byte for byte.
  func number(of package: String) -> Int? {
    numbers[package].flatMap { packages[$0].utf8.elementsEqual(package.utf8) ? $0 : nil }
  }

  /// The statement about an app that Android leaves out, if there is one.
  func malformedStatement(about package: String) -> MalformedStatement? { malformed[package] }

  /// Says for every app of the file whether it opens a link; the apps are in the order of the file.
  package mutating func match(_ url: [UInt8]) -> [AppVerdict] {
    let isOurs = read(url) == nil
    for app in verdicts.indices {
      let statement = statementOfApp[app]
      verdicts[app] = verdicts[app].unknown
      guard isOurs else { continue }
      guard case .list = association.statements[statement].rules else {
        verdicts[app].verdict = .opens
        continue
      }
      judge(app, by: statement)
    }
    return verdicts
  }

  private mutating func judge(_ app: Int, by statement: Int) {
    let answer = rules[statement].answer(to: decodedLink, steps: &steps)
    let entry = association.statements[statement].index
    verdicts[app].verdict = answer.verdict
    verdicts[app].rule = answer.rule.map { RulePlace(entry: entry, rule: $0) }
    verdicts[app].doubt = answer.doubt
    verdicts[app].doubtfulRule = answer.doubtfulRule.map { RulePlace(entry: entry, rule: $0) }
  }

  /// Takes a link apart; whatever is asked afterwards is about it.
  mutating func read(_ url: [UInt8]) -> LinkProblem? {
    if let problem = link.read(url) { return problem }
    if let host, !link.isEqual(link.host, to: host, folds: true) { return .otherHost }
    decodedLink.read(link)
    return nil
  }

  /// The first part of a rule that does not fit the link; nil if the rule matches.
  mutating func mismatch(_ statement: Int, _ number: Int) -> RuleMismatch? {
    switch rules[statement].fit(number, decodedLink, steps: &steps) {
    case .yes: nil
    case .maybe(let doubt): .unknown(doubt)
    case .no(let mismatch): mismatch
    }
  }
}

extension AndroidStatement {
  fileprivate var hasRules: Bool { if case .none = rules { false } else { true } }
}
