// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// What an import changed.
package struct ImportSummary: Hashable, Sendable {
  /// The number that the manifest got.
  package var manifest = 0
  package var rows = 0
  package var added = 0
  package var kept = 0
  /// Rows whose link, further records or inputs have changed.
  package var changed = 0
  /// Rows that only the previous manifest had.
  package var retired = 0
  /// Finished rows that have changed; no tag is begun until someone decides about them.
  package var undecided = 0
}

extension Ledger {
  /// Begins to take over a manifest; nil if it is the current one, and nothing needs to be read.
  ///
  /// The hash is a SHA-256 over everything that the rows come from: the manifest and its
  /// spreadsheets. Until the import is committed or released, the ledger can do nothing else.
  package func importRows(
    of hash: [UInt8], title: String? = nil, protection: WantedProtection? = nil, at moment: Moment
  ) throws(LedgerError) -> RowImport? {
    if let last = try presentManifest(), last.hash == hash {
      taken = last.number
      return nil
    }
    return try RowImport(
      of: hash, title: title, protection: protection, at: moment, into: self)
  }
}

/// A manifest on its way into the ledger: a transaction that ends with `commit()`.
///
/// If it is released without that, the ledger stays as it was.
package final class RowImport {
  private let ledger: Ledger
  private var database: Database { ledger.database }
  private var summary = ImportSummary()
  private var isOpen = true
  private var isCommitted = false
  /// The ledger had no rows before, so no lookup is needed.
  private let isFirst: Bool
  private var lastKey: Int64
  private var witness: WitnessedImport

  /// Nil if another process has just taken over the same one.
  fileprivate init?(
    of hash: [UInt8], title: String?, protection: WantedProtection?, at moment: Moment,
    into ledger: Ledger
  ) throws(LedgerError) {
    self.ledger = ledger
    let database = ledger.database
    try database.begin(.takeOver)
    do throws(LedgerError) {
      try ledger.requirePlace()
      let last = try ledger.presentManifest()
      if let last, last.hash == hash {
        database.rollBack()
        ledger.taken = last.number
        return nil
      }
      witness = try WitnessedImport(into: ledger)
      let present = last?.number ?? 0
      lastKey = Int64(try database.number(.lastRowKey))
      for number in [Int64(present), lastKey] where !(0...LedgerLimits.keyMax).contains(number) {
        throw ledger.error(.damaged)
      }
      summary.manifest = present + 1
      try database.run(
        .insertManifest,
        [
          .number(summary.manifest), .blob(hash), .moment(moment), .text(title),
          .text(protection?.rawValue),
        ])
      witness.manifest = WitnessLine(
        .manifest, at: moment,
        [
          "number": "\(summary.manifest)",
          "hash": hex(hash), "title": title,
          "protection": protection?.rawValue,
        ])
    } catch {
      database.rollBack()
      throw error
    }
    isFirst = lastKey == 0
  }

  deinit {
    if isOpen { end() }
  }

  /// Adds the next row of the manifest.
  ///
  /// It keeps the tokens that it had before; `drawToken` makes new ones until no other row has the
  /// text. `link` gets the texts in the order of `row.tokens`.
  package func add(
    _ row: ImportedRow, drawToken: (WantedToken) -> String = { _ in "" },
    link: ([String]) -> String
  ) throws(LedgerError) {
    guard isOpen else { throw ledger.error(.notOpen) }
    do throws(LedgerError) {
      try addRow(row, drawToken: drawToken, link: link)
    } catch {
      // Half a manifest is worthless; SQLite may have rolled back already.
      end()
      throw error
    }
  }

  /// Makes all of it durable at once.
  package func commit() throws(LedgerError) -> ImportSummary {
    guard isOpen else { throw ledger.error(.notOpen) }
    defer { end() }
    try database.resolvePlans()
    try database.run(.markUndecided)
    summary.undecided = try ledger.undecidedCount()
    summary.retired = try database.number(.rowCountOfManifest, [.number(summary.manifest - 1)])
    try witness.finish()
    try database.setRowsHash(try database.rowsHash())
    // A failed commit may be durable all the same; surplus lines are settled later.
    isCommitted = true
    try database.commit()
    ledger.taken = summary.manifest
    ledger.register?.note(try database.witnessEnd().end, [])
    // Everything is in the file from the start; no one is waiting at the reader yet.
    try database.fold(.whole)
    return summary
  }

  /// Ends the transaction if it was not committed.
  private func end() {
    isOpen = false
    // Before the lock is released: lines that the next writer appends would be cut off too. If SQLite
    // has rolled back by itself, the lines are settled later.
    if !isCommitted, database.isInTransaction { try? witness.undo() }
    database.rollBack()
  }

  private func addRow(
    _ row: ImportedRow, drawToken: (WantedToken) -> String, link: ([String]) -> String
  ) throws(LedgerError) {
    summary.rows += 1
    if !isFirst, let old = try content(of: row.id) {
      guard old.manifest != summary.manifest else { throw ledger.error(.repeatedRow(id: row.id)) }
      let texts = try tokens(row.tokens, of: row.id, old.key, isNew: false, drawToken)
      try keep(row, link(texts), old)
    } else {
      lastKey += 1
      let texts = try tokens(row.tokens, of: row.id, lastKey, isNew: true, drawToken)
      try insert(row, link(texts))
    }
  }
}

