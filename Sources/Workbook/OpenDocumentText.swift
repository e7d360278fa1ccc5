// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Puts the text of a cell of an .ods together.
struct OpenDocumentText {
  private(set) var bytes: [UInt8] = []
  private(set) var hasParagraph = false
  /// White space stands for one blank, as LibreOffice shows it also where a paragraph begins.
  private var isAfterBlank = false

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    hasParagraph = false
  }

  mutating func beginParagraph() {
    if hasParagraph { bytes.append(UInt8(ascii: "\n")) }
    hasParagraph = true
    isAfterBlank = false
  }

  mutating func add(_ text: UnsafeBufferPointer<UInt8>) {
    for byte in text {
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        if !isAfterBlank { bytes.append(0x20) }
        isAfterBlank = true
      } else {
        bytes.append(byte)
        isAfterBlank = false
      }
    }
  }

  /// Adds what stands in the file as an element of its own, because it is no plain white space.
  mutating func add(_ byte: UInt8, times: Int = 1) {
    bytes.append(contentsOf: repeatElement(byte, count: times))
    isAfterBlank = false
  }
}

/// What a cell of an .ods says that it holds.
struct OpenDocumentCell {
  enum Kind { case none, text, number, money, percentage, date, truthValue, other }

  var kind = Kind.none
  var isError = false
  var hasFormula = false
  var value: [UInt8] = []
  /// How a number or a day looks; nil if its style leaves that to the program.
  var look: OpenDocumentStyles.Look?

  /// What is wrong with the text that is stored with the cell as a person saw it.
  ///
  /// `text` becomes the best known reading.
  func problem(with text: inout [UInt8]) -> CellProblem? {
    if isError || hasFormula && isErrorWord(text) { return .errorValue }
    if hasFormula, text.isEmpty, kind == .none { return .formulaWithoutValue }
    switch kind {
    case .none: return nil
    case .text:
      // What is in the value too is a text with white space that paragraphs do not keep.
      if text.isEmpty || isSameWithoutBlanks(text, value) { text = value.isEmpty ? text : value }
      return nil
    case .number: return numberProblem(with: &text)
    case .money, .percentage:
      if text.isEmpty { text = value }
      return .numberFormat(String(decoding: text, as: UTF8.self))
    case .date: return dateProblem(with: &text)
    case .truthValue:
      if text.isEmpty { text = value }
      return .truthValue
    case .other: return .brokenReference
    }
  }

  private func isSameWithoutBlanks(_ text: [UInt8], _ other: [UInt8]) -> Bool {
    text.lazy.filter { $0 > 0x20 }.elementsEqual(other.lazy.filter { $0 > 0x20 })
  }

  private func isErrorWord(_ text: [UInt8]) -> Bool {
    text.starts(with: "Err:".utf8)
      || text.first == UInt8(ascii: "#") && !text.starts(with: "##".utf8)
  }

  /// Without the style of a date each program shows another one, or a number.
  private func dateProblem(with text: inout [UInt8]) -> CellProblem? {
    if let look, look.kind == .day {
      if let format = look.format, let seen = drawnDay(format) {
        text = seen
        return nil
      }
      if !text.isEmpty, !text.starts(with: "###".utf8) { return nil }
    }
    text = value
    return .dateOfLanguage
  }

  /// What a style shows of the day, if it is the same in every language.
  private func drawnDay(_ format: NumberFormat) -> [UInt8]? {
    guard let serial = SpreadsheetDate.serial(isoDay: value, countsFrom1904: false) else {
      return nil
    }
    var seen: [UInt8] = []
    let problem = NumberText(countsFrom1904: false)
      .append(Array(String(serial).utf8), format: format, to: &seen)
    return problem == nil ? seen : nil
  }

  private func numberProblem(with text: inout [UInt8]) -> CellProblem? {
    guard let number = ExactNumber(value) else {
      return text.isEmpty && value.isEmpty ? nil : .brokenReference
    }
    guard look?.kind ?? .number == .number else {
      let seen = String(decoding: text, as: UTF8.self)
      text = number.kept.plain
      return .numberFormat(seen)
    }
    if let format = look == nil ? .general : look?.format {
      let stored = text
      text = []
      let problem = NumberText(countsFrom1904: false).append(value, format: format, to: &text)
      guard case .numberFormat = problem else { return problem }
      // Below a thousand there is nothing to part.
      let isShort = number.isWhole && number.kept.wholeDigits.count < 4
      if isShort, stored == text, format.code == OpenDocumentStyles.grouped { return nil }
      // Nobody has seen the code.
      return .numberFormat(String(decoding: stored, as: UTF8.self))
    }
    // Nobody saw a text: it was left to the program to make one.
    guard !text.isEmpty else {
      text = number.kept.plain
      return .numberFormat("General")
    }
    let digits = text.filter { $0 >= 0x30 && $0 <= 0x39 }
    if digits.isEmpty {
      let seen = String(decoding: text, as: UTF8.self)
      // The column was too narrow.
      if text.starts(with: "##".utf8) { text = number.kept.plain }
      return .numberFormat(seen)
    }
    if number.isInexact {
      text = number.plain
      return .inexact
    }
    let seen = String(decoding: text, as: UTF8.self)
    let kept = number.kept
    guard isDecorated(text) else {
      if kept.isWhole, digits.drop(while: { $0 == 0x30 }).elementsEqual(kept.wholeDigits) {
        return nil
      }
      text = kept.plain
      return .numberFormat(seen)
    }
    let isDecimal = !kept.isWhole || hasZerosBehindPoint(digits, kept)
    text = kept.plain
    return isDecimal ? .decimal : .numberFormat(seen)
  }

  /// Whether there is a sign among the digits that depends on the language.
  private func isDecorated(_ text: [UInt8]) -> Bool {
    guard let first = text.firstIndex(where: { $0 >= 0x30 && $0 <= 0x39 }),
      let last = text.lastIndex(where: { $0 >= 0x30 && $0 <= 0x39 })
    else { return false }
    // Blanks that do not break, the narrow one too, and apostrophes part thousands.
    return text[first...last].contains { byte in
      byte >= 0x80 || [0x2C, 0x2E, 0x27, 0x45, 0x65, 0x2F, 0x3A, 0x25].contains(byte)
    } || text.contains(UInt8(ascii: "%"))
  }

  private func hasZerosBehindPoint(_ digits: [UInt8], _ number: ExactNumber) -> Bool {
    let whole = number.wholeDigits.isEmpty ? [UInt8(ascii: "0")] : number.wholeDigits
    return digits.count > whole.count && digits.starts(with: whole)
      && digits[whole.count...].allSatisfy { $0 == UInt8(ascii: "0") }
  }
}
