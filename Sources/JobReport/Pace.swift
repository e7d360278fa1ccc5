// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How fast tags were written, from the moments at which they were put on the reader.
///
/// It is told one tag after the other and never keeps them, so that a million tags take no more
/// memory than ten. Pauses are not work: the night between two days makes no one slower.
struct Pace {
  /// A longer time without a tag is a pause.
  static let longestGap = 5 * 60 * 1_000_000
  /// Beyond so many bars each two become one.
  static let barsMax = 80
  /// Pauses that are remembered with their place; later ones are only left out of the time.
  private static let pausesMax = 100

  /// The tags by the time of work in which they were put on the reader.
  private(set) var bars: [Int] = []
  /// What one bar stands for, in microseconds.
  private(set) var barTime = 15 * 1_000_000
  /// Where pauses were, in microseconds of work.
  private(set) var pauses: [Int] = []
  /// The whole time of work, in microseconds.
  private(set) var time = 0
  /// The tags in that time; the first one after a pause only starts the clock.
  private(set) var timedTags = 0
  private var latest: Int?

  mutating func record(_ microseconds: Int64) {
    let now = Int(microseconds)
    if let latest {
      let (gap, isTooLong) = now.subtractingReportingOverflow(latest)
      // A clock that was set back makes a gap below zero, and no one worked for that long.
      if isTooLong || gap > Pace.longestGap {
        if pauses.count < Pace.pausesMax, pauses.last != time { pauses.append(time) }
      } else {
        time = min(time, Int.max - Pace.longestGap) + max(0, gap)
        timedTags += 1
      }
    }
    latest = max(latest ?? now, now)
    count()
  }

  private mutating func count() {
    while time / barTime >= Pace.barsMax { widen() }
    let place = time / barTime
    if bars.count <= place {
      bars += Array(repeating: 0, count: place + 1 - bars.count)
    }
    bars[place] += 1
  }

  private mutating func widen() {
    barTime *= 2
    bars = stride(from: 0, to: bars.count, by: 2).map { place in
      bars[place] + (place + 1 < bars.count ? bars[place + 1] : 0)
    }
  }

  /// Tenths of a tag that were done in a minute; nil before there is a minute of work.
  var tenthsPerMinute: Int? {
    time < 60_000_000 ? nil : tenths(ofTags: timedTags, in: time)
  }

  /// The same for the fullest bar.
  var mostTenthsPerMinute: Int { tenths(ofTags: bars.max() ?? 0, in: barTime) }

  private func tenths(ofTags tags: Int, in time: Int) -> Int {
    tags &* 600_000 / max(1, time / 1000)
  }

  /// The whole minutes of work, of which a job that was begun has at least one.
  var minutes: Int { max(1, (time / 1_000_000 + 30) / 60) }
}
