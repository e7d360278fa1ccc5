// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A day as transit cards keep it: 7 bits of year from 2000 on, 4 of month, 5 of day.
package struct TransitDate: Hashable, Sendable {
  package let year: Int
  package let month: Int
  package let day: Int

  /// Whether the calendar has such a day; bits can say the 30th of February.
  package var exists: Bool {
    guard (1...12).contains(month) else { return false }
    return (1...daysOfMonth).contains(day)
  }

  private var daysOfMonth: Int {
    switch month {
    // Within the 128 years that fit into seven bits, 2100 is the one exception.
    case 2: year % 4 == 0 && year != 2100 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}

extension TransitDate {
  init(_ bytes: ArraySlice<UInt8>) {
    let packed = bytes.bigEndian
    self.init(year: 2000 + packed >> 9, month: packed >> 5 & 0x0F, day: packed & 0x1F)
  }
}

/// A time of day; sales keep it in bits and gates in decimal digits.
package struct TransitTime: Hashable, Sendable {
  package let hour: Int
  package let minute: Int
  /// nil where a card keeps none.
  package let second: Int?

  package var exists: Bool { hour < 24 && minute < 60 && (second ?? 0) < 60 }
}

extension TransitTime {
  /// 5 bits of hour, 6 of minute, 5 of every second second.
  init(packed bytes: ArraySlice<UInt8>) {
    let packed = bytes.bigEndian
    self.init(
      hour: packed >> 11, minute: packed >> 5 & 0x3F, second: (packed & 0x1F) * 2)
  }

  /// Two bytes of decimal digits; nil when a half byte is none.
  init?(digits bytes: ArraySlice<UInt8>) {
    let digits = bytes.flatMap { [Int($0 >> 4), Int($0 & 0x0F)] }
    guard digits.count == 4, digits.allSatisfy({ $0 < 10 }) else { return nil }
    self.init(
      hour: digits[0] * 10 + digits[1], minute: digits[2] * 10 + digits[3], second: nil)
  }
}

extension ArraySlice<UInt8> {
  var bigEndian: Int { reduce(0) { $0 << 8 | Int($1) } }
  var littleEndian: Int { reversed().reduce(0) { $0 << 8 | Int($1) } }
}
