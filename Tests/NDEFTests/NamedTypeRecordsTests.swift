// SPDX-License-Identifier: MIT
// SPDX-FileCopyrightText: 2026 The TagPress authors

import NDEF
import Testing

struct NamedTypeRecordsTests {
  @Test func androidApplication() throws {
    let message = hex("d40f0b 616e64726f69642e636f6d3a706b67 636f6d2e666f6f2e626172")
    #expect(try NDEFMessage([.androidApplication("com.foo.bar")]).encoded() == message)
    #expect(strictContents(message) == .success([.androidApplication("com.foo.bar")]))
    #expect(
      strictContents(hex("d40f02 616e64726f69642e636f6d3a706b67 6300"))
        == .failure(NDEFError(.controlCharacter, at: 19)))
  }

  @Test func mediaAndExternal() throws {
    let records: [NDEFRecord] = [
      try .media(type: "text/plain", data: [0x61]),
      try .external(type: "example.com:t", data: [0, 1]),
    ]
    #expect(
      try NDEFMessage(records).encoded()
        == hex("920a01746578742f706c61696e61 540d02 6578616d706c652e636f6d3a74 0001"))
    #expect(
      records.map(\.view.content) == [
        .media(type: "text/plain", data: [0x61]),
        .external(type: "example.com:t", data: [0, 1]),
      ])
  }

  @Test func typesWithoutAView() {
    let records = [
      NDEFRecord(tnf: .wellKnown, type: [0x48, 0x73]),
      NDEFRecord(tnf: .media, type: [0xFF]),
      NDEFRecord(tnf: .external, type: [0x20]),
      NDEFRecord(tnf: .empty),
      NDEFRecord(tnf: .unknown, payload: [1]),
    ]
    #expect(records.map(\.view.content) == [.other, .other, .other, .empty, .unknown])
    #expect(records.allSatisfy { $0.view.flaw == nil })
  }

  @Test(arguments: ["", "text", "/plain", "text/", "te xt/plain", "t\u{E9}xt/plain"])
  func mediaTypesRefused(type: String) {
    let error = flaw { () throws(NDEFError) in try NDEFRecord.media(type: type, data: []) }
    #expect(error?.rule == .typeMalformed)
  }

  @Test(arguments: ["", "unmatched_type", ":t", "example.com:", "example.com:a b"])
  func externalTypesRefused(type: String) {
    let error = flaw { () throws(NDEFError) in try NDEFRecord.external(type: type, data: []) }
    #expect(error?.rule == .typeMalformed)
  }

  @Test func applicationNamesRefused() {
    let empty = flaw { () throws(NDEFError) in try NDEFRecord.androidApplication("") }
    #expect(empty == NDEFError(.emptyPayload, at: 0))
    let broken = flaw { () throws(NDEFError) in try NDEFRecord.androidApplication("com.a\n") }
    #expect(broken == NDEFError(.controlCharacter, at: 5))
  }
}
