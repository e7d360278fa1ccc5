// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The header of one record, or of one chunk of a record (NDEF 1.0, section 3.2).
struct RecordHeader {
  static let messageBegin: UInt8 = 0x80
  static let messageEnd: UInt8 = 0x40
  static let chunked: UInt8 = 0x20
  static let short: UInt8 = 0x10
  static let hasID: UInt8 = 0x08

  let start: Int
  let flags: UInt8
  let typeStart: Int
  let typeLength: Int
  let idLength: Int
  let payloadLength: Int

  /// Reads the length fields and nothing after them; nil when the bytes end before that.
  ///
  /// The lengths are 8 and 32 bits wide, so the sums below cannot overflow an `Int`.
  init?(at start: Int, in bytes: [UInt8]) {
    guard start + 1 < bytes.count else { return nil }
    let flags = bytes[start]
    let lengthWidth = flags & Self.short != 0 ? 1 : 4
    let idWidth = flags & Self.hasID != 0 ? 1 : 0
    let typeStart = start + 2 + lengthWidth + idWidth
    guard typeStart <= bytes.count else { return nil }

    var payloadLength = 0
    for position in start + 2..<start + 2 + lengthWidth {
      payloadLength = payloadLength << 8 | Int(bytes[position])
    }
    self.start = start
    self.flags = flags
    self.typeStart = typeStart
    self.typeLength = Int(bytes[start + 1])
    self.idLength = idWidth == 0 ? 0 : Int(bytes[typeStart - 1])
    self.payloadLength = payloadLength
  }

  var idStart: Int { typeStart + typeLength }
  var payloadStart: Int { idStart + idLength }
  var end: Int { payloadStart + payloadLength }
  var isChunk: Bool { flags & Self.chunked != 0 }
  var endsMessage: Bool { flags & Self.messageEnd != 0 }

  /// The type name format, or nil for the reserved value 7.
  var tnf: TypeNameFormat? { TypeNameFormat(rawValue: flags & 0x07) }

  /// The first rule that the header breaks where it is.
  func brokenRule(firstInMessage: Bool, continuesChunk: Bool) -> Rule? {
    guard let tnf else { return .reservedTNF }
    let begins = flags & Self.messageBegin != 0
    if firstInMessage && !begins { return .noMessageBegin }
    if !firstInMessage && begins { return .secondMessageBegin }
    if isChunk && endsMessage { return .chunkWithMessageEnd }
    if continuesChunk && tnf != .unchanged { return .chunkNotUnchanged }

    if !continuesChunk && tnf == .unchanged { return .unchangedWithoutChunk }
    if continuesChunk && flags & Self.hasID != 0 { return .chunkWithID }
    // A chunked empty record would let its later chunks smuggle a payload in.
    if isChunk && tnf == .empty { return .emptyRecordNotEmpty }
    return tnf.brokenRule(
      typeLength: typeLength, idLength: idLength, payloadLength: payloadLength)
  }
}
