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
  func seenTag(_ order: PageOrderOrQuery) throws(Failure) -> ShownTag {
    guard let text = order.text("uid"), let uid = bytes(ofHexDigits: text.utf8), !uid.isEmpty,
      let link = order.text("link")
    else {
      throw .badRequest("The page did not say which tag is meant.")
    }
    return ShownTag(uid: uid, link: link)
  }
}
