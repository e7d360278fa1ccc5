// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension DamagedValue {
  /// What seems to have happened to the value, and what to do.
  func words(_ column: String, _ value: String) -> String {
    let subject = "The value of \(quoted(column))"
    let isValue = "\(subject) is \(quoted(value)),"
    switch self {
    case .errorWord(let isCertain):
      return isCertain
        ? "\(isValue) which is an error of the spreadsheet program. Correct the formula in this cell,"
          + " and save the sheet again."
        : "\(isValue) which looks like an error of a spreadsheet program. Correct the cell if it is"
          + " one."
    case .formula(isCertain: false):
      return
        "\(isValue) and may be a formula that was not worked out. Paste the column as values only"
        + " if it is one."
    case .formula:
      return
        "\(isValue) a formula and not its result. Copy the column, paste it as values only, and"
        + " save the sheet again."
    case .shortenedNumber(isCertain: false):
      return
        "\(isValue) which may be a number that the spreadsheet program shortened. If it is one, give the"
        + " column the format Text, and enter the number again."
    case .shortenedNumber:
      return
        "\(isValue) a number that the spreadsheet program shortened, so digits are lost. Give the"
        + " column the format Text, enter its numbers again, and save the sheet."
    case .roundedNumber:
      return
        "\(isValue) and spreadsheet programs turn the digits after the 15th into zeros. Compare"
        + " it with the original, give the column the format Text, and enter it again if it is wrong."
    case .dateWithoutYear:
      return
        "\(isValue) which looks like a date that the spreadsheet program made of something like"
        + " 3-4. Give the column the format Text, and enter it again if it is wrong."
    case .midnight:
      return
        "\(isValue) a date with a time that nobody entered. Give the column the format Text, and"
        + " enter what the link should have."
    case .dayOfNothing:
      return
        "\(isValue) the date that spreadsheet programs make of an empty cell or a zero. Empty the cell, or"
        + " fill in its value."
    case .noValue:
      return
        "\(isValue) which is what programs write for an empty cell. Empty the cell, or fill in its"
        + " value."
    case .apostrophe:
      return
        "\(isValue) with an apostrophe that only tells the spreadsheet program to keep the zeros."
        + " Remove the apostrophe."
    case .lostLetter:
      return
        "\(isValue) in which a letter was lost: the character \u{FFFD} stands for one that could not"
        + " be read. Correct the cell, or export the sheet again as CSV UTF-8."
    case .questionMark:
      return
        "\(isValue) and its question mark may stand for a letter that was lost. Correct the cell, or"
        + " export the sheet again as CSV UTF-8."
    case .misread(let other):
      return
        "\(isValue) which may have been \(quoted(other)) before it was saved in the wrong encoding."
        + " Correct the cell, or export the sheet again as CSV UTF-8."
    case .entity:
      return
        "\(isValue) which was copied from the source of a web page. Replace the part from & to ; with"
        + " the character that it stands for."
    case .escape:
      return
        "\(isValue) which was copied from the source of a program. Replace the part from \\ on with the"
        + " character that it stands for."
    case .otherHyphen:
      return
        "\(isValue) and its hyphen or minus is not the one on the keyboard, so the link differs from"
        + " that of the value typed by hand. Type it again."
    case .unseen(let number):
      return
        "\(subject) contains \(Self.name(ofMark: number)), which nobody sees and which becomes part"
        + " of the link. Type the value again\(Self.cure(ofMark: number))."
    case .looseAccent:
      return
        "\(isValue) with accents that are characters of their own, so its link differs from that"
        + " of the same word typed on a keyboard. Write nfc=\"yes\" into <rows>."
    case .mixedScripts:
      return
        "\(isValue) which has Latin letters and letters of another alphabet that look like them in"
        + " one word. Type it again."
    case .encodedTwice:
      return
        "\(subject) is percent-encoded already, and the link encodes it once more: % becomes %25."
        + " Write {+\(shown(column))} for a value that is encoded."
    case .linkInPath:
      return
        "\(subject) is a whole link, and it is in the path of another one. If the tags should have this link,"
        + " write <link>{+\(shown(column))}</link>."
    }
  }

  private static func name(ofMark number: UInt32) -> String {
    switch number {
    case 0xA0, 0x202F: "a no-break space"
    case 0xAD: "a soft hyphen"
    case 0x200B: "a zero-width space"
    case 0x200C, 0x200D: "a zero-width joiner"
    case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069:
      "a mark for the direction of text"
    case 0xFEFF: "a byte order mark"
    default: "the character U+\(String(number, radix: 16, uppercase: true))"
    }
  }

  private static func cure(ofMark number: UInt32) -> String {
    number == 0xA0 || number == 0x202F ? " with an ordinary space" : ""
  }
}

extension DamagedColumn {
  func words(_ column: String, _ value: String) -> String {
    let subject = "\(quoted(value)) in the column \(quoted(column))"
    return switch kind {
    case .lostZeros(let digits):
      "\(subject) has fewer digits than other values, which have \(digits): zeros in front of it may be"
        + " lost. Give the column the format Text, and type the missing zeros again.\(others)"
    case .decimals:
      "\(subject) is a whole number with decimals. If they were not meant, give the column the format"
        + " Text, and enter the numbers again.\(others)"
    case .thousands:
      "\(subject) has a sign between the thousands. If it was not meant, give the column the format"
        + " Text, and enter the number again.\(others)"
    case .numberAmongDates:
      "\(subject) is a number, but other values are dates: it may be a date that lost its form. Give the"
        + " column the format Text, and enter its dates again.\(others)"
    case .rounded:
      "\(subject) ends with a zero like the others, and spreadsheet programs turn the digits after the"
        + " 15th into zeros. Compare it with the original, give the column the format Text, and enter it"
        + " again if it is wrong.\(others)"
    case .noValue:
      "\(subject) is what programs write for an empty cell. Empty the cell, or fill in its"
        + " value.\(others)"
    case .lookAlikes:
      "\(subject) has a letter of another alphabet that looks like a Latin one. Type it"
        + " again.\(others)"
    }
  }

  /// How many there are, and where.
  private var others: String {
    guard count > 1 else { return "" }
    let names = places.map(\.name).joined(separator: ", ")
    return " There are \(grouped(count)) such values, in \(names)"
      + (count > places.count ? " and further cells." : ".")
  }
}
