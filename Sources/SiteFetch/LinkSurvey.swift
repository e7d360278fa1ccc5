// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation

/// How a job's links fare with the files of a host, seen from every side; they are counted and not kept.
package struct LinkSurvey: Sendable {
  /// What becomes of the links on one platform.
  package struct Tally: Equatable, Sendable {
    /// An app of the job opens it, as far as files can show.
    package fileprivate(set) var opened = 0
    /// A rule keeps it for the browser.
    package fileprivate(set) var excluded = 0
    /// It stays shut for any other reason.
    package fileprivate(set) var unmatched = 0
    /// It is not known whether it opens.
    package fileprivate(set) var unknown = 0
    fileprivate(set) var excludedExamples: [String] = []
    fileprivate(set) var unmatchedExamples: [String] = []
    fileprivate(set) var unknownExamples: [String] = []

    package var shut: Int { excluded + unmatched }
  }

  /// One side that shows files.
  fileprivate struct Side {
    let view: HostView
    var judge: SiteJudge
    var tallies: [AssociationKind: Tally]
  }

  /// Links of a kind that are named; their number tells the rest.
  static let exampleCountMax = 3

  package private(set) var linkCount = 0
  private let judgement: HostJudgement
  private let apps: [MeantApp]
  private var sides: [Side] = []

  /// Compiles what a host serves; links of other hosts open nothing.
  package init(_ judgement: HostJudgement, host: String, apps: [MeantApp]) {
    self.judgement = judgement
    self.apps = apps
    for view in judgement.views where view != .googleView {
      let kinds = view.kinds.filter { apps.platforms.contains($0) }
      var files = HostFiles()
      var judged: [AssociationKind] = []
      for kind in kinds {
        guard let answer = judgement.seen(view, kind)?.answer else { continue }
        files[kind] = answer
        judged.append(kind)
      }
      guard !judged.isEmpty else { continue }
      let asked = apps.filter { judged.contains($0.platform.kind) }
      sides.append(
        Side(
          view: view, judge: SiteJudge(host: host, files: files, apps: asked),
          tallies: Dictionary(uniqueKeysWithValues: judged.map { ($0, Tally()) })))
    }
  }

  /// Counts what becomes of one more link.
  package mutating func note(_ link: [UInt8]) {
    linkCount += 1
    for side in sides.indices { sides[side].note(link) }
  }

  /// What becomes of the links with the file that one side shows; nil if it shows none.
  package func tally(_ view: HostView, _ kind: AssociationKind) -> Tally? {
    sides.first { $0.view == view }?.tallies[kind]
  }

  /// What becomes of them with what the host itself serves, over whatever family it is worst.
  package func tally(ofHost kind: AssociationKind) -> Tally? {
    sides.filter { $0.view != .appleCopy }.compactMap { $0.tallies[kind] }
      .min { $0.opened < $1.opened }
  }

  /// The conditions that no file can prove, app by app.
  package var conditions: [(app: MeantApp, conditions: [OpeningCondition])] {
    guard let side = sides.first(where: { $0.view != .appleCopy }) else { return [] }
    return zip(side.judge.apps, side.judge.conditions).filter { !$1.isEmpty }
      .map { ($0, $1) }
  }

  /// What is wrong with the links counted so far, and with the apps that they should open.
  package var findings: [ServingFinding] {
    var findings = aboutApps
    for kind in AssociationKind.allCases {
      guard let tally = tally(ofHost: kind) else { continue }
      let file = judgedFile(kind)
      func note(_ count: Int, _ problem: ServingProblem) {
        if count > 0 { findings.append(ServingFinding(file: file, problem: problem)) }
      }
      note(
        tally.unmatched,
        .linksUnmatched(
          count: tally.unmatched, of: linkCount, examples: tally.unmatchedExamples))
      note(
        tally.excluded,
        .linksExcluded(count: tally.excluded, of: linkCount, examples: tally.excludedExamples))
      note(
        tally.unknown,
        .linksUnknown(count: tally.unknown, of: linkCount, examples: tally.unknownExamples))
    }
    if let copy = tally(.appleCopy, .apple), let own = tally(ofHost: .apple),
      copy.opened < own.opened
    {
      findings.append(
        ServingFinding(file: .appleCopy, problem: .copyOpensFewer(copy.opened, of: linkCount)))
    }
    return findings
  }

  /// The file that counts for phones, or the one where they look first if none does.
  private func judgedFile(_ kind: AssociationKind) -> AskedFile {
    judgement.served(kind)?.file ?? AskedFile(kind)
  }

  /// Apps that no link opens, whatever it is.
  private var aboutApps: [ServingFinding] {
    var findings: [ServingFinding] = []
    for side in sides where side.view != .appleCopy {
      for (app, settled) in zip(side.judge.apps, side.judge.settled) {
        guard let settled else { continue }
        let problem: ServingProblem
        switch settled.why {
        // A missing file has been reported already.
        case .noFile, .notGiven: continue
        case .notNamed where app.platform == .clip: problem = .appClipMissing(app.name)
        case .notNamed: problem = .appMissing(app.name)
        default: problem = .appShut(app.name, settled.verdict, settled.why)
        }
        let finding = ServingFinding(file: judgedFile(app.platform.kind), problem: problem)
        if !findings.contains(finding) { findings.append(finding) }
      }
    }
    return findings + aboutGoogle
  }
}

