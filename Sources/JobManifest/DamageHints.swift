// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A quick look at the bytes of a value, which rules out most kinds of damage.
///
/// Reading a text character by character takes many times as long, and most values do not need it.
struct DamageHints: Equatable {
  var mayBeError = true
  var mayBeNothing = true
  var mayBeNumber = true
  var mayBeDay = true
  var mayBeMonth = true

  /// Rules nothing out.
  init() {}

  init(_ value: Span<UInt8>, _ kinds: CharacterKinds) {
    let (first, last) = (value[0], value[value.count - 1])
    // `Loading...` may end in one character for its three dots.
    mayBeError = kinds.contains(.errorSign) || last == UInt8(ascii: ".") || last == 0xA6
    mayBeNothing =
      kinds.contains(.bracket) || first == 0xE2 || Self.isOneOf("(<-_.?", first)
      || (kinds.contains(.letter) && Self.mayHoldNothing(value))
    let startsWithDigit = Self.isDigit(first)
    mayBeNumber =
      startsWithDigit || first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
      || first == 0xE2
    mayBeDay = startsWithDigit || Self.isOneOf("+-./", first)
    mayBeMonth =
      kinds.contains(.digit) && Self.mayBeMonth(value, isASCII: !kinds.contains(.beyondASCII))
  }

  var rulesAllOut: Bool {
    !(mayBeError || mayBeNothing || mayBeNumber || mayBeDay || mayBeMonth)
  }

  /// Whether `nan`, `null`, `none`, `nil`, `undefined`, `n/a` or `n.a.` can be in it.
  private static func mayHoldNothing(_ value: Span<UInt8>) -> Bool {
    for index in value.indices.dropLast() where value[index] | 0x20 == UInt8(ascii: "n") {
      let next = value[index + 1]
      if isOneOf("auoid/.", next < 0x40 ? next : next | 0x20) { return true }
    }
    return false
  }

  private static func isOneOf(_ bytes: StaticString, _ byte: UInt8) -> Bool {
    bytes.withUTF8Buffer { $0.contains(byte) }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Spelled out, because it is asked of nearly every byte of a sheet.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "/")
  }

  /// Whether a text can be a day and a month, or a month and a year.
  private static func mayBeMonth(_ value: Span<UInt8>, isASCII: Bool) -> Bool {
    if !isASCII, mayBeForeignDay(value) { return true }
    var start = 0
    while start < value.count, isSeparator(value[start]) { start += 1 }
    var end = start
    while end < value.count, !isSeparator(value[end]) { end += 1 }
    guard end < value.count, start < end else { return false }
    if isDigit(value[start]) {
      return end - start <= 2 && (!isASCII || isMonth(value.extracting(end..<value.count)))
    }
    // Behind a month are the digits of a year or a day, and perhaps a dot.
    let last = value.count - (value[value.count - 1] == UInt8(ascii: ".") ? 1 : 0)
    var digits = last
    while digits > end, isDigit(value[digits - 1]) { digits -= 1 }
    guard last - digits == 2 || last - digits == 4 else { return false }
    if isASCII { return isMonth(value.extracting(start..<end)) }
    return (end..<digits).allSatisfy { isSeparator(value[$0]) }
  }

  /// Whether a blank that does not break is in it, or it ends as a day or month of East Asia does.
  private static func mayBeForeignDay(_ value: Span<UInt8>) -> Bool {
    for index in value.indices where value[index] == 0xC2 { return true }
    guard value.count > 3 else { return false }
    let sign = value[value.count - 3]
    return sign == 0xE6 || sign == 0xEC
  }

  /// Whether what is between the separators is the name of a month together.
  private static func isMonth(_ value: Span<UInt8>) -> Bool {
    var name: UInt64 = 0
    var count = 0
    for index in value.indices where !isSeparator(value[index]) {
      count += 1
      name = name << 8 | UInt64(value[index] | 0x20)
    }
    return (1...8).contains(count) && months.contains(name)
  }

  /// The names of ASCII alone, as numbers: none has more than eight letters.
  private static let months: Set<UInt64> = Set(
    SpreadsheetWords.months.union(DamagedValue.romanMonths)
      .filter { $0.utf8.allSatisfy { $0 < 0x80 } }
      .map { $0.utf8.reduce(0) { $0 << 8 | UInt64($1) } })
}
