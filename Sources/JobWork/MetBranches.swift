// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
package import JobLedger
internal import Plain

extension Ledger {
  /// The copies of this ledger that can be seen from here: in its folder, and where it was before.
  package func branchesInSight() -> [LedgerBranches] {
    let others = Ledger.paths(beside: path)
    let seen = others + [formerPath].compactMap { $0 }.filter { !others.contains($0) }
    return seen.filter { $0 != path }.sorted().compactMap { branches(with: $0) }
  }
}

extension LedgerBranches {
  /// Why nothing may be written here: rows of the other ledger would come onto second tags.
  package func refusal(in manifest: String) -> Failure? {
    guard !otherRows.isEmpty else { return nil }
    let (path, other) = paths
    return Failure(
      name: "copy-was-written",
      words: """
        \(visible(other)) is a copy of \(visible(path)), and has \(Self.list(otherRows.map(\.row))) on \
        tags that are not in this ledger, so they would be written to a second tag.
        """,
      kind: .couldNotRun,
      cure: .continueWithCopy(other, witness: Ledger.witnessPath(ofLedger: other)), file: manifest,
      told: [
        Told(
          "copy-was-written",
          [
            "other": visible(other),
            "rows": firstNames(
              Self.namesMax, of: otherRows.map { visible($0.row) }.sorted()),
          ])
      ])
  }

  private static let namesMax = 5

  /// Some rows by their names.
  package static func list(_ rows: [String]) -> String {
    let names = rows.sorted().prefix(namesMax).map { visible($0) }.joined(separator: ", ")
    let more = rows.count - namesMax
    let word = rows.count == 1 ? "row" : "rows"
    return "\(word) \(names)\(more > 0 ? " and \(grouped(more)) more" : "")"
  }
}
