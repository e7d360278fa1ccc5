// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobLedger
internal import JobWork
internal import Plain
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
  let folder: String

  /// Whether a file that is there becomes another one.
  private var hasChanged = false
  /// What was read of the files that are there, by their paths.
  private var found: [String: [UInt8]] = [:]
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
    folder = layout.folder
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
    let served = served
    verdicts = try jobs.map { job throws(Failure) in try MadeVerdict(of: job, with: served) }
    try requirePrintedLinks(of: jobs, command.others, in: layout, dropped, on: console)
    var leftovers = try Leftover.all(in: layout, besideHosts: hosts)
    for index in leftovers.indices { leftovers[index].was = found[leftovers[index].path] }
    for leftover in leftovers { leftover.host.map(dropped.know) }
    try dropped.requireAllKnown()
    files += leftovers
    for snippet in ServerSnippets.all {
      let path = "\(layout.folder)/servers/\(snippet.name)"
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

  private mutating func take(_ file: PlannedFile, _ host: String, _ layout: SiteLayout) {
    let path = "\(layout.place(of: host))/\(file.kind.fileName)"
    if let present = file.present { found[file.presentPath] = present }
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
      files.append(
        SiteFile(
          path: path, bytes: bytes, was: path == file.presentPath ? file.present : nil,
          keepsMore: file.keepsMore, servingHost: host))
    } else if let present = file.present {
      // What moves is written at its new place, whether a job needs it or not.
      files.append(
        SiteFile(
          path: path, bytes: layout.movingHost == host ? present : nil,
          was: path == file.presentPath ? present : nil, servingHost: host))
    }
  }

  /// A host that no job has any more keeps its files, if they are here.
  ///
  /// Other jobs in the folders of these may have printed tags, too.
  private func requirePrintedLinks(
    of jobs: [JobHosts], _ others: [String], in layout: SiteLayout, _ dropped: DroppedLinks,
    on console: Console
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
    let named = others.map {
      $0.lowercased().hasSuffix(".ledger") ? $0 : Ledger.path(besideManifest: $0)
    }
    for (ledger, other) in zip(named, others) where isAbsent(ledger) {
      throw Failure(
        name: "no-ledger",
        words: "There is no ledger \(visible(ledger)). Check the path after --job.",
        kind: .couldNotRun, file: other)
    }
    var asked = known
    func require(_ ledgers: [String], isNamed: Bool, isLedger: Bool) throws(Failure) {
      for ledger in ledgers where !asked.contains(where: { isOneFile($0, ledger) }) {
        asked.append(ledger)
        try links.require(openOnTagsOf: ledger, isNamed: isNamed, isLedger: isLedger)
      }
    }
    try require(named, isNamed: true, isLedger: true)
    // What is as it was is not asked about.
    guard hasChanged else { return }
    let hosts = Set(jobs.flatMap(\.hosts))
    let beside = PrintedLinks.ledgers(beside: jobs)
    for folder in beside.closed {
      console.say(
        "The folder \(visible(folder)) cannot be listed, so tags of other jobs in it were not looked at."
      )
    }
    let trouble =
      JobRegister.ofUser.map { register in
        register.trouble.map { "\(visible(register.folder)) cannot be read (\($0))" }
      } ?? noStateFolder
    if let trouble {
      console.say(
        "Which other jobs have tags with links of these hosts is not known, because \(trouble). Name "
          + "them with --job.")
    }
    let remembered = PrintedLinks.remembered(for: hosts)
    var missing: [String] = []
    for path in beside.paths + remembered where isAbsent(path) && !missing.contains(path) {
      missing.append(path)
    }
    try require(beside.paths.filter { !isAbsent($0) }, isNamed: false, isLedger: false)
    try require(remembered.filter { !isAbsent($0) }, isNamed: false, isLedger: true)
    for remark in links.remarks { console.say(remark) }
    guard !missing.isEmpty else { return }
    console.say(
      "Whether tags of these jobs stay open was not looked at, because their ledgers are gone: "
        + missing.map { visible($0) }.joined(separator: ", ")
        + ". If one was moved, name it with --job where it is now. Then, or if it is gone for good, "
        + "'tagpress doctor --forget PATH' forgets where it was.")
  }
}
