// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where a byte of a text is, as an editor shows it.
package struct JSONPosition: Hashable, Sendable {
  /// Bytes before it; a byte-order mark counts.
  package let offset: Int
  /// From 1; a line ends with LF, CR LF or CR.
  package let line: Int
  /// From 1, in Unicode scalars; a byte-order mark has no column, because no editor shows it.
  package let column: Int

  /// The first byte of every text.
  package static let start = JSONPosition(offset: 0, line: 1, column: 1)
}

/// Finds line and column of any byte of a text.
///
/// A mark every kilobyte keeps this small and quick for every shape of text: a table of line starts
/// would be eight times as large as a text of empty lines, and no help in one long line.
struct JSONPlaces: Sendable {
  private static let step = 1024

  private let bytes: [UInt8]
  private var marks: [JSONPosition] = []

  init(of bytes: [UInt8]) {
    self.bytes = bytes
    marks.reserveCapacity(bytes.count / Self.step + 1)
    marks.append(.start)
    var offset = Self.step
    while offset <= bytes.count {
      marks.append(position(of: offset))
      offset += Self.step
    }
  }

  /// The place of the byte at `offset`; an offset outside the text counts as its nearest end.
  func position(of offset: Int) -> JSONPosition {
    let offset = min(max(offset, 0), bytes.count)
    let mark = marks[min(offset / Self.step, marks.count - 1)]
    var line = mark.line
    var column = mark.column
    for index in mark.offset..<offset {
      let byte = bytes[index]
      let following = index + 1 < bytes.count ? bytes[index + 1] : 0
      if byte == 0x0A || (byte == 0x0D && following != 0x0A) {
        line += 1
        column = 1
      } else if index + 1 == 3, bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
        column = 1
      } else if following & 0xC0 != 0x80 {
        // The last byte of a character moves on: every byte inside one has the place of its first.
        column += 1
      }
    }
    return JSONPosition(offset: offset, line: line, column: column)
  }
}
