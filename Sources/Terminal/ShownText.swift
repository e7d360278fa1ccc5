// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Plain

/// A character as it is shown, and how many columns of a terminal it takes.
package struct ShownCharacter {
  package let text: String
  package let width: Int

  package init(_ scalar: Unicode.Scalar) {
    if scalar == "\t" {
      // Tab stops differ from terminal to terminal; the mark below has to be right on all.
      (text, width) = (" ", 1)
      return
    }
    text = scalar.visible
    width = text == String(scalar) ? scalar.columns : text.count
  }
}

/// Some characters in a row.
package struct ShownText {
  package let text: String
  package let width: Int
  package let count: Int

  package init(_ characters: ArraySlice<ShownCharacter>) {
    text = characters.map(\.text).joined()
    width = characters.reduce(0) { $0 + $1.width }
    count = characters.count
  }
}

extension [ShownCharacter] {
  package var width: Int { reduce(0) { $0 + $1.width } }

  /// As many characters from the beginning as have room.
  package func prefix(fitting columns: Int) -> ShownText {
    var width = 0
    return ShownText(
      prefix {
        width += $0.width
        return width <= columns
      })
  }

  /// As many characters from the end as have room.
  package func suffix(fitting columns: Int) -> ShownText {
    ShownText(self[(count - reversed().prefix(fitting: columns).count)...])
  }
}

extension Unicode.Scalar {
  /// The columns that terminals give the character (Unicode Standard Annex 11: wide and full width).
  fileprivate var columns: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch value {
    case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x33FF,
      0x3400...0x4DBF, 0x4E00...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
      0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
