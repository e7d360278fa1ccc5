// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A number in a workbook, digit by digit as it is written, never by way of a rounded one.
struct ExactNumber: Hashable {
  private(set) var isNegative = false
  /// The digits from the first that is not 0 to the last that is not 0; none for zero.
  private(set) var digits: [UInt8] = []
  /// How many digits are before the decimal sign; negative if zeros follow it.
  private(set) var point = 0

  /// As many digits as spreadsheet programs keep.
  static let digitsKept = 15
  /// A number's text may have more digits than it can mean; beyond this it is none.
  private static let bytesMax = 64

  /// Reads the form that XML Schema calls double; nil if the text is no number.
  init?(_ text: some Collection<UInt8>) {
    guard text.count <= Self.bytesMax else { return nil }
    var rest = text[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    var hasDigit = false
    var isBehindPoint = false
    while let byte = rest.first {
      if byte >= 0x30, byte <= 0x39 {
        hasDigit = true
        if !digits.isEmpty || byte != 0x30 {
          digits.append(byte)
          if !isBehindPoint { point += 1 }
        } else if isBehindPoint {
          point -= 1
        }
      } else if byte == UInt8(ascii: "."), !isBehindPoint {
        isBehindPoint = true
      } else {
        break
      }
      rest = rest.dropFirst()
    }
    guard hasDigit else { return nil }
    if let mark = rest.first {
      guard mark == UInt8(ascii: "E") || mark == UInt8(ascii: "e"),
        let exponent = Int(String(decoding: rest.dropFirst(), as: UTF8.self)),
        (-400...400).contains(exponent)
      else { return nil }
      point += exponent
    }
    dropZeros()
  }

  /// Whether there is nothing behind the decimal sign.
  var isWhole: Bool { digits.count <= point || digits.isEmpty }

  /// Whether it has more digits before the decimal sign than programs keep.
  var isInexact: Bool { point > Self.digitsKept }

  /// The number as programs show it at most: with 15 digits.
  var kept: ExactNumber { rounded(toDigits: Self.digitsKept) }

  /// The number with so many digits behind the decimal sign, halves away from zero.
  func rounded(toPlaces places: Int) -> ExactNumber { rounded(toDigits: point + places) }

  private func rounded(toDigits count: Int) -> ExactNumber {
    guard digits.count > count else { return self }
    var number = self
    guard count >= 0 else {
      (number.digits, number.point) = ([], 0)
      return number
    }
    let isUp = digits[count] >= UInt8(ascii: "5")
    number.digits.removeLast(digits.count - count)
    if isUp {
      while number.digits.last == UInt8(ascii: "9") { number.digits.removeLast() }
      if number.digits.isEmpty {
        number.digits = [UInt8(ascii: "1")]
        number.point += 1
      } else {
        number.digits[number.digits.count - 1] += 1
      }
    }
    number.dropZeros()
    return number
  }

  private mutating func dropZeros() {
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty {
      point = 0
      isNegative = false
    }
  }

  /// The digits before the decimal sign; none for zero.
  var wholeDigits: [UInt8] {
    guard point > 0 else { return [] }
    let zeros = max(0, point - digits.count)
    return digits.prefix(point) + [UInt8](repeating: UInt8(ascii: "0"), count: zeros)
  }

  /// Exactly so many digits behind the decimal sign; those beyond are left out.
  func fractionDigits(_ count: Int) -> [UInt8] {
    var fraction = [UInt8](repeating: UInt8(ascii: "0"), count: min(count, max(0, -point)))
    fraction += digits.dropFirst(max(0, point)).prefix(count - fraction.count)
    fraction += [UInt8](repeating: UInt8(ascii: "0"), count: count - fraction.count)
    return fraction
  }

  /// All of it, with a dot as the decimal sign and without an exponent.
  var plain: [UInt8] {
    let whole = wholeDigits.isEmpty ? [UInt8(ascii: "0")] : wholeDigits
    let sign = isNegative ? [UInt8(ascii: "-")] : []
    guard !isWhole else { return sign + whole }
    return sign + whole + [UInt8(ascii: ".")] + fractionDigits(digits.count - point)
  }

  /// The part before the decimal sign; nil if it is beyond all limits.
  var wholePart: Int? {
    guard point <= 10 else { return nil }
    let number = wholeDigits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return isNegative ? -number : number
  }
}
