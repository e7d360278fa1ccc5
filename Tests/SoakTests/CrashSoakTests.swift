// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TestSupport
import Testing

/// Small jobs whose tags tear, whose readers lie, and whose program is killed, until they are done.
struct CrashSoakTests {
  @Test func nothingLosesDoublesOrMisreportsATag() throws {
    let alone = try wantedNumber("TAGPRESS_SEED")
    let seeds = try alone.map { $0...$0 } ?? wantedSeeds("TAGPRESS_SEEDS", orElse: 20)
    let total = soak(seeds, replayedBy: "make soak SEED=") { seed in
      SoakPlan(seed: seed, mayTrace: TracedCall.isPossible)
    }
    // A few seeds may well have no bad luck; so many that have none test nothing.
    guard seeds.count >= 20 else { return }
    #expect(total.kills > 0)
    #expect(total.faults > 0)
  }

  /// The same on USB, where readers answer out of step, are reset by other programs, and come back with
  /// another number.
  @Test func norDoesItOnUSB() throws {
    let alone = try wantedNumber("TAGPRESS_SEED")
    let seeds = try alone.map { $0...$0 } ?? wantedSeeds("TAGPRESS_USB_SEEDS", orElse: 4)
    // It waits longer than others: most troubles of a reader on USB are known by a time-out.
    let total = soak(seeds, on: 16, replayedBy: "make soak SEED=") { seed in
      SoakPlan(onUSB: seed, mayTrace: TracedCall.isPossible)
    }
    guard seeds.count >= 20 else { return }
    #expect(total.faults > 0)
    if isInstalled("nfc-list") { #expect(total.takeovers > 0) }
  }
}
