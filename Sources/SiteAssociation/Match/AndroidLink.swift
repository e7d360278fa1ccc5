// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// A link as Android compares it with rules: path, query and fragment decoded, each as a whole.
///
/// That is what `android.content.UriRelativeFilter` does. The query is split after decoding, so an
/// encoded `&` separates items. A link that is the same decoded stays where it is.
struct AndroidLink: Sendable {
  /// A part of the link, and where the certain knowledge about it ends: at its end, or where
  /// something is encoded that no one can decode.
  struct Part: Sendable {
    var range: Range<Int>
    var certainEnd: Int

    init(_ range: Range<Int>, certainEnd: Int? = nil) {
      self.range = range
      self.certainEnd = certainEnd ?? range.upperBound
    }
  }

  /// The decoded link, in the units that Java counts, and what was left behind it by longer ones.
  private(set) var units: [UInt16] = []
  /// Whether there is a character that takes two units.
  private(set) var hasPairs = false
  private(set) var path = Part(0..<0)
  /// What is between the separators of the query.
  private(set) var items: [Part] = []
  /// Nil if the link has no `#`; then no pattern matches, not even `*`.
  private(set) var fragment: Part?

  mutating func read(_ link: LinkText) {
    items.removeAll(keepingCapacity: true)
    // Out of here while they are written to; no one else may hold them, or they would be copied.
    var units: [UInt16] = []
    swap(&units, &self.units)
    // A character never has more units than bytes.
    if units.count < link.bytes.count {
      units += repeatElement(0, count: link.bytes.count - units.count)
    }
    var decoding = Decoding()
    var room = units.mutableSpan
    path = decoding.decode(link.path, of: link.bytes.span, into: &room)
    let query = decoding.decode(link.query, of: link.bytes.span, into: &room)
    fragment =
      link.hasFragment ? decoding.decode(link.fragment, of: link.bytes.span, into: &room) : nil
    hasPairs = decoding.hasPairs
    swap(&units, &self.units)
    split(query)
  }

  /// How far the units were written.
  private struct Decoding {
    var count = 0
    var hasPairs = false

    mutating func decode(
      _ range: Range<Int>, of bytes: Span<UInt8>, into units: inout MutableSpan<UInt16>
    ) -> Part {
      let start = count
      var certainEnd: Int?
      var offset = range.lowerBound
      while offset < range.upperBound {
        let byte = bytes[offset]
        if byte != UInt8(ascii: "%") && byte < 0x80 {
          units[count] = UInt16(byte)
          count += 1
          offset += 1
        } else if let (scalar, next) = PercentEncoding.character(
          in: bytes, at: offset, before: range.upperBound)
        {
          for unit in UTF16.encode(scalar) ?? .init() {
            units[count] = unit
            count += 1
          }
          if scalar.value > 0xFFFF { hasPairs = true }
          offset = next
        } else {
          certainEnd = certainEnd ?? count
          units[count] = 0xFFFD
          count += 1
          offset += 1
        }
      }
      return Part(start..<count, certainEnd: certainEnd)
    }
  }

  /// The first four units of the path in one number; nil if they are not certain.
  var head: UInt64? {
    guard !path.range.isEmpty, path.certainEnd == path.range.upperBound else { return nil }
    var head: UInt64 = 0
    for (place, index) in path.range.prefix(4).enumerated() {
      head |= UInt64(units[index]) << (16 * place)
    }
    return head
  }

  /// Splits the query as Android does: at `&`; if that gives one item only, at `;` instead.
  private mutating func split(_ query: Part) {
    split(query, at: UInt8(ascii: "&"))
    // The separators at the end were not counted, and now belong to the last item.
    var end = query.range.upperBound
    while end > query.range.lowerBound && units[end - 1] == UInt16(UInt8(ascii: "&")) { end -= 1 }
    guard items.count == 1, items[0].range == query.range.lowerBound..<end else { return }
    items.removeAll(keepingCapacity: true)
    split(query, at: UInt8(ascii: ";"))
  }

  private mutating func split(_ query: Part, at separator: UInt8) {
    var start = query.range.lowerBound
    for index in query.range where units[index] == UInt16(separator) {
      add(start..<index, of: query)
      start = index + 1
    }
    add(start..<query.range.upperBound, of: query)
  }

  private mutating func add(_ range: Range<Int>, of query: Part) {
    if !range.isEmpty { items.append(Part(range, certainEnd: query.certainEnd)) }
  }
}

// What is said about a link.
extension AndroidLink {
  /// A part of the link as it was compared.
  func text(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }

  /// The value of the first query item with a name.
  func firstValue(of name: String) -> String? {
    for item in items {
      let text = text(item.range).unicodeScalars
      let found = text.prefix { $0 != "=" }
      if found.elementsEqual(name.unicodeScalars) {
        return String(Substring(text.dropFirst(found.count + 1)))
      }
    }
    return nil
  }
}
