// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

extension JSONReader {
  /// Steps over white space, and in lenient reading over comments and foreign spaces too.
  mutating func skipSpace() throws(JSONFinding) {
    var oddSpaceIsKnown = false
    while let byte = next {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        offset += 1
      case UInt8(ascii: "#"):
        try skipLineComment()
      case UInt8(ascii: "/") where self.byte(at: offset + 1) == UInt8(ascii: "/"):
        try skipLineComment()
      case UInt8(ascii: "/") where self.byte(at: offset + 1) == UInt8(ascii: "*"):
        try skipBlockComment()
      default:
        guard byte >= 0x80 || byte == 0x0B || byte == 0x0C,
          let scalar = Unicode.Scalar(utf8: bytes, at: offset), scalar.isOddSpace
        else { return }
        if !oddSpaceIsKnown {
          try note(.oddSpace, at: offset) { $0.character = scalar }
          oddSpaceIsKnown = true
        }
        offset += scalar.utf8Width
      }
    }
  }

  private mutating func skipLineComment() throws(JSONFinding) {
    try note(.comment, at: offset)
    while let byte = next, byte != 0x0A, byte != 0x0D { offset += 1 }
  }

  private mutating func skipBlockComment() throws(JSONFinding) {
    let start = offset
    try note(.comment, at: start)
    offset += 2
    while offset < bytes.count {
      offset += 1
      if offset >= start + 4, bytes[offset - 2] == UInt8(ascii: "*"),
        bytes[offset - 1] == UInt8(ascii: "/")
      {
        return
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether this is a space to the eye and not to JSON, as word processors have them.
  fileprivate var isOddSpace: Bool {
    properties.isWhitespace || self == "\u{200B}" || self == "\u{2060}" || self == "\u{FEFF}"
  }

  fileprivate var utf8Width: Int { UTF8.width(self) }
}
