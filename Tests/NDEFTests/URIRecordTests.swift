// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import Testing

struct URIRecordTests {
  /// RTD URI 1.0, table 3, typed again so that a slip in the source's table shows.
  static let table: [(code: UInt8, prefix: String)] = [
    (0x00, ""), (0x01, "http://www."), (0x02, "https://www."), (0x03, "http://"),
    (0x04, "https://"), (0x05, "tel:"), (0x06, "mailto:"), (0x07, "ftp://anonymous:anonymous@"),
    (0x08, "ftp://ftp."), (0x09, "ftps://"), (0x0A, "sftp://"), (0x0B, "smb://"),
    (0x0C, "nfs://"), (0x0D, "ftp://"), (0x0E, "dav://"), (0x0F, "news:"),
    (0x10, "telnet://"), (0x11, "imap:"), (0x12, "rtsp://"), (0x13, "urn:"),
    (0x14, "pop:"), (0x15, "sip:"), (0x16, "sips:"), (0x17, "tftp:"),
    (0x18, "btspp://"), (0x19, "btl2cap://"), (0x1A, "btgoep://"), (0x1B, "tcpobex://"),
    (0x1C, "irdaobex://"), (0x1D, "file://"), (0x1E, "urn:epc:id:"), (0x1F, "urn:epc:tag:"),
    (0x20, "urn:epc:pat:"), (0x21, "urn:epc:raw:"), (0x22, "urn:epc:"), (0x23, "urn:nfc:"),
  ]

  @Test(arguments: table) func everyPrefixBothWays(code: UInt8, prefix: String) throws {
    let record = NDEFRecord(tnf: .wellKnown, type: [0x55], payload: [code] + Array("x/y".utf8))
    #expect(try NDEFRecord.uri(prefix + "x/y") == record)
    #expect(record.view == RecordView(content: .uri(prefix + "x/y")))
  }

  @Test(arguments: [
    ("https://example.com", "d1010c55 04 6578616d706c652e636f6d"),
    ("https://www.example.com", "d1010c55 02 6578616d706c652e636f6d"),
    ("http://nfcpy.org", "d1010a55 03 6e666370792e6f7267"),
    ("urn:epc:raw:1", "d1010255 21 31"),
    ("ftp://ftp.a", "d1010255 08 61"),
    ("HTTPS://a", "d1010a55 00 48545450533a2f2f61"),
    ("", "d1010155 00"),
    ("https://caf\u{E9}", "d1010655 04 636166c3a9"),
    // The accent joins the slash to one character; the prefix is still there, byte by byte.
    ("https://\u{301}", "d1010355 04 cc81"),
  ]) func messages(uri: String, message: String) throws {
    #expect(try NDEFMessage([.uri(uri)]).encoded() == hex(message))
    #expect(strictContents(hex(message)) == .success([.uri(uri)]))
  }

  @Test(arguments: 0x24...0xFF as ClosedRange<UInt8>) func reservedCodes(code: UInt8) throws {
    let message = hex("d1010c55") + [code] + Array("example.com".utf8)
    #expect(strictContents(message) == .failure(NDEFError(.reservedPrefixCode, at: 4)))
    let views = try MessageReading(message, .tolerant).views()
    #expect(
      views == [
        RecordView(content: .uri("example.com"), flaw: NDEFError(.reservedPrefixCode, at: 4))
      ])
  }

  @Test(arguments: [
    ("d1010055", Rule.emptyPayload, 4, ""),
    ("d1010255 03 00", .controlCharacter, 5, "http://\0"),
    ("d1010455 00 61 0d 0a", .controlCharacter, 6, "a\r\n"),
    ("d1010355 00 61 7f", .controlCharacter, 6, "a\u{7F}"),
    ("d1010455 00 61 c285", .controlCharacter, 6, "a\u{85}"),
    ("d1010455 04 61 c0af", .notUTF8, 6, "https://a\u{FFFD}\u{FFFD}"),
    ("d1010355 04 61 c3", .notUTF8, 6, "https://a\u{FFFD}"),
    ("d1010455 04 eda080", .notUTF8, 5, "https://\u{FFFD}\u{FFFD}\u{FFFD}"),
  ]) func flaws(message: String, rule: Rule, offset: Int, readable: String) throws {
    let error = NDEFError(rule, at: offset)
    #expect(strictContents(hex(message)) == .failure(error))
    let views = try MessageReading(hex(message), .tolerant).views()
    #expect(views == [RecordView(content: .uri(readable), flaw: error)])
  }

  @Test func refusedForWriting() {
    #expect(
      flaw { () throws(NDEFError) in try NDEFRecord.uri("http://a\0") }
        == NDEFError(.controlCharacter, at: 8))
    let long = String(repeating: "a", count: Limit.payloadBytes)
    #expect(
      flaw { () throws(NDEFError) in try NDEFRecord.uri(long) }
        == NDEFError(.payloadTooLong, at: Limit.payloadBytes))
  }
}
