// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// One whole record: its chunks, if it had any, are already joined.
package struct NDEFRecord: Hashable, Sendable {
  package var tnf: TypeNameFormat
  package var type: [UInt8]
  package var id: [UInt8]
  package var payload: [UInt8]

  package init(
    tnf: TypeNameFormat, type: [UInt8] = [], id: [UInt8] = [], payload: [UInt8] = []
  ) {
    self.tnf = tnf
    self.type = type
    self.id = id
    self.payload = payload
  }
}

extension NDEFRecord {
  /// Whether the payload length fits the one-byte field of a short record.
  var isShort: Bool { payload.count <= 0xFF }

  /// The bytes this record takes in a message.
  package var encodedSize: Int {
    Self.size(type: type.count, payload: payload.count) + (id.isEmpty ? 0 : 1) + id.count
  }

  /// The bytes that a record without an id takes.
  private static func size(type: Int, payload: Int) -> Int {
    let lengthFields = payload <= 0xFF ? 2 : 5
    return 1 + lengthFields + type + payload
  }

  /// What `uri` takes, found without making the record: a job has a million of them.
  package static func uriSize(_ uri: Span<UInt8>) -> Int {
    let prefix = URIPrefix.longest(of: uri)
    return size(type: uriType.count, payload: 1 + uri.count - prefix.length)
  }

  /// What `text` takes in UTF-8.
  package static func textSize(bytes: Int, languageBytes: Int) -> Int {
    size(type: textType.count, payload: 1 + languageBytes + bytes)
  }

  /// The rule that keeps this record from being written, if there is one.
  var brokenRule: Rule? {
    if tnf == .unchanged { return .unchangedWithoutChunk }
    if type.count > Limit.typeBytes { return .typeTooLong }
    if id.count > Limit.idBytes { return .idTooLong }
    if payload.count > Limit.payloadBytes { return .payloadTooLong }
    return tnf.brokenRule(
      typeLength: type.count, idLength: id.count, payloadLength: payload.count)
  }

  /// Appends the record with the given message flags; `brokenRule` must be nil.
  func append(to bytes: inout [UInt8], flags: UInt8) {
    let short = isShort ? RecordHeader.short : 0
    let named = id.isEmpty ? 0 : RecordHeader.hasID
    bytes.append(flags | short | named | tnf.rawValue)
    bytes.append(UInt8(truncatingIfNeeded: type.count))
    if isShort {
      bytes.append(UInt8(truncatingIfNeeded: payload.count))
    } else {
      let length = UInt32(truncatingIfNeeded: payload.count)
      bytes.append(UInt8(truncatingIfNeeded: length >> 24))
      bytes.append(UInt8(truncatingIfNeeded: length >> 16))
      bytes.append(UInt8(truncatingIfNeeded: length >> 8))
      bytes.append(UInt8(truncatingIfNeeded: length))
    }
    if !id.isEmpty { bytes.append(UInt8(truncatingIfNeeded: id.count)) }
    bytes.append(contentsOf: type)
    bytes.append(contentsOf: id)
    bytes.append(contentsOf: payload)
  }
}
