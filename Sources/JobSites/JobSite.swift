// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
package import SiteAssociation

/// What the association files of a job's host should say.
package struct JobSite: Sendable {
  /// The host of all links; nil if the rows choose it.
  package let host: String?
  /// A plan for each set of rules; apps with the same rules share one.
  package var plans: [SitePlan] = []

  package init(_ job: Job) {
    let links = JobLinks(job.link)
    host = links.host
    for app in job.apps { add(app, links) }
  }

  private mutating func add(_ app: App, _ links: JobLinks) {
    // App Store Connect decides what starts an App Clip; rules would mean nothing here.
    if case .clip = app.kind {
      if plans.isEmpty { plans.append(SitePlan(rules: [links.rule])) }
      plans[0].add(app)
      return
    }
    var rules = app.patterns.map { LinkRule($0) }
    // Without a pattern that opens, an app opens all links of the job but those that are excluded.
    if rules.allSatisfy(\.excludes) { rules.append(links.rule) }
    let index = plans.firstIndex { $0.rules == rules } ?? plans.count
    if index == plans.count { plans.append(SitePlan(rules: rules)) }
    plans[index].add(app)
  }

  /// What Android 15 and later will not do with the job's links, each once.
  package var limitsOnAndroid: [AndroidLimit] {
    var known: Set<AndroidLimit> = []
    return plans.flatMap(\.limitsOnAndroid).filter { known.insert($0).inserted }
  }

  /// The text of a platform's file; nil if there is no app for it.
  package func file(of kind: AssociationKind) throws(SiteMergeError) -> String? {
    var file: String?
    for plan in plans {
      guard let one = try plan.file(of: kind) else { continue }
      file =
        try file.map { before throws(SiteMergeError) in
          String(decoding: try plan.merged(into: Array(before.utf8), of: kind), as: UTF8.self)
        } ?? one
    }
    return file
  }

  /// A deployed file with what the job needs; every other byte of it stays what it was.
  package func merged(
    into bytes: [UInt8], of kind: AssociationKind
  ) throws(SiteMergeError) -> [UInt8] {
    var bytes = bytes
    for plan in plans { bytes = try plan.merged(into: bytes, of: kind) }
    return bytes
  }
}

extension SitePlan {
  fileprivate init(rules: [LinkRule]) {
    self.init()
    self.rules = rules
  }

  fileprivate mutating func add(_ app: App) {
    switch app.kind {
    case .ios(let id): appleApps.append(id)
    case .clip(let id): appClips.append(id)
    case .android(let package, let certificates):
      androidApps.append(
        AndroidApp(
          package: package, fingerprints: certificates, opensWholeHost: app.opensWholeHost))
    }
  }
}

extension LinkRule {
  package init(_ pattern: App.Pattern) {
    let items = pattern.query?.split(separator: "&") ?? []
    self.init(
      path: pattern.path ?? "*",
      query: items.map { item in
        let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        // A name alone asks for any value but an empty one, which counts as none.
        return QueryItem(
          name: String(halves[0]), pattern: halves.count > 1 ? String(halves[1]) : "?*")
      },
      fragment: pattern.fragment, excludes: pattern.isExcluded)
  }
}
