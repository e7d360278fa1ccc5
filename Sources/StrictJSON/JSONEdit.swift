// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One step from a value to a value in it.
package enum JSONStep: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case key(String)
  case index(Int)

  package init(stringLiteral key: String) { self = .key(key) }

  package init(integerLiteral index: Int) { self = .index(index) }
}

/// Why a document cannot be edited at a path.
package enum JSONEditError: Error, Hashable, Sendable {
  /// The step of this number leads nowhere.
  case nothingThere(step: Int)
  case notAnArray(JSONPosition)
  case notAnObject(JSONPosition)
  /// The object has a member with this key already.
  case keyIsTaken(String, JSONPosition)
  /// Two of the new members have this key.
  case keyIsTwice(String)
  /// The brackets of the new values would be more than our own reader reads.
  case tooDeep
}

/// Edits give the bytes of the text with the change spliced in; every other byte stays what it was,
/// but for the space between empty brackets.
extension JSONDocument {
  /// The value at the end of a path from the root.
  package func node(at path: [JSONStep]) -> JSONNode? {
    try? reach(path)
  }

  /// The text with more elements at the end of the array at `path`.
  package func appending(
    elements: [JSONValue], to path: [JSONStep]
  ) throws(JSONEditError) -> [UInt8] {
    let array = try reach(path)
    guard array.elements != nil else {
      throw .notAnArray(position(of: array.range.lowerBound))
    }
    try JSONValue.array(elements).check(insideBrackets: path.count)
    return appending(elements.count, to: array) { $0.write(elements[$1]) }
  }

  /// The text with one more element in the array at `path`, at this place.
  package func inserting(
    _ element: JSONValue, at number: Int, in path: [JSONStep]
  ) throws(JSONEditError) -> [UInt8] {
    try inserting([(number, element)], in: path)
  }

  /// The text with more elements in the array at `path`, each before the one that has its number there.
  ///
  /// The numbers only grow. All are laid out like the first element there, so it does not matter in which
  /// order several are put in.
  package func inserting(
    _ items: [(number: Int, element: JSONValue)], in path: [JSONStep]
  ) throws(JSONEditError) -> [UInt8] {
    let array = try reach(path)
    guard let elements = array.elements else {
      throw .notAnArray(position(of: array.range.lowerBound))
    }
    guard let first = elements.first, let last = elements.last,
      items.allSatisfy({ $0.number <= elements.count })
    else {
      return try appending(elements: items.map(\.element), to: path)
    }
    try JSONValue.array(items.map(\.element)).check(insideBrackets: path.count)
    let start = first.range.lowerBound
    let style = hasLines(array.range) ? style(like: first) : self.style(like: array)
    let space =
      bytes.startsLine(start) ? Array(bytes.space(before: start)) : Array(gap(in: array).utf8)
    let comma = [UInt8(ascii: ",")]
    var text: [UInt8] = []
    var copied = 0
    for (number, element) in items {
      var writer = JSONWriter(style: style, outerIndentation: indentation(at: start))
      writer.write(element)
      let isLast = number == elements.count
      let place = isLast ? last.range.upperBound : elements[number].range.lowerBound
      text += bytes[copied..<place]
      text += isLast ? comma + space + writer.bytes : writer.bytes + comma + space
      copied = place
    }
    return text + bytes[copied...]
  }

  /// The text with more members at the end of the object at `path`.
  package func appending(
    members: [(key: String, value: JSONValue)], to path: [JSONStep]
  ) throws(JSONEditError) -> [UInt8] {
    let object = try reach(path)
    guard let present = object.members else {
      throw .notAnObject(position(of: object.range.lowerBound))
    }
    try JSONValue.object(members).check(insideBrackets: path.count)
    let new = Set(members.map { ExactKey($0.key) })
    if let taken = present.first(where: { new.contains(ExactKey($0.key)) }) {
      throw .keyIsTaken(taken.key, position(of: taken.keyRange.lowerBound))
    }
    return appending(members.count, to: object) {
      $0.write(key: members[$1].key, value: members[$1].value)
    }
  }

  private func reach(_ path: [JSONStep]) throws(JSONEditError) -> JSONNode {
    var node = root
    for (number, step) in path.enumerated() {
      let child: JSONNode? =
        switch step {
        case .key(let key): node[key]
        case .index(let index):
          node.elements.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        }
      guard let child else { throw .nothingThere(step: number) }
      node = child
    }
    return node
  }

  /// Puts items after the last one of an array or object, laid out as that one is.
  private func appending(
    _ count: Int, to node: JSONNode, write: (inout JSONWriter, _ index: Int) -> Void
  ) -> [UInt8] {
    guard count > 0 else { return bytes }
    guard let last = node.itemRanges.last, let lastValue = node.children.last else {
      return filling(node, with: count, write: write)
    }
    let style = hasLines(node.range) ? style(like: lastValue) : self.style(like: node)
    let space =
      bytes.startsLine(last.lowerBound)
      ? Array(bytes.space(before: last.lowerBound)) : Array(gap(in: node).utf8)
    let outer = indentation(at: last.lowerBound)
    var inserted: [UInt8] = []
    for index in 0..<count {
      var writer = JSONWriter(style: style, outerIndentation: outer)
      write(&writer, index)
      inserted += [UInt8(ascii: ",")] + space + writer.bytes
    }
    return splicing(inserted, over: last.upperBound..<last.upperBound)
  }

  /// Puts the first items into an empty array or object.
  ///
  /// They get lines of their own if the text has lines, or has nothing else to go by.
  private func filling(
    _ node: JSONNode, with count: Int, write: (inout JSONWriter, _ index: Int) -> Void
  ) -> [UInt8] {
    var style = JSONStyle(of: self)
    if node.range == root.range {
      style = .pretty
      style.newline = bytes.firstNewline ?? style.newline
    }
    let outer = indentation(at: node.range.lowerBound)
    let lineStart = { (indentation: String) in style.newline.map { $0 + indentation } ?? "" }
    var inserted: [UInt8] = []
    for index in 0..<count {
      inserted += (index == 0 ? "" : style.newline == nil ? "," + style.gap : ",").utf8
      inserted += lineStart(outer + style.indentation).utf8
      var writer = JSONWriter(style: style, outerIndentation: outer + style.indentation)
      write(&writer, index)
      inserted += writer.bytes
    }
    inserted += lineStart(outer).utf8
    let closing = node.range.upperBound - 1
    return splicing(inserted, over: bytes.space(before: closing).startIndex..<closing)
  }

  /// On one line where the model is; a bare value or an empty pair of brackets is not a model.
  private func style(like model: JSONNode) -> JSONStyle {
    var style = JSONStyle(of: self)
    if !model.children.isEmpty && !hasLines(model.range) {
      style.newline = nil
      style.gap = gap(in: model)
    }
    return style
  }

  /// What follows the commas of an array or object whose items share a line.
  private func gap(in node: JSONNode) -> String {
    let ranges = node.itemRanges
    guard ranges.count > 1, let last = ranges.last else { return JSONStyle(of: self).gap }
    return String(decoding: bytes.space(before: last.lowerBound), as: UTF8.self)
  }

  private func hasLines(_ range: Range<Int>) -> Bool {
    bytes[range].contains { $0 == 0x0A || $0 == 0x0D }
  }

  private func indentation(at offset: Int) -> String {
    String(decoding: bytes.indentation(at: offset), as: UTF8.self)
  }

  private func splicing(_ inserted: [UInt8], over range: Range<Int>) -> [UInt8] {
    bytes[..<range.lowerBound] + inserted + bytes[range.upperBound...]
  }
}
