// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

@testable import PCSCReader

/// What the two bytes at the end of an answer mean.
struct CardSlotTests {
  @Test(
    arguments: [
      ("6400", true, .silent), ("6401", true, .silent), ("0102 6401", true, .silent),
      ("6300", false, .unclear), ("6982", false, .unclear), ("6F00", false, .unclear),
      ("6A81", false, .notPossible), ("6D00", false, .notPossible),
      ("6E00", false, .notPossible), ("6800", false, .notPossible),
      ("6881", false, .notPossible),
    ] as [(String, Bool, ReaderError)])
  func aStatusSaysWhatHappened(_ bytes: String, _ isSilence: Bool, _ error: ReaderError) throws {
    let answer = try #require(SlotAnswer(hex(bytes)))
    #expect(!answer.isDone)
    #expect(answer.isSilence == isSilence)
    #expect(answer.error == error)
  }

  @Test func anAnswerWithoutAStatusIsNone() {
    #expect(SlotAnswer([]) == nil)
    #expect(SlotAnswer([0x90]) == nil)
    #expect(SlotAnswer([0x90, 0x00])?.isDone == true)
  }
}
