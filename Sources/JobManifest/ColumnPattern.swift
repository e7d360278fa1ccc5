// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Looks at all values of a column for damage that one value alone does not show.
///
/// Some other values among them do not hide it: nearly every list has a few.
struct ColumnPattern {
  /// The values that are alike: how many there are, and where the first of them are.
  struct Group {
    private(set) var count = 0
    private(set) var text = ""
    private(set) var places: [ValuePlace] = []

    mutating func note(_ value: Span<UInt8>, _ place: () -> ValuePlace) {
      count += 1
      if places.isEmpty { text = value.text }
      if places.count < DamagedColumn.placesMax { places.append(place()) }
    }

    func damage(_ kind: DamagedColumn.Kind) -> (DamagedColumn, Group) {
      (DamagedColumn(kind: kind, count: count, places: places), self)
    }
  }

  private var filled = 0
  /// Values of digits alone by how many digits, without those that begin with a zero.
  private var widths = [Group](repeating: Group(), count: widthMax + 1)
  /// The same for those that begin with a zero.
  private var zeroWidths = [Int](repeating: 0, count: widthMax + 1)
  private var least = Int.max
  private var greatest = 0
  /// Whole numbers with one zero behind a point or comma; those that no version number is.
  private var decimals = Group()
  private var isDecimalForCertain = false
  private var longDecimals = 0
  private var otherDecimals = 0
  private var thousands = Group()
  private var dates = 0
  private var daysAsNumbers = Group()
  private var rounded = Group()
  private var sixteenDigits = 0
  private var nothings = Group()
  private var words = 0
  private var latinCodes = 0
  private var otherCodes = 0
  private var codesAlike = Group()

  private static let widthMax = 18

  mutating func note(_ value: Span<UInt8>, _ kinds: CharacterKinds, _ place: () -> ValuePlace) {
    guard value.count > 0 else { return }
    filled += 1
    guard kinds.contains(.digit) else {
      if kinds == .letter, value.count < 5, DamagedValue.mayBeNothing(value.text) {
        nothings.note(value, place)
      } else {
        words += 1
      }
      return
    }
    if kinds == .digit {
      noteDigits(value, place)
    } else if kinds == [.digit, .sign], value.count <= Self.widthMax {
      noteSigned(value, place)
    } else if kinds.contains(.beyondASCII) || kinds.contains(.letter), value.count < 40 {
      noteCode(value, kinds, place)
    }
  }

  private mutating func noteDigits(_ value: Span<UInt8>, _ place: () -> ValuePlace) {
    let width = value.count
    guard width <= Self.widthMax else { return }
    if width == 16 {
      sixteenDigits += 1
      if DamagedValue.isRounded(value) { rounded.note(value, place) }
    }
    if value[0] == UInt8(ascii: "0"), width > 1 {
      zeroWidths[width] += 1
    } else if !hasCheckDigit(value) {
      widths[width].note(value, place)
    }
    var number = 0
    for index in value.indices { number = 10 * number + Int(value[index] & 0x0F) }
    least = min(least, number)
    greatest = max(greatest, number)
    if width == 5, (20_000...65_000).contains(number) { daysAsNumbers.note(value, place) }
  }

  /// Numbers of articles are of several lengths, and their last digit tells that they are whole.
  private func hasCheckDigit(_ value: Span<UInt8>) -> Bool {
    guard [8, 12, 13, 14].contains(value.count) else { return false }
    var sum = 0
    for index in value.indices {
      sum += Int(value[index] & 0x0F) * ((value.count - index) % 2 == 0 ? 3 : 1)
    }
    return sum % 10 == 0
  }

