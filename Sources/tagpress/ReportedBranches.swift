// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import CommandArguments
internal import JobLedger
internal import StrictJSON
internal import TagReading

/// `tagpress report --with`: a job and a copy of it, both of which were written.
struct ReportedBranches {
  private let branches: LedgerBranches
  private let json: Bool

  init(of ledger: Ledger, and job: String, json: Bool) throws(Failure) {
    self.json = json
    let path = Ledger.path(besideManifest: job)
    let found: LedgerBranches?
    do throws(LedgerError) {
      found = try LedgerBranches(ledger, try Ledger(reading: path))
    } catch {
      throw Failure(error)
    }
    guard let found else {
      throw Failure(
        name: "not-a-copy",
        words: "\(ledger.path) and \(path) are no copies of one ledger; nothing was compared.",
        code: .couldNotRun)
    }
    branches = found
  }

  func show(on console: Console) -> ExitCode {
    let (one, other) = branches.paths
    let code: ExitCode = branches.rows.isEmpty && branches.otherRows.isEmpty ? .done : .differs
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
      return code
    }
    console.writeLine("\(visible(one)) and \(visible(other)) are copies of one job.")
    if branches.rows.isEmpty {
      console.writeLine("By these two ledgers no row is on two tags.")
    } else {
      showRowsOnTwoTags(on: console)
    }
    guard !branches.otherRows.isEmpty else { return code }
    let rows = count(grouped: branches.otherRows.count, "row")
    console.writeLine(
      "\(rows) on a tag by \(visible(other)) alone. Before \(visible(one)) goes on, find "
        + "these tags and make them empty with 'tagpress erase':")
    for row in branches.otherRows { console.writeLine("  \(visible(row))") }
    return code
  }

  private func showRowsOnTwoTags(on console: Console) {
    for row in branches.rows {
      console.writeLine("  \(visible(row.row))  \(uid(row.uid)) and \(uid(row.otherUID))")
    }
    let tags = count(grouped: branches.rows.count, "row")
    console.writeLine(
      "\(tags) on two tags. Find one of the two tags of each, make it empty with 'tagpress erase', "
        + "and give it up with 'tagpress write --void ROW --why TEXT' in the copy that is not kept."
    )
  }

  private func uid(_ bytes: [UInt8]) -> String { TagUID(bytes)?.description ?? "" }
}
