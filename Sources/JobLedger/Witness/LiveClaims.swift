// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Which rows are on which tags, as a sum that does not depend on the order: two records with equal
/// sums know the same, and a million rows can be compared without memory.
struct LiveClaims: Equatable {
  private(set) var count = 0
  private(set) var done = 0
  private var sum: UInt64 = 0

  mutating func begin(row: UnsafeRawBufferPointer, uid: UnsafeRawBufferPointer) {
    count += 1
    sum &+= Self.value(row, uid, nil)
  }

  mutating func give(up row: UnsafeRawBufferPointer, uid: UnsafeRawBufferPointer) {
    count -= 1
    sum &-= Self.value(row, uid, nil)
  }

  /// A begun claim is done, with this message.
  mutating func finish(
    row: UnsafeRawBufferPointer, uid: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
  ) {
    done += 1
    sum &+= Self.value(row, uid, message)
  }

  /// A done claim is given up, before `give(up:uid:)`.
  mutating func undo(
    row: UnsafeRawBufferPointer, uid: UnsafeRawBufferPointer, message: UnsafeRawBufferPointer
  ) {
    done -= 1
    sum &-= Self.value(row, uid, message)
  }

  private static func value(
    _ row: UnsafeRawBufferPointer, _ uid: UnsafeRawBufferPointer,
    _ message: UnsafeRawBufferPointer?
  ) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(row.count)
    hasher.combine(bytes: row)
    hasher.combine(bytes: uid)
    if let message { hasher.combine(bytes: message) }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  /// What a line of the witness changes; false for an impossible line.
  mutating func follow(_ line: WitnessText) -> Bool {
    switch line.kind {
    case .claim:
      guard let row = line["row"], let uid = line["uid"] else { return false }
      begin(row: row, uid: uid)
    case .done:
      // A finished tag is locked, and has its message already.
      guard let message = line["message"] else { break }
      guard let row = line["row"], let uid = line["uid"] else { return false }
      finish(row: row, uid: uid, message: message)
    case .failed:
      guard let row = line["row"], let uid = line["uid"] else { return false }
      give(up: row, uid: uid)
    case .void:
      guard let row = line["row"], let uid = line["uid"] else { return false }
      if let message = line["message"] { undo(row: row, uid: uid, message: message) }
      give(up: row, uid: uid)
    default: break
    }
    return true
  }
}

/// A line of the witness as bytes, parsed without making strings.
struct WitnessText {
  private let line: UnsafeRawBufferPointer
  let kind: WitnessLine.Kind?

  init(_ line: UnsafeRawBufferPointer) {
    self.line = line
    var start = 0
    var tabs = 0
    while tabs < 2, start < line.count {
      if line[start] == UInt8(ascii: "\t") { tabs += 1 }
      start += 1
    }
    var end = start
    while end < line.count, line[end] != UInt8(ascii: "\t") { end += 1 }
    kind = WitnessLine.Kind(rawValue: String(decoding: line[start..<end], as: UTF8.self))
  }

  /// The value of a part, still escaped.
  subscript(name: StaticString) -> UnsafeRawBufferPointer? {
    var start = line.startIndex
    while let tab = line[start...].firstIndex(of: UInt8(ascii: "\t")) {
      start = tab + 1
      let value = start + name.utf8CodeUnitCount
      guard value < line.count, line[value] == UInt8(ascii: "="),
        line[start..<value].elementsEqual(
          UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
      else { continue }
      let end = line[(value + 1)...].firstIndex(of: UInt8(ascii: "\t")) ?? line.endIndex
      return UnsafeRawBufferPointer(rebasing: line[(value + 1)..<end])
    }
    return nil
  }
}
