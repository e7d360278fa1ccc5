// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import Files
internal import JobLedger
internal import JobManifest
internal import JobSites
internal import Plain
internal import Provisioning
internal import SiteAssociation
internal import WebLink

/// The links on the tags of jobs, as their ledgers know them, held against the files of their hosts.
///
/// Rows that the manifest no longer has count too: their tags are still out there.
struct PrintedLinks {
  /// The files of a host as they are, and as they will be; nil where there are none.
  typealias Files = (_ host: String) -> (before: HostFiles?, after: HostFiles?)

  private struct Site {
    var before: SiteJudge?
    var after: SiteJudge?
  }

  /// What would be lost on one host.
  private struct Loss {
    let link: String
    let host: String
    let path: String
    /// Whether the host would have no file at all.
    let isWhole: Bool
    /// Whether it may still open.
    let isUnsure: Bool
    var tags = 1

    /// The name with which it is given up.
    var dropped: String { host + (isWhole ? "" : path.enclosing + "*") }

    func includes(host other: String, path: String) -> Bool {
      host == other
        && (isWhole || DroppedPath(self.path.enclosing + "*").covers(path.isEmpty ? "/" : path))
    }
  }

  private let files: Files
  private let dropped: DroppedLinks
  private let register: JobRegister?
  private var sites: [String: Site] = [:]
  /// The first one, with all tags that would be given up with its link.
  private var loss: Loss?
  /// Whether the job is not named: then it only counts what opens now.
  private var isOfOthers = false
  /// Remarks on ledgers that may not know all tags of their jobs.
  private(set) var remarks: [String] = []
  /// Whether its tags must open even if no file opens them now.
  private var isNamed = false

  init(dropped: DroppedLinks, register: JobRegister?, files: @escaping Files) {
    self.dropped = dropped
    self.register = register
    self.files = files
  }

  /// Refuses what shuts a link that the ledger beside a job knows to be on a tag; gives its path.
  mutating func require(openOn job: JobHosts) throws(Failure) -> String {
    let path = Ledger.path(besideManifest: job.path)
    // A ledger that cannot be read, or of which only the witness is left, is not missing.
    guard !isAbsent(path) || !isAbsent(Ledger.witnessPath(ofLedger: path)) else { return path }
    do throws(LedgerError) {
      try look(
        into: Ledger(at: path, job: job.id, access: .reading, register: register, now: .now),
        job.platforms)
    } catch {
      // A witness without a tag.
      if error.fault == .missing { return path }
      throw Failure(error)
    }
    guard let loss else { return path }
    throw Failure(
      name: "printed-links-lost",
      words: """
        \(path) knows \(count(loss.tags, "tag")) with links such as \(loss.link), which these files \
        \(loss.isUnsure ? "may" : "do") not open.
        """,
      kind: .differs,
      cure: .openPrinted(orDrop: loss.dropped, host: loss.isWhole ? loss.host : nil), file: job.path
    )
  }

  /// The ledgers in the folders of jobs, and the folders that cannot be listed.
  static func ledgers(beside jobs: [JobHosts]) -> (paths: [String], closed: [String]) {
    var (paths, closed): ([String], [String]) = ([], [])
    for job in jobs {
      let start = job.path.lastIndex(of: "/").map { job.path[...$0] } ?? ""
      let folder = start.isEmpty ? "." : String(start)
      guard let names = folderNames(folder) else {
        closed.append(folder)
        continue
      }
      for name in Ledger.names(among: names) where !paths.contains(start + name) {
        paths.append(start + name)
      }
    }
    return (paths, closed)
  }

  /// The ledgers of jobs that have, or may have, tags with links of these hosts, as the user's programs
  /// remember them.
  func remembered(for hosts: Set<String>) -> [String] {
    (register?.entries ?? []).filter { entry in
      entry.origins.contains { origin in
        origin == RegisterEntry.anyOrigin
          || (try? WebLink(origin).host).map { hosts.contains(String($0)) } ?? false
      }
    }.map(\.path)
  }

  /// Refuses what shuts a link on the tags of a job that is not named to be made.
  ///
  /// Names that are given up do not count for it. A file that was named, or is remembered, must be a
  /// ledger.
  mutating func require(
    openOnTagsOf path: String, isNamed: Bool, isLedger: Bool
  ) throws(Failure) {
    isOfOthers = true
    self.isNamed = isNamed
    do throws(LedgerError) {
      try look(into: Ledger(reading: path, register: register), [.iOS, .android])
    } catch {
      // Other programs have files with such an ending.
      if !isLedger, [.notALedger, .blank, .notAFile].contains(error.fault) { return }
      throw Failure(error)
    }
    guard let loss else { return }
    throw Failure(
      name: "printed-links-lost",
      words: """
        \(path) knows \(count(loss.tags, "tag")) with links such as \(loss.link), which the new files \
        \(loss.isUnsure ? "may" : "would") no longer open, and its job is not named here. Name that one, too.
        """,
      kind: .differs, file: path)
  }

  private mutating func look(
    into ledger: Ledger, _ platforms: [LinkExplanation.Platform]
  ) throws(LedgerError) {
    remarks += ledger.remarks.map { $0.words(ofLedger: ledger.path) }
    // A begun tag may have its link, too.
    for state in [Claim.State.done, .begun] {
      try ledger.forEachClaim(in: state) { claim in
        look(at: PlannedLink(claim.link).storedText, on: platforms)
        return true
      }
    }
  }

  private mutating func look(at link: String, on platforms: [LinkExplanation.Platform]) {
    guard let web = try? WebLink(link), web.kind.isWeb, let host = web.host.map(String.init),
      host != SiteJudge.appClipHost,
      isOfOthers || !dropped.covers(host: host, path: String(web.path))
    else { return }
    guard let lost = judge(Array(link.utf8), of: host, on: platforms) else { return }
    let path = String(web.path)
    if loss == nil {
      loss = Loss(
        link: link, host: host, path: path, isWhole: sites[host]?.after == nil,
        isUnsure: lost == .unknown)
    } else if loss?.includes(host: host, path: path) == true {
      loss?.tags += 1
    }
  }

  /// The verdict on a link that is lost: it opened before, or no earlier file tells, and it does not surely
  /// open now.
  ///
  /// Nil if nothing is lost.
  private mutating func judge(
    _ link: [UInt8], of host: String, on platforms: [LinkExplanation.Platform]
  ) -> PhoneVerdict? {
    if sites[host] == nil {
      let files = files(host)
      sites[host] = Site(
        before: files.before.map { SiteJudge(host: host, files: $0) },
        after: files.after.map { SiteJudge(host: host, files: $0) })
    }
    sites[host]?.before?.judge(link)
    sites[host]?.after?.judge(link)
    let lost = platforms.compactMap { platform -> PhoneVerdict? in
      let after = sites[host]?.after?.verdict(on: platform) ?? .shut
      if let before = sites[host]?.before {
        return before.verdict(on: platform) == .opens && after != .opens ? after : nil
      }
      return after == .shut && (!isOfOthers || isNamed && sites[host]?.after != nil) ? after : nil
    }
    return lost.contains(.shut) ? .shut : lost.first
  }
}

extension String {
  /// The folder of a path, with its slash.
  fileprivate var enclosing: Substring {
    lastIndex(of: "/").map { self[...$0] } ?? "/"
  }
}
