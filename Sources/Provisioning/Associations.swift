// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobManifest
internal import SiteAssociation
internal import StrictJSON

/// A file that some host serves, or will serve, to be used in place of the job's own.
package struct AssociationFile: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }
}

/// The association files with which the links of a job are matched.
struct Associations {
  private(set) var apple: [AppleAssociation] = []
  private(set) var android: [AndroidAssociation] = []
  private(set) var findings: [PreflightFinding] = []

  /// Reads files that are given.
  init(_ files: [AssociationFile]) {
    for file in files { take(file.bytes, file: file.name) }
  }

  /// Makes the files that the job's apps call for, and reads them as phones will.
  init(of job: Job, file: String) {
    let site = JobSite(job)
    for app in job.apps {
      for pattern in app.patterns where !LinkRule(pattern).isWellFormed {
        findings.append(
          Finding(.badPattern(LinkRule(pattern).text), file: file, at: pattern.position))
      }
    }
    // What is wrong with a pattern has been said, and would only be said again.
    guard findings.isEmpty, let first = job.apps.first else { return }
    do throws(SiteMergeError) {
      for text in [try site.appleFile(), try site.androidFile()] {
        if let text { take(Array(text.utf8), file: file) }
      }
    } catch {
      findings.append(Finding(.site(error), file: file, at: first.position))
    }
  }

  private mutating func take(_ bytes: [UInt8], file: String) {
    do throws(JSONFinding) {
      let document = try JSONDocument(reading: bytes)
      if document.root.members != nil {
        apple.append(AppleAssociation(document))
      } else if document.root.elements != nil {
        android.append(AndroidAssociation(document))
      } else {
        findings.append(Finding(.notAnAssociation, file: file, at: TextPosition()))
      }
    } catch {
      let place = TextPosition(line: error.position.line, column: error.position.column)
      findings.append(Finding(.brokenAssociation(error), file: file, at: place))
    }
  }
}