extension LinkSurvey {
  /// Whether Google knows every app of the job with its certificates.
  package func isKnown(to statements: GoogleStatements) -> Bool {
    statements.problems(for: apps.certificates).isEmpty
  }

  /// Apps that Google does not know, or knows otherwise.
  private var aboutGoogle: [ServingFinding] {
    let problems: [ServingProblem] =
      switch judgement.seen(.googleView, .android) {
      case .statements(let statements): statements.problems(for: apps.certificates)
      case .absent: apps.certificates.keys.sorted().map { .googleMissesApp($0) }
      default: []
      }
    return problems.map { ServingFinding(file: .googleView, problem: $0) }
  }
}

extension LinkSurvey.Side {
  fileprivate mutating func note(_ link: [UInt8]) {
    judge.judge(link)
    for (kind, platform) in [
      (AssociationKind.apple, LinkExplanation.Platform.iOS), (.android, .android),
    ] {
      guard tallies[kind] != nil, let verdict = judge.verdict(on: platform) else { continue }
      if verdict == .opens {
        tallies[kind]?.opened += 1
      } else {
        noteShut(link, verdict, kind, platform)
      }
    }
  }

  private mutating func noteShut(
    _ link: [UInt8], _ verdict: PhoneVerdict, _ kind: AssociationKind,
    _ platform: LinkExplanation.Platform
  ) {
    if verdict == .unknown {
      tallies[kind]?.unknown += 1
      return keep(link, in: \.unknownExamples, kind)
    }
    let judgement = judge.explain(link, listsEarlierRules: false)
    let isExcluded = judgement.apps.contains { app in
      guard case .excluded = app.why else { return false }
      return app.app.platform.phone == platform
    }
    if isExcluded {
      tallies[kind]?.excluded += 1
      keep(link, in: \.excludedExamples, kind)
    } else {
      tallies[kind]?.unmatched += 1
      keep(link, in: \.unmatchedExamples, kind)
    }
  }

  private mutating func keep(
    _ link: [UInt8], in examples: WritableKeyPath<LinkSurvey.Tally, [String]>,
    _ kind: AssociationKind
  ) {
    guard let tally = tallies[kind], tally[keyPath: examples].count < LinkSurvey.exampleCountMax
    else { return }
    tallies[kind]?[keyPath: examples].append(String(decoding: link, as: UTF8.self))
  }
}

extension SeenFile {
  /// What a judge makes of it; nil if it tells nothing about a file.
  fileprivate var answer: HostFiles.Answer? {
    switch self {
    case .file(let file):
      .file(
        ServedFile(
          file.lint, byteCount: file.bytes.count,
          contentTypes: file.file == .appleCopy ? nil : file.contentTypes))
    case .absent: .absent
    case .statements, .noAddress, .notAsked, .unknown: nil
    }
  }
}

extension [MeantApp] {
  /// The platforms for which a host must serve a file.
  package var platforms: Set<AssociationKind> {
    Set(map(\.platform.kind))
  }

  /// The packages, each with the SHA-256 fingerprints of its certificates.
  var certificates: [String: Set<String>] {
    reduce(into: [:]) { packages, app in
      if app.platform == .android {
        packages[app.name, default: []].formUnion(app.certificates)
      }
    }
  }
}
