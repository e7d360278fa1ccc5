// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Which kinds of characters a value has: nearly all values have none that need a second look.
struct CharacterKinds: OptionSet {
  let rawValue: UInt16

  static let control = CharacterKinds(rawValue: 1)
  static let beyondASCII = CharacterKinds(rawValue: 2)
  static let digit = CharacterKinds(rawValue: 4)
  static let letter = CharacterKinds(rawValue: 8)
  static let questionMark = CharacterKinds(rawValue: 16)
  static let ampersand = CharacterKinds(rawValue: 32)
  static let percent = CharacterKinds(rawValue: 64)
  static let sign = CharacterKinds(rawValue: 128)
  static let brace = CharacterKinds(rawValue: 256)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(of value: Span<UInt8>) {
    var kinds = CharacterKinds()
    for index in value.indices {
      switch value[index] {
      case 0x00..<0x20, 0x7F: kinds.insert(.control)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): kinds.insert(.digit)
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        kinds.insert(.letter)
      case 0x80...: kinds.insert(.beyondASCII)
      case UInt8(ascii: "?"): kinds.insert(.questionMark)
      case UInt8(ascii: "&"): kinds.insert(.ampersand)
      case UInt8(ascii: "%"): kinds.insert(.percent)
      case UInt8(ascii: "{"): kinds.insert(.brace)
      default: kinds.insert(.sign)
      }
    }
    self = kinds
  }
}

extension DamagedValue {
  /// What is damaged about a value; nil for nearly all of them.
  static func search(_ value: Span<UInt8>, _ kinds: CharacterKinds) -> DamagedValue? {
    guard value.count > 0 else { return nil }
    if kinds == .letter || kinds == .digit || kinds == [.letter, .digit] {
      // Words of letters and digits alone, which most values are.
      if value.count == 3 || value.count == 4 || value.count == 9, kinds == .letter {
        return noValues.contains(lowercased(value)) ? .noValue : nil
      }
      return kinds == .digit && value.count > 15 && isRounded(value) ? .roundedNumber : nil
    }
    if let damage = ofWhole(value, kinds) { return damage }
    if kinds.contains(.beyondASCII), let damage = ofLetters(value) { return damage }
    if kinds.contains(.questionMark), hasQuestionForLetter(value) { return .questionMark }
    if kinds.contains(.ampersand), hasEntity(value) { return .entity }
    return nil
  }

