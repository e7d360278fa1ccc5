// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
package import TestSupport

// What ledgers are filled with, by the tests of their room and by the flips.

package func moment(_ seconds: Int64) -> Moment { Moment(microseconds: seconds * 1_000_000) }

/// 32 bytes that stand for a hash.
package func hash(_ byte: UInt8) -> [UInt8] { [UInt8](repeating: byte, count: 32) }

/// A UID of 7 bytes with a number in it.
package func uid(_ number: Int) -> [UInt8] {
  [4] + (0..<6).map { UInt8(truncatingIfNeeded: number >> (40 - 8 * $0)) }
}

package func tag(_ number: Int, at seconds: Int64 = 100) -> Presentation {
  Presentation(
    uid: uid(number), chip: "NTAG213", reader: "virtual", station: "desk", began: moment(seconds))
}

package func content(_ link: String) -> TagContent {
  TagContent(link: link, messageHash: hash(UInt8(truncatingIfNeeded: link.utf8.count)))
}

/// A store for one job, from which the tests of what every store has to do take their ledgers: another
/// store needs another of these, and no other tests.
package struct SampleStore: Sendable {
  /// Where its files are.
  package let folder: TemporaryDirectory

  package init() throws { folder = try TemporaryDirectory() }

  package func ledger(_ access: Ledger.Access = .writing) throws(LedgerError) -> Ledger {
    try .sample(in: folder, access: access)
  }

  /// What any other program makes of a question, with a vertical bar between columns.
  package func rows(_ sql: String) -> [String] { raw.rows(sql) }

  package func run(_ sql: String) { raw.run(sql) }

  private var raw: RawDatabase { RawDatabase(folder.path(of: "spring.ledger")) }
}

extension Ledger {
  /// Opens the ledger of the job that all tests have.
  package static func sample(
    in folder: TemporaryDirectory, access: Access = .writing, moved: Bool = false,
    patience: Duration = .seconds(10)
  ) throws(LedgerError) -> Ledger {
    try Ledger(
      at: folder.path(of: "spring.ledger"), job: "spring", access: access, moved: moved,
      patience: patience, now: moment(1))
  }

  /// Takes over a manifest of rows with ids and links.
  @discardableResult
  package func take(
    _ rows: KeyValuePairs<String, String>, hash byte: UInt8 = 1, inputs: String? = nil
  ) throws(LedgerError) -> ImportSummary? {
    guard let manifest = try importRows(of: hash(byte), at: moment(2)) else { return nil }
    for (id, link) in rows { try manifest.add(ImportedRow(id: id, inputs: inputs)) { _ in link } }
    return try manifest.commit()
  }

  /// The claim and the attempt of the next free row, begun for a tag.
  package func start(
    _ number: Int, row id: String, at seconds: Int64 = 100
  ) throws -> (claim: ClaimID, attempt: AttemptID) {
    guard let row = try row(id: id) else { throw NoRow(id: id) }
    let beginning = try begin(row, on: tag(number, at: seconds), content: content(row.link))
    guard case .begun(let claim, let attempt) = beginning else {
      throw NotBegun(beginning: beginning)
    }
    return (claim, attempt)
  }

  /// Another attempt for a begun claim, with what its row has now.
  package func resume(
    _ claim: ClaimID, row id: String, _ number: Int, at seconds: Int64 = 100
  ) throws -> AttemptID {
    guard let row = try row(id: id) else { throw NoRow(id: id) }
    return try resume(
      claim, of: row, with: tag(number, at: seconds), content: content(row.link))
  }

  /// A row that is written and done.
  @discardableResult
  package func complete(_ number: Int, row id: String, at seconds: Int64 = 100) throws -> ClaimID {
    let (claim, attempt) = try start(number, row: id, at: seconds)
    try finish(attempt, .done(lock: nil), at: moment(seconds + 1))
    return claim
  }
}

package struct NotBegun: Error {
  package let beginning: Beginning
}

/// No row of this name is in the ledger.
package struct NoRow: Error {
  package let id: String
}

/// The fault of what has to fail.
package func fault(_ body: () throws -> Void) -> LedgerFault? {
  do {
    try body()
    return nil
  } catch let error as LedgerError {
    return error.fault
  } catch {
    return nil
  }
}
