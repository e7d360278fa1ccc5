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
  /// `#` and `:`, as in the errors of programs.
  static let errorSign = CharacterKinds(rawValue: 512)
  static let bracket = CharacterKinds(rawValue: 1024)
  static let backslash = CharacterKinds(rawValue: 2048)

  init(rawValue: UInt16) { self.rawValue = rawValue }

  init(of value: Span<UInt8>) {
    var kinds: UInt16 = 0
    Self.table.withUnsafeBufferPointer { table in
      for index in value.indices { kinds |= table[Int(value[index])] }
    }
    self.init(rawValue: kinds)
  }

  /// The kind of each byte.
  private static let table: [UInt16] = (0...UInt8.max).map { byte in
    let kinds: CharacterKinds =
      switch byte {
      case 0x00..<0x20, 0x7F: .control
      case UInt8(ascii: "0")...UInt8(ascii: "9"): .digit
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): .letter
      case 0x80...: .beyondASCII
      case UInt8(ascii: "?"): .questionMark
      case UInt8(ascii: "&"): .ampersand
      case UInt8(ascii: "%"): .percent
      case UInt8(ascii: "{"): .brace
      case UInt8(ascii: "#"), UInt8(ascii: ":"): [.sign, .errorSign]
      case UInt8(ascii: "["): [.sign, .bracket]
      case UInt8(ascii: "\\"): [.sign, .backslash]
      default: .sign
      }
    return kinds.rawValue
  }
}

extension DamagedValue {
  /// What is damaged in a value; nil for nearly all of them.
  static func search(_ value: Span<UInt8>, _ kinds: CharacterKinds) -> DamagedValue? {
    guard value.count > 0 else { return nil }
    if kinds == .letter || kinds == .digit || kinds == [.letter, .digit] {
      // Words of letters and digits alone, which most values are.
      switch kinds {
      case .letter: return value.count < 10 && isNothing(value.text) ? .noValue : nil
      case .digit: return value.count > 16 && isRounded(value) ? .roundedNumber : nil
      default: return nil
      }
    }
    if let damage = ofWhole(value, kinds, DamageHints(value, kinds)) { return damage }
    if kinds.contains(.beyondASCII), let damage = ofLetters(value) { return damage }
    if kinds.contains(.questionMark), hasQuestionForLetter(value) { return .questionMark }
    if kinds.contains(.ampersand), hasEntity(value) { return .entity }
    return kinds.contains(.backslash) && hasEscape(value) ? .escape : nil
  }

  /// What is damaged in a value as a whole, as far as the hints do not rule it out.
  static func ofWhole(
    _ value: Span<UInt8>, _ kinds: CharacterKinds, _ hints: DamageHints
  ) -> DamagedValue? {
    let first = value[0]
    guard !hints.rulesAllOut || first == UInt8(ascii: "=") || first == UInt8(ascii: "'") else {
      return nil
    }
    let text = value.text
    if hints.mayBeError, let isCertain = errorWord(in: text, kinds) {
      return .errorWord(isCertain: isCertain)
    }
    switch first {
    case UInt8(ascii: "="):
      if value.count > 1 { return .formula(isCertain: isFormula(text)) }
    case UInt8(ascii: "'"):
      if value.count > 1, value[1] &- UInt8(ascii: "0") < 10 || value[1] == UInt8(ascii: "=") {
        return .apostrophe
      }
    default: break
    }
    if hints.mayBeNothing, isNothing(text) { return .noValue }
    guard value.count < 48, kinds.contains(.digit) else { return nil }
    if hints.mayBeNumber, let isCertain = shortenedNumber(text) {
      return .shortenedNumber(isCertain: isCertain)
    }
    if hints.mayBeDay {
      if isMidnight(text) { return .midnight }
      if isDayOfNothing(text) { return .dayOfNothing }
    }
    return hints.mayBeMonth && isDateWithoutYear(text) ? .dateWithoutYear : nil
  }

  // MARK: Letters

  private static func ofLetters(_ value: Span<UInt8>) -> DamagedValue? {
    let other = value.withUnsafeBufferPointer { mojibakeReading(of: $0) }
    if let other { return .misread(other) }
    let text = value.text
    if let other = MisreadText.reading(of: text) { return .misread(other) }
    // Letters of Latin alone, which most names are.
    if text.unicodeScalars.allSatisfy({ $0.isASCII || (0xC0...0x17F).contains($0.value) }) {
      return nil
    }
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
      // Hyphens and a minus sign that no key has: they come from a document or a page.
      case 0x2010, 0x2011, 0x2212: return .otherHyphen(scalar.value)
      case 0x34F: return .unseen(scalar.value)
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
    return LookAlikes.areMixed(in: text) ? .mixedScripts : nil
  }

