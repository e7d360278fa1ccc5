// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger
internal import TagMemory
internal import TagReading

/// The owner of a tag, according to a ledger.
package struct TagOwner: Hashable, Sendable {
  package let row: String
  /// The other job whose ledger has the UID; nil if it is a row of this job, whose link the tag
  /// shows.
  package let job: String?

  init(row: String, job: String?) { (self.row, self.job) = (row, job) }

  /// The other job that has the tag, if there is one.
  init?(ofTag uid: TagUID, in ledgers: LedgersBeside) {
    guard let owner = ledgers.owner(ofTag: uid.bytes) else { return nil }
    self.init(row: owner.row, job: owner.job)
  }

  /// What another job's ledger says about the tag, as a sentence that follows others.
  var inOtherJob: String {
    job.map { " The job \"\($0)\" has a tag with this UID for \(rowInWords(row))." } ?? ""
  }
}

/// The link that a tag shows by mistake, and its owner.
package struct FoundTag: Hashable, Sendable {
  package let link: String?
  package let owner: TagOwner?
}

extension Obstacle {
  var found: FoundTag? {
    switch self {
    case .notBlank(.message(let bytes), let owner), .notOfThisJob(.message(let bytes), let owner):
      FoundTag(link: firstLink(in: bytes), owner: owner)
    default: nil
    }
  }
}

extension TagFault {
  var found: FoundTag? {
    switch self {
    case .foreign(let owner?): FoundTag(link: nil, owner: owner)
    case .otherRowsLink(let link, let row):
      FoundTag(link: link, owner: TagOwner(row: row, job: nil))
    case .otherLink(let link): FoundTag(link: link, owner: nil)
    default: nil
    }
  }
}
