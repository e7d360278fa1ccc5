// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// Labels for a label printer, in ZPL II: the printer makes the code and sets the text.
///
/// Texts are written so that nothing in them can become a command: whatever is neither a letter of
/// ASCII nor a digit is written by its number (`^FH`).
package struct ZPLLabels {
  /// How fine the printer prints.
  package enum Density: Int, CaseIterable, Sendable {
    case dpi203 = 203
    case dpi300 = 300
    case dpi600 = 600

    var dotsPerMillimetre: Int {
      switch self {
      case .dpi203: 8
      case .dpi300: 12
      case .dpi600: 24
      }
    }
  }

  /// What every stream of ours begins with.
  package static let mark = Array("^XA^FXTagPress ".utf8)
  /// A square of a code is at most so many dots wide for every printer.
  private static let largestSquare = 10

  private let design: LabelDesign
  private let density: Density
  private let copies: Int
  private let version: String

  package init(_ design: LabelDesign, density: Density, copies: Int, version: String) {
    (self.design, self.density) = (design, density)
    (self.copies, self.version) = (copies, version)
  }

  /// The commands for one label.
  package func text(_ label: PreparedLabel, _ found: (LabelFinding) -> Void) -> String {
    let layout = label.layout
    var zpl = """
      ^XA^FXTagPress \(version)^FS
      ^CI28^LH0,0^PW\(dots(design.label.width))^LL\(dots(design.label.height))

      """
    let square = min(
      layout.square.micrometres * density.dotsPerMillimetre / 1000, ZPLLabels.largestSquare)
    let width = Length(micrometres: max(1, square) * 1000 / density.dotsPerMillimetre)
    if width < LabelLayout.smallestSquare, layout.square >= LabelLayout.smallestSquare {
      found(.smallSquares(width))
    }
    // In the middle of its place, which has the quiet zone around it.
    let margin = (layout.code.width - width * label.code.side) / 2
    zpl += """
      ^FO\(dots(layout.code.x + margin)),\(dots(layout.code.y + margin))^BQN,2,\(max(1, square))\
      ^FH^FDMA,\(escaped(label.content.link))^FS

      """
    if let tag = layout.tag { zpl += outline(of: tag) }
    var isCut = false
    if let title = layout.title { zpl += text(label.content.title, .title, in: title, &isCut) }
    if let id = layout.id { zpl += text(label.content.id, .id, in: id, &isCut) }
    if let link = layout.link {
      var isLinkCut = false
      let shown = text(label.content.shownLink, .link, in: link, &isLinkCut)
      if !isLinkCut { zpl += shown }
    }
    if isCut { found(.textCut) }
    let others = (label.content.title + label.content.id).unicodeScalars
      .filter { $0.value >= 0x250 || $0.value < 0x20 }
    if !others.isEmpty { found(.printerLetters(Set(others))) }
    return zpl + "^PQ\(copies)^XZ\n"
  }

  private func dots(_ length: Length) -> Int {
    (length.micrometres * density.dotsPerMillimetre + 500) / 1000
  }

  private func outline(of place: Place) -> String {
    let at = "^FO\(dots(place.x)),\(dots(place.y))"
    if case .round = design.tag { return "\(at)^GC\(dots(place.width)),2,B^FS\n" }
    return "\(at)^GB\(dots(place.width)),\(dots(place.height)),2^FS\n"
  }

  private func text(
    _ text: String, _ style: TextStyle, in place: Place, _ isCut: inout Bool
  ) -> String {
    let point = Double(density.dotsPerMillimetre) * 25.4 / 72
    let room = (width: Double(dots(place.width)), height: Double(dots(place.height)))
    let fit = TextEstimate.fit(
      text, sizes: style.smallest * point...style.largest * point, in: room)
    isCut = isCut || fit.isCut
    let step = fit.size * TextEstimate.lineHeight
    let top = (room.height - step * Double(fit.lines.count)) / 2
    var zpl = ""
    for (index, line) in fit.lines.enumerated() {
      let y = dots(place.y) + Int(top + step * Double(index))
      let size = Int(fit.size)
      zpl += "^FO\(dots(place.x)),\(y)^A0N,\(size),\(size)^FH^FD\(escaped(line))^FS\n"
    }
    return zpl
  }

  private func escaped(_ text: String) -> String {
    var escaped: [UInt8] = []
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: " "), UInt8(ascii: "."),
        UInt8(ascii: "/"), UInt8(ascii: "-"), UInt8(ascii: ":"):
        escaped.append(byte)
      default: escaped += Array("_\(upperHex([byte]))".utf8)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