  /// Joiners belong into Persian, the scripts of India and emoji, and nowhere else; at an end only
  /// behind the sign that takes away a vowel.
  private static func strayJoiner(_ text: String) -> UInt32? {
    var before: Unicode.Scalar?
    var joiner: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      if scalar.value == 0x200C || scalar.value == 0x200D {
        guard let before, before.value >= 0x600 else { return scalar.value }
        if before.properties.canonicalCombiningClass.rawValue != 9 { joiner = scalar }
      } else if let joiner, scalar.properties.isWhitespace || scalar.isASCII {
        return joiner.value
      } else {
        joiner = nil
      }
      before = scalar
    }
    return joiner?.value
  }

  /// A question mark where a letter should be; not that of a link, and not that of a sentence.
  private static func hasQuestionForLetter(_ value: Span<UInt8>) -> Bool {
    func isLetter(_ index: Int) -> Bool {
      index >= 0 && index < value.count
        && ((value[index] | 0x20) &- UInt8(ascii: "a") < 26 || value[index] >= 0x80)
    }
    func isNewWord(_ last: Int, _ next: Int) -> Bool {
      value[last] &- UInt8(ascii: "a") < 26 && value[next] &- UInt8(ascii: "A") < 26
    }
    var isLost = false
    for index in value.indices {
      switch value[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "&"): return false
      case UInt8(ascii: "?"):
        var end = index + 1
        while end < value.count, value[end] == UInt8(ascii: "?") { end += 1 }
        // After a capital begins a new sentence, as in "Wer?Was".
        let isBetween = isLetter(index - 1) && isLetter(end) && !isNewWord(index - 1, end)
        let isFirst = index == 0 && (isLetter(end) || end == value.count && end > 1)
        if isBetween || isFirst || (end > index + 1 && isLetter(end)) { isLost = true }
      default: break
      }
    }
    return isLost
  }

  /// Whether a character is written by its name or number, as in the source of a page.
  private static func hasEntity(_ value: Span<UInt8>) -> Bool {
    guard value.withUnsafeBufferPointer({ $0.contains(UInt8(ascii: ";")) }) else { return false }
    for part in value.text.split(separator: "&", omittingEmptySubsequences: false).dropFirst() {
      guard let end = part.firstIndex(of: ";") else { continue }
      let name = part[..<end]
      if name.hasPrefix("#x") || name.hasPrefix("#X") {
        if UInt32(name.dropFirst(2), radix: 16) != nil { return true }
      } else if name.hasPrefix("#") {
        if UInt32(name.dropFirst()) != nil { return true }
      } else if entities.contains(String(name)) {
        return true
      }
    }
    return false
  }

  private static let entities: Set<String> = {
    let pairs = [
      "uml": "aeiouyAEIOUY", "acute": "aeiouyAEIOUY", "grave": "aeiouAEIOU",
      "circ": "aeiouAEIOU", "tilde": "anoANO", "cedil": "cC", "ring": "aA", "slash": "oO",
      "caron": "sS",
    ]
    let letters = pairs.flatMap { mark, letters in letters.map { "\($0)\(mark)" } }
    return Set(letters).union([
      "amp", "lt", "gt", "quot", "apos", "nbsp", "szlig", "aelig", "AElig", "oelig", "OElig", "eth",
      "ETH", "thorn", "THORN", "ndash", "mdash", "lsquo", "rsquo", "sbquo", "ldquo", "rdquo",
      "bdquo", "laquo", "raquo", "euro", "pound", "yen", "cent", "copy", "reg", "trade", "deg",
      "sect", "para",
      "middot", "bull", "hellip", "times", "frac12", "sup2", "sup3", "micro", "shy", "zwnj", "zwj",
      "ensp", "emsp", "iexcl", "iquest", "ordf", "ordm",
    ])
  }()

  /// Whether a character is written by its number as in the source of a program: `\u00fc`.
  private static func hasEscape(_ value: Span<UInt8>) -> Bool {
    func isHexadecimal(_ range: Range<Int>) -> Bool {
      range.upperBound <= value.count
        && range.allSatisfy {
          value[$0] &- UInt8(ascii: "0") < 10 || (value[$0] | 0x20) &- UInt8(ascii: "a") < 6
        }
    }
    for index in value.indices.dropLast() where value[index] == UInt8(ascii: "\\") {
      switch value[index + 1] {
      case UInt8(ascii: "u") where isHexadecimal(index + 2..<index + 6): return true
      case UInt8(ascii: "x") where isHexadecimal(index + 2..<index + 4): return true
      default: continue
      }
    }
    return false
  }
}
