// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Provisioning
internal import SiteAssociation
internal import Terminal

/// All files that `site make` makes, so that nothing is written if one of them cannot be made.
struct PlannedSite {
  private(set) var files: [SiteFile] = []
  /// What becomes of the links of each job.
  private(set) var verdicts: [MadeVerdict] = []
  /// The packages for which Android's files list links.
  let listedApps: [String]
  /// The host of files that lie directly in the folder.
  let flatHost: String?

  /// Whether a file that is there becomes another one.
  private var hasChanged = false
  private var before: [String: HostFiles] = [:]
  private var after: [String: HostFiles] = [:]

  init(_ jobs: [JobHosts], _ command: SiteMake, on console: Console) throws(Failure) {
    let needs = HostNeed.all(of: jobs)
    let hosts = needs.map(\.host)
    let dropped = DroppedLinks(command.drop)
    let deployed = try DeployedFiles(command.merge, for: hosts)
    let layout = try SiteLayout(command.folder, for: needs, byHost: command.byHost) { host in
      // Whoever says what to do with the files knows whose they are.
      command.check || command.replace || dropped.isWhole(host) || dropped.hasPaths(of: host)
        || AssociationKind.allCases.contains { deployed[host, $0] != nil }
    }
    let wishes = PlannedFile.Wishes(
      deployed: deployed, dropped: dropped, replaces: command.replace, compares: command.check)
    flatHost = layout.isFlat ? hosts.first : nil
    var known: Set<String> = []
    listedApps = jobs.flatMap(\.listedApps).filter { known.insert($0).inserted }
    for need in needs {
      for kind in AssociationKind.allCases {
        take(try PlannedFile(kind, of: need, in: layout, wishes, on: console), need.host, layout)
      }
    }
    verdicts = jobs.map { MadeVerdict(of: $0, with: served) }
    try requirePrintedLinks(of: jobs, in: layout, dropped)
    let leftovers = Leftover.all(in: layout, besideHosts: hosts)
    for leftover in leftovers { leftover.host.map(dropped.know) }
    try dropped.requireAllKnown()
    files += leftovers
    files += ServerSnippets.all.map {
      SiteFile(path: "\(layout.folder)/servers/\($0.name)", bytes: $0.bytes, isSnippet: true)
    }
  }

  /// The files as the hosts will serve them.
  private var served: [AssociationFile] {
    files.compactMap { file in
      guard let host = file.servingHost, let bytes = file.bytes else { return nil }
      return AssociationFile(name: file.path, bytes: bytes, host: host, isHostSure: true)
    }
  }

  private mutating func take(_ file: PlannedFile, _ host: String, _ layout: SiteLayout) {
    let path = "\(layout.place(of: host))/\(file.kind.fileName)"
    if let present = file.present, let bytes = file.bytes, present != bytes { hasChanged = true }
    if let present = file.present {
      before[host, default: .absent][file.kind] =
        .file(ServedFile(present, kind: file.kind))
    }
    if let bytes = file.bytes ?? file.present {
      after[host, default: .absent][file.kind] =
        .file(ServedFile(bytes, kind: file.kind))
    }
    if let bytes = file.bytes {
      files.append(SiteFile(path: path, bytes: bytes, keepsMore: file.keepsMore, servingHost: host))
    } else if let present = file.present {
      // What moves is written at its new place, whether a job needs it or not.
      files.append(
        SiteFile(
          path: path, bytes: layout.movingHost == host ? present : nil, servingHost: host))
    }
  }

  /// A host that no job has any more keeps its files, if they are here.
  ///
  /// Other jobs in the folders of these may have printed tags, too.
  private func requirePrintedLinks(
    of jobs: [JobHosts], in layout: SiteLayout, _ dropped: DroppedLinks
  ) throws(Failure) {
    // The files of each host are looked at once for all ledgers.
    var links = PrintedLinks(dropped: dropped) { [before, after] host in
      if let after = after[host] { return (before[host], after) }
      var files: HostFiles?
      for kind in AssociationKind.allCases {
        let path = "\(layout.folder)/\(host)/\(kind.fileName)"
        guard let bytes = try? presentBytes(path) else { continue }
        files = files ?? .absent
        files?[kind] = .file(ServedFile(bytes, kind: kind))
      }
      return (files, files)
    }
    let known = try jobs.map { job throws(Failure) in try links.require(openOn: job) }
    // What is as it was is not asked about.
    guard hasChanged else { return }
    for ledger in PrintedLinks.ledgers(beside: jobs)
    where !known.contains(where: { isOneFile($0, ledger) }) {
      try links.require(openOnTagsOf: ledger)
    }
  }
}
