// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

package import JobLedger
internal import Plain
internal import Provisioning
internal import TagReading

/// What a report says of one row, the same in every format.
package struct RowFacts {
  /// What became of a row; the words are in every format and never change.
  enum State: String, CaseIterable {
    /// Everything on its tag was read back.
    case done
    /// Done, but the manifest has another link now and no one has said which is right.
    case undecided
    /// Its tag may carry the link and was not read back completely.
    case begun
    /// No tag yet; the last one was put aside.
    case failed
    /// No tag yet; the last one was given up.
    case void
    /// No tag yet.
    case free
    /// The manifest no longer has the row, but a tag carries it.
    case retired
  }

  let id: String
  let names: RowNames
  let state: State
  /// The link on the tag, or the one that is planned.
  let link: String
  let uid: String?
  let chip: String?
  /// The bytes of the message, and of the largest one that the tag could hold.
  let messageSize: Int?
  let capacity: Int?
  let protection: String?
  let signature: String?
  let begun: Moment?
  let done: Moment?
  let attempts: Int
  let station: String?
  let reader: String?
  /// The hash of the manifest by which the tag was written, or will be.
  let manifest: String?
  let why: String?
  /// The name of the reason, where the program said it and not a person.
  let whyName: String?

  fileprivate init(
    _ reported: ReportedRow, _ manifests: [Int: String]
  ) {
    let (row, claim) = (reported.row, reported.claim)
    id = row.id
    names = row.names
    state = State(reported)
    link = reported.liveClaim?.link ?? row.link
    uid = claim.map { upperHex($0.uid) }
    chip = claim?.chip
    messageSize = claim?.messageSize
    capacity = claim?.capacity
    signature = claim?.signature
    begun = claim?.since
    done = claim?.done
    attempts = reported.attempts
    station = claim?.station
    reader = claim?.reader
    manifest = manifests[claim?.manifest ?? row.manifest]
    protection = reported.protection
    why = claim?.state == .begun ? reported.lastWords : claim?.why
    whyName = why == reported.lastWords ? reported.lastReason : nil
  }
}

extension ReportedRow {
  /// What became of the row, in the word that all reports have for it.
  package var stateName: String { RowFacts.State(self).rawValue }
}

extension RowFacts.State {
  fileprivate init(_ reported: ReportedRow) {
    if reported.row.place == nil {
      self = .retired
      return
    }
    switch reported.claim?.state {
    case nil: self = .free
    case .begun: self = .begun
    case .done: self = reported.claim?.isUndecided == true ? .undecided : .done
    case .failed: self = .failed
    case .void: self = .void
    }
  }
}

extension Ledger {
  /// Hands over the rows of the manifest in their order and, after them, those that it no longer
  /// has though a tag carries them; false stops.
  package func forEachFact(_ visit: (RowFacts) -> Bool) throws(LedgerError) {
    var hashes: [Int: String] = [:]
    for manifest in try manifests() { hashes[manifest.number] = hex(manifest.hash) }
    var goesOn = true
    func visitFacts(_ reported: ReportedRow) -> Bool {
      goesOn = visit(RowFacts(reported, hashes))
      return goesOn
    }
    try forEachRow(visitFacts)
    if goesOn { try forEachRetiredRow(visitFacts) }
  }
}

extension ReportedRow {
  /// What keeps others from changing the tag; nil without one.
  var protection: String? {
    guard let claim = liveClaim else { return nil }
    var words: [String] = []
    if let isProven = steps[.password] {
      words.append(isProven ? "password" : "password unproven")
    }
    if let lock = claim.lock {
      switch LockExtent(rawValue: lock) {
      case .partly: words.append("partly locked")
      case .declared: words.append("read-only by its own statement")
      case .whole, nil: words.append("locked")
      }
    } else if steps[.lock] == false {
      words.append("lock unproven")
    }
    return words.isEmpty ? unprotected : words.joined(separator: " and ")
  }
}

/// What programs read of a tag that anyone can change.
let unprotected = "nothing"
