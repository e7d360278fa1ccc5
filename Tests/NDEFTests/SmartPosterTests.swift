// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import Testing

struct SmartPosterTests {
  @Test(arguments: [
    ("d1010a5503 6e666370792e6f7267", SmartPoster(uri: "http://nfcpy.org")),
    (
      "91010a55036e666370792e6f7267 1101085402656e6e66637079 51030161637400",
      SmartPoster(
        uri: "http://nfcpy.org", titles: [TextRecord("nfcpy", language: "en")], action: .perform)
    ),
    (
      "910102550461 510104 73 00002710",
      SmartPoster(
        uri: "https://a",
        others: [NDEFRecord(tnf: .wellKnown, type: [0x73], payload: [0, 0, 0x27, 0x10])])
    ),
    (
      "910102550461 110301 616374 03 520100 69",
      SmartPoster(
        uri: "https://a",
        others: [
          NDEFRecord(tnf: .wellKnown, type: [0x61, 0x63, 0x74], payload: [3]),
          NDEFRecord(tnf: .media, type: [0x69]),
        ])
    ),
  ]) func bothWays(payload: String, poster: SmartPoster) throws {
    let record = NDEFRecord(tnf: .wellKnown, type: [0x53, 0x70], payload: hex(payload))
    #expect(try NDEFRecord.smartPoster(poster) == record)
    #expect(record.view == RecordView(content: .smartPoster(poster)))
  }

  /// Offsets count in the message, whose poster begins five bytes in.
  @Test(arguments: [
    ("d00000", Rule.noURIRecord, 5),
    ("9101015500 5101015500", .severalURIRecords, 10),
    ("9101015500 510301 616374 00 00", .trailingBytes, 17),
    ("d1010355 04 61ff", .posterURINotUTF8, 11),
    ("d1010255 24 61", .reservedPrefixCode, 9),
    ("9101015500 510103 54 02656e 00", .trailingBytes, 17),
    ("9101015500 510104 54 02656e ff", .notUTF8, 17),
    ("9101015500 110103 54 02656e 510103 54 02454e", .titleLanguageTwice, 17),
    ("9101015500 510300 616374", .actionMalformed, 16),
    ("9101015500 510302 616374 0000", .actionMalformed, 16),
    ("9101015500 110301 616374 00 510300 616374", .actionMalformed, 23),
    ("9101015500 510103 73 000000", .sizeMalformed, 14),
    ("9101015500 510105 73 0000000000", .sizeMalformed, 14),
    ("9101015500 520300 612f0a", .typeMalformed, 15),
    ("9101015500", .noMessageEnd, 10),
    ("", .emptyInput, 5),
  ]) func flaws(payload: String, rule: Rule, offset: Int) {
    let payload = hex(payload)
    let message = [0xD1, 2, UInt8(payload.count), 0x53, 0x70] + payload
    #expect(strictContents(message) == .failure(NDEFError(rule, at: offset)))
  }

  @Test func readableInSpiteOfFlaws() throws {
    let message = hex("d1020e5370 910103550461ff 5101035500 6162")
    let views = try MessageReading(message, .tolerant).views()
    #expect(
      views == [
        RecordView(
          content: .smartPoster(SmartPoster(uri: "https://a\u{FFFD}")),
          flaw: NDEFError(.severalURIRecords, at: 12))
      ])
  }

  @Test func aWrongSizeDoesNotHideTheLink() throws {
    let size = NDEFRecord(tnf: .wellKnown, type: [0x73], payload: [0, 0, 0])
    let views = try MessageReading(hex("d1020d5370 910102550461 510103 73 000000")).views()
    #expect(
      views == [
        RecordView(
          content: .smartPoster(SmartPoster(uri: "https://a", others: [size])),
          flaw: NDEFError(.sizeMalformed, at: 15))
      ])
  }

  @Test func postersInPostersStayBytes() throws {
    var inner = try NDEFMessage([.uri("https://a")]).encoded()
    for _ in 0..<200 {
      inner = try NDEFMessage([
        NDEFRecord(tnf: .wellKnown, type: [0x53, 0x70], payload: inner)
      ]).encoded()
    }
    let start = inner.count > 258 ? 8 : 5
    #expect(strictContents(inner) == .failure(NDEFError(.noURIRecord, at: start)))
  }

  @Test func refusedForWriting() {
    let twice = SmartPoster(
      uri: "a", titles: [TextRecord("x", language: "en"), TextRecord("y", language: "EN")])
    #expect(
      flaw { () throws(NDEFError) in try NDEFRecord.smartPoster(twice) }?.rule
        == .titleLanguageTwice)
    let twoLinks = SmartPoster(
      uri: "a", others: [NDEFRecord(tnf: .wellKnown, type: [0x55], payload: [0])])
    #expect(
      flaw { () throws(NDEFError) in try NDEFRecord.smartPoster(twoLinks) }?.rule
        == .severalURIRecords)
    let noSize = SmartPoster(
      uri: "a", others: [NDEFRecord(tnf: .wellKnown, type: [0x73], payload: [0, 0, 0])])
    #expect(
      flaw { () throws(NDEFError) in try NDEFRecord.smartPoster(noSize) }?.rule == .sizeMalformed)
  }
}
