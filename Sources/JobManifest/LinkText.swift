// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import WebLink

/// The text of the `link` element, which knows for each character where it is in the file.
struct LinkText {
  private var bytes: [UInt8] = []
  /// The pieces in which the parser gave the text: an escape such as `&amp;` is one of its own.
  private var pieces: [(offset: Int, position: TextPosition)] = []

  /// False when the text has become too long.
  mutating func append(_ more: UnsafeBufferPointer<UInt8>, at position: TextPosition) -> Bool {
    pieces.append((bytes.count, position))
    bytes += more
    return bytes.count <= JobLimits.linkTextBytesMax
  }

  private var trimmed: Range<Int> {
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    let start = bytes.firstIndex { !isSpace($0) } ?? bytes.count
    let end = bytes.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? start
    return start..<end
  }

  /// The link without the white space around it, its host in the form that tags get.
  ///
  /// A host in other letters than ASCII cannot be in a URI template, so it is brought into Punycode
  /// here, if no variable is in it.
  var template: String {
    let text = String(decoding: bytes[trimmed], as: UTF8.self)
    guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text[colon...].hasPrefix("://")
    else { return text }
    let host = text.index(colon, offsetBy: 3)
    let end = text[host...].firstIndex { "/?#{".contains($0) } ?? text.endIndex
    guard end == text.endIndex || text[end] != "{",
      text[host..<end].utf8.contains(where: { $0 >= 0x80 }),
      let normal = try? WebLink(String(text[..<end]))
    else { return text }
    return normal.text + text[end...]
  }

  /// The place of a character of the link.
  func position(ofCharacter index: Int) -> TextPosition {
    let text = String(decoding: bytes[trimmed], as: UTF8.self)
    let offset = trimmed.lowerBound + text.unicodeScalars.prefix(index).utf8Count
    guard let piece = pieces.last(where: { $0.offset <= offset }) else { return TextPosition() }
    var position = piece.position
    for byte in bytes[piece.offset..<min(offset, bytes.count)] {
      if byte == UInt8(ascii: "\n") {
        position = TextPosition(line: position.line + 1, column: 1)
      } else if byte & 0xC0 != 0x80 {
        position.column += 1
      }
    }
    return position
  }
}

extension Sequence<Unicode.Scalar> {
  fileprivate var utf8Count: Int { reduce(0) { $0 + UTF8.width($1) } }
}

/// Where a link has its host, with what belongs to that such as a port; nil if it has none.
func authority(of link: [UInt8]) -> Range<Int>? {
  guard let colon = link.firstIndex(of: UInt8(ascii: ":")), link[colon...].starts(with: "://".utf8)
  else { return nil }
  let start = colon + 3
  return start..<(link[start...].firstIndex { "/?#".utf8.contains($0) } ?? link.endIndex)
}

/// A link whose host has its letters back where they are percent-encoded; nil if it has none such.
///
/// A value that is a whole link comes out of a template with such a host, and RFC 3986 3.2.2 lets it
/// stand for the letters.
func withHostLetters(_ link: [UInt8]) -> String? {
  guard let host = authority(of: link).map({ link[$0] }) else { return nil }
  var letters: [UInt8] = []
  var rest = host
  while let byte = rest.popFirst() {
    let digits = rest.prefix(2)
    if byte == UInt8(ascii: "%"), digits.count == 2,
      let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16), value >= 0x80
    {
      letters.append(value)
      rest.removeFirst(2)
    } else {
      letters.append(byte)
    }
  }
  guard letters.count < host.count else { return nil }
  return String(
    validating: link[..<host.startIndex] + letters + link[host.endIndex...], as: UTF8.self)
}
