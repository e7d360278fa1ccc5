// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import Failures
internal import JobManifest
internal import Provisioning
internal import SiteAssociation
internal import SiteFetch
internal import Terminal
internal import WebLink

/// A job whose links should open apps; its rows are read when they are needed and never kept.
struct ProbedJob {
  /// A job with more hosts than this has a mistake in its links.
  private static let hostCountMax = 50

  let apps: [MeantApp]
  /// The hosts of its links, in the order in which they come; one more than can be right if there are more.
  private let found: [ProbedHost]
  private let path: String
  private let reader: JobReader
  /// Of the files as they were read first.
  private let hash: JobFilesHash?

  /// Reads a job once, because links of a job that has mistakes prove nothing.
  init(_ path: String, mayLeaveFolder: Bool, on console: Console) throws(Failure) {
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
    try Failure.unlessCorrect(outcome, path, on: console)
    self.apps = apps
    found = hosts
    hash = outcome.hash
  }

  /// The hosts of all links.
  func hosts() throws(Failure) -> [ProbedHost] {
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
  func forEachLink(_ body: ([UInt8], String) -> Bool) throws(Failure) -> Int {
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

extension JobRow {
  /// The host of the link, if it has one.
  fileprivate var host: String? {
    (try? WebLink(linkText)).flatMap(\.host).map(String.init)
  }
}
