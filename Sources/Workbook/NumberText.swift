// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Makes the text of a number as a person saw it, or says why that cannot be known.
struct NumberText {
  let countsFrom1904: Bool

  /// Adds the text to `bytes`.
  func append(
    _ text: [UInt8], format: NumberFormat, to bytes: inout [UInt8]
  ) -> CellProblem? {
    guard let number = ExactNumber(text) else {
      bytes += text
      return .brokenReference
    }
    guard let look = format.look(of: number) else {
      bytes += number.kept.plain
      return .numberFormat(format.code)
    }
    switch look {
    case .general, .text:
      if number.isInexact {
        bytes += number.plain
        return .inexact
      }
      let kept = number.kept
      bytes += kept.plain
      return kept.isWhole ? nil : .decimal
    case .whole(let pieces):
      guard !number.isInexact else {
        bytes += number.plain
        return .inexact
      }
      append(number.kept.rounded(toPlaces: 0), in: pieces, to: &bytes)
      return nil
    case .decimal(let least, let places):
      let kept = number.kept.rounded(toPlaces: places)
      let whole = kept.wholeDigits
      if kept.isNegative { bytes.append(UInt8(ascii: "-")) }
      bytes += [UInt8](repeating: UInt8(ascii: "0"), count: max(0, least - whole.count)) + whole
      bytes += [UInt8(ascii: ".")] + kept.fractionDigits(places)
      return .decimal
    case .date(let pieces): return append(day: number, as: pieces, format, to: &bytes)
    case .dateOfLanguage:
      appendISO(number, to: &bytes)
      return .dateOfLanguage
    case .undrawn:
      bytes += number.kept.plain
      return .numberFormat(format.code)
    }
  }

  private func append(
    _ number: ExactNumber, in pieces: [NumberSection.Piece], to bytes: inout [UInt8]
  ) {
    let digits = number.wholeDigits
    let places = pieces.count { $0 == .digit || $0 == .optionalDigit }
    // The first place takes all digits for which there is none.
    var used = 0
    var place = 0
    if number.isNegative { bytes.append(UInt8(ascii: "-")) }
    for piece in pieces {
      switch piece {
      case .literal(let literal): bytes += literal
      case .digit, .optionalDigit:
        place += 1
        let upTo = digits.count - (places - place)
        if upTo > used {
          bytes += digits[used..<upTo]
          used = upTo
        } else if piece == .digit {
          bytes.append(UInt8(ascii: "0"))
        }
      }
    }
  }

  private func append(
    day number: ExactNumber, as pieces: [NumberSection.DatePiece], _ format: NumberFormat,
    to bytes: inout [UInt8]
  ) -> CellProblem? {
    guard let (date, isEarly) = date(number) else {
      bytes += number.kept.plain
      return .numberFormat(format.code)
    }
    for piece in pieces {
      switch piece {
      case .literal(let literal): bytes += literal
      case .year(let digits): append(date.year, digits: digits, to: &bytes)
      case .month(let digits): append(date.month, digits: digits, to: &bytes)
      case .day(let digits): append(date.day, digits: digits, to: &bytes)
      }
    }
    return isEarly ? .earlyDate : nil
  }

  private func date(_ number: ExactNumber) -> (SpreadsheetDate, isEarly: Bool)? {
    guard !number.isNegative, let serial = number.kept.wholePart,
      // Half a second before midnight some programs show the day after.
      number.kept.rounded(toPlaces: 5).wholePart == serial,
      let date = SpreadsheetDate(serial: serial, countsFrom1904: countsFrom1904)
    else { return nil }
    return (date, SpreadsheetDate.isEarly(serial: serial, countsFrom1904: countsFrom1904))
  }

  private func appendISO(_ number: ExactNumber, to bytes: inout [UInt8]) {
    guard let (date, _) = date(number), number.kept.isWhole else {
      bytes += number.kept.plain
      return
    }
    append(date.year, digits: 4, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(date.month, digits: 2, to: &bytes)
    bytes.append(UInt8(ascii: "-"))
    append(date.day, digits: 2, to: &bytes)
  }

  /// A year of two digits is the last two.
  private func append(_ number: Int, digits: Int, to bytes: inout [UInt8]) {
    let text = Array(String(number).utf8)
    bytes += [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits - text.count))
    bytes += digits == 2 && text.count == 4 ? text[2...] : text[...]
  }
}
