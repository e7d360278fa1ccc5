// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Failures
internal import JobManifest
package import SiteAssociation

/// A job whose links should open apps; its rows are read when they are needed and never kept.
package struct ProbedJob {
  /// A job with more hosts than this has a mistake in its links.
  private static let hostCountMax = 50

  package let apps: [MeantApp]
  /// The hosts of its links, in the order in which they come; one more than can be right if there are more.
  private let found: [ProbedHost]
  private let path: String
  private let reader: JobReader
  /// The hash of the files when they were read first.
  private let hash: JobFilesHash?

  /// Reads a job once, because links of a job that has mistakes prove nothing.
  package init(_ path: String, mayLeaveFolder: Bool, tell: (String) -> Void) throws(Failure) {
    var reader = JobReader(path: path, mayLeaveFolder: mayLeaveFolder)
    reader.isHashing = true
    self.reader = reader
    self.path = path
    var apps: [MeantApp] = []
    var hosts: [ProbedHost] = []
    func visit(_ row: borrowing JobRow) -> Bool {
      if hosts.count <= Self.hostCountMax, let name = row.host,
        !hosts.contains(where: { $0.name == name }), let host = ProbedHost(name)
      {
        hosts.append(host)
      }
      return true
    }
    let outcome = reader.read(begin: { apps = $0.meantApps }, visit: visit)
    try Failure.unlessCorrect(outcome, path, tell)
    self.apps = apps
    found = hosts
    hash = outcome.hash
  }

  /// The hosts of all links.
  package func hosts() throws(Failure) -> [ProbedHost] {
    guard !found.isEmpty else {
      throw Failure(
        name: "no-hosts", words: "No link of the job has a host. Name one.", kind: .couldNotRun)
    }
    guard found.count <= Self.hostCountMax else {
      throw Failure(
        name: "too-many-hosts",
        words:
          "The job has links of more than \(Self.hostCountMax) hosts. Name those to probe.",
        kind: .couldNotRun)
    }
    return found
  }

  /// Hands on each link with its host, and counts those that no one wanted.
  package func forEachLink(_ body: ([UInt8], String) -> Bool) throws(Failure) -> Int {
    var unwanted = 0
    func visit(_ row: borrowing JobRow) -> Bool {
      if let host = row.host, !body(row.link, host) { unwanted += 1 }
      return true
    }
    let outcome = reader.read(begin: { _ in }, visit: visit)
    // None is that of files that changed just then.
    guard let now = outcome.hash, now == hash else {
      throw Failure(
        name: "changed-meanwhile",
        words:
          "The files of the job were changed while they were read. Run the same command again.",
        kind: .couldNotRun, file: path)
    }
    return unwanted
  }
}
