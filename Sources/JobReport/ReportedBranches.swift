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
          ("otherRows", .array(branches.otherRows.map { .string($0.row) })),
        ]))
      return
    }
    console.writeLine("\(visible(one)) and \(visible(other)) are copies of one job.")
    if branches.rows.isEmpty {
      console.writeLine("According to these two ledgers, no row is on two tags.")
    } else {
      showRowsOnTwoTags(on: console)
    }
    guard !agree else { return }
    if !branches.otherRows.isEmpty {
      for tag in branches.otherRows { console.writeLine("  \(visible(tag.row))  \(uid(tag.uid))") }
      let rows = count(grouped: branches.otherRows.count, "row")
      console.writeLine("\(rows) on a tag only in \(visible(other)).")
    }
    console.writeLine(
      "To continue with \(visible(one)), find the tags of \(visible(other)), empty them with "
        + "'tagpress erase', and move \(visible(other)) and its witness away.")
  }

  private func showRowsOnTwoTags(on console: Console) {
    for row in branches.rows {
      console.writeLine("  \(visible(row.row))  \(uid(row.uid)) and \(uid(row.otherUID))")
    }
    let (one, other) = branches.paths
    console.writeLine(
      "\(count(grouped: branches.rows.count, "row")) on two tags: first that of \(visible(one)), then that "
        + "of \(visible(other)).")
  }

  private func uid(_ bytes: [UInt8]) -> String { TagUID(bytes)?.description ?? "" }
}
