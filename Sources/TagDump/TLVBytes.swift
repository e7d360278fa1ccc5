// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import TagMemory

/// The TLV blocks of a data area without reserved bytes, as on all tags but those of Type 2.
enum TLVBytes {
  /// The first NDEF message of an area; addresses count from its first byte.
  static func content(of area: [UInt8?]) -> DumpedContent {
    var cursor = 0
    while cursor < area.count {
      guard let tag = area[cursor] else { return .hidden(address: cursor) }
      if tag == TLV.terminator { break }
      guard tag != TLV.null else {
        cursor += 1
        continue
      }
      let field: (length: Int, end: Int)
      switch length(in: area, at: cursor + 1) {
      case .known(let length, let end): field = (length, end)
      case .hidden(let address): return .hidden(address: address)
      case .cut: return .overruns(address: cursor, length: 0)
      }
      guard field.length != TLV.reservedLength, field.length <= area.count - field.end else {
        return .overruns(address: cursor, length: field.length)
      }
      let end = field.end + field.length
      if tag == TLV.message { return value(area, field.end..<end) }
      cursor = end
    }
    return .blank
  }

  /// A value, or the first byte of it that is not known.
  static func value(_ area: [UInt8?], _ range: Range<Int>) -> DumpedContent {
    if range.isEmpty { return .empty }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for address in range {
      guard let byte = area[address] else { return .hidden(address: address) }
      bytes.append(byte)
    }
    return .message(bytes)
  }

  private enum Length {
    case known(Int, end: Int)
    case hidden(Int)
    case cut
  }

  private static func length(in area: [UInt8?], at address: Int) -> Length {
    guard address < area.count else { return .cut }
    guard let first = area[address] else { return .hidden(address) }
    guard first == TLV.longLength else { return .known(Int(first), end: address + 1) }
    guard address + 2 < area.count else { return .cut }
    guard let high = area[address + 1] else { return .hidden(address + 1) }
    guard let low = area[address + 2] else { return .hidden(address + 2) }
    return .known(Int(high) << 8 | Int(low), end: address + 3)
  }
}
