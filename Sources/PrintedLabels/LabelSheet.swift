// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A sheet of labels: how large the page is, and where on it the labels are.
package struct LabelSheet: Hashable, Sendable {
  package let page: Extent
  package let label: Extent
  package let columns: Int
  package let rows: Int
  /// The top left corner of the first label.
  let left: Length
  let top: Length
  /// From the edge of one label to the same edge of the next.
  let across: Length
  let down: Length

  package var count: Int { columns * rows }

  /// Where a label is, counted from 0, row by row.
  package func place(_ index: Int) -> Place {
    Place(
      x: left + across * (index % columns), y: top + down * (index / columns),
      width: label.width, height: label.height)
  }

  init(
    _ page: Extent, label: Extent, columns: Int, rows: Int, left: Length, top: Length,
    across: Length, down: Length
  ) {
    (self.page, self.label, self.columns, self.rows) = (page, label, columns, rows)
    (self.left, self.top, self.across, self.down) = (left, top, across, down)
  }

  /// As many labels of a size as fit on a page, in its middle; nil if none does.
  ///
  /// On paper, a margin stays free that office printers cannot print on. A page with room for one
  /// label and nothing else is a roll.
  package init?(_ page: Extent, label: Extent) {
    guard label.width <= page.width, label.height <= page.height else { return nil }
    let margin = LabelSheet.margin
    let columns = max(1, (page.width - margin * 2).micrometres / label.width.micrometres)
    let rows = max(1, (page.height - margin * 2).micrometres / label.height.micrometres)
    self.init(
      page, label: label, columns: columns, rows: rows,
      left: (page.width - label.width * columns) / 2, top: (page.height - label.height * rows) / 2,
      across: label.width, down: label.height)
  }

  private static let margin = Length.mm(5)
}
