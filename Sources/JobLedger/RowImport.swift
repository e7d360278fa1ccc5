// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What an import changed.
package struct ImportSummary: Hashable, Sendable {
  /// The manifest was in the ledger already, and nothing was read.
  package var isUnchanged = false
  package var manifest = 0
  package var rows = 0
  package var added = 0
  package var kept = 0
  /// Rows whose link, further records or inputs are others than before.
  package var changed = 0
  /// Rows that the manifest before had and this one has not.
  package var retired = 0
  /// Done rows that were changed; nothing begins until it is decided about them.
  package var undecided = 0
}

/// One manifest on its way into the ledger: a transaction that ends with `commit()`.
///
/// Whoever lets go of it without that leaves the ledger as it was.
package final class RowImport {
  let ledger: Ledger

  init(ledger: Ledger) {
    self.ledger = ledger
  }

  /// Takes the next row of the manifest.
  ///
  /// The row's tokens are those that it has had before; new ones come from `drawToken` until no
  /// other row has the text. `link` gets the texts in the order of `row.tokens`.
  package func add(
    _ row: ImportedRow, drawToken: (WantedToken) -> String, link: ([String]) -> String
  ) throws(LedgerError) {
  }

  /// Makes all of it durable at once.
  package func commit() throws(LedgerError) -> ImportSummary {
    ImportSummary()
  }

  deinit {
  }
}
