// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension CSVProblem {
  var words: String {
    switch self {
    case .empty: "The file has no first row with the column names. Add one."
    case .guessedEncoding(let text): text.question
    case .guessedLabel(let text): "Only label and show use this text. \(text.question)"
    case .statedEncoding(let stated, let found):
      "The job says encoding=\"\(stated.name)\", but the file is \(found.name). Remove encoding, or"
        + " name the right file."
    case .missingConverter(let encoding):
      "This machine cannot read \(encoding.name). Install the package with the further converters of"
        + " the C library (libc-gconv-modules-extra or glibc-gconv-extra), or save the file as CSV"
        + " UTF-8."
    case .badCharacter(let encoding):
      "This character is not valid \(encoding.name). Save the file as CSV UTF-8"
        + (encoding == .utf8 ? "." : ", or correct encoding in <rows>.")
    case .titleAboveNames(let title, let row):
      "\(quoted(title)) looks like a title, and the names of the columns like those in row \(row). If"
        + " so, write header=\"\(row)\" in <rows>; if not, header=\"1\"."
    case .noNames(let row):
      "Row \(row) of the spreadsheet has no column names, but header=\"\(row)\" says so. Correct the"
        + " number."
    case .otherSeparator(let sign):
      "The spreadsheet has one column, but each of its lines has "
        + (sign == "  " ? "several spaces in a row" : "a \(sign)")
        + ". If it separates columns, "
        + (sign == "  "
          ? "save the file as CSV UTF-8." : "write the line sep=\(sign) above the first one.")
    case .repeatedColumnName(let name, let first, let second):
      "Columns \(first) and \(second) are both called \(quoted(name)). Rename one."
    case .tooManyColumns:
      "There are more than \(CSVLimits.columnCountMax) columns. Remove those that you do not need."
    case .tooManyFields(let found, let columns):
      "The row has \(found) fields, but there are \(columns) columns. Put fields that contain"
        + " separators in double quotes."
    case .missingFields(let found, let columns):
      "The row has \(found) of \(columns) fields, and the others were taken as empty. Check it."
    case .fieldTooLong:
      "A field is longer than \(CSVLimits.fieldBytesMax) bytes. Shorten it."
    case .rowTooLong: "A row is longer than \(CSVLimits.rowBytesMax) bytes. Shorten it."
    case .unclosedQuote: "A double quote is opened here but never closed. Close it."
    case .textAfterQuote:
      "Text follows a closing double quote. Write a double quote inside a field as two."
    case .strayQuote:
      "A field contains a double quote but does not begin with one. The quote was kept. Check it."
    }
  }
}

extension GuessedText {
  /// Which of two readings is right, and what to write then.
  fileprivate var question: String {
    guard let second else {
      return
        "Is this \(quoted(first.text))? The file does not say how its letters are written. If it"
        + " is right, write encoding=\"\(first.encoding.name)\" in <rows>; if not, save the file as CSV"
        + " UTF-8."
    }
    return "Is this \(quoted(first.text)) or \(quoted(second.text))? The file does not say how its"
      + " letters are written. Write encoding=\"\(first.encoding.name)\" in <rows> for the first, or"
      + " \"\(second.encoding.name)\" for the second; if both are wrong, save the file as CSV UTF-8."
  }
}
