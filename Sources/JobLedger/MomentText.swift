// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

extension Moment {
  /// As RFC 3339 writes it, in UTC and to the millisecond.
  package var text: String {
    let clock = clock
    let milliseconds = microseconds / 1000 % 1000
    return "\(clock.date)T\(clock.time).\(digits(Int(milliseconds.magnitude), 3))Z"
  }

  /// For people, in UTC and to the second; the output has to say that it is UTC.
  package var words: String {
    let clock = clock
    return "\(clock.date) \(clock.time)"
  }

  private var clock: (date: String, time: String) {
    var seconds = time_t(microseconds / 1_000_000)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return (
      "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-"
        + digits(Int(parts.tm_mday), 2),
      "\(digits(Int(parts.tm_hour), 2)):\(digits(Int(parts.tm_min), 2)):"
        + digits(Int(parts.tm_sec), 2)
    )
  }
}

private func digits(_ number: Int, _ count: Int) -> String {
  let text = String(number)
  return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
}
