// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

internal import Glibc

/// A start tag as the parser shows it, for as long as the callback lasts.
struct XMLStartTag {
  /// Each name is one pointer for the whole file, so that names can be compared as pointers.
  typealias Name = UnsafePointer<UInt8>

  let name: Name
  let namespace: UnsafePointer<UInt8>?
  /// Five pointers each: name, prefix, namespace, begin and end of the value.
  let attributes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
  let attributeCount: Int
  let position: TextPosition
  /// Where its element's content begins.
  let behind: TextPosition
  /// The parser's memory from its beginning to the end of this tag.
  let first: UnsafePointer<UInt8>?
  let end: UnsafePointer<UInt8>?

  struct Attribute {
    let name: Name
    let namespace: UnsafePointer<UInt8>?
    let value: UnsafeBufferPointer<UInt8>

    var text: String { String(decoding: value, as: UTF8.self) }
  }

  func attribute(_ index: Int) -> Attribute? {
    guard let attributes, index < attributeCount, let name = attributes[5 * index] else {
      return nil
    }
    let start = attributes[5 * index + 3]
    let count = start.flatMap { start in attributes[5 * index + 4].map { $0 - start } } ?? 0
    return Attribute(
      name: name, namespace: attributes[5 * index + 2],
      value: UnsafeBufferPointer(start: start, count: count))
  }

  /// The place of an attribute's name, and of the first character of its value.
  ///
  /// They are looked for in the tag's own text, because only findings ask for them.
  func places(ofAttribute index: Int) -> (name: TextPosition, value: TextPosition) {
    var walk = TagWalk(first: first, end: end, position: position)
    walk.skipName()
    // Declarations of namespaces are among the attributes and are not counted with them.
    var seen = 0
    while walk.skipSpace() {
      let name = walk.position
      let isDeclaration = walk.begins("xmlns=") || walk.begins("xmlns:")
      walk.skipToValue()
      let value = walk.position
      walk.skipValue()
      if isDeclaration { continue }
      if seen == index { return (name, value) }
      seen += 1
    }
    return (position, position)
  }
}

/// Goes over the text of a well-formed start tag.
private struct TagWalk {
  private var place: UnsafePointer<UInt8>?
  private let end: UnsafePointer<UInt8>?
  private(set) var position: TextPosition

  init(first: UnsafePointer<UInt8>?, end: UnsafePointer<UInt8>?, position: TextPosition) {
    self.end = end
    self.position = position
    guard let first, var start = end else { return }
    // No attribute's value can hold this bracket.
    while start > first, start.pointee != UInt8(ascii: "<") { start -= 1 }
    place = start
  }

  private var byte: UInt8? {
    guard let place, let end, place < end else { return nil }
    return place.pointee
  }

  private mutating func advance() {
    guard let place, let byte else { return }
    if byte == UInt8(ascii: "\n") {
      position = TextPosition(line: position.line + 1, column: 1)
    } else if byte & 0xC0 != 0x80 {
      position.column += 1
    }
    self.place = place + 1
    // The bytes of one character count as one, so go after the last of them.
    while let byte = self.byte, byte & 0xC0 == 0x80 { self.place = self.place.map { $0 + 1 } }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte <= 0x20 }

  mutating func skipName() {
    while let byte, !Self.isSpace(byte) { advance() }
  }

  /// True when something follows the white space.
  mutating func skipSpace() -> Bool {
    while let byte, Self.isSpace(byte) { advance() }
    return byte != nil && byte != UInt8(ascii: "/")
  }

  func begins(_ word: StaticString) -> Bool {
    guard let place, let end, end - place >= word.utf8CodeUnitCount else { return false }
    return memcmp(place, word.utf8Start, word.utf8CodeUnitCount) == 0
  }

  mutating func skipToValue() {
    while let byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "'") { advance() }
    advance()
  }

  mutating func skipValue() {
    // The quote that opened the value is the byte before it, and only the same one closes it.
    guard let place else { return }
    let quote = (place - 1).pointee
    while let byte, byte != quote { advance() }
    advance()
  }
}

/// Whether a text of C says a word.
func spells(_ text: UnsafePointer<UInt8>, _ word: StaticString) -> Bool {
  strcmp(
    UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self),
    UnsafeRawPointer(word.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
}

/// A text of C as a string; "" for none.
func string(_ pointer: UnsafePointer<UInt8>?) -> String {
  pointer.map { String(cString: $0) } ?? ""
}
