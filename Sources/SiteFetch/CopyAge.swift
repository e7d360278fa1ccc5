// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// For how long a copy has been what it is.
package enum CopyAge: Equatable, Sendable {
  /// Copied so long ago (`Age`).
  case copied(Duration)
  /// Its content is from so long ago (`Last-Modified`).
  case changed(Duration)
}

extension CopyAge {
  /// Longer than anything that is up can be old, so that a wrong number is not passed on.
  private static let secondsMax = 20 * 366 * 86_400

  /// Reads it from the header of the copy.
  init?(_ reply: Reply) {
    if let age = reply.values(of: "age").first.flatMap({ Int($0) }), Self.isPossible(age) {
      self = .copied(.seconds(age))
    } else if let now = reply.values(of: "date").first.flatMap(secondsOfHTTPDate),
      let then = reply.values(of: "last-modified").first.flatMap(secondsOfHTTPDate),
      Self.isPossible(now - then)
    {
      self = .changed(.seconds(now - then))
    } else {
      return nil
    }
  }

  private static func isPossible(_ seconds: Int) -> Bool { (0...secondsMax).contains(seconds) }
}

/// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7) in seconds since 1970; nil for other forms.
func secondsOfHTTPDate(_ text: String) -> Int? {
  let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
  let parts = text.split(separator: " ")
  guard parts.count == 6, parts[5] == "GMT", let day = Int(parts[1]), (1...31).contains(day),
    let month = months.firstIndex(where: { $0 == parts[2] }), parts[3].utf8.count == 4,
    let year = Int(parts[3]), (1970...9999).contains(year)
  else { return nil }
  let time = parts[4].split(separator: ":").compactMap { Int($0) }
  guard time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]),
    (0...60).contains(time[2])
  else { return nil }
  // Years begin in March here, so that the leap day is the last one of a year.
  let yearOfMarch = month < 2 ? year - 1 : year
  let leapDays = yearOfMarch / 4 - yearOfMarch / 100 + yearOfMarch / 400
  let dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1
  let days = yearOfMarch * 365 + leapDays + dayOfYear - 719_468
  return ((days * 24 + time[0]) * 60 + time[1]) * 60 + time[2]
}
