// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Goes over one section of a number format.
///
/// The codes are those of English, whatever the language of the program that wrote them. There "/",
/// ":" and "." (in numbers), "," stand for the signs of the language; what is escaped or quoted
/// stands for itself.
struct NumberSectionScan {
  private let code: [Unicode.Scalar]
  private var place = 0
  private var pieces: [NumberSection.Piece] = []
  private var dates: [NumberSection.DatePiece] = []
  private var placesBehindPoint: Int?
  private var isGeneral = false
  private var isDate = false
  private var dependsOnLanguage = false
  /// Something that is not drawn here.
  private var isStrange = false
  private(set) var hasTextSign = false
  private(set) var hasCondition = false
  /// A gap before the first digit, which a minus sign would stand before.
  private(set) var beginsWithGap = false

  init(_ code: [Unicode.Scalar]) {
    self.code = code
  }

  var look: NumberSection.Look {
    let hasLiteral = pieces.contains { if case .literal = $0 { true } else { false } }
    let digits = pieces.count { $0 == .digit || $0 == .optionalDigit }
    if isStrange { return .undrawn }
    if isDate || dependsOnLanguage {
      guard digits == 0, placesBehindPoint == nil, !isGeneral, !hasTextSign else { return .undrawn }
      return dependsOnLanguage ? .dateOfLanguage : .date(dates)
    }
    if isGeneral || hasTextSign {
      guard digits == 0, !hasLiteral, isGeneral != hasTextSign else { return .undrawn }
      return isGeneral ? .general : .text
    }
    guard digits > 0 else { return .undrawn }
    if let placesBehindPoint {
      let least = pieces.count { $0 == .digit }
      return hasLiteral ? .undrawn : .decimal(least: least, places: placesBehindPoint)
    }
    return isDrawn ? .whole(pieces) : .undrawn
  }

  /// Optional digits come first and with nothing between them, or programs differ in what they show.
  private var isDrawn: Bool {
    guard pieces.contains(.optionalDigit) else { return true }
    let fromFirstDigit = pieces.drop { if case .literal = $0 { true } else { false } }
    return fromFirstDigit.drop { $0 == .optionalDigit }.allSatisfy { $0 != .optionalDigit }
  }

  mutating func run() {
    while place < code.count {
      let scalar = code[place]
      switch scalar {
      case "\"": takeQuoted()
      case "\\":
        if place + 1 < code.count { literal(code[place + 1]) }
        place += 2
      case "_":
        // A gap as wide as a letter; only within a number does it part anything.
        if pieces.isEmpty { beginsWithGap = true }
        if !pieces.isEmpty, place + 2 < code.count { isStrange = true }
        place += 2
      case "*":
        // Fills the cell. Of a text it moves only the place.
        if !code.contains("@") { isStrange = true }
        place += 2
      case "[": takeBrackets()
      case "@":
        isStrange = isStrange || hasTextSign
        hasTextSign = true
        place += 1
      default: takePlain(scalar)
      }
    }
  }

  private mutating func takePlain(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "0", "#": digit(scalar == "0" ? .digit : .optionalDigit)
    case ".":
      let isInNumber = pieces.contains(.digit) || pieces.contains(.optionalDigit)
      if isInNumber, placesBehindPoint == nil, !isDate {
        placesBehindPoint = 0
      } else if isDate {
        literal(scalar)
      } else {
        // Before the digits, as in .00, it is a decimal sign, too.
        isStrange = true
      }
    case "-", "+", "(", ")", " ": literal(scalar)
    case "/", ":":
      // The signs of the language for dates and times; in numbers, fractions.
      dependsOnLanguage = true
    case "y", "Y", "m", "M", "d", "D", "h", "H", "s", "S", "e", "g", "b", "B": return takeDate()
    case "G": return takeGeneral()
    case "A", "a":
      // AM/PM, A/P, and aaa for days of the week.
      dependsOnLanguage = true
      place = code.count
      return
    default: isStrange = true
    }
    place += 1
  }

  private mutating func digit(_ piece: NumberSection.Piece) {
    if let places = placesBehindPoint {
      // Digits that may be missing behind the decimal sign, or ones behind a text.
      if piece == .optionalDigit { isStrange = true }
      placesBehindPoint = places + 1
    } else {
      pieces.append(piece)
    }
  }

  private mutating func literal(_ scalar: Unicode.Scalar) {
    let bytes = Array(String(scalar).utf8)
    pieces.append(.literal(bytes))
    dates.append(.literal(bytes))
  }

  private mutating func takeQuoted() {
    place += 1
    while place < code.count, code[place] != "\"" {
      literal(code[place])
      place += 1
    }
    place += 1
  }

  private mutating func takeBrackets() {
    let end = code[place...].firstIndex(of: "]") ?? code.count
    let word = String(String.UnicodeScalarView(code[min(place + 1, end)..<end])).lowercased()
    place = end + 1
    let colours = ["black", "blue", "cyan", "green", "magenta", "red", "white", "yellow"]
    if colours.contains(word) || word.hasPrefix("color") { return }
    if word.hasPrefix("$") {
      // A currency, or a language, whose digits and calendar may be others.
      dependsOnLanguage = true
    } else if word.hasPrefix("<") || word.hasPrefix(">") || word.hasPrefix("=") {
      hasCondition = true
    } else if !word.isEmpty, word.allSatisfy({ "hms".contains($0) }) {
      dependsOnLanguage = true
    } else {
      isStrange = true
    }
  }

  private mutating func takeDate() {
    let letter = Character(code[place]).lowercased()
    let first = place
    while place < code.count, Character(code[place]).lowercased() == letter { place += 1 }
    let length = place - first
    if letter == "e", place < code.count, code[place] == "+" || code[place] == "-" {
      isStrange = true
      return
    }
    isDate = true
    switch letter {
    case "y": dates.append(.year(digits: length <= 2 ? 2 : 4))
    case "m" where length <= 2: dates.append(.month(digits: length))
    case "d" where length <= 2: dates.append(.day(digits: length))
    default: dependsOnLanguage = true
    }
  }

  private mutating func takeGeneral() {
    let word = Array("general".unicodeScalars)
    let found = code[place...].prefix(word.count).map { Character($0).lowercased() }
    if found == word.map({ String($0) }) {
      isStrange = isStrange || isGeneral
      isGeneral = true
      place += word.count
    } else {
      // The era of a calendar.
      isDate = true
      dependsOnLanguage = true
      place += 1
    }
  }
}
