// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// How a value is laid out in a text.
struct JSONStyle: Equatable {
  /// Nil keeps everything on one line.
  var newline: String?
  var indentation = "  "
  var colon = ": "
  /// What follows the comma on one line; otherwise a new line does.
  var gap = ""

  static let pretty = JSONStyle(newline: "\n")
  static let compact = JSONStyle(newline: nil, colon: ":")
}

extension JSONStyle {
  /// The style that the text of a document has, as far as it shows.
  init(of document: JSONDocument) {
    let bytes = document.bytes
    var style = JSONStyle.pretty
    style.newline = Array(bytes[document.root.range]).firstNewline
    // The first of each is enough: an edit should look like its surroundings, not reform them.
    var indentation: String?
    var colon: String?
    var nodes = [document.root]
    while let node = nodes.popLast(), indentation == nil || colon == nil {
      if colon == nil, let member = node.members?.first {
        let between = bytes[member.keyRange.upperBound..<member.value.range.lowerBound]
        if between.allSatisfy({ $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: " ") }) {
          colon = String(decoding: between, as: UTF8.self)
        }
      }
      if indentation == nil, let first = node.itemRanges.first, bytes.startsLine(first.lowerBound) {
        let outer = bytes.indentation(at: node.range.lowerBound)
        let inner = bytes.indentation(at: first.lowerBound)
        if inner.count > outer.count, inner.starts(with: outer) {
          indentation = String(decoding: inner.dropFirst(outer.count), as: UTF8.self)
        }
      }
      nodes += node.children.reversed()
    }
    style.indentation = indentation ?? style.indentation
    style.colon = colon ?? (style.newline == nil ? ":" : style.colon)
    style.gap = style.colon.hasSuffix(" ") ? " " : ""
    self = style
  }
}

extension JSONNode {
  /// The bytes of each element, or of each member with its key.
  var itemRanges: [Range<Int>] {
    elements?.map(\.range)
      ?? members?.map { $0.keyRange.lowerBound..<$0.value.range.upperBound } ?? []
  }
}

extension [UInt8] {
  /// The first line end of the text, as it is spelt there.
  var firstNewline: String? {
    guard let index = firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) else { return nil }
    if self[index] == 0x0A { return "\n" }
    return index + 1 < count && self[index + 1] == 0x0A ? "\r\n" : "\r"
  }

  /// Spaces, tabs and line ends right before `offset`.
  func space(before offset: Int) -> ArraySlice<UInt8> {
    var start = offset
    while start > 0, [0x20, 0x09, 0x0A, 0x0D].contains(self[start - 1]) { start -= 1 }
    return self[start..<offset]
  }

  /// Whether only spaces are between the start of a line and `offset`.
  func startsLine(_ offset: Int) -> Bool {
    space(before: offset).contains { $0 == 0x0A || $0 == 0x0D }
  }

  /// The spaces and tabs at the start of the line in which `offset` is.
  func indentation(at offset: Int) -> ArraySlice<UInt8> {
    var start = offset
    while start > 0, self[start - 1] != 0x0A, self[start - 1] != 0x0D { start -= 1 }
    return self[start..<offset].prefix { $0 == 0x20 || $0 == 0x09 }
  }
}
