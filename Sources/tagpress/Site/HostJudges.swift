// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import Plain
internal import SiteAssociation
internal import WebLink

/// The judges of all hosts whose association files were named.
struct HostJudges {
  private struct Site {
    /// nil until the first link says whose the files are taken to be.
    var host: String?
    let isHostSure: Bool
    let files: [LintedFile]
    var judge: SiteJudge
    var isAsked = false
  }

  private static let hostsMax = 1000

  private var sites: [Site] = []
  private var numbers: [String: Int] = [:]
  /// What counts for apps that ask for all hosts under one.
  private var bases: [String: HostFiles] = [:]
  private var filesOfHosts: [String: [LintedFile]] = [:]
  private let apps: [MeantApp]
  /// Links of Apple's own host start App Clips, whatever files there are.
  private var ofAppClips: SiteJudge

  /// Takes files for those of `domain`, or else for those of the hosts that their folders name.
  init(_ files: [LintedFile], domain: String?, apps: [MeantApp]) throws(Failure) {
    self.apps = apps
    var filesOfHost: [(host: String?, isSure: Bool, files: [LintedFile])] = []
    for file in files {
      let folderHost = domain == nil ? AssociationFolder.host(of: file.path) : nil
      let host = domain ?? folderHost
      let place = filesOfHost.firstIndex { $0.host == host } ?? filesOfHost.count
      if place == filesOfHost.count { filesOfHost.append((host, host != nil, [])) }
      if let other = filesOfHost[place].files.first(where: { $0.lint.kind == file.lint.kind }) {
        throw Failure(
          name: "two-files",
          words: """
            \(visible(other.path)) and \(visible(file.path)) are both \(file.lint.kind.fileName) of \
            the same host. Name one, or put each into a folder with the name of its host.
            """,
          kind: .usage)
      }
      filesOfHost[place].files.append(file)
    }
    for (number, site) in filesOfHost.enumerated() {
      guard let host = site.host else { continue }
      numbers[host] = number
      bases[host] = HostFiles(site.files)
      filesOfHosts[host] = site.files
    }
    sites = filesOfHost.map { [bases] host, isSure, files in
      let served = host.flatMap { bases[$0] } ?? HostFiles(files)
      return Site(
        host: host, isHostSure: isSure, files: files,
        judge: SiteJudge(host: host, files: served, apps: apps, bases: bases))
    }
    var known = apps
    for app in apps.isEmpty ? sites.flatMap(\.judge.apps) : [] where app.platform == .clip {
      if !known.contains(app) { known.append(app) }
    }
    ofAppClips = SiteJudge(host: SiteJudge.appClipHost, files: HostFiles(), apps: known)
  }

  /// Apps that no link opens, whatever it is, among the hosts that were asked about.
  var settled: [(app: MeantApp, host: String?, verdict: PhoneVerdict, why: Why)] {
    sites.filter(\.isAsked).flatMap { site in
      zip(site.judge.apps, site.judge.settled).compactMap { app, settled in
        settled.map { (app, site.host, $0.verdict, $0.why) }
      }
    }
  }

  /// What becomes of a link.
  mutating func ask(about link: [UInt8], listsEarlierRules: Bool) -> LinkAnswers {
    let text = String(decoding: link, as: UTF8.self)
    let host = Self.host(of: text)
    if host == SiteJudge.appClipHost {
      return LinkAnswers(
        link: text, judgement: ofAppClips.explain(link), files: [], assumedHost: nil)
    }
    takeFirst(host)
    guard let site = host.flatMap({ place(of: $0) }) ?? onlySite(for: host)
    else { return LinkAnswers(link: text, otherHosts: sites.compactMap(\.host)) }
    sites[site].isAsked = true
    let judgement = sites[site].judge.explain(link, listsEarlierRules: listsEarlierRules)
    return LinkAnswers(
      link: text, judgement: judgement, files: sites[site].files,
      filesOfHosts: filesOfHosts,
      assumedHost: sites[site].isHostSure ? nil : sites[site].host)
  }

  /// The judge of a host; of one that has no file here, the file of the host above may count.
  private mutating func place(of host: String) -> Int? {
    if let place = numbers[host] { return place }
    let bases = bases
    guard apps.contains(where: { $0.base(for: host).map { bases[$0] != nil } ?? false }) else {
      return nil
    }
    let judge = SiteJudge(host: host, files: HostFiles(), apps: apps, bases: bases)
    let site = Site(host: host, isHostSure: true, files: [], judge: judge)
    // A list may have another host in each line.
    if numbers.count < Self.hostsMax {
      sites.append(site)
    } else {
      sites[sites.count - 1].host.map { numbers[$0] = nil }
      sites[sites.count - 1] = site
    }
    numbers[host] = sites.count - 1
    return sites.count - 1
  }

  /// A link without a host, or one that is no link at all, opens nothing with any files.
  private func onlySite(for host: String?) -> Int? {
    host == nil ? sites.indices.first : nil
  }

  /// Files of which no one says whose they are: the first link does.
  private mutating func takeFirst(_ host: String?) {
    guard let host, numbers[host] == nil,
      let site = sites.firstIndex(where: { $0.host == nil })
    else { return }
    numbers[host] = site
    sites[site].host = host
    sites[site].judge = SiteJudge(
      host: host, files: HostFiles(sites[site].files), apps: apps, bases: bases)
  }

  /// In lower case, as it stands in the link; nil if it has a port, a user or none at all.
  private static func host(of link: String) -> String? {
    let lower = link.lowercased()
    guard let scheme = ["https://", "http://"].first(where: { lower.hasPrefix($0) }) else {
      return nil
    }
    let host = lower.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return host.isEmpty || host.contains { ":@".contains($0) } ? nil : String(host)
  }
}

extension HostFiles {
  /// What a host would serve with files that were read.
  fileprivate init(_ files: [LintedFile]) {
    self.init()
    for file in files {
      self[file.lint.kind] = .file(ServedFile(file.lint, byteCount: file.bytes.count))
    }
  }
}
