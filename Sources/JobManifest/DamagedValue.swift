// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// What a spreadsheet program, a wrong encoding or a copy made of a value that was right once.
package enum DamagedValue: Hashable, Sendable {
  /// `#REF!`, `#BEZUG!`; others that look the same, such as `#YEAH!`, are not certain.
  case errorWord(isCertain: Bool)
  /// `=A1&B1` where its result should be; others that begin so, such as `=7x`, are not certain.
  case formula(isCertain: Bool)
  /// `4.90124E+12`
  case shortenedNumber
  /// More than 15 digits, of which only 15 are not zero.
  case roundedNumber
  /// `03. Mrz`, which may have been 3-3.
  case dateWithoutYear
  /// `2026-03-05 00:00:00`
  case midnight
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
  /// A mark or space that no one sees, by its number.
  case unseen(UInt32)
  /// An accent that is a character of its own.
  case looseAccent
  /// Latin letters beside Cyrillic or Greek ones in one word.
  case mixedScripts
  /// `%20` where the link encodes the value once more.
  case encodedTwice

  /// Whether it cannot be what is meant; the others may be.
  package var isError: Bool {
    switch self {
    case .errorWord(let isCertain), .formula(let isCertain): isCertain
    case .shortenedNumber, .lostLetter: true
    default: false
    }
  }

  var rule: String {
    switch self {
    case .errorWord: "value-is-error"
    case .formula: "value-is-formula"
    case .shortenedNumber: "value-shortened"
    case .roundedNumber: "value-rounded"
    case .dateWithoutYear, .midnight: "value-became-date"
    case .noValue: "value-is-nothing"
    case .apostrophe: "value-apostrophe"
    case .lostLetter, .questionMark: "value-lost-letter"
    case .misread: "value-misread"
    case .entity: "value-entity"
    case .unseen: "value-unseen-mark"
    case .looseAccent: "value-loose-accent"
    case .mixedScripts: "value-mixed-letters"
    case .encodedTwice: "value-encoded-twice"
    }
  }
}

/// What the values of a column say together and no one of them alone.
package enum DamagedColumn: Hashable, Sendable {
  /// Most have so many digits, and this one has fewer: its zeros may be gone.
  case lostZeros(digits: Int)
  /// All are whole numbers with `.0` behind them.
  case decimals
  /// `1.001` after `999`.
  case thousands
  /// A number where the others are dates.
  case numberAmongDates

  var rule: String {
    switch self {
    case .lostZeros: "column-lost-zeros"
    case .decimals: "column-decimals"
    case .thousands: "column-thousands"
    case .numberAmongDates: "column-mixed-dates"
    }
  }
}
