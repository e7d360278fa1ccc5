// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The durable record of one job: its rows, and which tag carries each of them.
///
/// It is one SQLite file in WAL mode with `synchronous=FULL`. What a call has made durable survives
/// the end of the process at any point. SQLite promises the same for the loss of power, provided
/// that the disk does not lie about what it has written; killing processes cannot prove that. A
/// call that throws while it commits may have become durable all the same: then a row is begun that
/// nobody wrote, or done without anybody having said so, and never the other way round.
///
/// A ledger belongs to one thread at a time; every thread and every process opens its own.
package final class Ledger {
  /// What somebody wants of the file.
  package enum Access: Sendable {
    /// For writing tags: made when it is missing.
    case writing
    /// For reports: must be there, and nothing in it changes.
    case reading
  }

  package let path: String
  package let job: String
  let database: Database

  /// Opens the ledger of a job, or makes it.
  ///
  /// `patience` is how long another process may keep it locked.
  package init(
    at path: String, job: String, access: Access = .writing, patience: Duration = .seconds(10),
    now: Moment
  ) throws(LedgerError) {
    database = try Self.open(path, access, patience)
    try database.openLedger(job: job, access: access, now: now)
    self.path = path
    self.job = job
  }

  /// Opens a ledger for reading, whichever job it belongs to: it may be all that is left of one.
  package init(reading path: String, patience: Duration = .seconds(10)) throws(LedgerError) {
    database = try Self.open(path, .reading, patience)
    job = try database.openLedger()
    self.path = path
  }

  private static func open(
    _ path: String, _ access: Access, _ patience: Duration
  ) throws(LedgerError) -> Database {
    do throws(LedgerFault) {
      try LedgerFile.prepare(path, access: access)
    } catch {
      throw LedgerError(path: path, fault: error)
    }
    return try Database(path: path, isReadOnly: access == .reading, patience: patience)
  }

  /// Where the ledger of a manifest lies: beside it, with another ending.
  package static func path(besideManifest manifest: String) -> String {
    let name = manifest.lastIndex(of: "/").map(manifest.index(after:)) ?? manifest.startIndex
    let dot = manifest[name...].lastIndex(of: ".")
    return manifest[..<(dot.flatMap { $0 > name ? $0 : nil } ?? manifest.endIndex)] + ".ledger"
  }

  func error(_ fault: LedgerFault) -> LedgerError { LedgerError(path: path, fault: fault) }
}
