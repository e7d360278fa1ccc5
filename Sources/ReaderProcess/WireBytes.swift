// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The bytes of a message are none that this program sends.
struct NoMessage: Error, Hashable {}

/// What a message is put together from: numbers with the high byte first, and before what has no fixed
/// length how long it is.
enum WirePart {
  case byte(UInt8)
  case flag(Bool)
  case number(Int)
  case bytes([UInt8])
  case text(String)
  case list([[WirePart]])
  case optional([WirePart]?)

  /// The longest that one part of a message may be; what is longer is cut.
  private static let longest = 0xFFFF

  fileprivate func add(to message: inout [UInt8]) {
    switch self {
    case .byte(let byte): message.append(byte)
    case .flag(let flag): message.append(flag ? 1 : 0)
    case .number(let number):
      let bits = UInt32(bitPattern: Int32(clamping: number))
      message += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bits >> $0) }
    case .bytes(let bytes):
      let kept = bytes.prefix(Self.longest)
      message += [
        UInt8(truncatingIfNeeded: kept.count >> 8), UInt8(truncatingIfNeeded: kept.count),
      ]
      message += kept
    case .text(let text): WirePart.bytes(Array(text.utf8)).add(to: &message)
    case .list(let elements):
      let kept = elements.prefix(0xFF)
      message.append(UInt8(truncatingIfNeeded: kept.count))
      for part in kept.joined() { part.add(to: &message) }
    case .optional(let parts):
      message.append(parts == nil ? 0 : 1)
      for part in parts ?? [] { part.add(to: &message) }
    }
  }
}

extension [WirePart] {
  /// The message.
  var bytes: [UInt8] { reduce(into: []) { $1.add(to: &$0) } }
}

/// Takes a message apart: whatever its bytes are, they end in a value or in `NoMessage`.
struct WireScan {
  private var rest: ArraySlice<UInt8>

  /// What all of a message says; nil when it is none, also because it continues after its end.
  static func whole<Value>(
    _ bytes: [UInt8], _ read: (inout WireScan) throws(NoMessage) -> Value
  ) -> Value? {
    var scan = WireScan(rest: bytes[...])
    guard let value = try? read(&scan), scan.rest.isEmpty else { return nil }
    return value
  }

  mutating func byte() throws(NoMessage) -> UInt8 {
    guard let byte = rest.popFirst() else { throw NoMessage() }
    return byte
  }

  mutating func flag() throws(NoMessage) -> Bool {
    let byte = try byte()
    guard byte <= 1 else { throw NoMessage() }
    return byte == 1
  }

  mutating func number() throws(NoMessage) -> Int32 {
    var bits: UInt32 = 0
    for _ in 0..<4 { bits = bits << 8 | UInt32(try byte()) }
    return Int32(bitPattern: bits)
  }

  mutating func shortNumber() throws(NoMessage) -> UInt16 {
    guard let number = UInt16(exactly: try number()) else { throw NoMessage() }
    return number
  }

  mutating func bytes() throws(NoMessage) -> [UInt8] {
    let count = Int(try byte()) << 8 | Int(try byte())
    guard rest.count >= count else { throw NoMessage() }
    defer { rest = rest.dropFirst(count) }
    return Array(rest.prefix(count))
  }

  mutating func text() throws(NoMessage) -> String {
    guard let text = String(validating: try bytes(), as: UTF8.self) else { throw NoMessage() }
    return text
  }

  mutating func list<Element>(
    _ each: (inout WireScan) throws(NoMessage) -> Element
  ) throws(NoMessage) -> [Element] {
    var list: [Element] = []
    for _ in 0..<(try byte()) { list.append(try each(&self)) }
    return list
  }

  mutating func optional<Value>(
    _ each: (inout WireScan) throws(NoMessage) -> Value
  ) throws(NoMessage) -> Value? {
    try flag() ? try each(&self) : nil
  }
}
