// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A day as spreadsheet programs count it.
struct SpreadsheetDate: Hashable {
  let year: Int
  let month: Int
  let day: Int
}

extension SpreadsheetDate {
  /// The day with this number; nil for one before the count or after the year 9999.
  init?(serial: Int, countsFrom1904: Bool) {
    if countsFrom1904 {
      guard serial >= 0, serial <= 2_957_003 else { return nil }
      self.init(dayOfEra: serial + Self.days(year: 1904, month: 1, day: 1))
      return
    }
    guard serial >= 0, serial <= 2_958_465 else { return nil }
    switch serial {
    // Excel's calendar has the days 0 January and 29 February in 1900.
    case 0: self.init(year: 1900, month: 1, day: 0)
    case 60: self.init(year: 1900, month: 2, day: 29)
    default:
      let first = Self.days(year: 1900, month: 1, day: 1)
      self.init(dayOfEra: first + serial - (serial < 60 ? 1 : 2))
    }
  }

  /// Whether programs disagree about the day with this number.
  static func isEarly(serial: Int, countsFrom1904: Bool) -> Bool {
    !countsFrom1904 && serial <= 60
  }

  /// The number of the day that a text such as 2026-11-24 or 2026-11-24T08:30:00 begins with.
  static func serial(iso text: [UInt8], countsFrom1904: Bool) -> Int? {
    guard text.count >= 10, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text.count == 10 || text[10] == UInt8(ascii: "T")
    else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      text.withUnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: $0[range]).wholeNumber
      }
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
      (1900...9999).contains(year), (1...12).contains(month), day > 0
    else { return nil }
    let days = days(year: year, month: month, day: day)
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    guard days < Self.days(year: next.0, month: next.1, day: 1) else { return nil }
    if countsFrom1904 { return days - Self.days(year: 1904, month: 1, day: 1) }
    let serial = days - Self.days(year: 1900, month: 1, day: 1) + 1
    return serial < 60 ? serial : serial + 1
  }

  /// The same, if the text has no other time than midnight.
  static func serial(isoDay text: [UInt8], countsFrom1904: Bool) -> Int? {
    guard text.count == 10 || text.dropFirst(10).elementsEqual("T00:00:00".utf8) else { return nil }
    return serial(iso: text, countsFrom1904: countsFrom1904)
  }

  private init(dayOfEra days: Int) {
    // The year begins in March here, so that the day that some years have more is the last.
    let era = days / 146_097
    let dayOfEra = days % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    self.init(
      year: era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }

  /// Days since the first of March of the year 0.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let yearOfEra = year % 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year / 400 * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  }
}
