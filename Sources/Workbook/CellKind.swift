// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a cell of an .xlsx says that it holds (its attribute t).
enum CellKind: Hashable {
  case number, sharedText, inlineText, formulaText, truthValue, error, date, unknown

  init(_ text: UnsafeBufferPointer<UInt8>?) {
    guard let text else {
      self = .number
      return
    }
    if text.count == 1 {
      switch text[0] {
      case UInt8(ascii: "s"): self = .sharedText
      case UInt8(ascii: "n"): self = .number
      case UInt8(ascii: "b"): self = .truthValue
      case UInt8(ascii: "e"): self = .error
      case UInt8(ascii: "d"): self = .date
      default: self = .unknown
      }
    } else if text.elementsEqual("inlineStr".utf8) {
      self = .inlineText
    } else if text.elementsEqual("str".utf8) {
      self = .formulaText
    } else {
      self = .unknown
    }
  }
}

/// What is needed to know what a person saw in a cell of an .xlsx.
struct CellReading {
  let texts: SharedTexts?
  let formats: CellFormats
  let countsFrom1904: Bool
  /// The results of formulas are not those that a program shows, which calculates them anew.
  ///
  /// Libraries that cannot calculate ask for that, and some of them store a 0.
  let calculatesAtOpening: Bool

  /// A cell as it stands in the sheet.
  struct Cell {
    var kind = CellKind.number
    var format: Int? = 0
    var hasFormula = false
    var hasValue = false
    /// The formats that it has while some condition holds.
    var conditional: [NumberFormat] = []
  }

  /// Adds the cell's text to `bytes` and says what is wrong with it.
  func append(
    _ value: [UInt8], of cell: Cell, to bytes: inout [UInt8]
  ) throws(WorkbookFault) -> CellProblem? {
    if cell.hasFormula, value.isEmpty, cell.kind != .formulaText || !cell.hasValue {
      return .formulaWithoutValue
    }
    let start = bytes.count
    let problem = try appendValue(value, of: cell, to: &bytes)
    if cell.hasFormula && calculatesAtOpening { return .formulaWithoutValue }
    return problem ?? conditionalProblem(value, of: cell, seenAs: bytes[start...])
  }

  /// Whether a condition holds is not known here, only whether it would change anything.
  private func conditionalProblem(
    _ value: [UInt8], of cell: Cell, seenAs seen: ArraySlice<UInt8>
  ) -> CellProblem? {
    for format in cell.conditional where !seen.isEmpty {
      switch cell.kind {
      case .number:
        var other: [UInt8] = []
        let text = NumberText(countsFrom1904: countsFrom1904)
        if text.append(value, format: format, to: &other) == nil, other[...] == seen { continue }
      case .sharedText, .inlineText, .formulaText:
        if format.showsTextAsIs { continue }
      case .truthValue, .error, .date, .unknown: break
      }
      return .conditionalFormat(format.code)
    }
    return nil
  }

  private func appendValue(
    _ value: [UInt8], of cell: Cell, to bytes: inout [UInt8]
  ) throws(WorkbookFault) -> CellProblem? {
    guard !value.isEmpty else { return nil }
    switch cell.kind {
    case .sharedText:
      let start = bytes.count
      let number = value.withUnsafeBufferPointer(\.wholeNumber)
      guard let number, let texts, try texts.append(number, to: &bytes) else {
        return .brokenReference
      }
      return bytes.count > start ? textProblem(cell) : nil
    case .inlineText, .formulaText:
      let start = bytes.count
      bytes += value
      bytes.decodeEscapes(from: start)
      return textProblem(cell)
    case .number: return appendNumber(value, of: cell, to: &bytes)
    case .truthValue:
      bytes +=
        value == [UInt8(ascii: "0")] || value == Array("false".utf8) ? "FALSE".utf8 : "TRUE".utf8
      return .truthValue
    case .error:
      bytes += value
      return .errorValue
    case .date:
      guard let serial = SpreadsheetDate.serial(isoDay: value, countsFrom1904: countsFrom1904)
      else {
        bytes += value
        return .dateOfLanguage
      }
      return appendNumber(Array(String(serial).utf8), of: cell, to: &bytes)
    case .unknown:
      bytes += value
      return .brokenReference
    }
  }

  private func appendNumber(
    _ value: [UInt8], of cell: Cell, to bytes: inout [UInt8]
  ) -> CellProblem? {
    guard let number = cell.format, let format = formats.format(number) else {
      bytes += value
      return .brokenReference
    }
    if format.isGeneral, Self.isPlain(value) {
      bytes += value
      return nil
    }
    return NumberText(countsFrom1904: countsFrom1904).append(value, format: format, to: &bytes)
  }

  /// Whether these are the digits that are shown: nearly always, and then there is nothing to do.
  private static func isPlain(_ value: [UInt8]) -> Bool {
    value.count <= ExactNumber.digitsKept
      && value.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      && (value[0] != 0x30 || value.count == 1)
  }

  /// A format can put words around a text, or hide it.
  private func textProblem(_ cell: Cell) -> CellProblem? {
    guard let number = cell.format, let format = formats.format(number), !format.showsTextAsIs
    else { return nil }
    return .numberFormat(format.code)
  }
}
