// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The lines of a text file, to be shown with a mark under what was found in them.
struct SourceLines {
  /// The characters of a line that are shown: a file without line ends would fill the screen.
  private static let width = 76

  private let bytes: [UInt8]
  /// The first byte of each line; a line ends with LF, CR LF or CR.
  private var starts: [Int] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts.append(bytes.count - bytes.withoutMark.count)
    for (offset, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
      let isPair = byte == 0x0D && offset + 1 < bytes.count && bytes[offset + 1] == 0x0A
      if !isPair { starts.append(offset + 1) }
    }
  }

  /// A line and below it a mark under one of its characters; both count from 1, as editors do.
  ///
  /// Nil for a line that the file does not have.
  func marked(line: Int, column: Int) -> String? {
    guard line >= 1, line <= starts.count else { return nil }
    let end = line < starts.count ? starts[line] : bytes.count
    let text = bytes[starts[line - 1]..<end].prefix { $0 != 0x0A && $0 != 0x0D }
    let characters = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    let place = min(max(column - 1, 0), characters.count)
    // A place far to the right has more of the line before it than behind it.
    let first = max(0, place - Self.width * 3 / 4)
    let last = min(characters.count, first + Self.width)
    let before = (first > 0 ? "…" : "") + shown(characters[first..<place])
    let after = shown(characters[place..<last]) + (last < characters.count ? "…" : "")
    let number = String(line)
    let margin = String(repeating: " ", count: number.count)
    let indent = String(repeating: " ", count: before.unicodeScalars.count)
    return "  \(number) | \(before)\(after)\n  \(margin) | \(indent)^"
  }

  /// A tab is shown as one blank, so that the mark stands where it should.
  private func shown(_ characters: ArraySlice<Unicode.Scalar>) -> String {
    characters.reduce(into: "") { $0 += $1 == "\t" ? " " : visible(String($1)) }
  }
}
