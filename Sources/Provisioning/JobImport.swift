// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
package import JobLedger
package import JobManifest
package import NDEF
internal import StrictJSON
internal import WebLink

/// Why a job could not be taken over into its ledger.
package enum JobImportError: Error {
  case ledger(LedgerError)
  /// The files have changed since they were checked.
  case filesChanged
  /// The records after the link of this row cannot be encoded.
  case records(row: String, NDEFError)
}

extension Ledger {
  /// Takes over all rows of a job or none; nil when the ledger already has exactly these.
  ///
  /// This reader read the job before and found no errors; `hash` is that of its files at the time,
  /// and only the same bytes are taken over.
  package func takeOver(
    _ job: Job, from reader: JobReader, hash: [UInt8], at moment: Moment
  ) throws(JobImportError) -> ImportSummary? {
    let begun = try rethrowing(as: JobImportError.ledger) { () throws(LedgerError) in
      try importRows(
        of: hash, title: job.title, protection: WantedProtection(job.protection), at: moment)
    }
    guard let rows = begun else { return nil }
    var failure: JobImportError?
    var reader = reader
    reader.isHashing = true
    let outcome = reader.read(
      begin: { _ in },
      visit: { row in
        do throws(JobImportError) {
          try rows.add(row, template: job.link.text)
          return true
        } catch {
          failure = error
          return false
        }
      })
    if let failure { throw failure }
    guard outcome.findings.errorCount == 0,
      outcome.hash?.ofManifest(isResolvedLater: reader.isResolvedLater) == hash
    else { throw .filesChanged }
    return try rethrowing(as: JobImportError.ledger) { () throws(LedgerError) in try rows.commit() }
  }
}

extension WantedProtection {
  fileprivate init(_ protection: Protection) {
    self =
      switch protection {
      case .nothing: .nothing
      case .lock(.asked): .lock
      case .lock(.written): .lockWhenWritten
      case .password(_, let guardsReading): guardsReading ? .passwordForReading : .password
      }
  }
}

extension RowImport {
  fileprivate func add(
    _ row: borrowing JobRow, template: String
  ) throws(JobImportError) {
    var imported = ImportedRow(id: row.idText)
    let names = RowNames(of: row)
    (imported.label, imported.shown) = (names.label, names.shownText)
    if let inputs = row.inputs {
      // Random values come with the tag, as the others do.
      imported.inputs = ResolverValues(inputs).json.compact
      imported.mayShareLink = row.mayShareLink
      return try rethrowing(as: JobImportError.ledger) { () throws(LedgerError) in
        try add(imported, link: { _ in template })
      }
    }
    imported.tokens = row.tokens.map { WantedToken(name: $0.name, length: $0.length) }
    do throws(NDEFError) {
      imported.further = try row.furtherMessage()
    } catch {
      throw .records(row: row.idText, error)
    }
    let planned = copy row
    try rethrowing(as: JobImportError.ledger) { () throws(LedgerError) in
      try add(
        imported,
        drawToken: { wanted in
          planned.tokens.first { $0.name == wanted.name }?.makeText() ?? ""
        },
        link: { planned.plannedLink(tokens: $0).text })
    }
  }
}
