// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Files

/// The ledgers of the other jobs, for a tag that is not of this one.
///
/// Jobs that belong together are in one folder, or some of them in folders of their own there.
package struct LedgersBeside {
  private let paths: [String]

  /// Among more of them no one waits for an answer.
  private static let ledgersMax = 200
  private static let foldersMax = 500

  package init(_ path: String) {
    let home = folder(of: path)
    var folders = Self.folders(in: home)
    if home != ".", home != "" {
      let above = folder(of: home)
      folders += Self.folders(in: above).filter { !folders.contains($0) }
    }
    let found = folders.lazy.flatMap { folder in
      (folderNames(folder) ?? []).filter { $0.hasSuffix(".ledger") && !$0.hasPrefix(".") }
        .map { folder == "." ? $0 : "\(folder)/\($0)" }
    }
    paths = found.filter { $0 != path }.prefix(Self.ledgersMax).map(\.self)
  }

  /// The folder itself and what may be a folder in it.
  private static func folders(in folder: String) -> [String] {
    let names = (folderNames(folder) ?? []).filter { !$0.hasPrefix(".") }
    return [folder] + names.prefix(foldersMax).map { folder == "." ? $0 : "\(folder)/\($0)" }
  }

  /// The job and the row that a tag has there, also while it is not finished.
  ///
  /// A ledger that cannot be read now is passed over: then it is not known whose tag it is.
  package func owner(ofTag uid: [UInt8]) -> (job: String, row: String)? {
    for path in paths {
      guard let ledger = try? Ledger(reading: path, patience: .zero),
        let claim = try? ledger.claim(ofTag: uid), claim.isLive
      else { continue }
      return (ledger.job, claim.rowID)
    }
    return nil
  }
}
