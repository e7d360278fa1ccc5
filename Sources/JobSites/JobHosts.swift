// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
package import JobManifest
internal import Plain
package import SiteAssociation

/// What a job says about association files, and on which hosts they belong.
package struct JobHosts {
  /// More hosts than a job of one company has; each of them gets a folder.
  private static let hostCount = 1000

  package let path: String
  package let id: String
  package private(set) var site: JobSite
  package let apps: [MeantApp]
  /// In the order in which the rows name them.
  package let hosts: [String]
  /// The packages for which Android's file lists links.
  package let listedApps: [String]
  /// Whether its links can only be told by their form, because a spreadsheet is elsewhere.
  package let lacksSheet: Bool
  package let mayLeaveFolder: Bool
  /// The hash of the files as far as they were read.
  private let hash: JobFilesHash?

  /// Reads a job as far as it is needed: to its first row, or to its end if the rows choose the host.
  package init(_ path: String, mayLeaveFolder: Bool, tell: (String) -> Void) throws(Failure) {
    var job: Job?
    var site: JobSite?
    var hosts: [String] = []
    var known: Set<String> = []
    var reader = JobReader(path: path, mayLeaveFolder: mayLeaveFolder)
    reader.isHashing = true
    let outcome = reader.read { read in
      job = read
      site = JobSite(read)
    } visit: { row in
      if site?.host != nil { return false }
      if let host = row.host, known.insert(host).inserted { hosts.append(host) }
      return hosts.count <= Self.hostCount
    }
    // If all links have one host, the rows are not needed, and their spreadsheet may be elsewhere.
    let errors = outcome.findings.findings.filter(\.problem.isError)
    let isOfRowsAlone = site?.host != nil && errors.allSatisfy(\.problem.isMissingSheet)
    guard let job, let site, outcome.findings.errorCount == 0 || isOfRowsAlone else {
      throw Self.failure(outcome.findings, path, tell)
    }
    guard !site.plans.isEmpty else {
      throw Self.failure(
        "no-apps", "The job names no app. Add <app ios=\"…\"/> or <app android=\"…\"/>.", path)
    }
    self.path = path
    self.site = site
    id = job.id
    apps = job.meantApps
    listedApps = job.listedApps
    lacksSheet = !errors.isEmpty
    self.mayLeaveFolder = mayLeaveFolder
    hash = outcome.hash
    let own = (site.host.map { [$0] } ?? hosts).filter { $0 != SiteJudge.appClipHost }
    // An app that asks for all hosts under one reads the file of that one.
    var bases: [String] = []
    for base in own.flatMap({ host in job.meantApps.compactMap { $0.base(for: host) } })
    where !own.contains(base) && !bases.contains(base) {
      bases.append(base)
    }
    self.hosts = own + bases
    let isOfApple = site.host == SiteJudge.appClipHost || hosts.contains(SiteJudge.appClipHost)
    guard !self.hosts.isEmpty || !isOfApple else {
      throw Self.failure(
        "host-of-apple",
        "Links of \(SiteJudge.appClipHost) start App Clips without a file of yours. There is nothing "
          + "to make.", path)
    }
    if isOfApple, !self.hosts.isEmpty {
      tell(
        "Links of \(SiteJudge.appClipHost) start App Clips without a file of yours: none is made for it."
      )
    }
    guard !self.hosts.isEmpty else {
      throw Self.failure("no-host", "The links of the job have no host that apps can claim.", path)
    }
    guard self.hosts.count <= Self.hostCount else {
      throw Self.failure(
        "too-many-hosts", "The links of the job have more than \(Self.hostCount) hosts.", path)
    }
  }

  /// Refuses files that have changed since, as another reading found them.
  package func requireUnchanged(_ now: JobFilesHash?) throws(Failure) {
    guard let hash, let now, !hash.begins(now) else { return }
    throw Failure(
      name: "changed-meanwhile",
      words: "The files of the job were changed while they were read. Run the same command again.",
      kind: .couldNotRun, file: path)
  }

  /// Whether its apps may use the passwords of the site, which no job says.
  package mutating func sharePasswords(_ mayShare: Bool) {
    for index in site.plans.indices { site.plans[index].sharesPasswords = mayShare }
  }

  /// The platforms of which the job has an app.
  package var platforms: [LinkExplanation.Platform] {
    [.iOS, .android].filter { phone in apps.contains { $0.platform.phone == phone } }
  }

  /// What it means that the job has errors.
  private static func failure(
    _ findings: FindingList<Problem>, _ path: String, _ tell: (String) -> Void
  ) -> Failure {
    .ofJob(
      findings.findings.filter(\.problem.isError), path, tell,
      otherwise: failure(
        "not-a-job", "The job has \(count(findings.errorCount, "error")). Correct it first.", path))
  }

  private static func failure(_ name: String, _ words: String, _ path: String) -> Failure {
    Failure(name: name, words: words, kind: .differs, file: path)
  }
}

extension Problem {
  /// Whether a spreadsheet cannot be read, or is not looked for.
  fileprivate var isMissingSheet: Bool {
    switch self {
    case .cannotRead, .outsideFolder: true
    default: false
    }
  }
}

extension Failure {
  /// A file of a job that cannot be read, the manifest or a spreadsheet, if that is what is wrong.
  package init?(unreadable errors: [Finding<Problem>], of job: String) {
    guard let problem = errors.first?.problem, case .cannotRead = problem else { return nil }
    self.init(
      name: "could-not-read-file", words: problem.description, kind: .couldNotRun, file: job)
  }

  /// What it means that a job has errors; each of them is told first, unless a file of the job cannot be
  /// read, which then is what is wrong.
  package static func ofJob(
    _ errors: [Finding<Problem>], _ path: String, _ tell: (String) -> Void,
    otherwise meaning: Failure
  ) -> Failure {
    if let unreadable = Failure(unreadable: errors, of: path) { return unreadable }
    for finding in errors { tell(visible("\(finding)")) }
    return meaning
  }

  /// Refuses a job with errors, about which nothing can be said.
  package static func unlessCorrect(
    _ outcome: JobReader.Outcome, _ path: String, _ tell: (String) -> Void
  ) throws(Failure) {
    let errors = outcome.findings.findings.filter { $0.problem.isError }
    guard !errors.isEmpty else { return }
    throw .ofJob(
      errors, path, tell,
      otherwise: Failure(
        name: "job-has-errors", words: "Correct the job first.", kind: .couldNotRun, file: path))
  }
}

extension MeantApp {
  /// The apps that a job means, with all that it says of them.
  package static func all(
    of path: String, mayLeaveFolder: Bool, tell: (String) -> Void
  ) throws(Failure) -> [MeantApp] {
    var apps: [MeantApp] = []
    let outcome = JobReader(path: path, mayLeaveFolder: mayLeaveFolder).read { job in
      apps = job.meantApps
    } visit: { _ in
      false
    }
    try Failure.unlessCorrect(outcome, path, tell)
    guard !apps.isEmpty else {
      throw Failure(
        name: "no-apps",
        words: "The job names no app. Add <app ios=\"…\"/> or <app android=\"…\"/>.",
        kind: .differs, file: path)
    }
    return apps
  }
}
