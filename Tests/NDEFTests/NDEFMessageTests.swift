// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TestSupport
import Testing

struct NDEFMessageTests {
  @Test(arguments: [
    ([NDEFRecord(tnf: .empty)], "d00000"),
    ([NDEFRecord(tnf: .unknown, id: [7], payload: [9])], "dd000101 07 09"),
    (
      [
        NDEFRecord(tnf: .media, type: [0x61]), NDEFRecord(tnf: .empty),
        NDEFRecord(tnf: .external, type: [0x62], payload: [1, 2]),
      ], "92010061 100000 540102 62 0102"
    ),
  ]) func encoding(records: [NDEFRecord], bytes: String) throws {
    let message = NDEFMessage(records)
    #expect(try message.encoded() == hex(bytes))
    #expect(message.encodedSize == hex(bytes).count)
  }

  @Test(arguments: [(255, "d50 0ff", 3), (256, "c50 000000100", 6)])
  func shortRecordWhenItFits(count: Int, header: String, size: Int) throws {
    let payload = [UInt8](repeating: 0xAB, count: count)
    let message = NDEFMessage([NDEFRecord(tnf: .unknown, payload: payload)])
    #expect(try message.encoded() == hex(header) + payload)
    #expect(message.encodedSize == size + count)
  }

  @Test(arguments: [
    (NDEFRecord(tnf: .empty, payload: [1]), Rule.emptyRecordNotEmpty),
    (NDEFRecord(tnf: .wellKnown), .typeMissing),
    (NDEFRecord(tnf: .media), .typeMissing),
    (NDEFRecord(tnf: .absoluteURI), .typeMissing),
    (NDEFRecord(tnf: .external), .typeMissing),
    (NDEFRecord(tnf: .unknown, type: [1]), .unknownWithType),
    (NDEFRecord(tnf: .unchanged, payload: [1]), .unchangedWithoutChunk),
    (NDEFRecord(tnf: .media, type: Array(repeating: 0x61, count: 256)), .typeTooLong),
    (NDEFRecord(tnf: .unknown, id: Array(repeating: 0x61, count: 256)), .idTooLong),
    (
      NDEFRecord(tnf: .unknown, payload: Array(repeating: 0, count: Limit.payloadBytes + 1)),
      .payloadTooLong
    ),
  ]) func refusals(record: NDEFRecord, rule: Rule) {
    let message = NDEFMessage([NDEFRecord(tnf: .empty), record])
    #expect(flaw(message.encoded) == NDEFError(rule, at: 3))
  }

  @Test func noRecordsOrTooMany() {
    #expect(flaw(NDEFMessage([]).encoded) == NDEFError(.emptyInput, at: 0))
    let records = Array(repeating: NDEFRecord(tnf: .empty), count: Limit.recordsPerMessage + 1)
    #expect(flaw(NDEFMessage(records).encoded) == NDEFError(.tooManyRecords, at: 0))
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64]) func roundTrips(seed: UInt64) throws {
    var random = Splitmix64(seed: seed)
    for _ in 0..<500 {
      let message = NDEFMessage(
        (0..<Int.random(in: 1...6, using: &random)).map { _ in Self.record(&random) })
      let bytes = try message.encoded()
      #expect(try NDEFMessage(decoding: bytes) == message)
      #expect(message.encodedSize == bytes.count)
    }
  }

  private static func record(_ random: inout Splitmix64) -> NDEFRecord {
    let id = random.bytes(upTo: 3)
    let type = [0x61] + random.bytes(upTo: 9)
    let payload = random.bytes(upTo: 300)
    return switch TypeNameFormat(rawValue: UInt8.random(in: 0...5, using: &random)) {
    case .unknown: NDEFRecord(tnf: .unknown, id: id, payload: payload)
    case .empty, .unchanged, nil: NDEFRecord(tnf: .empty)
    case .some(let tnf): NDEFRecord(tnf: tnf, type: type, id: id, payload: payload)
    }
  }
}
