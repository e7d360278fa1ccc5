// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The values of a template's variables, each under its number.
///
/// They are one after the other in one buffer that is used again for every row.
package struct TemplateValues: Sendable {
  private var bytes: [UInt8] = []
  private var slots: [Slot]

  private struct Slot {
    var start = 0
    /// Below `start` while there is no value.
    var end = -1
    var isPlaceholder = false
  }

  package init(count: Int) {
    slots = [Slot](repeating: Slot(), count: count)
  }

  package var count: Int { slots.count }

  /// Forgets every value and keeps the memory.
  package mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    for index in slots.indices { slots[index] = Slot() }
  }

  /// Gives a variable its value, in UTF-8; a number that no variable has is ignored.
  package mutating func set(
    _ slot: Int, to value: Span<UInt8>, isPlaceholder: Bool = false
  ) {
    guard slots.indices.contains(slot) else { return }
    let start = bytes.count
    value.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    slots[slot] = Slot(start: start, end: bytes.count, isPlaceholder: isPlaceholder)
  }

  package func isDefined(_ slot: Int) -> Bool {
    slots.indices.contains(slot) && slots[slot].end >= slots[slot].start
  }

  package func isPlaceholder(_ slot: Int) -> Bool {
    slots.indices.contains(slot) && slots[slot].isPlaceholder
  }

  /// Appends a value as it is; nothing when there is none.
  package func append(_ slot: Int, to output: inout [UInt8]) {
    if let range = range(of: slot) { output += bytes[range] }
  }

  /// Where a value is in the buffer.
  fileprivate func range(of slot: Int) -> Range<Int>? {
    guard slots.indices.contains(slot), slots[slot].end >= slots[slot].start else { return nil }
    return slots[slot].start..<slots[slot].end
  }

  fileprivate func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer(body)
  }
}

/// What a template gives for one set of values; to be used again for the next.
package struct TemplateExpansion: Sendable {
  package fileprivate(set) var bytes: [UInt8] = []
  /// Where values are that are only placeholders, in the order of the link.
  package fileprivate(set) var places: [Place] = []

  package struct Place: Hashable, Sendable {
    package let slot: Int
    package let range: Range<Int>

    package init(slot: Int, range: Range<Int>) {
      self.slot = slot
      self.range = range
    }
  }

  package init(bytes: [UInt8] = [], places: [Place] = []) {
    self.bytes = bytes
    self.places = places
  }
}

extension URITemplate {
  /// Puts the values into the template (RFC 6570 3.2); a variable without one is left out.
  package func expand(_ values: TemplateValues, into result: inout TemplateExpansion) {
    result.bytes.removeAll(keepingCapacity: true)
    result.places.removeAll(keepingCapacity: true)
    for piece in pieces {
      switch piece {
      case .literal(let range): result.bytes += literals[range]
      case .expression(let operation, let range):
        expand(operation, mentions[range], values, into: &result)
      }
    }
  }

  private func expand(
    _ operation: Operator, _ mentions: ArraySlice<Mention>, _ values: TemplateValues,
    into result: inout TemplateExpansion
  ) {
    var isFirst = true
    for mention in mentions {
      guard let range = values.range(of: mention.slot) else { continue }
      if !isFirst {
        result.bytes.append(operation.separator)
      } else if let first = operation.first {
        result.bytes.append(first)
      }
      isFirst = false
      if operation.isNamed {
        result.bytes += literals[mention.label]
        if !range.isEmpty || operation.marksEmpty { result.bytes.append(UInt8(ascii: "=")) }
      }
      let start = result.bytes.count
      values.withBytes { bytes in
        append(UnsafeBufferPointer(rebasing: bytes[range]), mention, operation, to: &result.bytes)
      }
      if values.isPlaceholder(mention.slot) {
        result.places.append(.init(slot: mention.slot, range: start..<result.bytes.count))
      }
    }
  }

  private func append(
    _ value: UnsafeBufferPointer<UInt8>, _ mention: Mention, _ operation: Operator,
    to output: inout [UInt8]
  ) {
    let allowed = operation.allowed
    var left = mention.prefix ?? .max
    var offset = 0
    if mention.prefix == nil {
      // Most values have nothing to escape and are taken as they are.
      while offset < value.count, allowed.contains(value[offset]) { offset += 1 }
      output.append(contentsOf: UnsafeBufferPointer(rebasing: value[..<offset]))
    }
    while offset < value.count {
      let byte = value[offset]
      // The length of a prefix counts characters, whose further bytes in UTF-8 are 80 to BF.
      if byte & 0xC0 != 0x80 {
        guard left > 0 else { return }
        left -= 1
      }
      if allowed.contains(byte) {
        output.append(byte)
      } else if operation.keepsReserved, byte == UInt8(ascii: "%"), offset + 2 < value.count,
        value[offset + 1].isHexDigit, value[offset + 2].isHexDigit
      {
        // An escape is one character, never cut.
        output += value[offset..<offset + 3]
        offset += 2
      } else {
        output.appendEscape(of: byte)
      }
      offset += 1
    }
  }
}
