// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a spreadsheet program, a wrong encoding or a copy has made of a correct value.
package enum DamagedValue: Hashable, Sendable {
  /// `#REF!`, `#BEZUG!`; others that look the same, such as `#YEAH!`, are not certain.
  case errorWord(isCertain: Bool)
  /// `=A1&B1` where its result should be; others that begin so, such as `=7x`, are not certain.
  case formula(isCertain: Bool)
  /// `4.90124E+12`; others that look so, such as `12E-4`, are not certain.
  case shortenedNumber(isCertain: Bool)
  /// More than 15 digits, of which only 15 are not zero.
  case roundedNumber
  /// `03. Mrz`, which may have been 3-3.
  case dateWithoutYear
  /// `2026-03-05 00:00:00`
  case midnight
  /// `1900-01-00`, which an empty cell or a zero becomes.
  case dayOfNothing
  /// `nan`, `NULL`
  case noValue
  /// `'001`, as it is typed so that a program keeps the zeros.
  case apostrophe
  /// U+FFFD, which stands for a letter that a program could not read.
  case lostLetter
  /// `M?nchen`
  case questionMark
  /// `MÃ¼nchen`, and what it was.
  case misread(String)
  /// `M&uuml;nchen`
  case entity
  /// `M\u00fcnchen`
  case escape
  /// A hyphen or minus that looks like the one on the keyboard, by its number.
  case otherHyphen(UInt32)
  /// A mark or space that no one sees, by its number.
  case unseen(UInt32)
  /// An accent that is a character of its own.
  case looseAccent
  /// Letters beside those of another alphabet that look like them.
  case mixedScripts
  /// `%20` where the link encodes the value once more.
  case encodedTwice
  /// `https://shop.example/1` in the path of another link.
  case linkInPath

  /// Whether it cannot be intended; the others may be.
  package var isError: Bool {
    switch self {
    case .errorWord(let isCertain), .formula(let isCertain), .shortenedNumber(let isCertain):
      isCertain
    case .lostLetter: true
    default: false
    }
  }

  var rule: ManifestRule {
    switch self {
    case .errorWord: .`value-is-error`
    case .formula: .`value-is-formula`
    case .shortenedNumber: .`value-shortened`
    case .roundedNumber: .`value-rounded`
    case .dateWithoutYear, .midnight, .dayOfNothing: .`value-became-date`
    case .noValue: .`value-is-nothing`
    case .apostrophe: .`value-apostrophe`
    case .lostLetter, .questionMark: .`value-lost-letter`
    case .misread: .`value-misread`
    case .entity, .escape: .`value-entity`
    case .unseen: .`value-unseen-mark`
    case .looseAccent: .`value-loose-accent`
    case .mixedScripts, .otherHyphen: .`value-mixed-letters`
    case .encodedTwice: .`value-encoded-twice`
    case .linkInPath: .`value-is-link`
    }
  }
}

/// What the values of a column show only together.
package struct DamagedColumn: Hashable, Sendable {
  package let kind: Kind
  /// How many values show it, and where the first of them are.
  package let count: Int
  package let places: [ValuePlace]

  /// How many places are kept.
  static let placesMax = 5

  package enum Kind: Hashable, Sendable {
    /// Others have this many digits, and these have fewer: their zeros may be lost.
    case lostZeros(digits: Int)
    /// Whole numbers with `.0` behind them.
    case decimals
    /// `1.001` after `999`.
    case thousands
    /// A number where the others are dates.
    case numberAmongDates
    /// Sixteen digits, of which the last is always a zero.
    case rounded
    /// `None` where the others are numbers.
    case noValue
    /// `А12` with a Cyrillic letter, where others have the Latin one.
    case lookAlikes
  }

  var rule: ManifestRule {
    switch kind {
    case .lostZeros: .`column-lost-zeros`
    case .decimals: .`column-decimals`
    case .thousands: .`column-thousands`
    case .numberAmongDates: .`column-mixed-dates`
    case .rounded: .`column-rounded`
    case .noValue: .`column-no-value`
    case .lookAlikes: .`column-mixed-letters`
    }
  }
}
