// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import JobLedger

/// How fast tags become OK while someone is at work.
struct TagPace {
  private var last: Moment?
  /// The times between one tag and the next, in microseconds, the oldest first.
  private var gaps: [Int64] = []

  /// A pace over so many tags follows a tired hand, and does not jump with every tag.
  private static let gapsMax = 30
  /// Fewer tags say nothing about a pace yet.
  private static let gapsMin = 4
  /// A gap is a break if it is at least so long, and so many times as long as most others.
  private static let breakMicroseconds: Int64 = 60_000_000
  private static let breakTimes: Int64 = 5

  mutating func note(_ moment: Moment) {
    if let last, moment > last {
      gaps.append(moment.microseconds - last.microseconds)
      if gaps.count > Self.gapsMax { gaps.removeFirst() }
    }
    last = moment
  }

  /// The time until the next tag is no work.
  mutating func breakOff() { last = nil }

  var tagsPerMinute: Double? {
    guard gaps.count >= Self.gapsMin else { return nil }
    let usual = gaps.sorted()[gaps.count / 2]
    let longest = max(Self.breakMicroseconds, Self.breakTimes * usual)
    let worked = gaps.filter { $0 < longest }
    guard !worked.isEmpty else { return nil }
    return 60_000_000 * Double(worked.count) / Double(worked.reduce(0, +))
  }
}
