// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

// Words that a program writes where a value should be.

extension DamagedValue {
  /// Whether an error is written in the text, and if it is certain; nil if there is none.
  static func errorWord(in text: String, _ kinds: CharacterKinds) -> Bool? {
    if let hash = text.utf8.firstIndex(of: UInt8(ascii: "#")) {
      let word = text[hash...].uppercased()
      if hash == text.startIndex {
        if SpreadsheetWords.errors.contains(word) || isHashes(text) || word.hasSuffix("/0!") {
          return true
        }
        if SpreadsheetWords.shortErrors.contains(word) { return false }
      }
      if containsError(text) { return false }
    }
    if text.utf8.last == UInt8(ascii: ".") || text.hasSuffix("…") {
      let lowercased = text.lowercased()
      return lowercased == "loading..." || lowercased == "loading…" ? false : nil
    }
    // `error: 504`; most values are let go by one byte, and not made anew first.
    guard kinds.contains(.digit), text.utf8.dropLast(2).last == UInt8(ascii: "5") else {
      return nil
    }
    let lowercased = text.lowercased()
    guard let colon = lowercased.firstIndex(of: ":") else { return nil }
    let number = lowercased[lowercased.index(after: colon)...].drop { $0 == " " }
    let word = lowercased[..<colon].filter { $0 != " " }
    let isError =
      number.count == 3 && number.allSatisfy(\.isNumber)
      && SpreadsheetWords.errorBeginnings.contains(word)
    return isError ? true : nil
  }

  private static func isHashes(_ text: String) -> Bool {
    text.utf8.count > 2 && text.utf8.allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Whether an error is a word of the text, which a formula put together from several cells.
  private static func containsError(_ text: String) -> Bool {
    var rest = text[...]
    while let hash = rest.firstIndex(of: "#") {
      let isAtStart = hash == text.startIndex || !isPartOfLink(text[text.index(before: hash)])
      let word = rest[hash...].prefix { $0 != " " && $0 != "," && $0 != ";" && $0 != ")" }
      // An error of few letters, such as #NV, is a word with a # as well.
      if isAtStart, word.last == "!" || word.last == "?" || word.contains("/"),
        SpreadsheetWords.errors.contains(word.uppercased())
      {
        return true
      }
      rest = rest[rest.index(after: hash)...]
    }
    return false
  }

  private static func isPartOfLink(_ letter: Character) -> Bool {
    letter == "/" || letter.isLetter || letter.isNumber
  }

  /// Whether it calls a function, or begins with the name of a cell.
  static func isFormula(_ text: String) -> Bool {
    let text = text.dropFirst()
    if text.contains("("), text.last == ")" { return true }
    let name = text.drop { "+-'$".contains($0) }
    let letters = name.prefix { $0.isASCII && $0.isLetter }
    let digits = name.dropFirst(letters.count).drop { $0 == "$" }.prefix { $0.isNumber }
    let rest = name.dropFirst(letters.count).drop { $0 == "$" }.dropFirst(digits.count)
    return (1...3).contains(letters.count) && !digits.isEmpty
      && (rest.isEmpty || rest.first.map { "+-*/&:;,!<>=^".contains($0) } == true)
  }

  /// Whether it is what programs write for an empty cell, whole or as a part of something.
  ///
  /// People are called Null and None; what they are in a column its other values show.
  static func isNothing(_ text: String) -> Bool {
    guard text.utf8.count < 48 else { return false }
    let lowercased = text.lowercased()
    if SpreadsheetWords.nothings.contains(lowercased) { return true }
    if ["nan", "null", "NaN", "NaT", "NULL", "nil", "none"].contains(text) { return true }
    if text.unicodeScalars.allSatisfy({ "-–—_.".unicodeScalars.contains($0) }) { return true }
    if text == "?" { return true }
    if text.utf8.contains(UInt8(ascii: "[")), lowercased.contains("[object ") { return true }
    let words = text.split { " -_/.".contains($0) }
    guard words.count > 1 else { return false }
    let isAny = words.contains { ["null", "NaN", "undefined", "NULL"].contains($0) }
    return isAny || words.last == "nan"
      || words.allSatisfy { SpreadsheetWords.nothingWords.contains($0.lowercased()) }
  }

  /// Whether it is nothing beside numbers, and a name beside names.
  static func mayBeNothing(_ text: String) -> Bool {
    text.utf8.count < 5 && SpreadsheetWords.nothingWords.contains(text.lowercased())
  }
}
