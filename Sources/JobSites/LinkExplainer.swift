// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import Plain
package import SiteAssociation

/// Says what becomes of links with the association files that a person names.
package struct LinkExplainer {
  /// Files of one host; nil until the first link says whose they are taken to be.
  private var named: [(host: String?, isSure: Bool, files: [LintedFile])]
  private let filesOfHosts: [String: [LintedFile]]
  private var judges: SiteJudges
  /// Links of Apple's own host start App Clips, whatever files there are.
  private var ofAppClips: SiteJudge

  /// Takes files for those of `domain`, or else for those of the hosts that their folders name.
  package init(_ files: [LintedFile], domain: String?, apps: [MeantApp]) throws(Failure) {
    var named: [(host: String?, isSure: Bool, files: [LintedFile])] = []
    for file in files {
      let host = domain ?? AssociationFolder.host(of: file.path)
      let place = named.firstIndex { $0.host == host } ?? named.count
      if place == named.count { named.append((host, host != nil, [])) }
      if let other = named[place].files.first(where: { $0.lint.kind == file.lint.kind }) {
        throw Failure(
          name: "two-files",
          words: """
            \(visible(other.path)) and \(visible(file.path)) are both \(file.lint.kind.fileName) of \
            the same host. Name one, or put each into a folder with the name of its host.
            """,
          kind: .usage)
      }
      named[place].files.append(file)
    }
    self.named = named
    filesOfHosts = Dictionary(
      named.compactMap { site in site.host.map { ($0, site.files) } }
    ) { first, _ in first }
    judges = SiteJudges(
      named.map { ($0.host, HostFiles($0.files)) }, apps: apps,
      bases: filesOfHosts.mapValues { HostFiles($0) })
    var known = apps
    for app in apps.isEmpty ? judges.sites.flatMap(\.judge.apps) : [] where app.platform == .clip {
      if !known.contains(app) { known.append(app) }
    }
    ofAppClips = SiteJudge(host: SiteJudge.appClipHost, files: HostFiles(), apps: known)
  }

  /// Apps that no link opens, whatever it is, among the hosts that were asked about.
  package var settled: [(app: MeantApp, host: String?, verdict: PhoneVerdict, why: Why)] {
    judges.settled
  }

  /// What becomes of a link.
  package mutating func explain(_ link: [UInt8], listsEarlierRules: Bool) -> LinkAnswers {
    let text = String(decoding: link, as: UTF8.self)
    let host = LinkHost(link).flatMap { $0.isAlone(in: link) ? $0.name(in: link) : nil }
    if host == SiteJudge.appClipHost {
      return LinkAnswers(
        link: text, judgement: ofAppClips.explain(link), files: [], assumedHost: nil)
    }
    if let host { adopt(host) }
    // A link without a host, or one that is no link at all, opens nothing with any files.
    guard let site = host.map({ judges.place(of: $0) }) ?? judges.sites.indices.first
    else { return LinkAnswers(link: text, otherHosts: judges.sites.compactMap(\.host)) }
    let own = site < named.count ? named[site] : nil
    return LinkAnswers(
      link: text,
      judgement: judges.explain(link, at: site, listsEarlierRules: listsEarlierRules),
      files: own?.files ?? [], filesOfHosts: filesOfHosts,
      assumedHost: own?.isSure == false ? own?.host : nil)
  }

  /// Takes files of which no one says whose they are for those of the first link's host.
  private mutating func adopt(_ host: String) {
    guard let place = named.firstIndex(where: { $0.host == nil }),
      !named.contains(where: { $0.host == host })
    else { return }
    named[place].host = host
    judges.assign(HostFiles(named[place].files), to: host, at: place)
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
