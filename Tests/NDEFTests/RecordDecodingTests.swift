// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import TestSupport
import Testing

struct RecordDecodingTests {
  @Test(arguments: [
    ("d00000", [NDEFRecord(tnf: .empty)]),
    ("d8000000", [NDEFRecord(tnf: .empty)]),
    ("d5000109", [NDEFRecord(tnf: .unknown, payload: [9])]),
    ("d101015500", [NDEFRecord(tnf: .wellKnown, type: [0x55], payload: [0])]),
    ("c1010000000155 00", [NDEFRecord(tnf: .wellKnown, type: [0x55], payload: [0])]),
    (
      "d9 01 01 02 55 4142 00",
      [
        NDEFRecord(tnf: .wellKnown, type: [0x55], id: [0x41, 0x42], payload: [0])
      ]
    ),
    (
      "c9 01 00000001 02 55 4142 00",
      [
        NDEFRecord(tnf: .wellKnown, type: [0x55], id: [0x41, 0x42], payload: [0])
      ]
    ),
    ("d3020061 3a", [NDEFRecord(tnf: .absoluteURI, type: [0x61, 0x3A])]),
    ("900000 100000 500000", Array(repeating: NDEFRecord(tnf: .empty), count: 3)),
    (
      "92010161ff 54 0100 62",
      [
        NDEFRecord(tnf: .media, type: [0x61], payload: [0xFF]),
        NDEFRecord(tnf: .external, type: [0x62]),
      ]
    ),
  ]) func whole(message: String, records: [NDEFRecord]) {
    #expect(decoded(hex(message)) == .success(records))
  }

  @Test(arguments: [
    ("b50001 01 560001 02", [NDEFRecord(tnf: .unknown, payload: [1, 2])]),
    (
      "ba010001 08 09 360001 01 560001 02",
      [
        NDEFRecord(tnf: .media, type: [8], id: [9], payload: [1, 2])
      ]
    ),
    (
      "b101 01 55 04 360000 36 0001 61 560000",
      [
        NDEFRecord(tnf: .wellKnown, type: [0x55], payload: [4, 0x61])
      ]
    ),
    (
      "b10101 55 04 46 0000000002 6162",
      [
        NDEFRecord(tnf: .wellKnown, type: [0x55], payload: [4, 0x61, 0x62])
      ]
    ),
    (
      "b50001 01 160001 02 500000",
      [
        NDEFRecord(tnf: .unknown, payload: [1, 2]), NDEFRecord(tnf: .empty),
      ]
    ),
  ]) func chunked(message: String, records: [NDEFRecord]) {
    #expect(decoded(hex(message)) == .success(records))
  }

  @Test(arguments: [
    ("", Rule.emptyInput, 0),
    ("d0", .truncated, 1),
    ("d00000 00", .trailingBytes, 3),
    ("d1010c55046578616d706c652e636f6d fe", .trailingBytes, 16),
    ("500000", .noMessageBegin, 0),
    ("110000", .noMessageBegin, 0),
    ("950000 960000 560000", .secondMessageBegin, 3),
    ("900000 100000", .noMessageEnd, 6),
    ("d70000", .reservedTNF, 0),
    ("ffffffff", .reservedTNF, 0),
    ("d00001 ff", .emptyRecordNotEmpty, 0),
    ("d00100 ff", .emptyRecordNotEmpty, 0),
    ("900000 1800 0001 00", .emptyRecordNotEmpty, 3),
    ("b00000 560001 ff", .emptyRecordNotEmpty, 0),
    ("d10000", .typeMissing, 0),
    ("d20000", .typeMissing, 0),
    ("d30000", .typeMissing, 0),
    ("d40000", .typeMissing, 0),
    ("d50100 ff", .unknownWithType, 0),
    ("f50000", .chunkWithMessageEnd, 0),
    ("b50000 160000 760000", .chunkWithMessageEnd, 6),
    ("b1010155 61 36000162 51000163", .chunkNotUnchanged, 9),
    ("b1010155 61 500000", .chunkNotUnchanged, 5),
    ("b1010155 61 3e000101 6962 56000163", .chunkWithID, 5),
    ("b1010155 61 5e000000", .chunkWithID, 5),
    ("b1010155 61 560100 55", .unchangedWithType, 5),
    ("b60001 01 560001 02", .unchangedWithoutChunk, 0),
    ("900000 560001 78", .unchangedWithoutChunk, 3),
    ("b50001 01 360001 02", .unfinishedChunk, 8),
  ]) func refusals(message: String, rule: Rule, offset: Int) {
    #expect(decoded(hex(message)) == .failure(NDEFError(rule, at: offset)))
    guard rule != .trailingBytes else { return }
    #expect(decoded(hex(message), .tolerant) == .failure(NDEFError(rule, at: offset)))
  }

