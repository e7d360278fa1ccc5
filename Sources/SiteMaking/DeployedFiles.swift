// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Failures
internal import Files
internal import JobSites
internal import SiteAssociation

/// The files that a merge adds to, each of its host.
struct DeployedFiles {
  private var files: [(host: String, file: LintedFile)] = []

  /// A file is that of the only host, or of the one that its folder names.
  init(_ paths: [String], for hosts: [String]) throws(Failure) {
    for path in paths {
      let folder = AssociationFolder(path)
      if folder?.files.isEmpty == true {
        throw Failure(
          name: "no-association-file", words: AssociationFolder.isEmptyInWords(path),
          kind: .couldNotRun)
      }
      for path in folder?.files ?? [path] {
        let named = AssociationFolder.host(of: path)
        // A folder may have the files of more hosts than the jobs.
        if folder != nil, let named, !hosts.contains(named) { continue }
        guard let host = hosts.count == 1 ? hosts[0] : hosts.first(where: { $0 == named }) else {
          throw Failure(
            name: "several-hosts",
            words: """
              The jobs have several hosts, and the path does not tell of which of them this file is. \
              Put it into a folder with the name of its host.
              """,
            kind: .differs, file: path)
        }
        try add(path, of: host)
      }
    }
  }

  subscript(host: String, kind: AssociationKind) -> LintedFile? {
    files.first { $0.host == host && $0.file.lint.kind == kind }?.file
  }

  private mutating func add(_ path: String, of host: String) throws(Failure) {
    let file = try orFail(about: path) { () throws(InputError) in try LintedFile(path) }
    guard self[host, file.lint.kind] == nil else {
      throw Failure(
        name: "usage", words: "There can be only one file to add to for each platform of a host.",
        kind: .usage)
    }
    files.append((host, file))
  }
}
