// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// The ledgers of the other jobs, for a tag that is not of this one.
///
/// They are in the folder of its ledger, in folders in that one, or in those beside it: jobs that
/// belong together are in one folder, or each in a folder of its own.
package struct LedgersBeside: Sendable {
  private let job: String
  private let paths: [String]

  /// Among more of them no one waits for an answer, and whoever stands at a reader waits no longer.
  private static let ledgersMax = 200
  private static let namesMax = 2000
  private static let patience = Duration.milliseconds(300)

  init(of job: String, at path: String) {
    self.job = job
    let home = folder(of: path)
    let above = home == "." ? ".." : "\(home)/.."
    let folders = [home] + Self.folders(in: home) + [above] + Self.folders(in: above)
    var known = Set([Self.identity(path)])
    var paths: [String] = []
    for folder in folders where paths.count < Self.ledgersMax {
      for name in (folderNames(folder) ?? []).prefix(Self.namesMax)
      where name.hasEnding(".ledger") && !name.hasPrefix(".") {
        let path = folder == "." ? name : "\(folder)/\(name)"
        // The same file by another path is no other one.
        if Self.isOwn(path, S_IFREG), known.insert(Self.identity(path)).inserted {
          paths.append(path)
        }
      }
    }
    self.paths = paths
  }

  private static func folders(in folder: String) -> [String] {
    (folderNames(folder) ?? []).prefix(namesMax).filter { !$0.hasPrefix(".") }
      .map { folder == "." ? $0 : "\(folder)/\($0)" }
      .filter { isOwn($0, S_IFDIR) }
  }

  /// Whether a path is of this kind and of this user; what is of others is not looked into.
  private static func isOwn(_ path: String, _ kind: mode_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == kind
      && status.st_uid == geteuid()
  }

  private static func identity(_ path: String) -> [UInt64] {
    var status = stat()
    return lstat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
  }

  /// The job and the row for which another ledger has a tag, also while it is not finished.
  ///
  /// A ledger that cannot be read now, or that is a copy or an older state, is passed over: then it
  /// is not known whose tag it is.
  package func owner(ofTag uid: [UInt8]) -> (job: String, row: String)? {
    let deadline = ContinuousClock.now + Self.patience
    for path in paths where ContinuousClock.now < deadline {
      guard let ledger = try? Ledger(reading: path, patience: .zero), ledger.job != job,
        ledger.remarks.isEmpty, let claim = try? ledger.claim(ofTag: uid), claim.isLive
      else { continue }
      return (ledger.job, claim.rowID)
    }
    return nil
  }
}
