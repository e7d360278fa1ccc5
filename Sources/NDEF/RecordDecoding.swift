// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

/// The records of a message, and how many bytes they took.
struct DecodedRecords {
  var records: [NDEFRecord] = []
  var end = 0
}

/// Reads a message in one pass from its first byte to its message end.
///
/// Every byte is copied at most once (twice in a chunked record, whose payload grows), and nothing
/// is set aside for a length that is declared but not there.
func decodeRecords(
  _ bytes: [UInt8], _ policy: DecodingPolicy
) throws(NDEFError) -> DecodedRecords {
  guard !bytes.isEmpty else { throw NDEFError(.emptyInput, at: 0) }
  var decoded = DecodedRecords()
  var unfinished: NDEFRecord?

  while decoded.end < bytes.count {
    let start = decoded.end
    guard let header = RecordHeader(at: start, in: bytes) else {
      throw NDEFError(.truncated, at: bytes.count)
    }
    let rule = header.brokenRule(
      firstInMessage: start == 0, continuesChunk: unfinished != nil)
    if let rule { throw NDEFError(rule, at: start) }
    guard let tnf = header.tnf else { throw NDEFError(.reservedTNF, at: start) }
    guard header.end <= bytes.count else { throw NDEFError(.truncated, at: bytes.count) }

    var record: NDEFRecord
    if let first = unfinished.take() {
      record = first
      let room = Limit.payloadBytes - record.payload.count
      guard header.payloadLength <= room else { throw NDEFError(.payloadTooLong, at: start) }
      record.payload.append(contentsOf: bytes[header.payloadStart..<header.end])
    } else {
      guard decoded.records.count < Limit.recordsPerMessage else {
        throw NDEFError(.tooManyRecords, at: start)
      }
      guard header.payloadLength <= Limit.payloadBytes else {
        throw NDEFError(.payloadTooLong, at: start)
      }
      record = NDEFRecord(
        tnf: tnf,
        type: Array(bytes[header.typeStart..<header.idStart]),
        id: Array(bytes[header.idStart..<header.payloadStart]),
        payload: Array(bytes[header.payloadStart..<header.end]))
    }
    decoded.end = header.end

    if header.isChunk {
      unfinished = record
      continue
    }
    decoded.records.append(record)
    guard header.endsMessage else { continue }
    if policy == .strict && decoded.end < bytes.count {
      throw NDEFError(.trailingBytes, at: decoded.end)
    }
    return decoded
  }
  throw NDEFError(unfinished == nil ? .noMessageEnd : .unfinishedChunk, at: bytes.count)
}
