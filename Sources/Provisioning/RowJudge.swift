// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
package import SiteAssociation

/// What becomes of single links of a job on phones, with the association files that its apps call for.
package struct RowJudge {
  private var judge: SiteJudge?

  package init(_ job: Job, file: String) {
    let associations = Associations(of: job, file: file)
    guard associations.findings.allSatisfy(\.problem.isAboutPublicKey), !job.apps.isEmpty else {
      return
    }
    judge = SiteJudge(
      host: JobLinks(job.link).host, files: associations.sites.first?.files ?? HostFiles(),
      apps: job.meantApps)
  }

  /// Nil if the job names no app, or none of which something can be said.
  package mutating func judgement(of link: [UInt8]) -> LinkJudgement? {
    judge?.explain(link, listsEarlierRules: false)
  }
}
