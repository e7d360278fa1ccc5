// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
package import JobSites
internal import SiteAssociation
package import TagKeys
internal import WebLink

/// Everything that can be said about a job before a single tag is spent.
///
/// The rows are gone through once and not kept, so a million of them need no more memory than one.
package struct Preflight: Sendable {
  /// The job, if its link could be read.
  package let job: Job?
  /// The findings of each file, in the order of their places.
  package let findings: FindingList<PreflightProblem>
  /// How many tags the job writes.
  package let rowCount: Int
  /// How many of them get their link and records when their tag is there.
  package let lateRowCount: Int
  /// The job's chips, as far as they are known.
  package let chips: [ChipFit]
  /// The hosts of the links, the most frequent first.
  package let hosts: [HostCount]
  /// How many rows have hosts that are not among `hosts`, because there are too many.
  package let otherHostRows: Int
  package let apps: [AppCoverage]
  /// Whether the association files could be read or made, so that `apps` is meaningful.
  package let areAppsJudged: Bool
  /// Apps for Android that open no other links of the host with the job's files.
  package let listedApps: [String]
  /// The hash of the manifest and its spreadsheets; nil as in `JobReader.Outcome`.
  package let hash: JobFilesHash?
  /// All files that findings may be about: the manifest, its spreadsheets, and its key.
  package let inputs: [String]
  /// The spreadsheets that the rows come from.
  package let sheets: [SheetUse]
  /// Each spreadsheet's encoding.
  package let encodings: [String: CSVEncoding]
  /// Those whose encoding was guessed, although nothing uses the letters that depend on it.
  package let unusedGuesses: Set<String>
  /// Cells that a person should compare, if requested.
  package let samples: [SampledCell]
  /// Links by which a copy of the job is recognised; empty unless the files are hashed.
  package let marks: [String]
  /// The key from which passwords are made.
  package let key: PasswordKeyID?

  /// Reads a job and everything that it names, and matches its links with the given association
  /// files, or else with those that its apps require.
  ///
  /// Code that writes no real tag `mayLackKey`.
  package init(
    path: String, mayLeaveFolder: Bool = false, isResolvedLater: Bool = false,
    mayLackKey: Bool = false, isHashing: Bool = false, isSampling: Bool = false,
    associations files: [AssociationFile] = []
  ) {
    var scan = PreflightScan(path: path, files: files, mayLackKey: mayLackKey)
    var marks = JobMarks()
    var reader = JobReader(
      path: path, mayLeaveFolder: mayLeaveFolder, isResolvedLater: isResolvedLater)
    reader.isHashing = isHashing
    reader.isSampling = isSampling
    let outcome = reader.read(
      begin: { scan.begin($0) },
      visit: { row in
        if isHashing { marks.note(row) }
        return scan.visit(row)
      })
    scan.finish()
    job = outcome.job
    rowCount = outcome.rowCount
    hash = outcome.hash
    inputs = outcome.files + [scan.keyFile].compactMap(\.self)
    sheets = outcome.sheets
    encodings = outcome.encodings
    unusedGuesses = outcome.unusedGuesses
    samples = outcome.samples
    lateRowCount = scan.lateRows
    chips = scan.chips.fits
    hosts = scan.beginnings.hosts
    otherHostRows = scan.beginnings.otherRows
    apps = scan.apps?.coverage ?? []
    areAppsJudged = scan.areAppsJudged
    key = scan.key
    self.marks = marks.texts
    listedApps = files.isEmpty ? outcome.job?.listedApps ?? [] : []
    var findings = FindingList(outcome.findings) { PreflightProblem.manifest($0) }
    findings.add(scan.findings)
    findings.sort(beginningWith: path)
    self.findings = findings
  }
}

/// Checks the head of a job, and then one row after another.
private struct PreflightScan {
  private(set) var findings = FindingList<PreflightProblem>()
  private(set) var chips = ChipFits([], hasMirror: false)
  private(set) var beginnings = LinkBeginnings()
  private(set) var apps: AppMatching?
  private(set) var areAppsJudged = true
  /// Where the job names its apps.
  private var places: [MeantApp: TextPosition] = [:]
  private(set) var key: PasswordKeyID?
  private(set) var keyFile: String?
  private(set) var lateRows = 0
  private var firstLateRow = ""
  /// The host of all links, if the manifest gives it, and where.
  private var host: (name: String, position: TextPosition)?
  private var tokens = TokenOdds()
  /// How many links that open no app were listed; the others are only counted.
  private var shownMisses = 0
  private let path: String
  private let files: [AssociationFile]
  private let mayLackKey: Bool
  /// The latest place of each kind, because all rows of a count have the same one.
  private var latest: [Kind: (file: String, position: TextPosition, sheet: String?)] = [:]

  /// What is reported once per place: a link may open an app on one platform and not on the other.
  private struct Kind: Hashable {
    let rule: String
    var platform: LinkExplanation.Platform?

    init(_ problem: PreflightProblem) {
      rule = problem.rule
      if case .opensNoApp(_, let platform, _, _) = problem { self.platform = platform }
    }
  }

  init(path: String, files: [AssociationFile], mayLackKey: Bool) {
    self.path = path
    self.files = files
    self.mayLackKey = mayLackKey
  }

