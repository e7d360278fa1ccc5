// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobManifest
internal import JobSites
package import SiteAssociation
internal import StrictJSON

/// The association files by which the links of a job are judged, host by host.
struct Associations {
  private(set) var sites: [(host: String?, files: HostFiles)] = []
  private(set) var findings: [PreflightFinding] = []

  /// Reads the given files.
  init(_ files: [AssociationFile], hostOfJob: String?) {
    for file in files {
      // A folder shows whose files are in it; for a single file, the job decides.
      let host = file.isHostSure ? file.host ?? hostOfJob : hostOfJob ?? file.host
      if host == nil {
        findings.append(Finding(.whoseFile, file: file.name, at: TextPosition()))
      } else {
        add(file.bytes, file: file.name, host: host)
      }
    }
  }

  /// Makes the files that the job's apps require, and reads them as phones will.
  init(of job: Job, file: String) {
    let site = JobSite(job)
    for app in job.apps {
      for pattern in app.patterns {
        let rule = LinkRule(pattern)
        if rule.isWellFormed { continue }
        let problem = PreflightProblem.badPattern(
          rule.text, encoded: rule.percentEncoded?.text)
        findings.append(Finding(problem, file: file, at: pattern.position))
      }
    }
    // The wrong pattern was reported already.
    guard findings.isEmpty, let first = job.apps.first else { return }
    do throws(SiteMergeError) {
      for kind in AssociationKind.allCases {
        if let text = try site.file(of: kind) { add(Array(text.utf8), file: file, host: nil) }
      }
      // If the file is made here, the finding is about the job, so its place is given.
      findings.removeAll(where: \.problem.isAboutPublicKey)
    } catch {
      findings.append(Finding(.site(error), file: file, at: first.position))
    }
  }

  private mutating func add(_ bytes: [UInt8], file: String, host: String?) {
    let lint = AssociationLint(bytes)
    if let broken = lint.findings.first(where: { $0.rule == .notJSON || $0.rule == .emptyFile }),
      let json = broken.json
    {
      let place = TextPosition(line: json.position.line, column: json.position.column)
      findings.append(Finding(.brokenAssociation(json), file: file, at: place))
      return
    }
    guard let root = lint.document?.root, root.members != nil || root.elements != nil else {
      findings.append(Finding(.notAnAssociation, file: file, at: TextPosition()))
      return
    }
    for finding in lint.findings where finding.rule == .publicTestKey {
      let place = TextPosition(line: finding.position.line, column: finding.position.column)
      findings.append(Finding(.publicKeyInFile(finding), file: file, at: place))
    }
    if !sites.contains(where: { $0.host == host }) { sites.append((host, HostFiles())) }
    guard let site = sites.firstIndex(where: { $0.host == host }) else { return }
    let answer = HostFiles.Answer.file(ServedFile(lint, byteCount: bytes.count))
    if sites[site].files[lint.kind] == nil {
      sites[site].files[lint.kind] = answer
    } else {
      findings.append(Finding(.twoFiles(lint.kind), file: file, at: TextPosition()))
    }
  }
}

/// What becomes of single links on phones, with the association files that the job's apps require.
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

  /// Nil if the job names no app that can be judged.
  package mutating func judgement(of link: [UInt8]) -> LinkJudgement? {
    judge?.explain(link, listsEarlierRules: false)
  }
}
