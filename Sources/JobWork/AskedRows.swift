// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import Failures
package import JobLedger
package import Provisioning

extension RowSelection {
  /// The rows of a range or with these ids, every one of which the job has.
  package init(_ texts: [String], in ledger: Ledger) throws(Failure) {
    self = texts.isEmpty ? .all : .ids(texts)
    for text in texts {
      let row = try ledger.asking { (ledger) throws(LedgerError) in try ledger.row(id: text) }
      guard row == nil else { continue }
      // Two numbers with a hyphen are places, unless a row has just that id.
      let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
      guard ends.count == 2, let first = ends[0], let last = ends[1] else {
        throw .noSuchRow(
          "The job has no row \"\(text)\".", Told("no-such-row.id", ["row": text]))
      }
      guard texts.count == 1 else {
        let words = "Name either one range of rows or ids; '\(text)' is a range."
        throw Failure(name: "usage", words: words, kind: .usage)
      }
      guard first <= last || last < 1 else {
        throw Failure(
          name: "no-such-row", words: "Write the smaller number first: \(last)-\(first).",
          kind: .differs, told: [Told("no-such-row.order", ["range": "\(last)-\(first)"])])
      }
      let count = try ledger.asking { (ledger) throws(LedgerError) in try ledger.counts().rows }
      guard 1 <= first, first <= last, first <= count else {
        throw .noSuchRow("There are no rows \(text); the job has rows 1-\(count).")
      }
      self = .places(first...last)
    }
  }
}
