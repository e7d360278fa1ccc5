// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import TestSupport
import Testing

/// The ledger of a job that went through everything, in a folder of its own, as `spring.ledger`.
struct ReportedJob {
  let folder: TemporaryDirectory
  let ledger: Ledger

  init() throws {
    folder = try TemporaryDirectory()
    ledger = try Ledger(at: folder.path(of: "spring.ledger"), job: "spring", now: reportedMoment(0))
  }

  /// The moment this many seconds after the job began.
  func moment(_ seconds: Int64) -> Moment { reportedMoment(seconds) }

  /// Takes over a manifest that has these rows.
  func take(
    _ rows: KeyValuePairs<String, String>, hash: UInt8 = 1, title: String? = "Spring stickers",
    protection: WantedProtection = .nothing, at seconds: Int64 = 0
  ) throws {
    let hash = [UInt8](repeating: hash, count: 32)
    let manifest = try #require(
      try ledger.importRows(of: hash, title: title, protection: protection, at: moment(seconds)))
    for (id, link) in rows { try manifest.add(ImportedRow(id: id)) { _ in link } }
    _ = try manifest.commit()
  }

  /// A tag with a number in its UID; the first ones look like numbers to a spreadsheet.
  func tag(_ number: Int, at seconds: Int64, signature: String? = nil) -> Presentation {
    Presentation(
      uid: [0x04, 0xE1, 0x23, 0x45, 0x67, 0x89, UInt8(truncatingIfNeeded: number)],
      chip: "NTAG213", signature: signature, reader: "pn532_uart:reader", station: "Desk 2",
      began: moment(seconds))
  }

  func content(_ link: String) -> TagContent {
    TagContent(
      link: link, messageHash: [UInt8](repeating: 7, count: 32), messageSize: link.utf8.count,
      capacity: 137)
  }

  /// Claims a row for a tag.
  func begin(
    _ id: String, _ number: Int, at seconds: Int64, signature: String? = nil
  ) throws -> (claim: ClaimID, attempt: AttemptID) {
    let row = try #require(try ledger.row(id: id))
    let beginning = try ledger.begin(
      row, on: tag(number, at: seconds, signature: signature), content: content(row.link))
    guard case .begun(let claim, let attempt) = beginning else { throw NotBegun() }
    return (claim, attempt)
  }

  struct NotBegun: Error {}

  /// Writes a row within a second.
  func complete(
    _ id: String, _ number: Int, at seconds: Int64, signature: String? = nil
  ) throws {
    let attempt = try begin(id, number, at: seconds, signature: signature).attempt
    try ledger.finish(attempt, .done(lock: nil), at: moment(seconds + 1))
  }

  /// A job with a row in every state, and texts that mean harm.
  static func eventful() throws -> ReportedJob {
    let job = try ReportedJob()
    let base = "https://go.example.com/s"
    let hostile = "<script>alert(1)</script>\" onload=\"x"
    let title = "Spring <b>\u{202E}stickers</b> & more"
    try job.take(
      [
        "n1": "\(base)/1", "n2": "\(base)/2?u={tag.uid}", "n3": "\(base)/3", "n4": "\(base)/4",
        "n5": "\(base)/5", "n6": "\(base)/6", hostile: "\(base)/7?a=1&b='2'", "n8": "\(base)/8",
        "=1+1": "javascript:alert(1)", "n9": "\(base)/9",
      ], title: title, protection: .password)
    let ledger = job.ledger
    // n1: torn, and done with the second attempt.
    let (first, torn) = try job.begin("n1", 1, at: 10, signature: "genuine")
    try ledger.finish(
      torn, .again(Reason("tag-gone", "The tag was taken away.")), at: job.moment(11))
    let row = try #require(try ledger.row(id: "n1"))
    let again = try ledger.resume(
      first, of: row, with: job.tag(1, at: 12, signature: "genuine"),
      content: job.content("\(base)/1"))
    try ledger.finish(
      again, .done(lock: nil), effort: Effort(pages: 9, exchanges: 21), at: job.moment(13))
    // n2: under a password, and permanently locked.
    let locked = try job.begin("n2", 2, at: 20, signature: "genuine").attempt
    try ledger.begin(.password, in: locked, at: job.moment(21))
    try ledger.begin(.lock, in: locked, at: job.moment(22))
    try ledger.finish(locked, .done(lock: "whole"), proven: [.password, .lock], at: job.moment(23))
    // n3: begun, with the end of a password unknown.
    let open = try job.begin("n3", 3, at: 30).attempt
    try ledger.begin(.password, in: open, at: job.moment(31))
    try ledger.finish(
      open, .again(Reason("tag-gone", "The tag was \u{202E}taken; =1+1 away.")), at: job.moment(32))
    // n4: failed; n5: given up; n6: never touched.
    let failed = try job.begin("n4", 4, at: 40).attempt
    try ledger.finish(
      failed, .failed(Reason("page-refused", "Page 7 cannot be written.")), at: job.moment(41))
    try job.complete("n5", 5, at: 50)
    _ = try ledger.void(row: "n5", why: "=cmd|' /C calc'!A0", at: job.moment(60))
    try job.complete(hostile, 7, at: 400)
    try job.complete("n8", 8, at: 410)
    try job.complete("n9", 9, at: 420)
    for seconds: Int64 in [500, 510] {
      try ledger.refuse(
        job.tag(10, at: seconds), Reason("foreign-content", "Something is on it."),
        at: job.moment(seconds + 1))
    }
    // n8 gets another link, and n9 leaves the job.
    try job.take(
      [
        "n1": "\(base)/1", "n2": "\(base)/2?u={tag.uid}", "n3": "\(base)/3", "n4": "\(base)/4",
        "n5": "\(base)/5", "n6": "\(base)/6", hostile: "\(base)/7?a=1&b='2'", "n8": "\(base)/eight",
        "=1+1": "javascript:alert(1)",
      ], hash: 2, title: title, protection: .password, at: 600)
    return job
  }
}

private func reportedMoment(_ seconds: Int64) -> Moment {
  // 2026-11-21 08:00 UTC.
  Moment(microseconds: (1_795_248_000 + seconds) * 1_000_000 + 123_000)
}
