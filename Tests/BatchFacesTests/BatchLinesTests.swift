// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

@testable import BatchFaces
@testable import JobLedger
@testable import Provisioning

/// The last words of a run.
struct BatchLinesTests {
  @Test(
    arguments: [
      (.noRowLeft, 9, 0, "9 of 9 rows are done."),
      (.noRowLeft, 7, 0, "7 of 9 rows are done. 2 tags put aside unfinished. FREED"),
      (
        .noRowLeft, 7, 1,
        """
        7 of 9 rows are done. 1 tag is unfinished: put it on the reader again. 1 tag put aside \
        unfinished. FREED
        """
      ),
      // What was not asked for yet is neither begun nor put aside.
      (.stopped, 7, 0, "Stopped. 7 of 9 rows are done."),
      (
        .stopped, 7, 2,
        """
        Stopped. 7 of 9 rows are done. 2 tags are unfinished: put them on the reader again. FREED
        """
      ),
      (.enough, 7, 0, "7 of 9 rows are done."),
    ] as [(BatchEnd.Cause, Int, Int, String)])
  func aRunThatLeavesRowsOpenNamesTheNextStep(
    _ cause: BatchEnd.Cause, _ done: Int, _ unfinished: Int, _ words: String
  ) {
    let end = BatchEnd(
      task: .write, cause: cause, counts: BatchCounts(rows: 9, done: done), unfinished: unfinished,
      isComplete: cause == .enough)
    var sentence = words
    if words.hasSuffix("FREED") {
      sentence = String(words.dropLast(5))
      sentence += "freeRows."
    }
    #expect(end.sentence(plainCures) == sentence)
  }

  @Test func oneRowIsDoneAndSeveralAre() {
    func sentence(_ done: Int, of rows: Int) -> String {
      BatchEnd(
        task: .write, cause: .enough, counts: BatchCounts(rows: rows, done: done), unfinished: 0,
        isComplete: true
      ).sentence(plainCures)
    }
    #expect(sentence(0, of: 6) == "0 of 6 rows are done.")
    #expect(sentence(1, of: 6) == "1 of 6 rows is done.")
    #expect(sentence(1, of: 1) == "1 of 1 row is done.")
  }

  @Test(arguments: [(0, 0, "All finished tags are already locked."), (2, 0, "2 tags locked.")])
  func aRunThatLocksNothingSaysWhy(_ locked: Int, _ unfinished: Int, _ words: String) {
    let tags = LockableTags(claims: [], seen: SeenTags(count: 0, mark: ""))
    let end = BatchEnd(
      task: .lock(tags), cause: .noRowLeft, counts: BatchCounts(ok: locked, rows: 9, done: 9),
      unfinished: unfinished, isComplete: true)
    #expect(end.sentence(plainCures) == words)
  }

  @Test func aRunOfBadTagsSaysWhatIsWrongWithThem() {
    let reasons = [
      FailureReason(code: "not-blank", count: 4), FailureReason(code: "wrong-chip", count: 1),
    ]
    let end = BatchEnd(
      task: .write, cause: .tooManyFailures(reasons, of: 10), counts: BatchCounts(rows: 9, done: 2),
      unfinished: 0, isComplete: false)
    #expect(
      end.sentence(plainCures) == """
        5 of the last 10 tags failed: 4 not blank, 1 wrong chip. Check the tags and the reader, then \
        start again. 2 of 9 rows are done.
        """)
  }
}