  mutating func begin(_ job: Job) {
    let head = PreflightHead(job, path: path, mayLackKey: mayLackKey)
    for finding in head.findings { findings.add(finding) }
    key = head.key
    keyFile = head.keyFile
    chips = ChipFits(head.chips, hasMirror: head.hasMirror)
    let hostOfJob = JobLinks(job.link).host
    host = hostOfJob.map { ($0, job.linkPosition) }
    let associations =
      files.isEmpty
      ? Associations(of: job, file: path) : Associations(files, hostOfJob: hostOfJob)
    begin(job, associations)
  }

  private mutating func begin(_ job: Job, _ associations: Associations) {
    for finding in associations.findings { findings.add(finding) }
    for app in job.apps {
      guard case .android(let package, let certificates) = app.kind else { continue }
      for key in certificates.compactMap({ PublicTestKeys.name(of: $0) }) {
        findings.add(Finding(.publicKey(key, app: package), file: path, at: app.position))
      }
    }
    // A mistake in a file or a pattern is one finding, not one per row.
    areAppsJudged = associations.findings.allSatisfy(\.problem.isAboutPublicKey)
    guard areAppsJudged else { return }
    let matching = AppMatching(associations.sites, of: job)
    guard !matching.isEmpty else { return }
    apps = matching
    places = Dictionary(zip(job.meantApps, job.apps.map(\.position))) { first, _ in first }
  }

  mutating func visit(_ row: borrowing JobRow) -> Bool {
    // Its link is judged when it is made.
    guard row.inputs == nil else {
      if lateRows == 0 { firstLateRow = row.idText }
      lateRows += 1
      return true
    }
    let excesses = chips.note(row)
    if !excesses.isEmpty { note(.tooLarge(size: row.messageSize, on: excesses), row) }
    let link = row.link
    let start = beginnings.note(row)
    tokens.note(row)
    if row.kind.isWeb, containsEncodedDot(link) { noteEncodedDots(row) }
    if apps?.opensAtAGlance(link, pathFrom: start) == false {
      matchApps(row, link)
    }
    return true
  }

  private mutating func matchApps(_ row: borrowing JobRow, _ link: [UInt8]) {
    for miss in apps?.match(link, tellsWhy: false, skipsSettled: true) ?? [] {
      let counted = PreflightProblem.opensNoApp("", miss.platform, miss.verdict, miss.why)
      guard shownMisses < JobLimits.findingsOfAKindMax, isFirst(Kind(counted), at: row) else {
        findings.count(counted)
        continue
      }
      shownMisses += 1
      let told = apps?.whyNot(link, on: miss.platform) ?? miss
      let problem = PreflightProblem.opensNoApp(
        row.linkText, told.platform, told.verdict, told.why)
      findings.add(finding(problem, row))
    }
  }

  private func finding(
    _ problem: PreflightProblem, _ row: borrowing JobRow
  ) -> PreflightFinding {
    Finding(
      problem, file: row.file, at: row.position, row: row.idBesidePlace, cell: row.cell)
  }

  private mutating func noteEncodedDots(_ row: borrowing JobRow) {
    let text = row.linkText
    if (try? WebLink(text))?.doubts.contains(.encodedDots) == true { note(.encodedDots(text), row) }
  }

  private mutating func note(_ problem: PreflightProblem, _ row: borrowing JobRow) {
    if isFirst(Kind(problem), at: row) {
      findings.add(finding(problem, row))
    } else {
      findings.count(problem)
    }
  }

  /// Whether a kind is new at the place of a row; it is not afterwards.
  private mutating func isFirst(_ kind: Kind, at row: borrowing JobRow) -> Bool {
    let place = (row.file, row.position, row.cell?.sheet)
    if let latest = latest[kind], latest == place { return false }
    latest[kind] = place
    return true
  }

  /// Reports what concerns many rows at once.
  mutating func finish() {
    for (app, host, verdict, why) in apps?.settled ?? [] {
      findings.add(
        Finding(
          .appShut(app.name, host: host, verdict, why), file: path,
          at: places[app] ?? TextPosition()))
    }
    noteUnservedHosts()
    for (problem, position) in tokens.findings {
      findings.add(Finding(problem, file: path, at: position))
    }
    for beginning in beginnings.all {
      for doubt in beginning.doubts {
        let text = String(decoding: beginning.bytes, as: UTF8.self)
        findings.add(
          Finding(
            .doubt(doubt, beginning: text, rows: beginning.rows), file: beginning.file,
            at: beginning.position, cell: beginning.cell))
      }
    }
  }

  /// A host in the manifest is reported at its place there, any other at its first row.
  private mutating func noteUnservedHosts() {
    for use in beginnings.unserved {
      let isOfJob = use.host == host?.name
      findings.add(
        Finding(
          .unservedHost(use.kind, use.host, rows: use.rows, first: use.first),
          file: isOfJob ? path : use.file,
          at: isOfJob ? host?.position ?? use.position : use.position))
    }
    // The host of links that are made later may be known already.
    guard lateRows > 0, let host, let kind = UnservedHost(host.name[...]) else { return }
    findings.add(
      Finding(
        .unservedHost(kind, host.name, rows: lateRows, first: firstLateRow), file: path,
        at: host.position))
  }
}
