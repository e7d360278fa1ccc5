// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import JobWork
internal import Plain

/// What `--moved` means, for the help of `write` and `lock`.
let movedHelp = "The job was moved here as it is, and is not continued elsewhere"

extension LedgerRemark {
  /// For a command that only reads.
  func words(ofLedger path: String) -> String {
    switch self {
    case .noWitness(let witness):
      """
      The witness \(visible(witness)) is not here, so it is not certain that \(visible(path)) \
      is the newest ledger of the job.
      """
    case .otherPlace(let place):
      """
      These files were copied, moved or restored: \(visible(path)) was last written as \
      \(visible(place.words)). Tags that were written there since are not in it.
      """
    case .restored:
      """
      An older copy was written over \(visible(path)) and its witness: tags that were written since \
      that copy was made are not in it.
      """
    case .later(let state): "\(visible(path)): \(visible(state.words))"
    }
  }
}

extension LedgerBranches {
  /// Nil when the other ledger knows nothing that this one does not.
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
  /// What those who read it need to know about its files, and about copies with which tags were
  /// written that are not in this one.
  func wordsForReaders() -> [String] {
    remarks.map { $0.words(ofLedger: path) } + branchesInSight().compactMap(\.words)
  }
}

extension OpenJob.Remark {
  var words: String? {
    switch self {
    case .copy(let branches): branches.words
    case .notNoted(let trouble):
      "How far this job has come cannot be noted"
        + (stateFolder().map { " in \(visible($0))" } ?? "")
        + " (\(trouble)), so a copy of its folder might not be noticed. Everything else works."
    }
  }
}
