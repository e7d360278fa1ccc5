// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Provisioning
import Testing

@testable import BatchFaces

/// The bells that an operator hears.
@Suite struct OutcomeSoundsTests {
  @Test func everyWordHasARhythmOfItsOwnThatBeginsAtOnce() {
    let rhythms = OutcomeWord.allCases.map(OutcomeSounds.rhythm)
    #expect(Set(rhythms).count == OutcomeWord.allCases.count)
    #expect(rhythms.allSatisfy { $0.hasPrefix("!") && $0.hasSuffix("!") })
    // Nothing sounds like a tag that may go into the box.
    #expect(OutcomeSounds.rhythm(.ok) == "!")
  }
}
