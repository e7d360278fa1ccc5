// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Cells of a table that spreadsheets and programs read (RFC 4180).
package enum CSVText {
  /// A line with its end.
  package static func line(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  /// A cell, in quotes where it must be, and with an apostrophe before what would be a formula.
  ///
  /// What no eye could see, such as a line end, is shown by number as on a terminal: it would break
  /// the line, move the cursor, or make a text look like another.
  package static func cell(_ text: String) -> String {
    let safe = isPlain(text) ? text : guarded(visible(text))
    guard safe.utf8.contains(where: mustBeQuoted) else { return safe }
    return "\""
      + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// Keeps a spreadsheet from running a text as a formula.
  ///
  /// It takes a cell that begins with one of some characters for a formula, in quotes or not
  /// (OWASP, CSV Injection). Where the decimal sign is a comma, it splits lines at semicolons
  /// instead of commas, and quotes in the middle of a cell mean nothing to it; so the text after a
  /// semicolon may begin a cell as well. Ids and links hardly ever have any of this.
  private static func guarded(_ text: String) -> String {
    var guarded = ""
    var beginsCell = true
    for scalar in text.unicodeScalars {
      if beginsCell, beginsFormula(scalar) { guarded += "'" }
      guarded.unicodeScalars.append(scalar)
      beginsCell = scalar == ";"
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

  /// Whether a text has nothing of all that, which is soon seen of nearly all.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return true }
    return !beginsFormula(Unicode.Scalar(first))
      && text.utf8.allSatisfy { (0x20...0x7E).contains($0) && $0 != UInt8(ascii: ";") }
  }

  private static func mustBeQuoted(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: ";")
  }
}