  private mutating func noteSigned(_ value: Span<UInt8>, _ place: () -> ValuePlace) {
    let text = value.text
    let parts = text.split(omittingEmptySubsequences: false) { ".,'-/".contains($0) }
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
      return
    }
    let isPair = parts.count == 2 && (text.contains(".") || text.contains(","))
    if isPair, parts[1].allSatisfy({ $0 == "0" }), parts[1].count < 3 {
      decimals.note(value, place)
      // A version has a point and is small; a price has two digits.
      if text.contains(",") || (parts[1].count == 1 && parts[0].count > 2) {
        isDecimalForCertain = true
      }
      if parts[1].count == 1, (Int(parts[0]) ?? 0) > 12 { longDecimals += 1 }
    } else if (1...3).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 3 }),
      !text.contains("-"), !text.contains("/")
    {
      thousands.note(value, place)
    } else if isPair {
      otherDecimals += 1
    } else if parts.count == 3, parts.contains(where: { $0.count == 4 || $0.count == 2 }) {
      dates += 1
    } else if parts.count == 2, text.contains("-"), parts[0].count == 5, parts[1].count == 4 {
      // The longer form of an American postcode begins with the shorter one.
      noteDigits(value.extracting(first: 5), place)
    }
  }

  private mutating func noteCode(
    _ value: Span<UInt8>, _ kinds: CharacterKinds, _ place: () -> ValuePlace
  ) {
    guard kinds.contains(.beyondASCII) else {
      latinCodes += 1
      return
    }
    switch LookAlikes.code(value.text) {
    case .latin: latinCodes += 1
    case .alike: codesAlike.note(value, place)
    case .other: otherCodes += 1
    case nil: break
    }
  }

  /// What is suspicious, and the first value that is.
  var damage: (DamagedColumn, Group)? {
    let digits = widths.reduce(0) { $0 + $1.count } + zeroWidths.reduce(0, +)
    // A price list has other decimals as well.
    if decimals.count > 0, otherDecimals == 0,
      isDecimalForCertain || (decimals.count == filled && filled > 1 && longDecimals > 0)
    {
      return decimals.damage(.decimals)
    }
    if thousands.count > 0, digits > 0, isMost(thousands.count + digits),
      widths[4...].allSatisfy({ $0.count == 0 })
    {
      return thousands.damage(.thousands)
    }
    if dates > 0, daysAsNumbers.count > 0, daysAsNumbers.count == digits,
      2 * (dates + digits) > filled
    {
      return daysAsNumbers.damage(.numberAmongDates)
    }
    if rounded.count > 0, 10 * rounded.count >= 8 * sixteenDigits {
      return rounded.damage(.rounded)
    }
    // Somebody called None is one of many names, and one of them only.
    if nothings.count > 0, words == 0 || nothings.count > 1 && nothings.count > words {
      return nothings.damage(.noValue)
    }
    if codesAlike.count > 0, latinCodes > 0 || otherCodes == 0 {
      return codesAlike.damage(.lookAlikes)
    }
    return lostZeros(digits)
  }

  private func isMost(_ count: Int) -> Bool { 10 * count >= 8 * filled }

  private func lostZeros(_ digits: Int) -> (DamagedColumn, Group)? {
    if let width = zeroWidths.lastIndex(where: { $0 > 0 }) {
      // Telephone numbers begin with zeros and have every length.
      let all = zeroWidths.reduce(0, +)
      guard 10 * zeroWidths[width] >= 8 * all, 2 * digits >= filled else { return nil }
      return damage(of: widths[..<width], digits: width)
    }
    guard isMost(digits), digits > 1, let longest = widths.lastIndex(where: { $0.count > 0 }) else {
      return nil
    }
    // Numbers that were counted have every length; those of a list have one, and few have lost a
    // zero or two. Where more are short, they are of another country.
    let shorter = widths[..<longest].reduce(0) { $0 + $1.count }
    guard longest >= 4, shorter > 0, widths[..<(longest - 2)].allSatisfy({ $0.count == 0 }),
      10 * widths[longest].count >= 6 * digits, shorter == 1 || 5 * shorter <= digits,
      greatest - least >= 3 * digits
    else { return nil }
    return damage(of: widths[..<longest], digits: longest)
  }

  private func damage(
    of shorter: ArraySlice<Group>, digits: Int
  ) -> (DamagedColumn, Group)? {
    guard let first = shorter.last(where: { $0.count > 0 }) else { return nil }
    let count = shorter.reduce(0) { $0 + $1.count }
    let others = shorter.reversed().drop { $0.count == 0 }.dropFirst()
    let places = first.places + others.flatMap(\.places)
    let column = DamagedColumn(
      kind: .lostZeros(digits: digits), count: count,
      places: Array(places.prefix(DamagedColumn.placesMax)))
    return (column, first)
  }
}
