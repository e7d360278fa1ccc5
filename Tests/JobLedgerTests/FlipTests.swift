// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import SampleLedgers
import TestSupport
import Testing

/// A part of what `make flips` tries in a program that is built to run fast.
@Suite(.serialized) struct FlipTests {
  @Test(arguments: [false, true])
  func noFlippedBitPutsARowOnASecondTag(_ folded: Bool) throws {
    // Always the same bits, so that what is found is found again. Under a sanitizer everything is
    // ten times slower.
    let bits = FlippedBits.every(isSanitized ? 40_009 : 4_001)
    for result in try Flips(FlipSample(folded: folded)).run(bits) {
      #expect(result.faults == [])
      #expect(result.counts[.lost] == nil)
      print("soak: flips in \(result.words)\(folded ? ", folded" : "")")
    }
  }
}
