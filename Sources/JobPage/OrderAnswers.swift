// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import Failures
internal import JobLedger
internal import JobWork
internal import Plain
internal import Provisioning
internal import StrictJSON
internal import TagReading

// What a person is shown before saying what cannot be undone. The order names it again, and is about
// nothing else: a click that comes twice, or after something has changed, does nothing.

extension PageHost {
  /// The tag that a row has.
  func holder(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let ledger = try ledgerToRead(of: try JobFolder.job(query.text("file")))
    let id = try query.needed("row")
    let (row, claim) = try ledger.asking { (ledger) throws(LedgerError) in
      let row = try ledger.row(id: id)
      return (
        row, try row.flatMap { (row) throws(LedgerError) in try ledger.claim(ofRow: row.key) }
      )
    }
    guard let row else {
      throw .refused(.`no-such-row`, "The job has no row \"\(visible(shortened(id, to: 80)))\".")
    }
    guard let claim, claim.isLive else {
      throw .refused(.`no-tag-of-row`, "\(visible(row.called)) has no tag.")
    }
    return [
      "row": .string(row.id), "label": .optional(row.label),
      "uid": .string(TagUID(claim.uid)?.description ?? ""), "link": .string(claim.link),
      "isDone": .bool(claim.state == .done), "isLocked": .bool(claim.lock != nil),
    ]
  }

  /// How many tags would be locked for ever.
  func lockable(_ query: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let file = try JobFolder.job(query.text("file"))
    let ledger = try writtenLedger(
      of: file,
      orSay: .refused(
        .`nothing-to-lock`, "No tag of this job is finished, so there is nothing to lock."))
    let seen = try ledger.asking { (ledger) throws(LedgerError) in try ledger.lockableTags().seen }
    return ["count": .integer(seen.count), "seen": .string(seen.mark)]
  }

  /// The tag that the person of an order was shown.
  func seenTag(_ order: PageOrderOrQuery) throws(Failure) -> [UInt8] {
    guard let text = order.text("uid"), let uid = bytes(ofHexDigits: text.utf8), !uid.isEmpty else {
      throw .badRequest("The page did not say which tag is meant.")
    }
    return uid
  }
}