/// A row as it is in the ledger.
private struct OldRow {
  let key: Int64
  let manifest: Int
  let link: String
  let further: [UInt8]?
  let inputs: String?

  init(_ columns: Columns) {
    key = columns.integer(0)
    manifest = columns.number(1)
    link = columns.text(2)
    further = columns.optionalBytes(3)
    inputs = columns.optionalText(4)
  }
}

extension RowImport {
  private func content(of id: String) throws(LedgerError) -> OldRow? {
    try database.first(.rowContent, [.text(id)], OldRow.init)
  }

  private func insert(_ row: ImportedRow, _ link: String) throws(LedgerError) {
    let added = try database.run(
      .insertRow,
      [
        .integer(lastKey), .text(row.id), .number(summary.manifest), .number(summary.rows),
        .number(row.mayShareLink ? 1 : 0), .text(row.label), .text(row.shown), .text(link),
        .blob(row.further), .text(row.inputs),
      ])
    guard added == 1 else { throw ledger.error(.repeatedRow(id: row.id)) }
    summary.added += 1
  }

  private func keep(
    _ row: ImportedRow, _ link: String, _ old: OldRow
  ) throws(LedgerError) {
    let place: [SQLValue] = [
      .integer(old.key), .number(summary.manifest), .number(summary.rows),
      .number(row.mayShareLink ? 1 : 0), .text(row.label), .text(row.shown),
    ]
    // Its names are not on the tag, so it is still the same row.
    let isSame = old.link == link && old.further == row.further && old.inputs == row.inputs
    if isSame {
      try database.run(.moveRow, place)
    } else {
      try database.run(.changeRow, place + [.text(link), .blob(row.further), .text(row.inputs)])
    }
    // A retired row comes back as a new one, but with its old tokens.
    if old.manifest < summary.manifest - 1 {
      summary.added += 1
    } else if isSame {
      summary.kept += 1
    } else {
      summary.changed += 1
    }
  }

  /// The texts of a row's tokens, old or new.
  private func tokens(
    _ wanted: [WantedToken], of row: String, _ key: Int64, isNew: Bool,
    _ draw: (WantedToken) -> String
  ) throws(LedgerError) -> [String] {
    var texts: [String] = []
    for token in wanted {
      if !isNew, let old = try text(of: token, of: key) {
        texts.append(old)
      } else {
        let fresh = try freshText(token, of: key, row, draw)
        try witness.add(token, fresh, of: row)
        texts.append(fresh)
      }
    }
    return texts
  }

  private func text(of token: WantedToken, of key: Int64) throws(LedgerError) -> String? {
    let values: [SQLValue] = [.integer(key), .text(token.name), .number(token.length)]
    return try database.first(.tokenOfRow, values) { $0.text(0) }
  }

  private func freshText(
    _ token: WantedToken, of key: Int64, _ row: String, _ draw: (WantedToken) -> String
  ) throws(LedgerError) -> String {
    let known = witness.text(of: token, of: row)
    for number in 0..<LedgerLimits.tokenDrawsMax {
      let text = number == 0 ? known ?? draw(token) : draw(token)
      if text.isEmpty { continue }
      let values: [SQLValue] = [.text(text), .integer(key), .text(token.name)]
      if try database.run(.insertToken, values) == 1 { return text }
    }
    throw ledger.error(.tokensUsedUp(name: token.name, length: token.length))
  }
}
