// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc
package import JobLedger
internal import Plain

/// A moment as the clocks on this machine's walls show it: in the zone that TZ names, or else in that
/// of the system.
package struct LocalTime {
  let date: String
  let clock: String
  /// The zone with its distance from UTC at that moment, such as `CET (UTC+01:00)`.
  let zone: String
  /// Whether the clocks show UTC.
  let isUTC: Bool
  /// The day since 1970-01-01 that the calendar shows, and the seconds of that day.
  package let day: Int
  package let seconds: Int

  package init(_ moment: Moment) {
    var seconds = time_t(moment.microseconds / 1_000_000)
    var parts = tm()
    // A year that no zone knows is given in UTC.
    if localtime_r(&seconds, &parts) == nil { gmtime_r(&seconds, &parts) }
    date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
      .map(twoDigits).joined(separator: "-")
    clock = [parts.tm_hour, parts.tm_min, parts.tm_sec].map { twoDigits(Int($0)) }
      .joined(separator: ":")
    isUTC = parts.tm_gmtoff == 0
    let shown = Int(seconds) + Int(parts.tm_gmtoff)
    self.seconds = (shown % 86_400 + 86_400) % 86_400
    day = (shown - self.seconds) / 86_400
    let minutes = Int(abs(parts.tm_gmtoff)) / 60
    let distance =
      "UTC\(parts.tm_gmtoff < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    // Some zones have only numbers for a name.
    let name = parts.tm_zone.map { visible(String(cString: $0)) } ?? ""
    let isName = name.utf8.allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } && !name.isEmpty
    zone = isUTC ? "UTC" : isName ? "\(name) (\(distance))" : distance
  }

  /// As `Moment.words`, and as spreadsheets take it for a time.
  package var words: String { "\(date) \(clock)" }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

extension Moment {
  /// The moment in UTC and, where that is another one, in local time.
  var wordsWithLocal: String {
    let local = LocalTime(self)
    return local.isUTC ? "\(words) UTC" : "\(words) UTC, \(local.words) \(local.zone)"
  }
}

extension LocalTime {
  /// The zones of the times between two moments, of which there are several where clocks are changed.
  package static func zones(from first: Moment, to last: Moment) -> [String] {
    // Clocks stay as they are for weeks at least. A ledger that covers more years than this has a
    // moment that is wrong.
    let week: Int64 = 7 * 86_400 * 1_000_000
    var zones: [String] = []
    var moment = first
    for _ in 0..<2_000 where moment < last {
      let zone = LocalTime(moment).zone
      if !zones.contains(zone) { zones.append(zone) }
      moment = Moment(microseconds: moment.microseconds &+ week)
    }
    let zone = LocalTime(last).zone
    return zones.contains(zone) ? zones : zones + [zone]
  }
}
