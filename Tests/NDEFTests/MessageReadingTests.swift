// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import Testing

struct MessageReadingTests {
  @Test(arguments: [
    // The bad byte is in the first, the second and the third chunk, then after a chunked record.
    ("b1010355 04ff61 36000161 56000161", Rule.notUTF8, 5),
    ("b1010355 046161 360001ff 56000161", .notUTF8, 10),
    ("b1010355 046161 36000161 560001ff", .notUTF8, 14),
    ("b1010155 04 16000161 51010255 04ff", .notUTF8, 14),
    ("b1010055 560000", .emptyPayload, 7),
    ("d30300 61ff62", .notUTF8, 4),
    ("db030001 610062 69", .controlCharacter, 5),
    ("900000 d00000", .secondMessageBegin, 3),
    // A type with a control character, of each kind, and after another record.
    ("d10200 581f", .typeMalformed, 4),
    ("d20300 617f62", .typeMalformed, 4),
    ("900000 540300 613a00", .typeMalformed, 8),
  ]) func offsetsCountInTheMessage(message: String, rule: Rule, offset: Int) {
    #expect(strictContents(hex(message)) == .failure(NDEFError(rule, at: offset)))
  }

  @Test func aTolerantReadingRemembersWhatFollowed() throws {
    let reading = try MessageReading(hex("d1010255 04 61 fe"), .tolerant)
    #expect(reading.flaw == NDEFError(.trailingBytes, at: 6))
    #expect(reading.views() == [RecordView(content: .uri("https://a"))])
    #expect(
      flaw { () throws(NDEFError) in try reading.contents() } == NDEFError(.trailingBytes, at: 6))
  }

  /// An empty id field, a long header and chunks are not written again, but they were there.
  @Test(arguments: [
    ("d00000", 3), ("d8000000", 4), ("c101000000015504", 8), ("d00000fe", 3),
    ("b1010155 04 56000161", 9),
  ]) func theSizeIsWhatTheMessageTook(message: String, size: Int) throws {
    let bytes = hex(message)
    if let reading = try? MessageReading(bytes, .tolerant) {
      #expect(reading.size == size)
    } else {
      Issue.record("\(message) was not read")
    }
  }

  /// Other bytes beyond ASCII are not a name that could be shown, but NDEF allows them.
  @Test(arguments: ["d10100ff", "d20100ff", "d4010020", "d102005820"])
  func aTypeMayHaveOtherBytes(message: String) {
    #expect(strictContents(hex(message)) == .success([.other]))
  }

  @Test func everyRecordHasItsView() throws {
    let message = try NDEFMessage([
      .uri("https://a"), NDEFRecord(tnf: .empty), .androidApplication("com.a"),
      NDEFRecord(tnf: .absoluteURI, type: Array("a:b".utf8)),
    ])
    #expect(
      strictContents(try message.encoded())
        == .success([
          .uri("https://a"), .empty, .androidApplication("com.a"), .absoluteURI("a:b"),
        ]))
  }
}
