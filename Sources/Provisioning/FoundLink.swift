// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import TagMemory
internal import TagReading

/// Whose tag it is, as a ledger has it.
package struct TagOwner: Hashable, Sendable {
  package let row: String
  /// Another job than the one that runs; nil for a row of that one.
  package let job: String?

  init(row: String, job: String?) { (self.row, self.job) = (row, job) }

  /// Of another job, whose ledger is beside that of this one.
  init?(ofTag uid: TagUID, beside ledger: String) {
    guard let owner = LedgersBeside(ledger).owner(ofTag: uid.bytes) else { return nil }
    self.init(row: owner.row, job: owner.job)
  }

  /// Such as `row n3 of the job "spring"`.
  var words: String { "row \(row)\(job.map { " of the job \"\($0)\"" } ?? "")" }
}

/// The link that a tag shows though it must not, and whose tag it is.
package struct FoundLink: Hashable, Sendable {
  package let link: String
  package let owner: TagOwner?
}

extension Obstacle {
  var found: FoundLink? {
    switch self {
    case .notBlank(.message(let bytes), let owner), .notOfThisJob(.message(let bytes), let owner):
      firstLink(in: bytes).map { FoundLink(link: $0, owner: owner) }
    default: nil
    }
  }
}

extension TagFault {
  var found: FoundLink? {
    switch self {
    case .otherRowsLink(let link, let row):
      FoundLink(link: link, owner: TagOwner(row: row, job: nil))
    case .otherLink(let link): FoundLink(link: link, owner: nil)
    default: nil
    }
  }
}
