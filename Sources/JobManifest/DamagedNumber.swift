// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Numbers and days that a program made of something else, in the forms in which programs show them.

extension DamagedValue {
  /// Whether all digits after the fifteenth are zeros, though those before them are none.
  ///
  /// A number such as 4000000000000000 was typed like that.
  static func isRounded(_ value: Span<UInt8>) -> Bool {
    guard value.count > 15 else { return false }
    for index in 15..<value.count where value[index] != UInt8(ascii: "0") { return false }
    return (11..<15).contains { value[$0] != UInt8(ascii: "0") }
  }

  /// Whether a text is a number such as `1,00E+03` for certain, or may be the name of something, as
  /// `12E-4` is; nil if it is neither.
  ///
  /// It has digits, at most one point or comma, an E, a sign, digits.
  static func shortenedNumber(_ text: String) -> Bool? {
    var rest = text.unicodeScalars[...]
    func digits() -> Int {
      let end = rest.firstIndex { !("0"..."9").contains($0) } ?? rest.endIndex
      defer { rest = rest[end...] }
      return rest.distance(from: rest.startIndex, to: end)
    }
    func advance(over marks: String) -> Unicode.Scalar? {
      guard let first = rest.first, marks.unicodeScalars.contains(first) else { return nil }
      return rest.removeFirst()
    }
    _ = advance(over: "+-\u{2212}")
    guard digits() > 0 else { return nil }
    let hasPoint = advance(over: ".,") != nil
    let decimals = hasPoint ? digits() : 0
    while advance(over: " \u{A0}") != nil {}
    // As it is written by hand.
    if advance(over: "×x") != nil {
      while advance(over: " \u{A0}") != nil {}
      guard String(rest).hasPrefix("10^") else { return nil }
      return String(rest.dropFirst(3)).allSatisfy { $0.isNumber || $0 == "-" || $0 == "+" }
        ? false : nil
    }
    guard advance(over: "eE") != nil else { return nil }
    let sign = advance(over: "+-\u{2212}")
    let zero = rest.first == "0"
    let exponent = digits()
    guard exponent > 0, rest.isEmpty, exponent < 4 else { return nil }
    // Without a sign or a point, as in 1E5, it is a code.
    guard let sign else { return hasPoint && decimals > 0 ? decimals > 2 : nil }
    if hasPoint { return true }
    return exponent > 1 && (sign == "+" || zero)
  }

  /// A day with the time that no one typed.
  static func isMidnight(_ text: String) -> Bool {
    let text = text.lowercased()
    guard let time = text.firstIndex(where: { $0 == " " || $0 == "t" || $0 == "\u{A0}" }) else {
      return false
    }
    let day = text[..<time]
    guard day.utf8.count >= 6,
      day.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 || "-./".utf8.contains($0) })
    else { return false }
    var rest = text[text.index(after: time)...]
    // A program that counts in another zone has another hour: 2026-03-04T23:00:00.000Z.
    if rest.hasSuffix("z"), rest.hasSuffix(":00:00.000z") { return true }
    if rest.hasSuffix("z") { rest = rest.dropLast() }
    for zone in ["+00:00", "+0000", "+00", "utc", "gmt"] where rest.hasSuffix(zone) {
      rest = rest.dropLast(zone.count)
    }
    let letters = rest.filter { $0.isLetter }
    let isMorning = ["am", "vorm", "午前", "上午", "오전", "πμ", "öö"].contains(letters)
    guard letters.isEmpty || isMorning else { return false }
    var digits = rest.filter { $0.isNumber || $0 == ":" }
    if isMorning, digits.hasPrefix("12:") { digits = "00:" + digits.dropFirst(3) }
    guard digits.contains(":") else { return false }
    return digits.allSatisfy { $0 == "0" || $0 == ":" }
      && rest.allSatisfy { $0.isNumber || $0.isLetter || ":. \u{A0}\u{202F}".contains($0) }
  }

  /// The day that an empty cell or a zero becomes: the one before the first of a calendar.
  static func isDayOfNothing(_ text: String) -> Bool {
    guard text.utf8.count(where: { ".-/".utf8.contains($0) }) > 1 else { return false }
    var text = text[...]
    if text.hasSuffix("00:00:00") || text.hasSuffix("0:00:00") {
      text = text.prefix { $0 != " " && $0 != "T" }
    }
    let parts = text.split(omittingEmptySubsequences: false) { ".-/".contains($0) }
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.count <= 4 }) else { return false }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count == 3 else { return false }
    let isYearFirst = numbers[0] > 31 || parts[0].count == 4
    let year = isYearFirst ? numbers[0] : numbers[2]
    let day = isYearFirst ? numbers[1...] : numbers[..<2]
    guard parts[0].count == 4 || parts[2].count == 4 else { return false }
    switch year {
    case 0: return Array(day) == [0, 0] || Array(day) == [1, 1]
    case 1899: return day.sorted() == [12, 30] || day.sorted() == [12, 31]
    case 1900: return day.contains(0) || Array(day) == [1, 1]
    default: return false
    }
  }

  /// A day and a month, or a month and a year, in the forms in which programs show what they took for
  /// a date.
  ///
  /// A person who types a month writes capitals, or a space and one digit, as in "MAR-1" and "May 5".
  static func isDateWithoutYear(_ text: String) -> Bool {
    if isDateOfEastAsia(text) { return true }
    let hasCapitalsOnly = text.uppercased() == text && text.lowercased() != text
    let parts = text.lowercased().split(maxSplits: 1) { " .-/\u{A0}".contains($0) }
    guard parts.count == 2 else { return false }
    func number(_ part: Substring) -> Int? {
      part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } ? Int(part) : nil
    }
    func name(_ part: Substring) -> String {
      String(part.filter { !" .-/\u{A0}".contains($0) })
    }
    let hasSpaceOnly = !text.contains { ".-/".contains($0) }
    if let day = number(parts[0]), (1...31).contains(day), parts[0].count <= 2 {
      let month = name(parts[1])
      if text.contains("."), romanMonths.contains(month), hasCapitalsOnly { return true }
      return SpreadsheetWords.months.contains(month) && !hasCapitalsOnly
        && !(hasSpaceOnly && SpreadsheetWords.everydayMonths.contains(month))
    }
    let last = parts[1].drop { " .-/\u{A0}".contains($0) }
    let end = last.last == "." ? last.dropLast() : last
    let month = name(parts[0])
    guard let other = number(end), SpreadsheetWords.months.contains(month), !hasCapitalsOnly,
      end.count == 2 || (end.count == 4 && (1900...2100).contains(other))
    else { return false }
    return !(hasSpaceOnly && SpreadsheetWords.everydayMonths.contains(month))
  }

  static let romanMonths: Set = [
    "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii",
  ]

  /// `3月4日`, `03월 04일`, and a month with its year, `2026年3月`.
  private static func isDateOfEastAsia(_ text: String) -> Bool {
    for (year, month, day) in [("年", "月", "日"), ("년", "월", "일")] {
      let isDay = text.hasSuffix(day) && !text.contains(year)
      let isMonth = text.hasSuffix(month) && text.contains(year)
      guard isDay || isMonth, text.contains(month) else { continue }
      let parts = text.dropLast().split { $0 == " " || String($0) == (isDay ? month : year) }
      return parts.count == 2 && parts.allSatisfy { Int($0) != nil }
    }
    return false
  }
}
