// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How a number format makes a text of a number, where that is the same in every language.
///
/// A format's code has up to four sections: for positive numbers, negative ones, zero, and text.
struct NumberFormat: Hashable, Sendable {
  let code: String
  private let sections: [NumberSection]
  /// Whether a text is shown just as it is.
  let showsTextAsIs: Bool

  /// Whether another section follows that for text, where programs differ in what they show.
  private let isForTextTooEarly: Bool

  /// Whether numbers have no format at all.
  let isGeneral: Bool

  static let general = NumberFormat(code: "General")

  init(code: String) {
    self.code = code
    let all = NumberFormat.split(Array(code.unicodeScalars)).map { NumberSection($0) }
    sections = all
    isGeneral = all.count == 1 && all[0].look == .general
    isForTextTooEarly = all.dropLast().contains(where: \.isForText)
    // The fourth section is for text, and an earlier one if it has the sign for it.
    if isForTextTooEarly {
      showsTextAsIs = false
    } else if all.count > 3 {
      showsTextAsIs = all[3].look == .text || all[3].look == .general
    } else if let textual = all.last(where: \.isForText) {
      showsTextAsIs = textual.look == .text
    } else {
      showsTextAsIs = true
    }
  }

  /// The section for a number; nil if that depends on more than its sign, or needs another sign.
  func look(of number: ExactNumber) -> NumberSection.Look? {
    guard sections.count <= 4, !isForTextTooEarly, !sections.contains(where: \.hasCondition) else {
      return nil
    }
    if number.digits.isEmpty, sections.count > 2 { return sections[2].look }
    // The second section says itself how the sign is shown.
    if number.isNegative, sections.count > 1 || sections.first?.beginsWithGap == true { return nil }
    return sections.first?.look
  }

  private static func split(_ code: [Unicode.Scalar]) -> [[Unicode.Scalar]] {
    var sections: [[Unicode.Scalar]] = [[]]
    var isQuoted = false
    var isInBrackets = false
    var isEscaped = false
    for scalar in code {
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        isQuoted = scalar != "\""
      } else if isInBrackets {
        isInBrackets = scalar != "]"
      } else {
        switch scalar {
        case "\\", "_", "*": isEscaped = true
        case "\"": isQuoted = true
        case "[": isInBrackets = true
        case ";":
          sections.append([])
          continue
        default: break
        }
      }
      sections[sections.count - 1].append(scalar)
    }
    return sections
  }
}

/// One section of a number format.
struct NumberSection: Hashable, Sendable {
  enum Look: Hashable, Sendable {
    case general
    /// Whatever is in the cell, as it is.
    case text
    case whole([Piece])
    /// So many digits at least before the decimal sign, and so many behind it.
    case decimal(least: Int, places: Int)
    case date([DatePiece])
    /// A date or time whose look depends on the language.
    case dateOfLanguage
    case undrawn
  }

  /// A piece of a format for whole numbers.
  enum Piece: Hashable, Sendable {
    /// 0: a digit, or a 0 in its place.
    case digit
    /// #: a digit, or nothing.
    case optionalDigit
    case literal([UInt8])
  }

  /// A piece of a date that is the same in every language.
  enum DatePiece: Hashable, Sendable {
    case year(digits: Int)
    case month(digits: Int)
    case day(digits: Int)
    case literal([UInt8])
  }

  let look: Look
  let hasCondition: Bool
  let isForText: Bool
  let beginsWithGap: Bool

  init(_ code: [Unicode.Scalar]) {
    var scan = NumberSectionScan(code)
    scan.run()
    look = scan.look
    hasCondition = scan.hasCondition
    isForText = scan.hasTextSign
    beginsWithGap = scan.beginsWithGap
  }
}
