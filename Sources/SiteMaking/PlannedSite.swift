// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import Failures
internal import Files
package import JobLedger
package import JobSites
internal import Plain
internal import Provisioning
internal import SiteAssociation

/// What a person wants of the files, beside what the jobs need.
package struct SiteWishes {
  let folder: String
  /// Files of others, or folders of them, to which ours are added.
  package var deployed: [String] = []
  /// Hosts, paths and apps that are given up.
  package var dropped: [String] = []
  /// Jobs or ledgers whose tags must stay open.
  package var otherJobs: [String] = []
  /// Whether the files there may be lost.
  package var replaces = false
  /// Where the user's programs remember which jobs have tags, or why there is no such place.
  package var register: JobRegister?
  package var whyNoRegister: String?
  /// Whether the files are only compared, so that nothing is lost whatever they say.
  package var compares = false

  package init(folder: String) { self.folder = folder }
}

/// All files that `site make` makes, so that nothing is written if one of them cannot be made.
package struct PlannedSite {
  package private(set) var files: [SiteFile] = []
  /// What becomes of the links of each job.
  package private(set) var verdicts: [MadeVerdict] = []
  /// The packages for which Android's files list links.
  package let listedApps: [String]
  package let folder: String

  /// Whether a file that is there becomes another one.
  private var hasChanged = false
  private var before: [String: HostFiles] = [:]
  private var after: [String: HostFiles] = [:]

  /// Plans the files, with the settings for web servers, and tells on the way what a person should know.
  package init(
    _ jobs: [JobHosts], _ wishes: SiteWishes, snippets: [(name: String, bytes: [UInt8])],
    _ tell: (String, Cure?) -> Void
  ) throws(Failure) {
    let needs = HostNeed.all(of: jobs)
    let hosts = needs.map(\.host)
    folder = wishes.folder
    try SiteFile.requireFolders(of: hosts, in: folder)
    let dropped = DroppedLinks(wishes.dropped)
    let deployed = try DeployedFiles(wishes.deployed, for: hosts)
    var known: Set<String> = []
    listedApps = jobs.flatMap(\.listedApps).filter { known.insert($0).inserted }
    for need in needs {
      for kind in AssociationKind.allCases {
        let file = try PlannedFile(
          kind, of: need, wishes, deployed: deployed[need.host, kind], dropped
        ) { tell($0, nil) }
        add(file, of: need.host)
      }
    }
    let served = served
    verdicts = try jobs.map { job throws(Failure) in try MadeVerdict(of: job, with: served) }
    try requirePrintedLinks(of: jobs, wishes, dropped, tell)
    let leftovers = try SiteFile.leftovers(in: folder, besideHosts: hosts)
    for leftover in leftovers {
      if case .noLink = leftover.leftover { dropped.know(leftover.name) }
    }
    try dropped.requireAllKnown()
    files += leftovers
    for snippet in snippets {
      let path = "\(folder)/servers/\(snippet.name)"
      files.append(
        SiteFile(path: path, bytes: snippet.bytes, was: try presentBytes(path), isSnippet: true))
    }
  }

  /// The files as the hosts will serve them.
  private var served: [AssociationFile] {
    files.compactMap { file in
      guard let host = file.servingHost, let bytes = file.bytes else { return nil }
      return AssociationFile(name: file.path, bytes: bytes, host: host, isHostSure: true)
    }
  }

  private mutating func add(_ file: PlannedFile, of host: String) {
    if let present = file.present {
      before[host, default: .absent][file.kind] = .file(ServedFile(present, kind: file.kind))
      if let bytes = file.bytes, present != bytes { hasChanged = true }
    }
    guard let bytes = file.bytes ?? file.present else { return }
    after[host, default: .absent][file.kind] = .file(ServedFile(bytes, kind: file.kind))
    files.append(
      SiteFile(
        path: file.path, bytes: file.bytes, was: file.present, keepsMore: file.keepsMore,
        servingHost: host))
  }

  /// The files of a host as they are, and as they will be.
  ///
  /// A host that no job has any more keeps its files, if they are here.
  private func files(of host: String) -> (before: HostFiles?, after: HostFiles?) {
    if let after = after[host] { return (before[host], after) }
    var files: HostFiles?
    for kind in AssociationKind.allCases {
      guard let bytes = try? presentBytes("\(folder)/\(host)/\(kind.fileName)") else { continue }
      files = files ?? .absent
      files?[kind] = .file(ServedFile(bytes, kind: kind))
    }
    return (files, files)
  }

  /// Refuses what shuts links on tags of the jobs, of those that are named besides, and of those that
  /// are remembered or lie in the folders of these.
  private func requirePrintedLinks(
    of jobs: [JobHosts], _ wishes: SiteWishes, _ dropped: DroppedLinks,
    _ tell: (String, Cure?) -> Void
  ) throws(Failure) {
    // The files of each host are looked at once for all ledgers.
    var links = PrintedLinks(dropped: dropped, register: wishes.register, files: files(of:))
    let known = try jobs.map { job throws(Failure) in try links.require(openOn: job) }
    let named = wishes.otherJobs.map {
      $0.lowercased().hasSuffix(".ledger") ? $0 : Ledger.path(besideManifest: $0)
    }
    for (ledger, other) in zip(named, wishes.otherJobs) where isAbsent(ledger) {
      throw Failure(
        name: "no-ledger",
        words: "There is no ledger \(visible(ledger)).", kind: .couldNotRun, cure: .checkNamedJob,
        file: other)
    }
    var asked = known
    func require(_ ledgers: [String], isNamed: Bool, isLedger: Bool) throws(Failure) {
      for ledger in ledgers where !asked.contains(where: { isOneFile($0, ledger) }) {
        asked.append(ledger)
        try links.require(openOnTagsOf: ledger, isNamed: isNamed, isLedger: isLedger)
      }
    }
    try require(named, isNamed: true, isLedger: true)
    // Files that do not change shut nothing.
    guard hasChanged else { return }
    let beside = PrintedLinks.ledgers(beside: jobs)
    for folder in beside.closed {
      tell(
        "The folder \(visible(folder)) cannot be listed, so tags of other jobs in it were not looked at.",
        nil)
    }
    let trouble =
      wishes.register.map { register in
        register.trouble.map { "\(visible(register.folder)) cannot be read (\($0))" }
      } ?? wishes.whyNoRegister
    if let trouble {
      tell(
        "Which other jobs have tags with links of these hosts is not known, because \(trouble).",
        .nameOtherJobs)
    }
    let remembered = links.remembered(for: Set(jobs.flatMap(\.hosts)))
    try require(beside.paths.filter { !isAbsent($0) }, isNamed: false, isLedger: false)
    try require(remembered.filter { !isAbsent($0) }, isNamed: false, isLedger: true)
    for remark in links.remarks { tell(remark, nil) }
    var missing: [String] = []
    for path in beside.paths + remembered where isAbsent(path) && !missing.contains(path) {
      missing.append(path)
    }
    guard !missing.isEmpty else { return }
    tell(
      "Whether tags of these jobs stay open was not looked at, because their ledgers are gone: "
        + missing.map { visible($0) }.joined(separator: ", ") + ".", .nameMovedLedgers)
  }
}
