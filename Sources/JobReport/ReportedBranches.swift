// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
internal import StrictJSON
internal import TagReading
package import Terminal

/// `tagpress report --with`: a job and a copy of it, both of which were written.
package struct ReportedBranches {
  private let branches: LedgerBranches
  private let json: Bool

  package init?(of ledger: Ledger, and path: String, json: Bool) throws(LedgerError) {
    guard let found = try LedgerBranches(ledger, try Ledger(reading: path)) else { return nil }
    self.json = json
    branches = found
  }

  /// Whether each row is on one tag at most, and that by one ledger.
  package var agree: Bool { branches.rows.isEmpty && branches.otherRows.isEmpty }

  package func show(on console: Console) {
    let (one, other) = branches.paths
    if json {
      let rows = branches.rows.map { row -> JSONValue in
        [
          "row": .string(row.row), "uid": .string(uid(row.uid)),
          "otherUID": .string(uid(row.otherUID)),
        ]
      }
      console.writeLine(
        .object([
          ("path", .string(one)), ("other", .string(other)), ("rows", .array(rows)),
          ("otherRows", .array(branches.otherRows.map { .string($0) })),
        ]))
      return
    }
    console.writeLine("\(visible(one)) and \(visible(other)) are copies of one job.")
    if branches.rows.isEmpty {
      console.writeLine("According to these two ledgers, no row is on two tags.")
    } else {
      showRowsOnTwoTags(on: console)
    }
    guard !branches.otherRows.isEmpty else { return }
    let rows = count(grouped: branches.otherRows.count, "row")
    console.writeLine(
      "\(rows) on a tag only in \(visible(other)). Before you continue with \(visible(one)), "
        + "find these tags and empty them with 'tagpress erase':")
    for row in branches.otherRows { console.writeLine("  \(visible(row))") }
  }

  private func showRowsOnTwoTags(on console: Console) {
    for row in branches.rows {
      console.writeLine("  \(visible(row.row))  \(uid(row.uid)) and \(uid(row.otherUID))")
    }
    let tags = count(grouped: branches.rows.count, "row")
    console.writeLine(
      "\(tags) on two tags. Find one of the two tags of each, empty it with 'tagpress erase', and "
        + "give it up with 'tagpress write --void ROW --why TEXT JOB' in the copy that you do not "
        + "keep."
    )
  }

  private func uid(_ bytes: [UInt8]) -> String { TagUID(bytes)?.description ?? "" }
}
