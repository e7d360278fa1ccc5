// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Testing

@testable import tagpress

/// A clock that is behind what has happened.
struct ClockCheckTests {
  /// A moment this many hours after 2026-11-21 12:00 UTC.
  private func hours(_ count: Int64) -> Moment {
    Moment(microseconds: (1_795_262_400 + 3600 * count) * 1_000_000)
  }

  private func check(at now: Moment, isKept: Bool? = nil) -> ClockCheck {
    ClockCheck(
      now: now, isKept: isKept, programMade: hours(0),
      noted: [(hours(10), "spring.ledger"), (hours(9), "summer.ledger")])
  }

  @Test func aClockBehindTheLastEntryIsWrong() {
    #expect(
      check(at: hours(8)).line == """
          FAIL  2026-11-21 20:00 UTC: The clock is wrong: it is earlier than the last entry in \
        spring.ledger (2026-11-21 22:00 UTC). Set it with 'sudo timedatectl set-ntp true', or by \
        hand with 'sudo date -s "2026-01-31 12:00"'.
        """)
    let alone = ClockCheck(now: Moment(microseconds: 0), isKept: true, programMade: hours(0))
    #expect(!alone.isRight)
    #expect(
      alone.line.contains(
        "1970-01-01 00:00 UTC: The clock is wrong: it is earlier than the date of this p"))
  }

  @Test func clocksOfSeveralMachinesDifferALittle() {
    #expect(check(at: hours(9)).isRight)
    #expect(check(at: hours(11)).isRight)
  }

  @Test func whoKeepsTheClockIsSaidAndIsNoMistake() {
    let ends = [
      true: ", synchronised by a time service", false: ", not synchronised; compare it",
    ]
    for (isKept, words) in ends {
      let found = check(at: hours(11), isKept: isKept)
      #expect(found.line.hasPrefix("  OK    2026-11-21 23:00 UTC\(words)"))
      #expect(found.isRight)
    }
  }
}
