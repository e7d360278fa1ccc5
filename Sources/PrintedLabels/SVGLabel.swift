// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// A label as a picture for a design program: one SVG file, in millimetres.
package enum SVGLabel {
  /// What every file of ours has near its beginning.
  package static let mark = Array("<!-- TagPress ".utf8)

  package static func text(
    _ label: PreparedLabel, of design: LabelDesign, version: String, _ found: (LabelFinding) -> Void
  ) -> String {
    let (width, height) = (design.label.width.number, design.label.height.number)
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)mm" height="\(height)mm" \
      viewBox="0 0 \(width) \(height)">
      <!-- TagPress \(version) -->
      <title>\(xml(label.content.title))</title>
      <rect width="\(width)" height="\(height)" fill="#fff"/>

      """
    svg += path(of: label)
    if let tag = label.layout.tag { svg += outline(of: tag, design.tag) }
    var isCut = false
    if let title = label.layout.title {
      svg += text(label.content.title, .title, in: title, fill: "#000", &isCut)
    }
    if let id = label.layout.id {
      svg += text(label.content.id, .id, in: id, fill: "#000", &isCut)
    }
    if let link = label.layout.link {
      var isLinkCut = false
      let shown = text(label.content.shownLink, .link, in: link, fill: "#444", &isLinkCut)
      // Half a link would be a wrong one.
      if !isLinkCut { svg += shown }
    }
    if isCut { found(.textCut) }
    return svg + "</svg>\n"
  }

  /// The dark squares as one path, in squares, so that no hair lines are between them.
  private static func path(of label: PreparedLabel) -> String {
    let code = label.layout.code
    let square = label.layout.square.number
    var path = ""
    label.code.forEachRun { column, row, length in
      let (x, y) = (column + QRCode.quietZone, row + QRCode.quietZone)
      path += "M\(x) \(y)h\(length)v1h-\(length)z"
    }
    return """
      <path transform="translate(\(code.x.number) \(code.y.number)) scale(\(square))" \
      fill="#000" d="\(path)"/>

      """
  }

  private static func outline(of place: Place, _ tag: TagPlace) -> String {
    let line = "fill=\"none\" stroke=\"#777\" stroke-width=\"0.2\" stroke-dasharray=\"1\""
    if case .round = tag {
      let radius = (place.width / 2).number
      let x = (place.x + place.width / 2).number
      let y = (place.y + place.height / 2).number
      return "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\" \(line)/>\n"
    }
    return """
      <rect x="\(place.x.number)" y="\(place.y.number)" width="\(place.width.number)" \
      height="\(place.height.number)" \(line)/>

      """
  }

  private static func text(
    _ text: String, _ style: TextStyle, in place: Place, fill: String, _ isCut: inout Bool
  ) -> String {
    let millimetre = 25.4 / 72
    let room = (
      width: Double(place.width.micrometres) / 1000, height: Double(place.height.micrometres) / 1000
    )
    let fit = TextEstimate.fit(
      text, sizes: style.smallest * millimetre...style.largest * millimetre, in: room)
    isCut = isCut || fit.isCut
    let step = fit.size * TextEstimate.lineHeight
    let used = step * Double(fit.lines.count)
    var svg = ""
    for (index, line) in fit.lines.enumerated() {
      let top = (room.height - used) / 2 + step * Double(index)
      let baseline = place.y + .mm(top + fit.size)
      let isRightToLeft = line.unicodeScalars.first { $0.hasDirection }?.isRightToLeft ?? false
      let x = isRightToLeft ? place.right : place.x
      svg += """
        <text x="\(x.number)" y="\(baseline.number)" font-family="sans-serif" \
        font-size="\(Length.mm(fit.size).number)"\(style.isBold ? " font-weight=\"600\"" : "") \
        fill="\(fill)"\(isRightToLeft ? " direction=\"rtl\"" : "")>\(xml(line))</text>

        """
    }
    return svg
  }
}

extension Unicode.Scalar {
  /// Whether a line that begins with it has a direction.
  fileprivate var hasDirection: Bool { properties.isAlphabetic }

  fileprivate var isRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
