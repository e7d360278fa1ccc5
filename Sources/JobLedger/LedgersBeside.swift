// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files
internal import Glibc

/// The ledgers of other jobs, for a tag that does not belong to this one.
///
/// They are in the folder of this ledger, in its subfolders, or in folders beside it: related jobs
/// are in one folder, or each in its own.
package struct LedgersBeside: Sendable {
  private let job: String
  private let paths: [String]

  /// Limits, because someone is waiting at a reader.
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
        // Another path to the same file is not another ledger.
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

  /// Whether a path is of this kind and belongs to this user; others' files are not read.
  private static func isOwn(_ path: String, _ kind: mode_t) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == kind
      && status.st_uid == geteuid()
  }

  private static func identity(_ path: String) -> [UInt64] {
    var status = stat()
    return lstat(path, &status) == 0 ? [UInt64(status.st_dev), UInt64(status.st_ino)] : []
  }

  /// The job and the row for which another ledger has a tag, even an unfinished one.
  ///
  /// A ledger that cannot be read now, or that is a copy or an older state, is skipped: then the tag's
  /// owner is unknown.
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
