// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How wide a text is where nothing can measure it: in a label printer, or in a program that opens an
/// SVG file.
///
/// It is wider than in the usual fonts without serifs, so that nothing runs over the edge.
struct TextEstimate {
  /// The lines of a text at a size, none wider than the room; nil if they are more than fit.
  static func lines(_ text: String, size: Double, in room: (width: Double, height: Double))
    -> [String]?
  {
    let most = Int(room.height / (size * lineHeight))
    guard most >= 1 else { return nil }
    var lines: [String] = []
    var line = ""
    var width = 0.0
    func end() {
      lines.append(line)
      (line, width) = ("", 0)
    }
    for word in text.split(separator: " ") {
      let wordWidth = ems(of: word) * size
      if !line.isEmpty, width + ems(of: " ") * size + wordWidth <= room.width {
        line += " "
        width += ems(of: " ") * size
      } else if !line.isEmpty {
        end()
      }
      for letter in word {
        let letterWidth = ems(of: String(letter)) * size
        guard letterWidth <= room.width else { return nil }
        if width + letterWidth > room.width { end() }
        line.append(letter)
        width += letterWidth
      }
    }
    if !line.isEmpty { end() }
    return lines.count <= most ? lines : nil
  }

  /// The largest size between two at which a text fits, and its lines there.
  ///
  /// At the smallest one it is cut; there are no lines if not even one fits.
  static func fit(
    _ text: String, sizes: ClosedRange<Double>, in room: (width: Double, height: Double)
  ) -> (size: Double, lines: [String], isCut: Bool) {
    var size = min(sizes.upperBound, max(sizes.lowerBound, room.height / lineHeight))
    while true {
      if let lines = lines(text, size: size, in: room) { return (size, lines, false) }
      if size <= sizes.lowerBound { break }
      size = max(sizes.lowerBound, size * 0.92)
    }
    // The longest beginning that fits.
    let letters = Array(text)
    var (fits, tooLong) = (0, letters.count)
    var found: [String] = []
    while fits + 1 < tooLong {
      let middle = (fits + tooLong) / 2
      if let lines = lines(String(letters[..<middle]) + "...", size: size, in: room) {
        (fits, found) = (middle, lines)
      } else {
        tooLong = middle
      }
    }
    return (size, found, true)
  }

  static let lineHeight = 1.25

  private static func ems(of text: some StringProtocol) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ems(of: $1) }
  }

  private static func ems(of letter: Unicode.Scalar) -> Double {
    switch letter {
    case "i", "j", "l", "I", "!", "'", ".", ",", ":", ";", "|", " ": 0.42
    case "m", "w", "M", "W", "@", "%": 1.05
    case "a"..."z", "0"..."9": 0.68
    case "A"..."Z": 0.84
    case "!"..."~": 0.86
    default:
      switch letter.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: 0
      default: letter.value < 0x250 ? 0.95 : 1.15
      }
    }
  }
}
