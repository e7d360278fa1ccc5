// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import JobManifest

extension Ledger {
  /// The row of the current manifest that a printed code stands for: by its id, or by its link.
  func row(scannedAs code: String) throws(LedgerError) -> PlannedRow? {
    if let row = try row(id: code), row.place != nil { return row }
    // Text without a colon is no link, so it saves a walk through a million rows.
    guard code.contains(":") else { return nil }
    var found: PlannedRow?
    try forEachRow { reported in
      if PlannedLink(reported.row.link).matches(code) { found = reported.row }
      return found == nil
    }
    return found
  }
}
