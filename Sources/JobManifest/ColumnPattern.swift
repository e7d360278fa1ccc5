// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Looks at all values of a column for damage that one value alone does not show.
struct ColumnPattern {
  /// A value, and where it is.
  struct Sample {
    let text: String
    let place: ValuePlace
  }

  private var filled = 0
  /// How many values of digits alone there are, by how many digits.
  private var widths = [Int](repeating: 0, count: widthMax + 1)
  /// The first of them that does not begin with a zero.
  private var firsts = [Sample?](repeating: nil, count: widthMax + 1)
  /// The most digits of a value that begins with a zero.
  private var zeroWidth = 0
  private var least = Int.max
  private var greatest = 0
  private var decimals = 0
  private var firstDecimal: Sample?
  private var thousands = 0
  private var firstThousand: Sample?
  private var dates = 0

  private static let widthMax = 18

  mutating func note(_ value: Span<UInt8>, _ kinds: CharacterKinds, _ place: () -> ValuePlace) {
    guard value.count > 0 else { return }
    filled += 1
    guard kinds.contains(.digit) else { return }
    if kinds == .digit {
      let width = value.count
      guard width <= Self.widthMax else { return }
      widths[width] += 1
      if value[0] == UInt8(ascii: "0"), width > 1 {
        zeroWidth = max(zeroWidth, width)
      } else if firsts[width] == nil {
        firsts[width] = Sample(text: value.text, place: place())
      }
      var number = 0
      for index in value.indices { number = 10 * number + Int(value[index] & 0x0F) }
      least = min(least, number)
      greatest = max(greatest, number)
    } else if kinds == [.digit, .sign], value.count <= Self.widthMax {
      noteSigned(value.text, place)
    }
  }

  private mutating func noteSigned(_ text: String, _ place: () -> ValuePlace) {
    let parts = text.split(omittingEmptySubsequences: false) { ".,'-/".contains($0) }
    guard parts.count > 1, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }) else {
      return
    }
    if parts.count == 2, text.contains(".") || text.contains(","),
      parts[1].allSatisfy({ $0 == "0" }), parts[1].count < 3
    {
      decimals += 1
      firstDecimal = firstDecimal ?? Sample(text: text, place: place())
    } else if (1...3).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 3 }),
      !text.contains("-"), !text.contains("/")
    {
      thousands += 1
      firstThousand = firstThousand ?? Sample(text: text, place: place())
    } else if parts.count == 3, parts.contains(where: { $0.count == 4 || $0.count == 2 }) {
      dates += 1
    }
  }

  /// What is suspicious, and the first value that is.
  var damage: (DamagedColumn, Sample)? {
    let digits = widths.reduce(0, +)
    if let firstDecimal, decimals == filled, filled > 1 { return (.decimals, firstDecimal) }
    if let firstThousand, thousands + digits == filled, digits > 0,
      widths[4...].allSatisfy({ $0 == 0 })
    {
      return (.thousands, firstThousand)
    }
    if dates > 0, dates + digits == filled, digits == widths[5], let first = firsts[5] {
      return (.numberAmongDates, first)
    }
    return lostZeros(digits)
  }

  private func lostZeros(_ digits: Int) -> (DamagedColumn, Sample)? {
    guard digits == filled, digits > 1, let longest = widths.lastIndex(where: { $0 > 0 }) else {
      return nil
    }
    if let first = firsts[..<zeroWidth].last(where: { $0 != nil }) ?? nil {
      return (.lostZeros(digits: zeroWidth), first)
    }
    guard zeroWidth == 0,
      let shorter = widths[..<longest].lastIndex(where: { $0 > 0 }), let first = firsts[shorter],
      let shortest = widths.firstIndex(where: { $0 > 0 })
    else { return nil }
    // Numbers that were counted have every length; those of a list have one, and few have lost a
    // zero or two.
    guard longest >= 4, shortest >= longest - 2, 10 * widths[longest] >= 6 * digits,
      greatest - least >= 3 * digits
    else { return nil }
    return (.lostZeros(digits: longest), first)
  }
}