  private static func lowercased(_ value: Span<UInt8>) -> String {
    value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }.lowercased()
  }

  private static func isRounded(_ value: Span<UInt8>) -> Bool {
    for index in 15..<value.count where value[index] != UInt8(ascii: "0") { return false }
    return true
  }

  private static func ofWhole(_ value: Span<UInt8>, _ kinds: CharacterKinds) -> DamagedValue? {
    switch value[0] {
    case UInt8(ascii: "#"):
      let text = value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      if SpreadsheetWords.errors.contains(text.uppercased()) || isHashes(text) {
        return .errorWord(isCertain: true)
      }
      if text.utf8.count < 24, text.hasSuffix("!") || text.hasSuffix("?"),
        !text.contains(" "), text.uppercased() == text
      {
        return .errorWord(isCertain: false)
      }
    case UInt8(ascii: "E"):
      // LibreOffice has numbers for errors that have no name.
      let text = value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
      if text.hasPrefix("Err:"), text.count == 7, text.dropFirst(4).allSatisfy(\.isNumber) {
        return .errorWord(isCertain: true)
      }
    case UInt8(ascii: "="):
      if value.count > 1 { return .formula(isCertain: isFormula(value)) }
    case UInt8(ascii: "'"):
      if value.count > 1, value[1] &- UInt8(ascii: "0") < 10 || value[1] == UInt8(ascii: "=") {
        return .apostrophe
      }
    default: break
    }
    if kinds.contains(.digit), isShortened(value) { return .shortenedNumber }
    guard value.count < 24 else { return nil }
    let text = lowercased(value)
    if kinds.contains(.digit) {
      if isMidnight(text) { return .midnight }
      if isDateWithoutYear(text) { return .dateWithoutYear }
    } else if noValues.contains(text) {
      return .noValue
    }
    return nil
  }

  /// Whether it calls a function, or begins with the name of a cell.
  private static func isFormula(_ value: Span<UInt8>) -> Bool {
    let text = value.text.dropFirst()
    if text.contains("("), text.last == ")" { return true }
    let name = text.drop { "+-'$".contains($0) }
    let letters = name.prefix { $0.isASCII && $0.isLetter }
    let digits = name.dropFirst(letters.count).drop { $0 == "$" }.prefix { $0.isNumber }
    let rest = name.dropFirst(letters.count).drop { $0 == "$" }.dropFirst(digits.count)
    return (1...3).contains(letters.count) && !digits.isEmpty
      && (rest.isEmpty || rest.first.map { "+-*/&:;,!<>=^".contains($0) } == true)
  }

  private static let noValues: Set = [
    "nan", "null", "none", "nil", "n/a", "#n/a", "undefined", "<na>", "(null)", "(blank)",
    "(leer)", "[object object]", "-nan", "nat",
  ]

  private static func isHashes(_ text: String) -> Bool {
    text.utf8.count > 2 && text.utf8.allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// `1,00E+03`: digits, at most one point or comma, an E, a sign, digits.
  private static func isShortened(_ value: Span<UInt8>) -> Bool {
    var index = 0
    func isDigit(_ index: Int) -> Bool {
      index < value.count && value[index] &- UInt8(ascii: "0") < 10
    }
    func isOne(of marks: StaticString) -> Bool {
      guard index < value.count else { return false }
      let byte = value[index]
      return marks.withUTF8Buffer { $0.contains(byte) }
    }
    if isOne(of: "+-") { index += 1 }
    guard isDigit(index) else { return false }
    while isDigit(index) { index += 1 }
    if isOne(of: ".,") {
      index += 1
      while isDigit(index) { index += 1 }
    }
    guard isOne(of: "eE") else { return false }
    index += 1
    guard isOne(of: "+-") else { return false }
    index += 1
    guard isDigit(index) else { return false }
    while isDigit(index) { index += 1 }
    return index == value.count
  }

  /// A day with the time that no one typed.
  private static func isMidnight(_ text: String) -> Bool {
    guard let time = text.firstIndex(where: { $0 == " " || $0 == "t" }) else { return false }
    let day = text[..<time]
    let rest = text[text.index(after: time)...]
    return ["00:00:00", "0:00:00", "00:00", "0:00", "00:00:00.000"].contains(rest)
      && day.utf8.count >= 6
      && day.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || "-./".utf8.contains($0) }
  }

  /// A day and a month, or a month and a year of two digits, in the forms in which programs show
  /// what they took for a date.
  private static func isDateWithoutYear(_ text: String) -> Bool {
    let parts = text.split { " .-/".contains($0) }
    if parts.count == 2 {
      func isNumber(_ part: Substring) -> Bool {
        (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
      }
      return (isNumber(parts[0]) && SpreadsheetWords.months.contains(String(parts[1])))
        || (isNumber(parts[1]) && SpreadsheetWords.months.contains(String(parts[0])))
    }
    guard parts.count == 1, text.hasSuffix("日"), let month = text.firstIndex(of: "月") else {
      return false
    }
    let day = text[text.index(after: month)...].dropLast()
    return !day.isEmpty && (text[..<month] + day).utf8.allSatisfy { $0 &- UInt8(ascii: "0") < 10 }
  }

  // MARK: Letters

  private static func ofLetters(_ value: Span<UInt8>) -> DamagedValue? {
    let other = value.withUnsafeBufferPointer { mojibakeReading(of: $0) }
    if let other { return .misread(other) }
    let text = value.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    var isMark = false
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0..<0x80: continue
      case 0xFFFD: return .lostLetter
      // Letters of a private font, and numbers that are no characters.
      case 0xE000...0xF8FF, 0xFFFE...0xFFFF, 0xF0000...: return .unseen(scalar.value)
      // The space of Japanese and Chinese text has its place inside a value.
      case 0xA0, 0x2000...0x200A, 0x202F, 0x205F, 0x2800, 0x3164, 0x115F, 0x1160, 0xFFA0:
        return .unseen(scalar.value)
      case 0x300...0x36F: isMark = true
      default:
        if scalar.isUnseenMark { return .unseen(scalar.value) }
      }
    }
    if let joiner = strayJoiner(text) { return .unseen(joiner) }
    if isMark
      || text.unicodeScalars.contains(where: {
        $0.properties.canonicalCombiningClass != .notReordered
      })
    {
      let bytes = Array(text.utf8)
      if NormalText.composed(bytes[...]) != bytes { return .looseAccent }
    }
    return hasMixedScripts(text) ? .mixedScripts : nil
  }

  /// Joiners belong into Persian, the scripts of India and emoji, and nowhere else.
  private static func strayJoiner(_ text: String) -> UInt32? {
    var before: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar.value == 0x200C || scalar.value == 0x200D {
        guard let before, before.value >= 0x600 else { return scalar.value }
      }
      before = scalar
    }
    return nil
  }

  private enum Script {
    case latin
    case cyrillicOrGreek
    case other

    init(_ scalar: Unicode.Scalar) {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF:
        self = .latin
      case 0x370...0x3FF, 0x400...0x52F, 0x1F00...0x1FFF: self = .cyrillicOrGreek
      default: self = .other
      }
    }
  }

  private static func hasMixedScripts(_ text: String) -> Bool {
    var before = Script.other
    for scalar in text.unicodeScalars {
      let script = Script(scalar)
      if script != .other, before != .other, script != before { return true }
      before = script
    }
    return false
  }

  /// A question mark where a letter should be; not that of a link, and not that of a sentence.
  private static func hasQuestionForLetter(_ value: Span<UInt8>) -> Bool {
    func isLetter(_ index: Int) -> Bool {
      index >= 0 && index < value.count
        && ((value[index] | 0x20) &- UInt8(ascii: "a") < 26 || value[index] >= 0x80)
    }
    var isLost = false
    for index in value.indices {
      switch value[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "&"): return false
      case UInt8(ascii: "?"):
        let isDouble = index + 1 < value.count && value[index + 1] == UInt8(ascii: "?")
        if isDouble || (isLetter(index - 1) && isLetter(index + 1)) { isLost = true }
      default: break
      }
    }
    return isLost
  }

  /// Whether a character is written by its name or number, as in the source of a page.
  private static func hasEntity(_ value: Span<UInt8>) -> Bool {
    var start: Int?
    for index in value.indices {
      switch value[index] {
      case UInt8(ascii: "&"): start = index
      case UInt8(ascii: ";"):
        if let start, (3...10).contains(index - start) { return true }
        start = nil
      case UInt8(ascii: "#") where start == index - 1: break
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"):
        break
      default: start = nil
      }
    }
    return false
  }
}
