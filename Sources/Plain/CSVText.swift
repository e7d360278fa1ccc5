// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Cells of a table that spreadsheets and programs read (RFC 4180).
package enum CSVText {
  /// The separator that a person means: one character that no number, time or quote has, or `tab`.
  package static func separator(_ text: String) -> Character? {
    if text == "tab" || text == "\t" { return "\t" }
    guard text.count == 1, let separator = text.first, ",;|!#$%&*^~<>?".contains(separator) else {
      return nil
    }
    return separator
  }

  /// A line with its end.
  package static func line(_ cells: [String], separator: Character = ",") -> String {
    cells.map { cell($0, separator: separator) }.joined(separator: String(separator)) + "\r\n"
  }

  /// A cell, in quotes where it must be, and with an apostrophe before what would be a formula.
  ///
  /// What no eye could see, such as a line end, is shown by number as on a terminal: it would break
  /// the line, move the cursor, or make a text look like another.
  package static func cell(_ text: String, separator: Character = ",") -> String {
    let separator = separator.unicodeScalars.first ?? ","
    let safe = isPlain(text, separator) ? text : guarded(visible(text), separator)
    guard safe.unicodeScalars.contains(where: { mustBeQuoted($0, separator) }) else { return safe }
    return "\""
      + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Keeps a spreadsheet from running a text as a formula.
  ///
  /// It takes a cell that begins with one of some characters for a formula, in quotes or not
  /// (OWASP, CSV Injection). Where the decimal sign is a comma, it splits lines at semicolons
  /// instead of commas, and quotes in the middle of a cell mean nothing to it; so the text after a
  /// semicolon may begin a cell as well, and that after a comma where we use another separator. Ids
  /// and links hardly ever have any of this.
  private static func guarded(_ text: String, _ separator: Unicode.Scalar) -> String {
    var guarded = ""
    var beginsCell = true
    for scalar in text.unicodeScalars {
      if beginsCell, beginsFormula(scalar) { guarded += "'" }
      guarded.unicodeScalars.append(scalar)
      beginsCell = beginsCells(scalar, separator)
    }
    return guarded
  }

  /// The last four are full-width forms, which some spreadsheets read like the first four.
  private static func beginsFormula(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "=", "+", "-", "@", "＝", "＋", "－", "＠": true
    default: false
    }
  }

  /// Whether some spreadsheet begins a cell after the character, though it should not.
  private static func beginsCells(
    _ scalar: Unicode.Scalar, _ separator: Unicode.Scalar
  ) -> Bool {
    scalar == ";" || (separator != "," && (scalar == "," || scalar == separator))
  }

  /// Whether a text has nothing of all that, which is soon seen of nearly all.
  private static func isPlain(_ text: String, _ separator: Unicode.Scalar) -> Bool {
    guard let first = text.utf8.first else { return true }
    return !beginsFormula(Unicode.Scalar(first))
      && text.unicodeScalars.allSatisfy {
        ("\u{20}"..."\u{7E}").contains($0) && !beginsCells($0, separator)
      }
  }

  private static func mustBeQuoted(
    _ scalar: Unicode.Scalar, _ separator: Unicode.Scalar
  ) -> Bool {
    scalar == "," || scalar == "\"" || scalar == ";" || scalar == separator
  }
}
