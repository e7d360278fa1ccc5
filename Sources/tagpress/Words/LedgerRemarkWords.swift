// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import JobLedger
internal import JobWork
internal import Plain
internal import Provisioning

extension LedgerBranches {
  /// Nil if the other ledger knows nothing that this one does not.
  var words: String? {
    let (path, other) = paths
    var parts: [String] = []
    if !rows.isEmpty {
      parts.append("\(Self.list(rows.map(\.row))) by both, each on its own tag")
    }
    if !otherRows.isEmpty { parts.append("\(Self.list(otherRows.map(\.row))) by it alone") }
    guard !parts.isEmpty else { return nil }
    return """
      \(visible(other)) is a copy of \(visible(path)), and tags were written with it: \
      \(parts.joined(separator: "; ")). Continue with only one of the two. \
      \(typed("tagpress report --with \(shellWord(other)) \(shellWord(path))")) names the tags.
      """
  }
}

extension Ledger {
  /// What its readers need to know about its files, and about copies with which tags were written that
  /// are not in this one.
  func wordsForReaders() -> [String] {
    remarks.map { $0.words(ofLedger: path) } + branchesInSight().compactMap(\.words)
  }
}

extension OpenJob.Remark {
  var words: String? {
    if case .copy(let branches) = self { branches.words } else { fact?.words }
  }
}
