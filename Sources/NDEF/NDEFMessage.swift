// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// Whether doubtful input is refused or read as far as it makes sense.
package enum DecodingPolicy: Sendable {
  /// Every broken rule is an error: right for what we are about to write and for `verify`.
  case strict
  /// Bytes after the message are ignored, and typed views give what is readable: right for `read`.
  case tolerant
}

/// A list of records that is written to a tag as one piece.
package struct NDEFMessage: Hashable, Sendable {
  package var records: [NDEFRecord]

  package init(_ records: [NDEFRecord]) {
    self.records = records
  }

  /// Reads the records; their typed views are not looked at (see `MessageReading`).
  package init(decoding bytes: [UInt8], _ policy: DecodingPolicy = .strict) throws(NDEFError) {
    records = try decodeRecords(bytes, policy).records
  }

  /// The size of `encoded()` without encoding, for planning what fits a chip.
  package var encodedSize: Int {
    records.reduce(0) { $0 + $1.encodedSize }
  }

  /// Writes the message with the shortest header each record allows, and never in chunks.
  ///
  /// The offset of an error is where the refused record would have begun.
  package func encoded() throws(NDEFError) -> [UInt8] {
    guard !records.isEmpty else { throw NDEFError(.emptyInput, at: 0) }
    guard records.count <= Limit.recordsPerMessage else {
      throw NDEFError(.tooManyRecords, at: 0)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(encodedSize)
    for (index, record) in records.enumerated() {
      if let rule = record.brokenRule { throw NDEFError(rule, at: bytes.count) }
      let begin = index == 0 ? RecordHeader.messageBegin : 0
      let end = index == records.count - 1 ? RecordHeader.messageEnd : 0
      record.append(to: &bytes, flags: begin | end)
    }
    return bytes
  }
}