  @Test func bytesAfterTheMessageAreLeftOutTolerantly() {
    let message = "d1010a5504612e6578616d706c65"
    #expect(decoded(hex(message + "51010a5504"), .tolerant) == decoded(hex(message)))
  }

  @Test(arguments: [
    "d1010c55046578616d706c652e636f6d", "b1010655046578616d705600066c652e636f6d",
    "c90100000003010809010203", "900000100000500000", "99010501556101234567591005015561",
  ]) func everyTruncationIsRefused(message: String) {
    let bytes = hex(message)
    for length in 0..<bytes.count {
      let cut = Array(bytes.prefix(length))
      #expect(throws: NDEFError.self) { try NDEFMessage(decoding: cut) }
      #expect(throws: NDEFError.self) { try NDEFMessage(decoding: cut, .tolerant) }
    }
  }

  @Test(arguments: [
    "00000100", "00010000", "7fffffff", "80000000", "80000001",
    "fffffffa", "fffffffb", "fffffffd", "fffffffe", "ffffffff",
  ]) func lengthsBeyondTheInput(length: String) {
    for message in ["c101\(length)5504", "c901\(length)ff5504", "b10101550446 00\(length)61"] {
      let bytes = hex(message)
      #expect(decoded(bytes) == .failure(NDEFError(.truncated, at: bytes.count)))
    }
  }

  @Test func tenMegabytesOfOnes() {
    let bytes = [UInt8](repeating: 0xFF, count: 10 << 20)
    #expect(decoded(bytes) == .failure(NDEFError(.reservedTNF, at: 0)))
  }

  @Test func chunksWithoutEnd() {
    var bytes = hex("b5000101")
    for _ in 0..<1_000_000 { bytes += [0x36, 0, 0] }
    #expect(decoded(bytes) == .failure(NDEFError(.unfinishedChunk, at: bytes.count)))
    #expect(
      decoded(bytes + hex("560000")) == .success([NDEFRecord(tnf: .unknown, payload: [1])]))
  }

  @Test func chunksAddUpToTheLimitAndNoFurther() {
    let half = [UInt8](repeating: 0x61, count: Limit.payloadBytes / 2)
    let first = hex("a50000080000") + half
    let whole = first + hex("460000080000") + half
    #expect(decoded(whole) == .success([NDEFRecord(tnf: .unknown, payload: half + half)]))
    let over = first + hex("260000080000") + half + hex("56000161")
    #expect(
      decoded(over) == .failure(NDEFError(.payloadTooLong, at: 2 * (6 + half.count))))
  }

  @Test func payloadLimit() {
    let payload = [UInt8](repeating: 0, count: Limit.payloadBytes + 1)
    let atLimit = hex("c50000100000") + payload.dropLast()
    #expect(
      decoded(atLimit) == .success([NDEFRecord(tnf: .unknown, payload: payload.dropLast())]))
    #expect(
      decoded(hex("c50000100001") + payload) == .failure(NDEFError(.payloadTooLong, at: 0)))
  }

  @Test func recordLimit() {
    let record: [UInt8] = [0x10, 0, 0]
    var bytes = hex("900000")
    for _ in 2..<Limit.recordsPerMessage { bytes += record }
    let records = Array(repeating: NDEFRecord(tnf: .empty), count: Limit.recordsPerMessage)
    #expect(decoded(bytes + hex("500000")) == .success(records))
    #expect(
      decoded(bytes + record + hex("500000"))
        == .failure(NDEFError(.tooManyRecords, at: 3 * Limit.recordsPerMessage)))
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func noiseNeverTraps(seed: UInt64) {
    var random = Splitmix64(seed: seed)
    let flags: [UInt8] = [0x91, 0x11, 0x51, 0xD1, 0xB1, 0x36, 0x56, 0xC1, 0x99]
    for _ in 0..<5_000 {
      var bytes = random.bytes(upTo: 60).map { $0 & 0x0F }
      if let first = flags.randomElement(using: &random), !bytes.isEmpty { bytes[0] = first }
      if let later = flags.randomElement(using: &random), bytes.count > 6 { bytes[6] = later }
      let strict = decoded(bytes)
      if case .success = strict { #expect(decoded(bytes, .tolerant) == strict) }
      _ = strictContents(bytes)
      _ = (try? MessageReading(bytes, .tolerant))?.views()
    }
  }
}
