// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Looks for a title above the names of the columns, in the first rows of a sheet.
///
/// A title fills one field, or far fewer than the rows below it. It is told from names that are
/// missing by what follows: a row that is full and looks like names.
package struct TitleLineSearch: Sendable {
  private var rows: [Row] = []

  /// A row that is not empty.
  private struct Row {
    let number: Int
    let filled: Int
    let looksLikeNames: Bool
    let hasDigits: Bool
    let text: String
  }

  /// How many rows are looked at.
  private static let rowsMax = 24
  /// Longer texts are no names of columns.
  private static let nameCharactersMax = 64

  package init() {}

  /// Takes a row by its number in the sheet, where empty rows count and the first is 1.
  package mutating func note(row number: Int, fields: some Sequence<String>) {
    let filled = fields.map(\.trimmed).filter { !$0.isEmpty }
    guard !filled.isEmpty, !isDecided else { return }
    rows.append(
      Row(
        number: number, filled: filled.count,
        looksLikeNames: Set(filled).count == filled.count && filled.allSatisfy(Self.isName),
        hasDigits: filled.contains { $0.contains(where: \.isNumber) },
        text: filled[0]))
  }

  /// Whether no further row is needed.
  package var isDecided: Bool { rows.count >= Self.rowsMax }

  /// The row with the names, if there is a title above it; nil if the first row has them.
  package var likelyHeader: Int? {
    let widest = rows.map(\.filled).max() ?? 0
    guard let full = rows.first(where: { 2 * $0.filled > widest }) else { return nil }
    if full.number == rows[0].number { return headerBelowNumbers(widest) }
    return full.looksLikeNames ? full.number : nil
  }

  /// A title that fills many fields has a date or a number in it, and below it names stand in every
  /// column for the first time.
  private func headerBelowNumbers(_ widest: Int) -> Int? {
    guard !rows[0].looksLikeNames || rows[0].hasDigits,
      let index = rows.firstIndex(where: { $0.filled == widest }), index > 0,
      rows.indices.contains(index + 1)
    else { return nil }
    let isHeader =
      rows[index].looksLikeNames && !rows[index].hasDigits
      && (rows[index + 1].hasDigits || !rows[index + 1].looksLikeNames)
    return isHeader ? rows[index].number : nil
  }

  /// What the first row says, if it is a title.
  package var title: String? { likelyHeader == nil ? nil : rows.first?.text }

  static func isName(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.properties.isAlphabetic }
      && text.count <= nameCharactersMax && !text.contains("://") && !text.contains("@")
      && !text.contains { $0.isNewline }
  }
}
