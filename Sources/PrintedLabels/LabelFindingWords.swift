// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

extension FoundOnLabels.Entry: CustomStringConvertible {
  /// For people; options are named by the program.
  package var description: String {
    let labels = count(grouped: rows, "label")
    let have = rows == 1 ? "has" : "have"
    let first = rows == 1 ? "row \(visible(firstRow))" : "first row \(visible(firstRow))"
    switch finding {
    case .linkTooLong(let bytes):
      return """
        \(count(grouped: rows, "row")) \(have) no label, because no QR code takes such a long link \
        (\(grouped(bytes)) bytes, \(first)). Shorten the link.
        """
    case .smallSquares(let square):
      return """
        \(labels) \(have) a QR code with very small squares (\(square.words), \(first)). Many phones \
        cannot read squares below \(LabelLayout.smallestSquare.words). Take larger labels or a \
        smaller place for the tag, or shorten the link.
        """
    case .noRoomForTag:
      return """
        \(labels) \(have) no place for the tag, which needs more room (\(first)). Take larger labels \
        or a smaller place for the tag.
        """
    case .noRoomForText:
      return """
        \(labels) \(have) only the QR code, as there is no room for text (\(first)). Take larger \
        labels, or leave out the place for the tag.
        """
    case .textCut:
      return """
        \(labels) \(have) a text that is cut, with ... at its end (\(first)). Take larger labels, or \
        shorten the text.
        """
    case .missingLetters(let letters):
      return """
        \(labels) \(have) empty boxes for \(shown(letters)) (\(first)): no font on this machine has \
        \(letters.count == 1 ? "it" : "them"). Install \(package(for: letters)) and make the labels \
        again.
        """
    case .printerLetters(let letters):
      return """
        \(labels) \(have) letters that the printer's own font may lack: \(shown(letters)) (\(first)). \
        Print one and look, or print a PDF instead.
        """
    }
  }
}

private let lettersShown = 12

private func shown(_ letters: Set<Unicode.Scalar>) -> String {
  let text = String(String.UnicodeScalarView(letters.sorted().prefix(lettersShown)))
  return "\"\(visible(text))\(letters.count > lettersShown ? "…" : "")\""
}

/// The Debian package that has letters like these.
private func package(for letters: Set<Unicode.Scalar>) -> String {
  var names: [String] = []
  for letter in letters.sorted() {
    let name =
      switch letter.value {
      case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xF900...0xFAFF,
        0xFE30...0xFE4F, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
        "fonts-noto-cjk"
      case 0x2600...0x27BF, 0x1F000...0x1FAFF: "fonts-noto-color-emoji"
      default: "fonts-noto-core"
      }
    if !names.contains(name) { names.append(name) }
  }
  return listed(names, "and")
}
