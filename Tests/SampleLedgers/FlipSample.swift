// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TestSupport

/// The files of a job with tags in every state, whose newest entries are in the log or folded.
package struct FlipSample: Sendable {
  let files: [String: [UInt8]]
  /// The pages on which the manifests, the rows, the live claims and their indexes are.
  let pages: Set<Int>
  /// The tag of each row that has one.
  let rows: [String: [UInt8]]
  let links: [String: String]

  static let ledger = "spring.ledger"
  static let log = "spring.ledger-wal"
  static let witness = "spring.witness"

  package init(folded: Bool) throws {
    let folder = try TemporaryDirectory()
    let links = (1...6).map { ("n\($0)", "https://go.example.com/s/\($0)") }
    let failing = try Self.begin(links, in: folder)
    // The log is of these two steps alone.
    let ledger = try Ledger.sample(in: folder)
    _ = try ledger.start(3, row: "n3")
    try ledger.finish(failing, .failed(Reason("stuck", "page 5")), at: moment(160))
    if folded { try ledger.fold() }
    let names = [Self.ledger, Self.witness] + (folded ? [] : [Self.log])
    files = Dictionary(uniqueKeysWithValues: try names.map { ($0, try folder.read($0)) })
    pages = Set(
      RawDatabase(folder.path(of: Self.ledger))
        .rows(
          "SELECT rootpage FROM sqlite_schema WHERE tbl_name IN ('claim', 'job_row', 'manifest')"
        )
        .compactMap { Int($0) })
    self.links = Dictionary(uniqueKeysWithValues: links)
    rows = ["n1": uid(1), "n2": uid(22), "n3": uid(3)]
  }

  /// What people call a row.
  static func label(of row: String) -> String { "Shop \(row)" }

  /// Writes until one tag is left whose attempt continues, and closes the ledger.
  private static func begin(
    _ links: [(String, String)], in folder: TemporaryDirectory
  ) throws -> AttemptID {
    let ledger = try Ledger.sample(in: folder)
    guard let manifest = try ledger.importRows(of: hash(1), at: moment(2)) else {
      throw NoRow(id: "n1")
    }
    for (id, link) in links {
      let row = ImportedRow(id: id, label: label(of: id), shown: #"{"city":"Bonn"}"#)
      try manifest.add(row) { _ in link }
    }
    _ = try manifest.commit()
    for number in [1, 2] { try ledger.complete(number, row: "n\(number)") }
    try ledger.void(row: "n2", why: "lost", at: moment(150))
    try ledger.complete(22, row: "n2")
    return try ledger.start(4, row: "n4").attempt
  }
}
