// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// Small jobs at readers whose frames are whole, and say what no PN532 says; libnfc believes much of it.
struct MutatedAnswersTests {
  @Test func noAnswerStopsTheProgram() throws {
    let alone = try wantedNumber("TAGPRESS_MUTATION")
    // `make proof` asks for many more; otherwise it is to take seconds.
    let seeds = try alone.map { $0...$0 } ?? wantedSeeds("TAGPRESS_MUTATIONS", orElse: 60)
    let total = soak(
      seeds, on: 12, replayedBy: "swift test --filter MutatedAnswersTests and TAGPRESS_MUTATION="
    ) { seed in
      SoakPlan(mutatedAnswersOf: seed)
    }
    guard seeds.count >= 20 else { return }
    // The test must test something: few jobs end before their answer comes.
    #expect(total.faults >= seeds.count)
  }
}
