// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where a sheet has the names of its columns.
package enum SheetHeader: Hashable, Sendable {
  /// In this row, counted from 1.
  case row(Int)
  /// Nowhere: the first row is part of the list, and columns are called by their numbers.
  case missing

  /// As in the manifest.
  static let missingWord = "none"
}

/// The name that every column has, whatever its heading; counted from 1.
func columnVariable(_ number: Int) -> String { "column.\(number)" }

/// The number in such a name; nil if the name is another.
func columnNumber(_ name: String) -> Int? {
  guard name.hasPrefix("column.") else { return nil }
  let digits = name.dropFirst(7)
  guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else {
    return nil
  }
  return Int(digits) ?? .max
}

/// Whether a heading is a value like the one below it, so that the sheet has no names.
func isValue(heading: String, above value: String) -> Bool {
  if isAddress(heading) { return true }
  let (kinds, below) = (CharacterKinds(of: heading.utf8.span), CharacterKinds(of: value.utf8.span))
  guard kinds.contains(.digit), below.contains(.digit) else { return false }
  if !kinds.hasLetters {
    // A year can be the name of a column of amounts.
    return !below.hasLetters && (!isYear(heading) || isYear(value))
  }
  if heading == value { return false }
  let (one, other) = (ValueShape(heading), ValueShape(value))
  return one.withoutDigits == other.withoutDigits || (one.isCode && one.signs == other.signs)
}

/// Whether a text is an address of a website or of a person.
private func isAddress(_ text: String) -> Bool {
  let start = text.lowercased()
  if start.contains("://") || start.hasPrefix("www.") || start.hasPrefix("mailto:") { return true }
  let parts = start.split(separator: "@", omittingEmptySubsequences: false)
  return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
    && !start.contains { $0.isWhitespace }
}

private func isYear(_ text: String) -> Bool {
  text.utf8.count == 4 && (text.hasPrefix("19") || text.hasPrefix("20"))
}

extension CharacterKinds {
  fileprivate var hasLetters: Bool { contains(.letter) || contains(.beyondASCII) }
}

/// What is left of a value when its digits and letters are taken for one another.
private struct ValueShape {
  /// The text with one `0` for each run of digits.
  var withoutDigits = ""
  /// `0` for each digit, and `A` or `a` for each letter.
  var signs = ""
  private var digits = 0
  private var letters = 0

  init(_ text: String) {
    for character in text {
      if character.isASCII, character.isNumber {
        digits += 1
        if withoutDigits.last != "0" { withoutDigits.append("0") }
        signs.append("0")
      } else {
        withoutDigits.append(character)
        if character.isLetter { letters += 1 }
        signs.append(character.isUppercase ? "A" : character.isLowercase ? "a" : character)
      }
    }
  }

  /// Such as `A-12`: more digits than a name has that counts, such as `Q1`.
  var isCode: Bool { digits >= 2 && letters <= 2 * digits && letters <= 4 }
}
