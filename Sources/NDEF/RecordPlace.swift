// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Where a record is in the bytes of its message.
///
/// Errors in a typed view are found by their place in the payload. Walking over the chunks again
/// turns that into the place in the message; it costs nothing as long as there is no error.
struct RecordPlace {
  let bytes: [UInt8]
  let start: Int

  /// The offset of a byte of the type field; `index` may be one past its end.
  func offset(ofTypeByte index: Int) -> Int {
    guard let header = RecordHeader(at: start, in: bytes) else { return start }
    return header.typeStart + index
  }

  /// The offset of a byte of the joined payload; `index` may be one past its end.
  func offset(ofPayloadByte index: Int) -> Int {
    var position = start
    var left = index
    while let header = RecordHeader(at: position, in: bytes) {
      if left < header.payloadLength || !header.isChunk { return header.payloadStart + left }
      left -= header.payloadLength
      position = header.end
    }
    return position
  }

  /// The flaw of a payload, counted in the message.
  func flawOfPayload(_ flaw: NDEFError?) -> NDEFError? {
    flaw.map { NDEFError($0.rule, at: offset(ofPayloadByte: $0.offset)) }
  }

  /// The flaw of a type, counted in the message.
  func flawOfType(_ flaw: NDEFError?) -> NDEFError? {
    flaw.map { NDEFError($0.rule, at: offset(ofTypeByte: $0.offset)) }
  }

  /// The place of the record after this one.
  var next: RecordPlace {
    var position = start
    while let header = RecordHeader(at: position, in: bytes) {
      position = header.end
      if !header.isChunk { break }
    }
    return RecordPlace(bytes: bytes, start: position)
  }
}
