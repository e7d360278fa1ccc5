// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The lines of a text file, to be shown with a mark under what was found in them.
struct SourceLines {
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
    let first = max(0, place - markedWidthMax)
    let last = min(characters.count, place + markedWidthMax)
    return markedLine(
      line, before: string(characters[first..<place]), after: string(characters[place..<last]),
      isCutBefore: first > 0, isCutAfter: last < characters.count)
  }

  private func string(_ characters: ArraySlice<Unicode.Scalar>) -> String {
    var text = ""
    text.unicodeScalars.append(contentsOf: characters)
    return text
  }
}
