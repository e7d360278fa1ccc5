// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import StrictJSON

/// What is known about an app before any link is judged.
struct AppStatus: Sendable {
  /// The verdict for every link, if that is settled.
  var settled: (verdict: PhoneVerdict, why: Why)?
  /// Why a link that the rules admit may still not open.
  var doubt: Why?
  /// The conditions that no file can prove.
  var conditions: [OpeningCondition] = []
  /// The app's index in the matcher.
  var number: Int?

  /// The same if another file decides, which has its own indices.
  var inAnotherFile: AppStatus {
    var status = self
    status.number = nil
    return status
  }

  /// An app that Apple's file should name.
  init(
    of app: MeantApp, in answer: HostFiles.Answer?, _ matcher: AppleMatcher?, host: String?
  ) {
    if let matcher = usable(matcher, for: .apple, in: answer) {
      number = matcher.number(of: app.name)
      checkName(of: app)
      if number == nil { settle(.shut, .notNamed) }
    }
    checkEntitlement(of: app, host: host)
  }

  /// An App Clip that Apple's file should authorise.
  init(
    ofClip app: MeantApp, in answer: HostFiles.Answer?, _ matcher: AppleMatcher?, host: String?
  ) {
    if let matcher = usable(matcher, for: .apple, in: answer) {
      number = matcher.number(ofClip: app.name)
      checkName(of: app)
      if number == nil { settle(.shut, .notNamed) }
    }
    conditions.append(.experience)
    checkEntitlement(of: app, host: host)
  }

  /// An app that Android's file should name.
  init(
    of app: MeantApp, in answer: HostFiles.Answer?, _ matcher: AndroidMatcher?,
    mistakes: [Int: LintFinding], host: String?
  ) {
    if let matcher = usable(matcher, for: .android, in: answer) {
      readStatements(about: app, by: matcher, mistakes)
    }
    checkFilters(of: app, host: host)
  }

  private mutating func readStatements(
    about app: MeantApp, by matcher: AndroidMatcher, _ mistakes: [Int: LintFinding]
  ) {
    number = matcher.number(of: app.name)
    let statements = number.map { number in
      matcher.statementsOfApp[number].map { matcher.association.statements[$0] }
    }
    if let statements {
      checkCertificates(of: app, by: statements, in: matcher.association)
    } else {
      settleUnnamed(app, in: matcher)
    }
    if Placeholder.isPlaceholder(app.name) { settle(.unknown, .placeholder(app.name)) }
    if let mistake = statements?.lazy.compactMap({ mistakes[$0.index] }).first {
      settle(.unknown, .mistake(mistake))
    }
  }

  private mutating func checkFilters(of app: MeantApp, host: String?) {
    if app.declarations == nil {
      conditions.append(.filter(host: host ?? ""))
    } else if let host {
      switch app.entitlement(for: host) {
      case .notSaid, .covers, .restricted: break
      case .coversUnder(let base): settle(byOtherFileOf: base)
      case .missing: settle(.shut, .notDeclared(host: host))
      }
    }
  }

  /// Whether every link that the rules admit opens.
  var isSure: Bool { settled == nil && doubt == nil }

  mutating func settle(_ verdict: PhoneVerdict, _ why: Why) {
    // No other unknown can open it again.
    if settled == nil || settled?.verdict == .unknown && verdict == .shut {
      settled = (verdict, why)
    }
  }

  /// Whether an app of that name can exist.
  private mutating func checkName(of app: MeantApp) {
    guard let mistake = AppIDMistake(in: app.name) else { return }
    settle(
      app.name.isAppID ? .unknown : .shut,
      mistake.rule == .placeholder ? .placeholder(app.name) : .malformedAppID(app.name))
  }

  /// Phones do not read this file, whatever it says, and nobody looked at the other one.
  private mutating func settle(byOtherFileOf base: String) {
    settled = (.unknown, .declaredUnder(base))
  }

  /// The matcher of a file, after recording what is wrong with it; nil if no app can be looked up.
  private mutating func usable<Matcher>(
    _ matcher: Matcher?, for kind: AssociationKind, in answer: HostFiles.Answer?
  ) -> Matcher? {
    switch answer {
    case .file(let file):
      if let trouble = file.trouble { settle(trouble.verdict, trouble.why) }
      // If a file says something twice, even the apps that it names are uncertain.
      if case .duplicateKey = settled?.why { return nil }
      return settled?.verdict == .shut ? nil : matcher
    case .absent, nil:
      if answer == nil { settle(.unknown, .notGiven(kind)) } else { settle(.shut, .noFile(kind)) }
      return nil
    }
  }

  private mutating func checkEntitlement(of app: MeantApp, host: String?) {
    guard let host else {
      if app.declarations == nil {
        conditions.append(.entitlement(host: "", isOfClip: app.platform == .clip))
      }
      return
    }
    switch app.entitlement(for: host) {
    case .notSaid: conditions.append(.entitlement(host: host, isOfClip: app.platform == .clip))
    case .covers: break
    case .restricted: settle(.shut, .declaredForDevelopers(host: host))
    case .coversUnder(let base): settle(byOtherFileOf: base)
    case .missing: settle(.shut, .notDeclared(host: host))
    }
  }

  private mutating func settleUnnamed(_ app: MeantApp, in matcher: AndroidMatcher) {
    if let statement = matcher.malformedStatement(about: app.name) {
      settle(.shut, .malformedStatement(statement.position))
    } else {
      let association = matcher.association
      settle(
        association.hasIncludes ? .unknown : .shut, association.hasIncludes ? .included : .notNamed)
    }
  }

  private mutating func checkCertificates(
    of app: MeantApp, by statements: [AndroidStatement], in association: AndroidAssociation
  ) {
    if app.certificates.isEmpty {
      conditions.append(.certificate)
    } else {
      let found = Set(statements.flatMap(\.fingerprints).map(\.value))
      let missing = app.certificates.filter { !found.contains($0) }
      if missing.count == app.certificates.count {
        settle(
          association.hasIncludes ? .unknown : .shut, .otherCertificate(wanted: app.certificates))
      } else if !missing.isEmpty {
        doubt = .missingCertificate(missing)
      }
    }
    let lists = statements.filter { if case .list = $0.rules { true } else { false } }
    if let list = lists.first, lists.count < statements.count {
      settle(.unknown, .rulesInOneStatement(list.position))
    }
    guard case .list(let first)? = lists.first?.rules else { return }
    for statement in lists.dropFirst() {
      guard case .list(let rules) = statement.rules, !AndroidRule.list(rules, saysSameAs: first)
      else { continue }
      settle(.unknown, .twoRuleLists(statement.position))
    }
  }
}

extension MeantApp {
  /// The declared filters for a host.
  func filters(on host: String) -> [Declaration] {
    (declarations ?? []).filter { $0.covers(host) }
  }
}

extension AppleAssociation {
  /// The apps that the entries name, each once, in the order of the file.
  var apps: [String] {
    var known: Set<String> = []
    return entries.flatMap(\.apps).map(\.value).filter { known.insert($0).inserted }
  }
}
