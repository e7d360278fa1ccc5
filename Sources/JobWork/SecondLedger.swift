// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
internal import Files
internal import Glibc
package import JobLedger
package import JobManifest
internal import Plain

/// Refuses to make a ledger next to another one of the same job: with a manifest that was renamed
/// or copied every row would come onto a second tag.
package func refuseSecondLedger(
  of job: Job, at path: String, manifest: String
) throws(Failure) {
  var status = stat()
  guard stat(path, &status) != 0 else { return }
  try refuseLink(to: job, manifest)
  for other in Ledger.paths(beside: path) {
    guard other != path, Ledger.isOf(job: job.id, at: other) else { continue }
    let renaming = try orFail { () throws(LedgerError) in
      // After a crash its newest entries are in its log, which is folded into it here.
      try Ledger.filesToRename(other, to: path).map { RenamedFile(from: $0.old, to: $0.new) }
    }
    throw Failure(
      name: "second-ledger",
      words: """
        \(other) is already the ledger of this job, and with a new one its rows would be written \
        to tags again.
        """,
      kind: .couldNotRun, cure: .renameLedger(renaming), file: manifest,
      told: [Told("second-ledger", ["place": other])])
  }
}

/// Refuses a manifest that is a symbolic link to one in another folder, next to which the ledger
/// is.
private func refuseLink(to job: Job, _ manifest: String) throws(Failure) {
  var link = stat()
  guard lstat(manifest, &link) == 0, link.st_mode & S_IFMT == S_IFLNK,
    let real = realpath(manifest, nil)
  else { return }
  defer { free(real) }
  let target = String(cString: real)
  guard Ledger.isOf(job: job.id, at: Ledger.path(besideManifest: target)) else { return }
  throw Failure(
    name: "second-ledger",
    words: """
      This is a link to \(target), and the ledger of this job is beside that file. With a new \
      ledger, its rows would be written to tags again.
      """,
    kind: .couldNotRun, cure: .useFile(target), file: manifest,
    told: [Told("second-ledger", ["place": target])])
}

extension Ledger {
  /// The paths of the ledgers in a folder.
  package static func names(in folder: String) -> [String] {
    names(among: folderNames(folder) ?? [])
  }

  /// The paths of the ledgers in the folder of a path.
  package static func paths(beside path: String) -> [String] {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let folder = String(path[..<start])
    return names(in: folder.isEmpty ? "." : folder).map { folder + $0 }
  }
}
