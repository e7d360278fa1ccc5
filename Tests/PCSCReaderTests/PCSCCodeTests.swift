// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagReading
import Testing

@testable import PCSCReader

/// What became of a call, and what a procedure is told about it.
struct PCSCCodeTests {
  @Test(
    arguments: [
      // Seen with a real service: removed in mid-command, removed, none there.
      (0x8010_0016, .cardSilent, .silent), (0x8010_0069, .cardGone, .silent),
      (0x8010_000C, .cardGone, .silent),
      // Reset by another program, held by one.
      (0x8010_0068, .cardReset, .silent), (0x8010_000B, .heldElsewhere, .silent),
      // The service was killed in mid-call, and then there is none.
      (0x8010_0013, .serviceGone, .cardServiceGone), (0x8010_001D, .serviceGone, .cardServiceGone),
      (0x8010_001E, .serviceGone, .cardServiceGone), (0x8010_0003, .serviceGone, .cardServiceGone),
      // Unplugged.
      (0x8010_0009, .readerGone, .readerGone), (0x8010_0017, .readerGone, .readerGone),
      (0x8010_0066, .cardSilent, .silent), (0x8010_0065, .cardSilent, .silent),
      (0x8010_000F, .cardSilent, .silent), (0x8010_006A, .notPermitted, .notPermitted),
      (0x8010_001F, .other(code: 0x8010_001F), .readerSilent),
    ] as [(Int, SlotError, ReaderError)])
  func becomesAnError(_ returned: Int, _ slot: SlotError, _ reader: ReaderError) {
    #expect(SlotError(PCSCCode(returned)) == slot)
    #expect(ReaderError(slot) == reader)
    // Some libraries hand the number out with its sign.
    #expect(PCSCCode(returned - 1 << 32) == PCSCCode(returned))
  }

  @Test(
    arguments: [
      (0x8010_001D, .noCardService), (0x8010_0013, .noCardService),
      (0x8010_006A, .cardServiceRefuses), (0x8010_0001, .notReady("pcsc:")),
    ] as [(Int, ReaderOpeningError)])
  func saysWhatKeepsReadersAway(_ returned: Int, _ error: ReaderOpeningError) {
    #expect(ReaderOpeningError(PCSCCode(returned)) == error)
  }

  @Test func knowsSuccess() {
    #expect(PCSCCode(0) == .done)
  }
}
