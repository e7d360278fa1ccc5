// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The label of one row, ready to be drawn.
package struct PreparedLabel: Sendable {
  package let content: LabelContent
  package let code: QRCode
  package let layout: LabelLayout
}

/// How the labels of a run look: their size, and the place for the tag.
package struct LabelDesign {
  package let label: Extent
  package let tag: TagPlace
  /// Whether somebody asked for this tag, and is told where it does not fit.
  private let isTagAsked: Bool
  /// Whether the codes are made by a label printer.
  private let isForPrinter: Bool
  private var layouts: [LayoutKey: LabelLayout] = [:]

  private struct LayoutKey: Hashable {
    let side: Int
    let hasName: Bool
  }

  /// The tag that most people have.
  package static let usualTag = TagPlace.round(.mm(25))

  package init(_ label: Extent, tag: TagPlace?, forPrinter isForPrinter: Bool = false) {
    self.label = label
    self.tag = tag ?? LabelDesign.usualTag
    isTagAsked = tag != nil
    self.isForPrinter = isForPrinter
  }

  /// Lays out a row; nil if it can have no label.
  package mutating func prepare(
    _ content: LabelContent, _ found: (LabelFinding) -> Void
  ) -> PreparedLabel? {
    guard let code = isForPrinter ? QRCode.plain(content.link) : QRCode(content.link) else {
      found(.linkTooLong(bytes: content.link.utf8.count))
      return nil
    }
    let key = LayoutKey(side: code.sideWithQuietZone, hasName: content.name != nil)
    let layout =
      layouts[key]
      ?? LabelLayout(label, squares: key.side, tag: tag, hasName: key.hasName)
    layouts[key] = layout
    if layout.square < LabelLayout.smallestSquare { found(.smallSquares(layout.square)) }
    if layout.tag == nil, tag != .none, isTagAsked { found(.noRoomForTag) }
    if layout.title == nil { found(.noRoomForText) }
    return PreparedLabel(content: content, code: code, layout: layout)
  }
}
