// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// A moment as text, in UTC and to the microsecond: `2026-11-22T20:31:05.123456Z`.
enum MomentCode {
  static func text(of moment: Moment) -> String {
    let (whole, part) = moment.microseconds.quotientAndRemainder(dividingBy: 1_000_000)
    var seconds = time_t(part < 0 ? whole - 1 : whole)
    let micros = Int(part < 0 ? part + 1_000_000 : part)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    return "\(digits(Int(parts.tm_year) + 1900, 4))-\(digits(Int(parts.tm_mon) + 1, 2))-"
      + "\(digits(Int(parts.tm_mday), 2))T\(digits(Int(parts.tm_hour), 2)):"
      + "\(digits(Int(parts.tm_min), 2)):\(digits(Int(parts.tm_sec), 2)).\(digits(micros, 6))Z"
  }

  /// Nil for text that `text(of:)` never writes.
  static func moment(_ text: String) -> Moment? {
    let numbers = text.split(whereSeparator: { !$0.isNumber }).map { Int32($0) }
    guard numbers.count == 7, !numbers.contains(nil) else { return nil }
    let values = numbers.compactMap(\.self)
    var parts = tm()
    // An invalid date must not overflow before it is found to be invalid.
    guard (1_900...9_999).contains(values[0]), values[1...].allSatisfy({ $0 < 1_000_000 }) else {
      return nil
    }
    parts.tm_year = values[0] - 1900
    parts.tm_mon = values[1] - 1
    parts.tm_mday = values[2]
    parts.tm_hour = values[3]
    parts.tm_min = values[4]
    parts.tm_sec = values[5]
    let moment = Moment(microseconds: Int64(timegm(&parts)) * 1_000_000 + Int64(values[6]))
    return Self.text(of: moment) == text ? moment : nil
  }

  private static func digits(_ number: Int, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}
