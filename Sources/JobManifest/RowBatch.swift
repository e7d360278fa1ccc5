// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Start tags of rows, copied out of the parser's memory, so that the parser can go on.
final class RowBatch {
  private let memory: UnsafeMutablePointer<UInt8>
  private var used = 0
  private var attributes: [UnsafePointer<UInt8>?] = []
  private var rows: [Row] = []

  /// Enough for a few thousand rows, and for any tag that is not too long.
  private static let size = 4 * JobLimits.markupBytesMax

  private struct Row {
    let name: XMLStartTag.Name
    let namespace: UnsafePointer<UInt8>?
    let attributes: Range<Int>
    let position: TextPosition
    let text: Range<Int>
    var isClosed = false
  }

  init() {
    memory = .allocate(capacity: Self.size)
    memory.initialize(repeating: 0, count: Self.size)
  }

  deinit { memory.deallocate() }

  var isEmpty: Bool { rows.isEmpty }

  func removeAll() {
    used = 0
    rows.removeAll(keepingCapacity: true)
    attributes.removeAll(keepingCapacity: true)
  }

  /// Copies a tag; false if there is no room for it.
  func add(_ tag: XMLStartTag) -> Bool {
    guard let first = tag.first, let end = tag.end else { return false }
    var start = end
    // No attribute's value can hold this bracket.
    while start > first, start.pointee != UInt8(ascii: "<") { start -= 1 }
    let length = end - start
    guard used + length < Self.size else { return false }
    let (textStart, attributesStart) = (used, attributes.count)
    // The parser is before the closing bracket, and a walk over the tag looks at that byte, too.
    memory.advanced(by: used).update(from: start, count: length + 1)
    used += length + 1
    attributes += UnsafeBufferPointer(start: tag.attributes, count: 5 * tag.attributeCount)
    guard move(attributesFrom: attributesStart, from: start..<end, to: textStart) else {
      attributes.removeSubrange(attributesStart...)
      used = textStart
      return false
    }
    rows.append(
      Row(
        name: tag.name, namespace: tag.namespace, attributes: attributesStart..<attributes.count,
        position: tag.position, text: textStart..<textStart + length))
    return true
  }

  /// Makes the two pointers of each value point to our copy of it; false if there is no room.
  private func move(
    attributesFrom first: Int, from tag: Range<UnsafePointer<UInt8>>, to copy: Int
  ) -> Bool {
    var free = used
    defer { used = free }
    return attributes.withUnsafeMutableBufferPointer { attributes in
      for index in stride(from: first + 3, to: attributes.count, by: 5) {
        guard let start = attributes[index], let end = attributes[index + 1], end > start else {
          continue
        }
        var place = copy + (start - tag.lowerBound)
        if !tag.contains(start) {
          // The parser keeps a value apart in which it replaced something.
          guard free + (end - start) <= Self.size else { return false }
          place = free
          memory.advanced(by: free).update(from: start, count: end - start)
          free += end - start
        }
        attributes[index] = UnsafePointer(memory.advanced(by: place))
        attributes[index + 1] = UnsafePointer(memory.advanced(by: place + (end - start)))
      }
      return true
    }
  }

  /// Ends the last row.
  func closeLast() {
    guard !rows.isEmpty else { return }
    rows[rows.count - 1].isClosed = true
  }

  /// Hands the rows to the target in their order, until that wants no more.
  func deliver(to target: some XMLTarget, unless isStopped: () -> Bool) {
    let memory = UnsafePointer(memory)
    attributes.withUnsafeMutableBufferPointer { attributes in
      for row in rows {
        guard !isStopped() else { return }
        target.start(
          XMLStartTag(
            name: row.name, namespace: row.namespace,
            attributes: attributes.baseAddress?.advanced(by: row.attributes.lowerBound),
            attributeCount: row.attributes.count / 5, position: row.position,
            first: memory.advanced(by: row.text.lowerBound),
            end: memory.advanced(by: row.text.upperBound)))
        if row.isClosed { target.end() }
      }
    }
  }
}
