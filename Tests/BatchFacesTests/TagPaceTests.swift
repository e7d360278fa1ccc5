// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import JobLedger
import Testing

@testable import BatchFaces

/// How fast tags are written, whatever else an operator does.
struct TagPaceTests {
  /// The pace after tags that came so many seconds after each other; nil is a pause.
  private func pace(_ gaps: [Int?]) -> Double? {
    var pace = TagPace()
    var second: Int64 = 0
    pace.note(Moment(microseconds: 0))
    for gap in gaps {
      second += Int64(gap ?? 3_600)
      if gap == nil { pace.breakOff() }
      pace.note(Moment(microseconds: second * 1_000_000))
    }
    return pace.tagsPerMinute
  }

  @Test(
    arguments: [
      ([6, 6, 6], nil), ([6, 6, 6, 6], 10), ([6, 6, 6, 1_800, 6, 6], 10),
      ([6, 6, nil, 6, 6], 10), ([1_800, 6, 6, 6], 10), ([6, 6, 6, 30], 5),
      // Slow work is no break.
      ([120, 120, 120, 120], 0.5), ([120, 300, 120, 180], 60.0 / 180),
      // Two readers finish their tags one right after the other.
      ([1, 11, 1, 11, 1, 11], 10), ([], nil), ([0, 0, 0, 0, 0], nil),
    ] as [([Int?], Double?)])
  func breaksAreNoWork(_ gaps: [Int?], _ expected: Double?) {
    #expect(pace(gaps) == expected)
  }
}
