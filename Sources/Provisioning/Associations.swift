// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import SiteAssociation
internal import StrictJSON

/// A file that some host serves, or will serve, to be used in place of the job's own.
package struct AssociationFile: Sendable {
  package let name: String
  package let bytes: [UInt8]
  /// The host that its folder names, if one does.
  package let host: String?
  /// Whether the folder is right even if the job has one host, and another one.
  package let isHostSure: Bool

  package init(name: String, bytes: [UInt8], host: String? = nil, isHostSure: Bool = false) {
    self.name = name
    self.bytes = bytes
    self.host = host
    self.isHostSure = isHostSure
  }
}

/// The association files with which the links of a job are judged, host by host.
struct Associations {
  private(set) var sites: [(host: String?, files: HostFiles)] = []
  private(set) var findings: [PreflightFinding] = []

  /// Reads files that are given.
  init(_ files: [AssociationFile], hostOfJob: String?) {
    for file in files {
      // A folder says whose files are in it; of a file that is named by itself, the job knows better.
      let host = file.isHostSure ? file.host ?? hostOfJob : hostOfJob ?? file.host
      if host == nil {
        findings.append(Finding(.whoseFile, file: file.name, at: TextPosition()))
      } else {
        take(file.bytes, file: file.name, host: host)
      }
    }
  }

  /// Makes the files that the job's apps call for, and reads them as phones will.
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
    // What is wrong with a pattern has been said, and would only be said again.
    guard findings.isEmpty, let first = job.apps.first else { return }
    do throws(SiteMergeError) {
      for text in [try site.appleFile(), try site.androidFile()] {
        if let text { take(Array(text.utf8), file: file, host: nil) }
      }
      // Of a file that is made here, the job is told, and where.
      findings.removeAll(where: \.problem.isAboutPublicKey)
    } catch {
      findings.append(Finding(.site(error), file: file, at: first.position))
    }
  }

  private mutating func take(_ bytes: [UInt8], file: String, host: String?) {
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
