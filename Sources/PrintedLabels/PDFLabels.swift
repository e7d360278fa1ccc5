// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Sheets of labels as a PDF, handed over piece by piece.
package final class PDFLabels {
  private let pages: Pages
  private let sheet: LabelSheet
  private let tag: TagPlace
  private let drawsFrames: Bool
  /// The label on the present page that comes next.
  private var next: Int
  package private(set) var pageCount = 0

  /// What every file of ours has in it, behind the beginning of a PDF.
  package static let beginning = Array("%PDF-".utf8)
  package static let mark = Array("/Creator (TagPress ".utf8)

  /// Begins at a label of the first sheet, counted from 0.
  ///
  /// `made` is a time as RFC 3339 writes it.
  package init(
    _ sheet: LabelSheet, tag: TagPlace, first: Int, frames drawsFrames: Bool, title: String,
    version: String, made: String?, take: @escaping ([UInt8]) -> Bool
  ) throws(DrawingError) {
    pages = try Pages(
      sheet.page, title: title, creator: "TagPress \(version)", made: made, take: take)
    self.sheet = sheet
    self.tag = tag
    self.drawsFrames = drawsFrames
    next = first
  }

  package func add(_ label: PreparedLabel, _ found: (LabelFinding) -> Void) {
    if pageCount == 0 { beginPage() }
    if next >= sheet.count {
      pages.endPage()
      next = 0
      beginPage()
    }
    draw(label, in: sheet.place(next), found)
    next += 1
  }

  package func finish() throws(DrawingError) {
    pages.endPage()
    try pages.finish()
  }

  private func beginPage() {
    pageCount += 1
    guard drawsFrames else { return }
    pages.set(grey: 0.6)
    for index in 0..<sheet.count {
      pages.outline(sheet.place(index), round: false, width: 0.4, dash: 0)
    }
  }

  private func draw(_ label: PreparedLabel, in place: Place, _ found: (LabelFinding) -> Void) {
    let layout = label.layout
    pages.set(grey: 0)
    let square = layout.square.shortPoints
    let code = layout.code.on(place)
    let (left, top) = (code.x.shortPoints, code.y.shortPoints)
    let quiet = Double(QRCode.quietZone)
    pages.fillRectangles { add in
      label.code.forEachRun { column, row, length in
        add(
          left + (quiet + Double(column)) * square, top + (quiet + Double(row)) * square,
          Double(length) * square, square)
      }
    }
    var missing: Set<Unicode.Scalar> = []
    var isCut = false
    if let title = layout.title {
      // Whatever needs more than its place is shown beside nothing else, or not at all.
      let fit = pages.fit(label.content.title, .title, in: title)
      show(fit, in: title.on(place))
      missing.formUnion(fit.missing)
      isCut = fit.isCut
    }
    if let id = layout.id {
      let fit = pages.fit(label.content.id, .id, in: id)
      show(fit, in: id.on(place))
      missing.formUnion(fit.missing)
      isCut = isCut || fit.isCut
    }
    if let link = layout.link {
      let fit = pages.fit(label.content.shownLink, .link, in: link)
      // Half a link would be a wrong one.
      if !fit.isCut {
        pages.set(grey: 0.25)
        show(fit, in: link.on(place))
      }
    }
    if let tag = layout.tag {
      pages.set(grey: 0.45)
      var isRound = false
      if case .round = self.tag { isRound = true }
      pages.outline(tag.on(place), round: isRound, width: 0.5, dash: 2.5)
    }
    if isCut { found(.textCut) }
    if !missing.isEmpty { found(.missingLetters(missing)) }
  }

  private func show(_ fit: Pages.Fit, in place: Place) {
    guard fit.height <= place.height.points + 0.1 else { return }
    let rest = max(0, place.height.points - fit.height)
    pages.showText(x: place.x.points, y: place.y.points + rest / 2)
  }
}
