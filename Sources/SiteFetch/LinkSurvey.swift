// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import SiteAssociation

/// The apps that links should open.
package struct WantedApps: Equatable, Sendable {
  package var apple: Set<String> = []
  package var appClips: Set<String> = []
  /// Packages, each with the SHA-256 fingerprints of its certificates, in upper case with colons.
  package var android: [String: Set<String>] = [:]

  package init() {}

  package var isEmpty: Bool { apple.isEmpty && appClips.isEmpty && android.isEmpty }

  /// The platforms for which a host must serve a file; nil if no app was named.
  package var platforms: Set<AssociationKind>? {
    guard !isEmpty else { return nil }
    var platforms: Set<AssociationKind> = []
    if !apple.isEmpty || !appClips.isEmpty { platforms.insert(.apple) }
    if !android.isEmpty { platforms.insert(.android) }
    return platforms
  }
}

/// How links fare with the files that a host serves; they are counted and not kept.
package struct LinkSurvey: Sendable {
  /// What becomes of the links on one platform.
  package struct Tally: Equatable, Sendable {
    /// An app opens it, or one that was wanted.
    package fileprivate(set) var opened = 0
    /// A rule keeps it for the browser.
    package fileprivate(set) var excluded = 0
    /// No rule is about it.
    package fileprivate(set) var unmatched = 0
    fileprivate(set) var excludedExamples: [String] = []
    fileprivate(set) var unmatchedExamples: [String] = []
  }

  /// Links of a kind that are named; their number tells the rest.
  static let exampleCountMax = 3

  package private(set) var linkCount = 0
  package private(set) var tallies: [AssociationKind: Tally] = [:]

  private let judgement: HostJudgement
  private let wanted: WantedApps
  /// Made once, because every link is looked up in it.
  private let wantedPackages: Set<String>
  private var apple: AppleMatcher?
  private var android: AndroidMatcher?

  /// Compiles what a host serves; links of other hosts match nothing.
  package init(_ judgement: HostJudgement, host: String, wanted: WantedApps = WantedApps()) {
    self.judgement = judgement
    self.wanted = wanted
    wantedPackages = Set(wanted.android.keys)
    let platforms = wanted.platforms ?? [.apple, .android]
    // Where only App Clips are wanted, no rule decides which link starts them.
    let opensApps = wanted.isEmpty || !wanted.apple.isEmpty
    if opensApps, platforms.contains(.apple), let document = judgement.served(.apple)?.lint.document
    {
      apple = AppleMatcher(AppleAssociation(document), host: host)
      tallies[.apple] = Tally()
    }
    if platforms.contains(.android), let document = judgement.served(.android)?.lint.document {
      android = AndroidMatcher(AndroidAssociation(document), host: host)
      tallies[.android] = Tally()
    }
  }

  /// Counts what becomes of one more link.
  package mutating func take(_ link: [UInt8]) {
    linkCount += 1
    if let verdicts = apple?.match(link) { count(verdicts, wanted.apple, .apple, link) }
    if let verdicts = android?.match(link) { count(verdicts, wantedPackages, .android, link) }
  }

  private mutating func count(
    _ verdicts: [AppVerdict], _ apps: Set<String>, _ kind: AssociationKind, _ link: [UInt8]
  ) {
    let verdicts = verdicts.lazy.filter { apps.isEmpty || apps.contains($0.app) }.map(\.verdict)
    if verdicts.contains(.opens) {
      tallies[kind]?.opened += 1
    } else if verdicts.contains(.excluded) {
      tallies[kind]?.excluded += 1
      keep(link, in: \.excludedExamples, kind)
    } else {
      tallies[kind]?.unmatched += 1
      keep(link, in: \.unmatchedExamples, kind)
    }
  }

  private mutating func keep(
    _ link: [UInt8], in examples: WritableKeyPath<Tally, [String]>, _ kind: AssociationKind
  ) {
    if let tally = tallies[kind], tally[keyPath: examples].count < Self.exampleCountMax {
      tallies[kind]?[keyPath: examples].append(String(decoding: link, as: UTF8.self))
    }
  }

  /// What is wrong with the links as far as they were taken, and with the apps that they should open.
  package var findings: [ServingFinding] {
    var findings = missingApps
    for kind in AssociationKind.allCases {
      guard let tally = tallies[kind], let file = judgement.served(kind)?.file else { continue }
      if tally.unmatched > 0 {
        findings.append(
          ServingFinding(
            file: file,
            problem: .linksUnmatched(
              count: tally.unmatched, of: linkCount, examples: tally.unmatchedExamples)))
      }
      if tally.excluded > 0 {
        findings.append(
          ServingFinding(
            file: file,
            problem: .linksExcluded(
              count: tally.excluded, of: linkCount, examples: tally.excludedExamples)))
      }
    }
    return findings
  }

  /// Apps that the served files do not name at all.
  private var missingApps: [ServingFinding] {
    var findings: [ServingFinding] = []
    if let (file, lint) = judgement.served(.apple), let document = lint.document {
      let served = AppleAssociation(document)
      let apps = Set(served.entries.flatMap(\.apps).map(\.value))
      let clips = Set(served.appClips.map(\.value))
      findings += wanted.apple.subtracting(apps).sorted().map {
        ServingFinding(file: file, problem: .appMissing($0))
      }
      findings += wanted.appClips.subtracting(clips).sorted().map {
        ServingFinding(file: file, problem: .appClipMissing($0))
      }
    }
    if let (file, lint) = judgement.served(.android), let document = lint.document {
      let apps = Set(AndroidAssociation(document).statements.map(\.package.value))
      findings += wantedPackages.subtracting(apps).sorted().map {
        ServingFinding(file: file, problem: .appMissing($0))
      }
    }
    if case .statements(let statements) = judgement.seen(.googleView, .android) {
      findings += statements.problems(for: wanted.android).map {
        ServingFinding(file: .googleView, problem: $0)
      }
    }
    return findings
  }
}
