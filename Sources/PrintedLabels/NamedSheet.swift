// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A sheet of labels that is sold under a number.
///
/// The sizes are those that the maker prints on the box, columns and rows those of the template that
/// it offers under the number. Gaps are from the template; the rest is in the middle of the page,
/// which is how the sheets are cut. The tests add everything up.
package struct NamedSheet: Sendable {
  package let name: String
  package let sheet: LabelSheet

  /// The sheet with this number; letters of any case, with or without the maker in front, as on the
  /// box.
  package static func named(_ name: String) -> NamedSheet? {
    let words = name.uppercased().split { $0 == " " || $0 == "-" }
    let number = words.drop { $0 == "AVERY" || $0 == "ZWECKFORM" }
    guard let number = number.first, number == words.last else { return nil }
    return all.first { $0.name == number }
  }

  package static let usual = NamedSheet.all[0]

  package static let all: [NamedSheet] = [
    // Avery, A4, for laser printers and inkjets.
    a4("L7160", 63.5, 38.1, 3, 7, gap: 2.54),
    a4("L7159", 63.5, 33.9, 3, 8, gap: 2.54),
    a4("L7161", 63.5, 46.6, 3, 6, gap: 2.54),
    a4("L7162", 99.1, 33.9, 2, 8, gap: 2.5),
    a4("L7163", 99.1, 38.1, 2, 7, gap: 2.5),
    a4("L7164", 63.5, 72, 3, 4, gap: 2.54),
    a4("L7165", 99.1, 67.7, 2, 4, gap: 2.5),
    a4("L7166", 99.1, 93.1, 2, 3, gap: 2.5),
    a4("L7173", 99.1, 57, 2, 5, gap: 2.5),
    a4("L7651", 38.1, 21.2, 5, 13, gap: 2.5),
    a4("L4731", 25.4, 10, 7, 27, gap: 2.5),
    // Square, for QR codes.
    a4("L7120", 35, 35, 5, 7, gap: 5, gapDown: 5),
    // Avery Zweckform, A4, without gaps.
    a4("3474", 70, 37, 3, 8),
    a4("3475", 70, 36, 3, 8),
    // Avery, US Letter.
    letter("5160", 2.625, 1, 3, 10, gap: 0.125),
    letter("5161", 4, 1, 2, 10, gap: 0.1875),
    letter("5162", 4, 4.0 / 3, 2, 7, gap: 0.1875),
    letter("5163", 4, 2, 2, 5, gap: 0.1875),
    letter("5164", 4, 10.0 / 3, 2, 3, gap: 0.1875),
    letter("5167", 1.75, 0.5, 4, 20, gap: 0.3125),
    // Square.
    letter("22806", 2, 2, 3, 4, gap: 0.625, gapDown: 7.0 / 12),
  ]

  private static func a4(
    _ name: String, _ width: Double, _ height: Double, _ columns: Int, _ rows: Int,
    gap: Double = 0, gapDown: Double = 0
  ) -> NamedSheet {
    NamedSheet(
      name, .a4, Extent(.mm(width), .mm(height)), columns, rows, gap: .mm(gap), down: .mm(gapDown))
  }

  private static func letter(
    _ name: String, _ width: Double, _ height: Double, _ columns: Int, _ rows: Int,
    gap: Double, gapDown: Double = 0
  ) -> NamedSheet {
    NamedSheet(
      name, .letter, Extent(.inches(width), .inches(height)), columns, rows, gap: .inches(gap),
      down: .inches(gapDown))
  }

  private init(
    _ name: String, _ page: Extent, _ label: Extent, _ columns: Int, _ rows: Int, gap: Length,
    down: Length
  ) {
    let wide = label.width * columns + gap * (columns - 1)
    let high = label.height * rows + down * (rows - 1)
    self.name = name
    sheet = LabelSheet(
      page, label: label, columns: columns, rows: rows, left: (page.width - wide) / 2,
      top: (page.height - high) / 2, across: label.width + gap, down: label.height + down)
  }
}
