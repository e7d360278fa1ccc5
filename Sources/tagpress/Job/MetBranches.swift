// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import Plain
internal import Provisioning

extension Ledger {
  /// The copies of this ledger that can be seen from here: in its folder, and where it was before.
  func branchesInSight() -> [LedgerBranches] {
    let others = LedgerCheck.ledgers(beside: path)
    let seen = others + [formerPath].compactMap { $0 }.filter { !others.contains($0) }
    return seen.filter { $0 != path }.sorted().compactMap { branches(with: $0) }
  }

  /// What those who read it need to know about its files, and about copies with which tags were
  /// written that are not in this one.
  func wordsForReaders() -> [String] {
    remarks.map { $0.words(ofLedger: path) } + branchesInSight().compactMap(\.words)
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

  /// Why nothing may be written here: rows of the other ledger would come onto second tags.
  var refusal: String? {
    guard !otherRows.isEmpty else { return nil }
    let (path, other) = paths
    return """
      \(visible(other)) is a copy of \(visible(path)), and has \(Self.list(otherRows.map(\.row))) on tags \
      that are not in this ledger, so they would be written to a second tag. Continue \
      with \(visible(other)); or find these tags, empty them with 'tagpress erase', and move that \
      ledger and its witness away: mkdir aside && mv \(shellWord(other)) \
      \(shellWord(Ledger.witnessPath(ofLedger: other))) aside
      """
  }

  private static let namesMax = 5

  private static func list(_ rows: [String]) -> String {
    let names = rows.sorted().prefix(namesMax).map { visible($0) }.joined(separator: ", ")
    let more = rows.count - namesMax
    let word = rows.count == 1 ? "row" : "rows"
    return "\(word) \(names)\(more > 0 ? " and \(grouped(more)) more" : "")"
  }
}
