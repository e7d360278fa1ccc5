// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import Testing

@testable import JobReport

struct PaceTests {
  private static func pace(_ seconds: [Int64]) -> Pace {
    var pace = Pace()
    for second in seconds { pace.record(second * 1_000_000) }
    return pace
  }

  @Test func tagsAreCountedByTheTimeOfWork() {
    let pace = Self.pace([1000, 1010, 1020, 1040, 1075])
    #expect(pace.bars == [2, 1, 1, 0, 0, 1])
    #expect(pace.time == 75_000_000)
    // Four tags in 75 seconds; the first only starts the clock.
    #expect(pace.tenthsPerMinute == 32)
    #expect(pace.mostTenthsPerMinute == 80)
  }

  @Test func aPauseIsNoWork() {
    let pace = Self.pace([0, 60, 360, 661, 721])
    #expect(pace.time == 420_000_000)
    #expect(pace.pauses == [360_000_000])
    #expect(pace.timedTags == 3)
    #expect(pace.minutes == 7)
  }

  @Test func aLongJobHasWiderBarsAndLosesNoTag() {
    let pace = Self.pace((0..<10_000).map { $0 * 4 })
    #expect(pace.bars.count <= Pace.barsMax && pace.bars.count > Pace.barsMax / 2)
    #expect(pace.bars.reduce(0, +) == 10_000)
    #expect(pace.tenthsPerMinute == 150)
  }

  @Test func tooShortAJobHasNoSpeed() {
    #expect(Pace().tenthsPerMinute == nil)
    #expect(Self.pace([5]).tenthsPerMinute == nil)
    #expect(Self.pace([0, 59]).tenthsPerMinute == nil)
    #expect(Self.pace([5]).bars == [1])
  }

  @Test func noClockStopsTheCount() {
    var pace = Self.pace([100, 90, 110])
    #expect(pace.time == 10_000_000)
    for moment in [Int64.max, .min, 0, .min, .max, .max] { pace.record(moment) }
    #expect(pace.bars.reduce(0, +) == 9)
  }
}
