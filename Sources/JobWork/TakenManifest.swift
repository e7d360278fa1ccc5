// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import Advice
package import JobLedger
package import JobManifest

extension Ledger {
  /// What to say when a manifest is not the one that the ledger took over last, so it may have rows
  /// that the ledger does not know.
  ///
  /// Nil when it is, and when its spreadsheets are not at hand to be compared.
  package func remark(
    onManifest path: String, mayLeaveFolder: Bool, judgedBy judged: JobFilesHash? = nil
  ) throws(LedgerError) -> ManifestRemark? {
    guard let files = hashOfFiles(of: path, mayLeaveFolder).0 else { return nil }
    return try remark(onManifest: files, judgedBy: judged)
  }

  /// The same of a manifest whose files were read already.
  package func remark(
    onManifest files: JobFilesHash, judgedBy judged: JobFilesHash? = nil
  ) throws(LedgerError) -> ManifestRemark? {
    let taken = try manifests().last
    switch files.isTaken(as: taken?.hash) {
    case nil: return nil
    case true?:
      return judged?.begins(files) ?? true
        ? nil
        : ManifestRemark(
          whatIsWrong:
            "The manifest was another one when this began, and tags were compared with that one.",
          cure: .runAgain)
    case false?: break
    }
    let moment = taken.map { " (\($0.at.words) UTC)" } ?? ""
    return ManifestRemark(
      whatIsWrong:
        "The manifest has changed since the ledger read it\(moment), and may now have other rows.",
      cure: .bringUpToDate)
  }

  /// A row, if the manifest with these files is the one that was taken over last.
  package func row(id: String, of files: JobFilesHash) throws(LedgerError) -> PlannedRow? {
    try atOneMoment { () throws(LedgerError) in
      try remark(onManifest: files) == nil ? row(id: id) : nil
    }
  }
}

extension JobFilesHash {
  /// Whether a ledger whose present manifest has this hash knows the files; nil if they cannot be hashed.
  func isTaken(as hash: [UInt8]?) -> Bool? {
    // Whether a resolver was named then is a part of the hash.
    let hashes = [false, true].map { ofManifest(isResolvedLater: $0) }
    return hashes.contains(nil) ? nil : hashes.contains { $0 == hash }
  }
}

/// Why the ledger does not know the manifest as it is.
package struct ManifestRemark: Trouble {
  package let whatIsWrong: String
  package let cure: Cure?
}

/// The hashes of a manifest and its spreadsheets, and which these are; no hash when one of them cannot
/// be read.
package func hashOfFiles(of path: String, _ mayLeaveFolder: Bool) -> (
  JobFilesHash?, files: [String]
) {
  var reader = JobReader(path: path, mayLeaveFolder: mayLeaveFolder, isResolvedLater: true)
  reader.isHashing = true
  let outcome = reader.read(begin: { _ in })
  for finding in outcome.findings.findings {
    switch finding.problem {
    case .cannotRead, .outsideFolder: return (nil, outcome.files)
    default: continue
    }
  }
  return (outcome.hash, outcome.files)
}
