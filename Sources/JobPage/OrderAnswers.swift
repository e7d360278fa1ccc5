// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Advice
internal import BatchFaces
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

  /// Gives up a tag for which a reader waits in vain: the one that its panel names.
  func lose(_ order: PageOrderOrQuery) throws(Failure) -> JSONValue {
    let run = try active(order)
    let row = try order.needed("row")
    guard let tag = TagUID(try seenUID(order)) else {
      throw .badRequest("The page did not say which tag is meant.")
    }
    guard let job = run.commands.job else {
      throw .refused(.`no-run`, "Nothing is being written now.")
    }
    try requireTyped(order, job)
    switch try orFail({ () throws(LedgerError) in try run.commands.lose(row, tag: tag) }) {
    case .lost: break
    case .isBack:
      throw .refused(.`tag-is-back`, "That tag is on a reader just now, so it is not lost.")
    case .isOther:
      throw .refused(.`not-awaited`, "That tag is not waited for any more. Look at it again.")
    case .notWriting: throw .refused(.`no-run`, "Nothing is being written now.")
    }
    run.picture.wake()
    tellJob(run.file)
    return [:]
  }

  /// The tag that the person of an order was shown.
  func seenTag(_ order: PageOrderOrQuery) throws(Failure) -> ShownTag {
    let uid = try seenUID(order)
    guard let link = order.text("link") else {
      throw .badRequest("The page did not say which tag is meant.")
    }
    return ShownTag(uid: uid, link: link)
  }

  private func seenUID(_ order: PageOrderOrQuery) throws(Failure) -> [UInt8] {
    guard let text = order.text("uid"), let uid = bytes(ofHexDigits: text.utf8), !uid.isEmpty else {
      throw .badRequest("The page did not say which tag is meant.")
    }
    return uid
  }
}
