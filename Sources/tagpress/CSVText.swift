// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Cells of a table that spreadsheets and programs read (RFC 4180).
enum CSVText {
  /// A line with its end.
  static func line(_ cells: [String]) -> String {
    cells.map(cell).joined(separator: ",") + "\r\n"
  }

  /// A cell, in quotes where it must be.
  ///
  /// A spreadsheet takes a cell that begins with one of these characters for a formula and runs it,
  /// so an apostrophe goes in front (OWASP, CSV Injection). Ids and links hardly ever begin so.
  static func cell(_ text: String) -> String {
    let isFormula = text.unicodeScalars.first.map { "=+-@\t\r\n".unicodeScalars.contains($0) }
    let safe = isFormula == true ? "'\(text)" : text
    guard safe.unicodeScalars.contains(where: { ",\"\r\n".unicodeScalars.contains($0) }) else {
      return safe
    }
    return "\""
      + safe.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}
