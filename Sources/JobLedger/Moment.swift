// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// A point in time, as the ledger keeps it.
///
/// The ledger never reads a clock: the caller says when something happened.
package struct Moment: Hashable, Comparable, Sendable {
  /// Since 1970-01-01 00:00 UTC.
  package let microseconds: Int64

  package init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  package static func < (left: Moment, right: Moment) -> Bool {
    left.microseconds < right.microseconds
  }
}

extension Moment {
  /// As RFC 3339 writes it, in UTC and to the millisecond.
  package var text: String {
    let clock = clock
    return "\(clock.date)T\(clock.time).\(digits(clock.microseconds / 1000, 3))Z"
  }

  /// For people, in UTC and to the second; what shows it says that it is UTC.
  package var words: String {
    let clock = clock
    return "\(clock.date) \(clock.time)"
  }

  /// For the witness, in UTC and to the microsecond: `2026-11-22T20:31:05.123456Z`.
  var code: String {
    let clock = clock
    return "\(clock.date)T\(clock.time).\(digits(clock.microseconds, 6))Z"
  }

  /// Nil for what `code` never is.
  init?(code: String) {
    let numbers = code.split(whereSeparator: { !$0.isNumber }).map { Int32($0) }
    guard numbers.count == 7, !numbers.contains(nil) else { return nil }
    let values = numbers.compactMap(\.self)
    var parts = tm()
    // What is not a date must not overflow on its way to being none.
    guard (1_900...9_999).contains(values[0]), values[1...].allSatisfy({ $0 < 1_000_000 }) else {
      return nil
    }
    parts.tm_year = values[0] - 1900
    parts.tm_mon = values[1] - 1
    parts.tm_mday = values[2]
    parts.tm_hour = values[3]
    parts.tm_min = values[4]
    parts.tm_sec = values[5]
    self.init(microseconds: Int64(timegm(&parts)) * 1_000_000 + Int64(values[6]))
    guard self.code == code else { return nil }
  }

  private var clock: (date: String, time: String, microseconds: Int) {
    let (whole, part) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var seconds = time_t(part < 0 ? whole - 1 : whole)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return (
      "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-"
        + digits(Int(parts.tm_mday), 2),
      "\(digits(Int(parts.tm_hour), 2)):\(digits(Int(parts.tm_min), 2)):"
        + digits(Int(parts.tm_sec), 2),
      Int(part < 0 ? part + 1_000_000 : part)
    )
  }
}

private func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
